#include "command_queue.h"

#include <cstdlib>

namespace heddle {

struct alignas(64) command_queue::chunk {
  chunk *next;
  uint64_t capacity;  // bytes after this header
  unsigned char *bytes() { return (unsigned char *)(this + 1); }
};

namespace {
constexpr uint64_t usual_capacity = 64 << 10;
}

command_queue::chunk *command_queue::new_chunk(uint64_t bytes) {
  if (bytes <= usual_capacity)
    if (chunk *again = spare.exchange(nullptr, std::memory_order_acquire)) return again;
  const uint64_t capacity = bytes > usual_capacity ? bytes : usual_capacity;
  chunk *fresh = (chunk *)aligned_alloc(64, sizeof(chunk) + capacity);
  if (fresh) fresh->capacity = capacity;
  return fresh;
}

void command_queue::recycle(chunk *used) {
  if (used->capacity == usual_capacity) used = spare.exchange(used, std::memory_order_release);
  free(used);
}

command *command_queue::reserve(command_kind kind, uint64_t bytes) {
  bytes = (bytes + 63) & ~63ull;
  // One line is always kept for the command that leads to the next chunk.
  if (!write_chunk || write_offset + bytes + 64 > write_chunk->capacity) {
    chunk *fresh = new_chunk(bytes + 64);
    if (!fresh) return nullptr;
    fresh->next = nullptr;
    if (write_chunk) {
      command *link = (command *)(write_chunk->bytes() + write_offset);
      link->kind = command_kind::next_chunk;
      write_chunk->next = fresh;
    } else {
      first.store(fresh, std::memory_order_release);
    }
    write_chunk = fresh;
    write_offset = 0;
  }
  command *place = (command *)(write_chunk->bytes() + write_offset);
  place->kind = kind;
  place->bytes = (uint32_t)bytes;
  write_offset += bytes;
  return place;
}

command *command_queue::front() {
  if (!read_chunk) read_chunk = first.load(std::memory_order_acquire);
  for (;;) {
    command *next = (command *)(read_chunk->bytes() + read_offset);
    if (next->kind != command_kind::next_chunk) return next;
    chunk *used = read_chunk;
    read_chunk = used->next;
    read_offset = 0;
    recycle(used);
  }
}

void command_queue::skip_front() { read_offset += front()->bytes; }

command_queue::~command_queue() {
  // The destructor runs once all has been read: what is left is the chunk that both ends are in.
  free(read_chunk ? read_chunk : first.load());
  free(spare.load());
}

}  // namespace heddle
