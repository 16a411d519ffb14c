#include "fiber_stacks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sanitizer_fibers.h"

namespace heddle {
namespace {

constexpr uint64_t canary = 0x68656464'6c65ffffu;
constexpr size_t first_stack_bytes = 1 << 20;

size_t page_bytes() {
  static const size_t bytes = (size_t)sysconf(_SC_PAGESIZE);
  return bytes;
}

// A guard page made by mprotect splits a mapping in three, and a process may have 65,530 mappings: so many fibers on
// so many cores would use them up for the whole process. We take at most a quarter of them.
std::atomic<long> &split_mappings_left() {
  static std::atomic<long> left{[] {
    long most = 65530;
    if (FILE *file = fopen("/proc/sys/vm/max_map_count", "r")) {
      if (fscanf(file, "%ld", &most) != 1) most = 65530;
      fclose(file);
    }
    return most / 4;
  }()};
  return left;
}

// Linux 6.13 has guard pages that cost no mapping.
bool guard(char *page) {
#if defined(__linux__)
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif
  static std::atomic<bool> unsupported{false};
  if (!unsupported.load(std::memory_order_relaxed)) {
    if (madvise(page, page_bytes(), MADV_GUARD_INSTALL) == 0) return true;
    unsupported.store(true, std::memory_order_relaxed);
  }
#endif
  if (split_mappings_left().fetch_sub(2) >= 2 && mprotect(page, page_bytes(), PROT_NONE) == 0) return true;
  split_mappings_left().fetch_add(2);
  return false;
}

char *map(size_t bytes) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_NORESERVE)
  flags |= MAP_NORESERVE;
#endif
#if defined(MAP_STACK)
  flags |= MAP_STACK;
#endif
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  return memory == MAP_FAILED ? nullptr : (char *)memory;
}

}  // namespace

size_t fiber_stack_bytes() {
  static const size_t bytes = [] {
    const char *text = getenv("HEDDLE_HOST_STACK_BYTES");
    long long wanted = text ? atoll(text) : 0;
    if (wanted <= 0) wanted = 128 << 10;
    if (wanted < (16 << 10)) wanted = 16 << 10;
    if (wanted > (64 << 20)) wanted = 64 << 20;
    const size_t page = page_bytes();
    return ((size_t)wanted + page - 1) / page * page;
  }();
  return bytes;
}

heddle_fiber *fiber_set::add(char *bottom, char *top, unsigned index, bool guarded) {
  heddle_fiber *fiber = fibers[index];
  if (!fiber) {
    fiber = (heddle_fiber *)aligned_alloc(64, (sizeof(heddle_fiber) + 63) / 64 * 64);
    if (!fiber) return nullptr;
    memset(fiber, 0, sizeof *fiber);
  }
  fiber->fresh = 1;
  fiber->number = index;
  fiber->guarded = guarded;
  fiber->stack_bottom = bottom;
  // Stacks lie whole pages apart, so without this their hot ends would all compete for the same few sets of the
  // first-level cache, whose index is the offset in the page. 320 bytes is what a blocked thread uses.
  fiber->stack_top = (char *)((uintptr_t)(top - index * 320 % 4096) & ~(uintptr_t)63);
  if (!guarded) *(uint64_t *)bottom = canary;
  fibers[index] = fiber;
  return fiber;
}

bool fiber_set::add_slab() {
  const size_t page = page_bytes();
  if (count == 0) {
    const size_t bytes = first_stack_bytes + page;
    char *memory = map(bytes);
    if (!memory) return false;
    slabs[slab_count] = memory;
    slab_bytes[slab_count++] = bytes;
    const bool guarded = guard(memory);
    heddle_fiber *fiber = add(memory + (guarded ? page : 0), memory + bytes, 0, guarded);
    if (!fiber) return false;
    count = 1;
    give_back(fiber);
    return true;
  }
  if (count + slab_fibers > most_fibers + 1) return false;
  const size_t room = (room_above_threads + page - 1) / page * page;
  const size_t stride = fiber_stack_bytes() + room + page + 4096;
  char *memory = map(stride * slab_fibers);
  if (!memory) return false;
  slabs[slab_count] = memory;
  slab_bytes[slab_count++] = stride * slab_fibers;
  // Last first: the free list hands them out in rising order.
  for (unsigned i = slab_fibers; i-- > 0;) {
    char *bottom = memory + stride * i;
    const bool guarded = guard(bottom);
    heddle_fiber *fiber = add(bottom + (guarded ? page : 0), bottom + stride, count + i, guarded);
    if (!fiber) return false;
    give_back(fiber);
  }
  count += slab_fibers;
  return true;
}

heddle_fiber *fiber_set::take() {
  if (!free_first && !free_list && !add_slab()) return nullptr;
  if (heddle_fiber *first = free_first) {
    free_first = nullptr;
    first->next = nullptr;
    return first;
  }
  heddle_fiber *fiber = free_list;
  free_list = fiber->next;
  fiber->next = nullptr;
  return fiber;
}

void fiber_set::abandon_all() {
  free_first = free_list = nullptr;
  for (unsigned i = count; i-- > 0;) {
    fibers[i]->fresh = 1;
    give_back(fibers[i]);
  }
}

bool fiber_set::overflowed(const heddle_fiber *fiber) {
  return !fiber->guarded && *(const uint64_t *)fiber->stack_bottom != canary;
}

fiber_set::~fiber_set() {
  for (unsigned i = 0; i < slab_count; i++) munmap(slabs[i], slab_bytes[i]);
  for (heddle_fiber *fiber : fibers) free(fiber);
}

}  // namespace heddle
