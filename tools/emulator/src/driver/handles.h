// Handles: addresses of objects, which are checked before they are followed.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace emulated {

template <class Object> class handle_table {
 public:
  uint64_t add(std::shared_ptr<Object> object) {
    std::lock_guard<std::mutex> hold(guard_);
    const uint64_t handle = (uint64_t)object.get();
    objects_[handle] = std::move(object);
    return handle;
  }
  std::shared_ptr<Object> find(uint64_t handle) {
    std::lock_guard<std::mutex> hold(guard_);
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }
  std::shared_ptr<Object> remove(uint64_t handle) {
    std::lock_guard<std::mutex> hold(guard_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return nullptr;
    std::shared_ptr<Object> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }
  // Takes out those for which the function is true.
  template <class Condition> std::vector<std::shared_ptr<Object>> remove_if(Condition condition) {
    std::lock_guard<std::mutex> hold(guard_);
    std::vector<std::shared_ptr<Object>> taken;
    for (auto at = objects_.begin(); at != objects_.end();) {
      const auto one = at++;
      if (!condition(*one->second)) continue;
      taken.push_back(std::move(one->second));
      objects_.erase(one);
    }
    return taken;
  }
  template <class Condition> std::vector<std::shared_ptr<Object>> all(Condition condition) {
    std::lock_guard<std::mutex> hold(guard_);
    std::vector<std::shared_ptr<Object>> found;
    for (const auto &one : objects_)
      if (condition(*one.second)) found.push_back(one.second);
    return found;
  }

 private:
  std::mutex guard_;
  std::unordered_map<uint64_t, std::shared_ptr<Object>> objects_;
};

// The table of a kind. Never destroyed: threads may look into it while the process ends.
template <class Object> handle_table<Object> &table_of() {
  static handle_table<Object> *one = new handle_table<Object>;
  return *one;
}

template <class Object> std::shared_ptr<Object> find_handle(uint64_t handle) { return table_of<Object>().find(handle); }

}  // namespace emulated
