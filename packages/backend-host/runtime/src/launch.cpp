// Launches on their way into a stream: checked, and copied together with their arguments.
#include "launch.h"

#include <cstring>

#include "fiber_stacks.h"
#include "limits.h"
#include "module.h"
#include "module_image.h"
#include "parallel_launch.h"
#include "report_error.h"
#include "stream.h"
#include "threads.h"

namespace heddle {
namespace {

heddle_status check(const heddle_launch_record &record) {
  if (!record.stream || !record.kernel) return report(HEDDLE_ARGUMENT, "a launch without a stream or a kernel");
  heddle_stream *stream = (heddle_stream *)(uintptr_t)record.stream;
  if (const heddle_status lost = check_device(stream->device)) return lost;
  for (int axis = 0; axis < 3; axis++) {
    if (record.grid[axis] < 1 || record.grid[axis] > grid_limit[axis])
      return report(HEDDLE_ARGUMENT, "%u blocks along %c; 1 to %u are possible", record.grid[axis], 'x' + axis,
                    grid_limit[axis]);
    if (record.block[axis] < 1 || record.block[axis] > block_limit[axis])
      return report(HEDDLE_ARGUMENT, "%u threads along %c; 1 to %u are possible", record.block[axis], 'x' + axis,
                    block_limit[axis]);
  }
  if ((uint64_t)record.block[0] * record.block[1] * record.block[2] > most_fibers)
    return report(HEDDLE_ARGUMENT, "a block of more than %u threads", most_fibers);
  if (record.shared_bytes > dynamic_shared_limit)
    return report(HEDDLE_ARGUMENT, "%u bytes of shared memory; %u are possible", record.shared_bytes,
                  (unsigned)dynamic_shared_limit);
  const heddle_kernel *kernel = (heddle_kernel *)(uintptr_t)record.kernel;
  const uint32_t needed = kernel->entry->argument_bytes;
  if (needed > record.argument_bytes || record.argument_bytes > argument_limit || (needed > 0 && !record.arguments))
    return report(HEDDLE_ARGUMENT, "%u bytes of arguments; %s takes %u", record.argument_bytes, kernel->entry->name,
                  needed);
  if ((record.flags & HEDDLE_LAUNCH_COOPERATIVE) &&
      (uint64_t)record.grid[0] * record.grid[1] * record.grid[2] > cooperative_limit())
    return report(HEDDLE_ARGUMENT, "a cooperative launch of more than %u blocks", cooperative_limit());
  return HEDDLE_OK;
}

void fill(launch_command &place, const heddle_launch_record &record, heddle_device *device) {
  place.kernel = (heddle_kernel *)(uintptr_t)record.kernel;
  place.number = device->launch_count.fetch_add(1, std::memory_order_relaxed) + 1;
  memcpy(place.grid, record.grid, sizeof place.grid);
  memcpy(place.block, record.block, sizeof place.block);
  place.shared_bytes = record.shared_bytes;
  place.flags = record.flags;
  if (const uint32_t bytes = place.kernel->entry->argument_bytes)
    memcpy(place.arguments(), (const void *)(uintptr_t)record.arguments, bytes);
}

static_assert(sizeof(launch_command) == 64, "the arguments that follow are aligned to 64");

}  // namespace
}  // namespace heddle

using namespace heddle;

extern "C" {

HEDDLE_HOST_API heddle_status heddle_host_launch(const heddle_launch_record *record) {
  if (!record) return report(HEDDLE_ARGUMENT, "a null argument");
  if (const heddle_status wrong = check(*record)) return wrong;
  heddle_stream *stream = (heddle_stream *)(uintptr_t)record->stream;
  const heddle_status status =
      enqueue<launch_command>(stream, command_kind::launch, record->argument_bytes,
                              [&](launch_command &place) { fill(place, *record, stream->device); });
  return status ? report(status, "no memory for a command") : HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_time(const heddle_launch_record *record, uint32_t count,
                                               double *nanoseconds) {
  if (!record || (count > 0 && !nanoseconds)) return report(HEDDLE_ARGUMENT, "a null argument");
  if (const heddle_status wrong = check(*record)) return wrong;
  heddle_stream *stream = (heddle_stream *)(uintptr_t)record->stream;
  const heddle_status status =
      enqueue<time_command>(stream, command_kind::time, sizeof(launch_command) + record->argument_bytes,
                            [&](time_command &place) {
                              place.nanoseconds = nanoseconds;
                              place.count = count;
                              fill(*(launch_command *)(&place + 1), *record, stream->device);
                            });
  return status ? report(status, "no memory for a command") : HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_kernel_resident_blocks(heddle_kernel *kernel, uint32_t threads_per_block,
                                                                 uint32_t shared_bytes, uint32_t *out) {
  if (!kernel || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  const bool possible = threads_per_block >= 1 && threads_per_block <= most_fibers &&
                        shared_bytes <= dynamic_shared_limit;
  *out = possible ? cooperative_limit() / worker_count() : 0;
  return HEDDLE_OK;
}
}
