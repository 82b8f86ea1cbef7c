// The one place that starts threads.
#pragma once

#include <cstddef>
#include <functional>

namespace crownfire {

// Calls `work` with every number below `count`, at least 1, each on a thread of its own; the caller's takes
// 0.
void on_threads(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace crownfire
