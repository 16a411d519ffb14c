#include "transfers.h"

#include <atomic>
#include <cstring>

#include "stream.h"
#include "report_error.h"
#include "threads.h"
#include "worker_pool.h"

namespace heddle {
namespace {

// One core does not use all of the memory's bandwidth, so large transfers are shared, in parts that outweigh the cost
// of waking a worker by far.
constexpr uint64_t part_bytes = 2 << 20;

struct transfer_job : shared_job {
  unsigned char *destination;
  const unsigned char *source;  // null: fill
  uint64_t bytes, parts;
  std::atomic<uint64_t> next_part{0};
  const unsigned char *pattern;
  uint32_t pattern_bytes;
};

void fill_part(unsigned char *destination, uint64_t bytes, const unsigned char *pattern, uint32_t pattern_bytes) {
  bool same = true;
  for (uint32_t i = 1; i < pattern_bytes; i++) same &= pattern[i] == pattern[0];
  if (same) {
    memset(destination, pattern[0], bytes);
    return;
  }
  unsigned char block[64];  // a whole number of patterns
  for (uint32_t i = 0; i < sizeof block; i++) block[i] = pattern[i % pattern_bytes];
  uint64_t done = 0;
  for (; done + sizeof block <= bytes; done += sizeof block) memcpy(destination + done, block, sizeof block);
  memcpy(destination + done, block, bytes - done);
}

bool transfer_parts(shared_job *shared, heddle_worker *) {
  transfer_job &job = *static_cast<transfer_job *>(shared);
  for (;;) {
    const uint64_t part = job.next_part.fetch_add(1);
    if (part >= job.parts) return true;
    const uint64_t begin = part * part_bytes;
    const uint64_t bytes = job.bytes - begin < part_bytes ? job.bytes - begin : part_bytes;
    if (job.source) memcpy(job.destination + begin, job.source + begin, bytes);
    else fill_part(job.destination + begin, bytes, job.pattern, job.pattern_bytes);
  }
}

void share(transfer_job &job) {
  job.help = transfer_parts;
  job.parts = (job.bytes + part_bytes - 1) / part_bytes;
  offer(&job, job.parts - 1);
  transfer_parts(&job, nullptr);
  retract(&job);
}

bool worth_sharing(uint64_t bytes) { return bytes >= 2 * part_bytes && worker_count() > 1; }

}  // namespace

void copy_memory(void *destination, const void *source, uint64_t bytes) {
  const uintptr_t to = (uintptr_t)destination, from = (uintptr_t)source;
  if (to < from + bytes && from < to + bytes) {
    memmove(destination, source, bytes);
  } else if (worth_sharing(bytes)) {
    transfer_job job;
    job.destination = (unsigned char *)destination;
    job.source = (const unsigned char *)source;
    job.bytes = bytes;
    share(job);
  } else {
    memcpy(destination, source, bytes);
  }
}

void copy_box(const heddle_rectangle &box) {
  for (uint64_t z = 0; z < box.extent[2]; z++) {
    unsigned char *to = (unsigned char *)box.destination + z * box.destination_slice_pitch;
    const unsigned char *from = (const unsigned char *)box.source + z * box.source_slice_pitch;
    if (box.destination_row_pitch == box.extent[0] && box.source_row_pitch == box.extent[0]) {
      copy_memory(to, from, box.extent[0] * box.extent[1]);
      continue;
    }
    for (uint64_t y = 0; y < box.extent[1]; y++)
      memmove(to + y * box.destination_row_pitch, from + y * box.source_row_pitch, box.extent[0]);
  }
}

void fill_memory(void *destination, uint64_t bytes, const unsigned char *pattern, uint32_t pattern_bytes) {
  if (!worth_sharing(bytes)) return fill_part((unsigned char *)destination, bytes, pattern, pattern_bytes);
  transfer_job job;
  job.destination = (unsigned char *)destination;
  job.source = nullptr;
  job.bytes = bytes;
  job.pattern = pattern;
  job.pattern_bytes = pattern_bytes;
  share(job);
}

}  // namespace heddle

using namespace heddle;

namespace {
heddle_status out_of_memory_or_ok(heddle_status status) {
  return status ? report(status, "no memory for a command") : HEDDLE_OK;
}
}  // namespace

extern "C" {

HEDDLE_HOST_API heddle_status heddle_host_copy(heddle_stream *stream, void *destination, const void *source,
                                               uint64_t bytes, uint32_t flags) {
  if (!stream || (bytes > 0 && (!destination || !source))) return report(HEDDLE_ARGUMENT, "a null argument");
  if (const heddle_status lost = check_device(stream->device)) return lost;
  if (!(flags & HEDDLE_COPY_SNAPSHOT)) {
    return out_of_memory_or_ok(enqueue<copy_command>(stream, command_kind::copy, 0, [&](copy_command &place) {
      place.destination = destination;
      place.source = source;
      place.size = bytes;
    }));
  }
  if (bytes > HEDDLE_SNAPSHOT_BYTES) return report(HEDDLE_ARGUMENT, "a snapshot of more than 64 KiB");
  return out_of_memory_or_ok(
      enqueue<snapshot_command>(stream, command_kind::snapshot, bytes, [&](snapshot_command &place) {
        place.destination = destination;
        place.size = bytes;
        if (bytes > 0) memcpy(place.contents(), source, bytes);
      }));
}

HEDDLE_HOST_API heddle_status heddle_host_copy_rectangle(heddle_stream *stream, const heddle_rectangle *rectangle) {
  if (!stream || !rectangle) return report(HEDDLE_ARGUMENT, "a null argument");
  if (const heddle_status lost = check_device(stream->device)) return lost;
  const bool empty = !rectangle->extent[0] || !rectangle->extent[1] || !rectangle->extent[2];
  if (!empty && (!rectangle->destination || !rectangle->source)) return report(HEDDLE_ARGUMENT, "a null address");
  return out_of_memory_or_ok(
      enqueue<rectangle_command>(stream, command_kind::rectangle, 0, [&](rectangle_command &place) {
        place.rectangle = *rectangle;
        if (empty) place.rectangle.extent[2] = 0;
      }));
}

HEDDLE_HOST_API heddle_status heddle_host_fill(heddle_stream *stream, void *destination, uint64_t bytes,
                                               const void *pattern, uint32_t pattern_bytes) {
  if (!stream || !pattern || (bytes > 0 && !destination)) return report(HEDDLE_ARGUMENT, "a null argument");
  if (pattern_bytes == 0 || pattern_bytes > 16 || (pattern_bytes & (pattern_bytes - 1)) || bytes % pattern_bytes)
    return report(HEDDLE_ARGUMENT, "a pattern has 1, 2, 4, 8 or 16 bytes, and the length is a multiple of them");
  if (const heddle_status lost = check_device(stream->device)) return lost;
  return out_of_memory_or_ok(enqueue<fill_command>(stream, command_kind::fill, 0, [&](fill_command &place) {
    place.destination = destination;
    place.size = bytes;
    memcpy(place.pattern, pattern, pattern_bytes);
    place.pattern_bytes = pattern_bytes;
  }));
}
}
