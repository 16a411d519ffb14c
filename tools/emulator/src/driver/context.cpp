#include "context.h"

#include <chrono>
#include <set>
#include <vector>

#include "../fault_injection.h"
#include "array.h"
#include "capture.h"
#include "device_memory.h"
#include "device_model.h"
#include "event.h"
#include "handles.h"
#include "module.h"
#include "stream.h"

namespace emulated {
namespace {

// A kernel that never ends is not waited for: its memory stays until the process ends.
constexpr std::chrono::seconds longest_wait(5);

struct context_table {
  std::mutex guard;
  std::set<const context *> live;
  std::vector<const context *> ended;
  struct share {
    context *one = nullptr;
    unsigned count = 0;
  } primary[most_devices];
  std::mutex shares;  // held while a primary context begins or ends
};

context_table &table() {
  static context_table *one = new context_table;
  return *one;
}

std::vector<context *> &context_stack() {
  static thread_local std::vector<context *> stack;
  return stack;
}

bool has_ended(stream &one) {
  close_stream(one);
  std::unique_lock<std::mutex> hold(one.guard);
  return one.changed.wait_for(hold, longest_wait, [&] { return one.ended; });
}

}  // namespace

int create_context(int device, bool primary, context **out) {
  if (const int lost = process_fault()) return lost;
  context *one = new context;
  one->device = device;
  one->primary = primary;
  if (heddle_host_device_open(&one->host) != HEDDLE_OK) {
    delete one;
    return out_of_memory;
  }
  if (const int failed = create_stream(one, 0, 0, &one->legacy)) {
    heddle_host_device_close(one->host);
    delete one;
    return failed;
  }
  std::lock_guard<std::mutex> hold(table().guard);
  table().live.insert(one);
  *out = one;
  return success;
}

void destroy_context(context *one) {
  {
    std::lock_guard<std::mutex> hold(table().guard);
    table().live.erase(one);
    table().ended.push_back(one);
  }
  const auto owned = [&](const auto &each) { return each.owner == one; };
  // A healthy context ends what it has to do; one that is lost drops it.
  auto streams = table_of<stream>().remove_if(owned);
  streams.push_back(one->legacy);
  for (const auto &each : closing_streams(one)) streams.push_back(each);
  bool ended = true;
  for (const auto &each : streams) ended &= has_ended(*each);
  one->fail(context_is_destroyed);
  for (const auto &each : streams) each->recording = nullptr;
  {
    std::lock_guard<std::mutex> hold(one->closing_guard);
    one->closing.clear();
  }
  table_of<event>().remove_if(owned);
  table_of<graph>().remove_if(owned);
  table_of<graph_executable>().remove_if(owned);
  const auto modules = table_of<module>().remove_if(owned);
  const auto textures = table_of<texture>().remove_if(owned);
  const auto arrays = table_of<array>().remove_if(owned);
  one->legacy = nullptr;
  if (!ended) {
    // Memory that it may still use is kept.
    static std::vector<std::shared_ptr<void>> *kept = new std::vector<std::shared_ptr<void>>;
    for (const auto &each : modules) kept->push_back(each);
    for (const auto &each : textures) kept->push_back(each);
    for (const auto &each : arrays) kept->push_back(each);
    return;
  }
  for (const auto &each : modules) unload_module(*each);
  heddle_host_device_close(one->host);
  release_memory_of(one);
}

bool is_context(const context *one) {
  std::lock_guard<std::mutex> hold(table().guard);
  return table().live.count(one) > 0;
}

context *current_context() { return context_stack().empty() ? nullptr : context_stack().back(); }

void set_current_context(context *one) {
  std::vector<context *> &stack = context_stack();
  if (!stack.empty()) stack.pop_back();
  if (one) stack.push_back(one);
}

void push_context(context *one) { context_stack().push_back(one); }

context *pop_context() {
  std::vector<context *> &stack = context_stack();
  if (stack.empty()) return nullptr;
  context *one = stack.back();
  stack.pop_back();
  return one;
}

int retain_primary(int device, context **out) {
  std::lock_guard<std::mutex> hold(table().shares);
  context_table::share &share = table().primary[device];
  if (!share.one) {
    if (const int failed = create_context(device, true, &share.one)) return failed;
  }
  share.count++;
  *out = share.one;
  return success;
}

int release_primary(int device) {
  std::lock_guard<std::mutex> hold(table().shares);
  context_table::share &share = table().primary[device];
  if (share.count == 0) return invalid_context;
  if (--share.count > 0) return success;
  context *ended = share.one;
  share.one = nullptr;
  destroy_context(ended);
  return success;
}

int reset_primary(int device) {
  std::lock_guard<std::mutex> hold(table().shares);
  context_table::share &share = table().primary[device];
  context *ended = share.one;
  share.one = nullptr;
  if (ended) destroy_context(ended);
  return success;
}

bool is_primary_active(int device) {
  std::lock_guard<std::mutex> hold(table().shares);
  return table().primary[device].one != nullptr;
}

}  // namespace emulated
