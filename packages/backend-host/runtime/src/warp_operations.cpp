// Operations of a warp's lanes: the last lane to arrive computes the results of all.
#include "sanitizer_fibers.h"
#include "worker.h"

namespace heddle {
namespace {

uint64_t reduce(unsigned operation, uint64_t a, uint64_t b) {
  switch (operation) {
    case HEDDLE_WARP_ADD: return a + b;
    case HEDDLE_WARP_MIN_SIGNED: return (int64_t)b < (int64_t)a ? b : a;
    case HEDDLE_WARP_MAX_SIGNED: return (int64_t)b > (int64_t)a ? b : a;
    case HEDDLE_WARP_MIN_UNSIGNED: return b < a ? b : a;
    case HEDDLE_WARP_MAX_UNSIGNED: return b > a ? b : a;
    case HEDDLE_WARP_AND: return a & b;
    case HEDDLE_WARP_OR: return a | b;
    default: return a ^ b;
  }
}

unsigned lanes_equal_to(const warp &lanes, unsigned among, uint64_t value) {
  unsigned equal = 0;
  for (unsigned lane = 0; lane < warp_lanes; lane++) equal |= (unsigned)(lanes.values[lane] == value) << lane;
  return equal & among;
}

void compute(warp &lanes, unsigned operation, unsigned members) {
  uint64_t shared = 0;  // what is the same for all
  const unsigned first = (unsigned)__builtin_ctz(members);
  switch (operation) {
    case HEDDLE_WARP_SYNC: return;
    case HEDDLE_WARP_SHUFFLE:
      for (unsigned lane = 0; lane < warp_lanes; lane++) {
        const unsigned source = lanes.sources[lane] & 31;
        // A lane that does not take part has no value to give: CUDA leaves it undefined, we give the lane its own.
        if (members >> lane & 1) lanes.results[lane] = lanes.values[members >> source & 1 ? source : lane];
      }
      return;
    case HEDDLE_WARP_MATCH_ANY:
      for (unsigned lane = 0; lane < warp_lanes; lane++)
        if (members >> lane & 1) lanes.results[lane] = lanes_equal_to(lanes, members, lanes.values[lane]);
      return;
    case HEDDLE_WARP_BALLOT:
      for (unsigned lane = 0; lane < warp_lanes; lane++) shared |= (uint64_t)(lanes.values[lane] != 0) << lane;
      shared &= members;
      break;
    case HEDDLE_WARP_MATCH_ALL:
      shared = lanes_equal_to(lanes, members, lanes.values[first]) == members ? members : 0;
      break;
    default:
      shared = lanes.values[first];
      for (unsigned lane = first + 1; lane < warp_lanes; lane++)
        if (members >> lane & 1) shared = reduce(operation, shared, lanes.values[lane]);
  }
  for (unsigned lane = 0; lane < warp_lanes; lane++)
    if (members >> lane & 1) lanes.results[lane] = shared;
}

// Completes a group: everybody in it but `self` becomes ready.
void complete(heddle_worker *worker, warp &lanes, unsigned index, heddle_fiber *self) {
  const warp_group group = lanes.groups[index];
  lanes.groups[index] = lanes.groups[--lanes.group_count];
  compute(lanes, group.operation, group.arrived);
  for (unsigned left = group.arrived; left; left &= left - 1) {
    heddle_fiber *fiber = lanes.fibers[__builtin_ctz(left)];
    if (fiber == self) continue;
    fiber->next = worker->context.ready;
    worker->context.ready = fiber;
  }
}

// A gathering without a mask is known to be complete only when all lanes are there; else see release_gatherings.
bool is_complete(const warp &lanes, const warp_group &group) {
  const unsigned needed = group.mask ? group.mask & lanes.live : lanes.live;
  return (group.arrived & needed) == needed;
}

}  // namespace

void reset_warps(heddle_worker *worker) {
  const unsigned threads = worker->context.threads;
  for (unsigned first = 0; first < threads; first += warp_lanes) {
    warp &lanes = worker->warps[first / warp_lanes];
    lanes.live = threads - first >= warp_lanes ? ~0u : (1u << (threads - first)) - 1;
    lanes.group_count = 0;
    lanes.group_number = 0;
  }
}

void retire_lanes(heddle_worker *worker, unsigned first, unsigned end) {
  for (unsigned thread = first; thread < end; thread++) {
    warp &lanes = worker->warps[thread / warp_lanes];
    lanes.live &= ~(1u << thread % warp_lanes);
    // Exited lanes count as arrived, as those of a GPU do.
    if (lanes.group_count && ((thread + 1) % warp_lanes == 0 || thread + 1 == end))
      for (unsigned i = lanes.group_count; i-- > 0;)
        if (is_complete(lanes, lanes.groups[i])) complete(worker, lanes, i, nullptr);
  }
}

// Nothing can run, so the lanes that have gathered at a place are all that will come. If lanes wait at several places,
// those at the first place in the code continue: they may reach the place where the others wait and join them again, as
// after a branch or a loop. Graphics processors choose in the same way, by address; compilers for processors move code
// about too much for that, so the line in the source comes first.
bool release_gatherings(heddle_worker *worker) {
  if (!worker->uses_warps) return false;
  bool released = false;
  const unsigned warps = (worker->context.threads + warp_lanes - 1) / warp_lanes;
  for (unsigned w = warps; w-- > 0;) {
    warp &lanes = worker->warps[w];
    unsigned first = warp_lanes;
    for (unsigned i = 0; i < lanes.group_count; i++)
      if (lanes.groups[i].mask == 0 && (first == warp_lanes || lanes.groups[i].site < lanes.groups[first].site))
        first = i;
    if (first == warp_lanes) continue;
    complete(worker, lanes, first, nullptr);
    released = true;
  }
  return released;
}

static uint64_t warp_operation_at(heddle_worker *worker, unsigned thread, unsigned operation, unsigned mask, uint64_t value,
                           unsigned source, uint64_t site) {
  begin_wait(worker, thread);
  heddle_fiber *self = worker->context.current;
  const unsigned lane = thread % warp_lanes;
  warp &lanes = worker->warps[thread / warp_lanes];
  lanes.values[lane] = value;
  lanes.sources[lane] = (unsigned char)source;
  lanes.fibers[lane] = self;
  unsigned index = 0;
  while (index < lanes.group_count && (lanes.groups[index].mask != mask || lanes.groups[index].site != site ||
                                       lanes.groups[index].operation != operation))
    index++;
  if (index == lanes.group_count) lanes.groups[lanes.group_count++] = {mask, operation, 0, site, lanes.group_number++};
  warp_group &group = lanes.groups[index];
  group.arrived |= 1u << lane;
  void *order = &lanes.order[group.number % sizeof lanes.order];
  happens_before(order);
  if (is_complete(lanes, group)) complete(worker, lanes, index, self);
  else suspend(worker);
  happens_after(order);
  return lanes.results[lane];
}

unsigned long long warp_operation(heddle_context *here, unsigned thread, unsigned operation, unsigned mask,
                        unsigned long long value, unsigned source, unsigned long long site) {
  // The line, in the highest bits, and where the caller is in the code tell the places of gatherings apart: either
  // alone would not, if a line has two calls or the compiler has merged the ends of two branches. For operations
  // by mask the mask alone counts: lanes may come from anywhere.
  site = mask ? 0 : site << 48 | ((uint64_t)(uintptr_t)__builtin_return_address(0) & 0xffffffffffffu);
  return warp_operation_at(here->worker, thread, operation, mask, value, source, site);
}

}  // namespace heddle
