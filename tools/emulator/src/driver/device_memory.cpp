#include "device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <mutex>

#include "device_model.h"

namespace emulated {
namespace {

constexpr uint64_t page = 4096;
// What GPUs give; a page begins at a multiple of it.
constexpr uint64_t wanted_range = 1ull << 40, least_range = 1ull << 34;

uint64_t pages(uint64_t bytes) { return (bytes + page - 1) / page * page; }

bool is_taken(memory_kind kind) {
  return kind == memory_kind::device || kind == memory_kind::pinned || kind == memory_kind::managed;
}

struct memory_state {
  std::mutex guard;
  uint64_t begin = 0, end = 0, next = 0;
  std::map<uint64_t, allocation> known;    // by address
  uint64_t used[most_devices] = {};

  memory_state() {
    for (uint64_t size = wanted_range; size >= least_range && begin == 0; size /= 2) {
      void *memory = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) continue;
      begin = next = (uint64_t)memory;
      end = begin + size;
    }
  }

  // Addresses are used again as late as possible, so that a use after free is a fault.
  uint64_t place(uint64_t length) {
    for (int round = 0; round < 2; round++) {
      while (next + length <= end) {
        const auto after = known.lower_bound(next);
        // An allocation that begins before may reach into it.
        if (after != known.begin()) {
          const allocation &before = std::prev(after)->second;
          const uint64_t stop = before.address + pages(before.bytes) + page;
          if (before.address >= begin && before.address < end && stop > next) {
            next = stop;
            continue;
          }
        }
        if (after == known.end() || after->first >= next + length || after->first >= end) return next;
        next = after->first + pages(after->second.bytes) + page;
      }
      next = begin;
    }
    return 0;
  }
};

memory_state &state() {
  static memory_state *one = new memory_state;
  return *one;
}

void forget(memory_state &all, std::map<uint64_t, allocation>::iterator at) {
  const allocation memory = at->second;
  all.known.erase(at);
  if (!is_taken(memory.kind)) return;
  if (memory.kind != memory_kind::pinned) all.used[memory.device] -= memory.bytes;
  mmap((void *)memory.address, pages(memory.bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
       -1, 0);
}

}  // namespace

uint64_t take_memory(context *owner, int device, memory_kind kind, uint64_t bytes) {
  memory_state &all = state();
  std::lock_guard<std::mutex> hold(all.guard);
  if (bytes == 0 || bytes > total_memory()) return 0;
  if (kind != memory_kind::pinned && all.used[device] + bytes > total_memory()) return 0;
  const uint64_t address = all.begin ? all.place(pages(bytes) + page) : 0;
  if (address == 0 || mprotect((void *)address, pages(bytes), PROT_READ | PROT_WRITE) != 0) return 0;
  all.next = address + pages(bytes) + page;
  all.known[address] = {address, bytes, kind, owner, device};
  if (kind != memory_kind::pinned) all.used[device] += bytes;
  return address;
}

bool adopt_memory(const allocation &memory) {
  memory_state &all = state();
  std::lock_guard<std::mutex> hold(all.guard);
  const auto after = all.known.lower_bound(memory.address);
  if (after != all.known.end() && after->first < memory.address + memory.bytes) return false;
  if (after != all.known.begin()) {
    const allocation &before = std::prev(after)->second;
    if (before.address + before.bytes > memory.address) return false;
  }
  all.known[memory.address] = memory;
  return true;
}

bool release_memory(uint64_t address, memory_kind kind, bool also_managed) {
  memory_state &all = state();
  std::lock_guard<std::mutex> hold(all.guard);
  const auto found = all.known.find(address);
  if (found == all.known.end()) return false;
  if (found->second.kind != kind && !(also_managed && found->second.kind == memory_kind::managed)) return false;
  forget(all, found);
  return true;
}

void release_memory_of(context *owner) {
  memory_state &all = state();
  std::lock_guard<std::mutex> hold(all.guard);
  for (auto at = all.known.begin(); at != all.known.end();) {
    const auto one = at++;
    if (one->second.owner == owner) forget(all, one);
  }
}

bool find_memory(uint64_t address, uint64_t bytes, allocation *out) {
  memory_state &all = state();
  std::lock_guard<std::mutex> hold(all.guard);
  auto at = all.known.upper_bound(address);
  if (at == all.known.begin()) return false;
  const allocation &memory = (--at)->second;
  if (address - memory.address > memory.bytes || bytes > memory.bytes - (address - memory.address)) return false;
  if (out) *out = memory;
  return true;
}

bool is_device_range(uint64_t address) { return address >= state().begin && address < state().end; }

memory_totals memory_of(int device) {
  memory_state &all = state();
  std::lock_guard<std::mutex> hold(all.guard);
  return {total_memory(), total_memory() - all.used[device]};
}

}  // namespace emulated
