// All threads of the core are started here.
#pragma once

#include <cstddef>
#include <functional>

namespace crownfire {

// Calls `work` with 0 to `count` − 1, each on its own thread, 0 on the caller's. `count` must be at least 1.
void on_threads(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace crownfire
