#include "crownfire/threads.hpp"

#include <thread>
#include <vector>

namespace crownfire {

void on_threads(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::vector<std::thread> pool;  // some standard libraries lack std::jthread
  for (std::size_t number = 1; number < count; ++number) pool.emplace_back(work, number);
  work(0);
  for (std::thread& each : pool) each.join();
}

}  // namespace crownfire
