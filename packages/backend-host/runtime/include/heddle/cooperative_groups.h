// Cooperative groups: the block, the grid (in cooperative launches), tiles of a warp, the lanes that run together.
//
// A group within a warp is a mask of lanes; its operations are those of warp.h on that mask, ranks counted in it.
#pragma once
#include "warp.h"

namespace cooperative_groups {

#define HEDDLE_GROUP static inline __attribute__((always_inline))

namespace heddle_details {
HEDDLE_GROUP unsigned rank_in(unsigned mask) { return (unsigned)__builtin_popcount(mask & ((1u << heddle_lane()) - 1)); }
// The lane with a given rank in a mask.
HEDDLE_GROUP unsigned lane_of(unsigned mask, unsigned rank) {
  for (; rank > 0; rank--) mask &= mask - 1;
  return mask ? (unsigned)__builtin_ctz(mask) : heddle_lane();
}
HEDDLE_GROUP unsigned long long linear(uint3 index, uint3 extent) {
  return index.x + (unsigned long long)extent.x * (index.y + (unsigned long long)extent.y * index.z);
}
HEDDLE_GROUP void sync_grid() {
  heddle_suspended suspended;
  heddle_block()->runtime->grid_barrier(heddle_block(), heddle_thread_rank());
}
// Ballots and matches come in lanes of the warp; users see ranks of the group.
HEDDLE_GROUP unsigned pack(unsigned lanes, unsigned mask) {
  unsigned packed = 0, bit = 1;
  for (; mask; mask &= mask - 1, bit <<= 1)
    if (lanes & mask & (0u - mask)) packed |= bit;
  return packed;
}
}  // namespace heddle_details

// The common base of all groups within a warp.
class heddle_lanes {
 public:
  HEDDLE_MEMBER void sync() const { __syncwarp(mask); }
  HEDDLE_MEMBER unsigned thread_rank() const { return heddle_details::rank_in(mask); }
  HEDDLE_MEMBER unsigned size() const { return (unsigned)__builtin_popcount(mask); }
  HEDDLE_MEMBER unsigned num_threads() const { return size(); }
  template <class Type> HEDDLE_MEMBER Type shfl(Type value, int rank) const {
    return heddle_shuffle(mask, value, heddle_details::lane_of(mask, (unsigned)rank % size()));
  }
  template <class Type> HEDDLE_MEMBER Type shfl_up(Type value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return heddle_shuffle(mask, value, heddle_details::lane_of(mask, rank >= delta ? rank - delta : rank));
  }
  template <class Type> HEDDLE_MEMBER Type shfl_down(Type value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return heddle_shuffle(mask, value, heddle_details::lane_of(mask, rank + delta < size() ? rank + delta : rank));
  }
  template <class Type> HEDDLE_MEMBER Type shfl_xor(Type value, unsigned bits) const {
    const unsigned rank = thread_rank() ^ bits;
    return heddle_shuffle(mask, value, heddle_details::lane_of(mask, rank < size() ? rank : thread_rank()));
  }
  HEDDLE_MEMBER int any(int predicate) const { return __any_sync(mask, predicate); }
  HEDDLE_MEMBER int all(int predicate) const { return __all_sync(mask, predicate); }
  HEDDLE_MEMBER unsigned ballot(int predicate) const {
    return heddle_details::pack(__ballot_sync(mask, predicate), mask);
  }
  template <class Type> HEDDLE_MEMBER unsigned match_any(Type value) const {
    return heddle_details::pack(__match_any_sync(mask, value), mask);
  }
  template <class Type> HEDDLE_MEMBER unsigned match_all(Type value, int &predicate) const {
    return heddle_details::pack(__match_all_sync(mask, value, &predicate), mask);
  }
  HEDDLE_MEMBER unsigned heddle_mask() const { return mask; }

 protected:
  HEDDLE_MEMBER explicit heddle_lanes(unsigned mask) : mask(mask) {}
  unsigned mask;
};

// A barrier in two parts. All of the waiting is in the second: so nobody passes it before all have come to the first.
struct heddle_arrival {};

class thread_block {
 public:
  typedef heddle_arrival arrival_token;
  HEDDLE_MEMBER static void sync() { __syncthreads(); }
  HEDDLE_MEMBER static arrival_token barrier_arrive() { return arrival_token(); }
  HEDDLE_MEMBER static void barrier_wait(arrival_token &&) { __syncthreads(); }
  HEDDLE_MEMBER static unsigned thread_rank() { return heddle_thread_rank(); }
  HEDDLE_MEMBER static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  HEDDLE_MEMBER static unsigned num_threads() { return size(); }
  HEDDLE_MEMBER static dim3 group_index() { return blockIdx; }
  HEDDLE_MEMBER static dim3 thread_index() { return threadIdx; }
  HEDDLE_MEMBER static dim3 group_dim() { return blockDim; }
  HEDDLE_MEMBER static dim3 dim_threads() { return blockDim; }
};
HEDDLE_GROUP thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  typedef heddle_arrival arrival_token;
  HEDDLE_MEMBER static arrival_token barrier_arrive() { return arrival_token(); }
  HEDDLE_MEMBER void barrier_wait(arrival_token &&) const { sync(); }
  // Without a cooperative launch not all blocks run at once, and the launch ends with a fault.
  HEDDLE_MEMBER void sync() const { heddle_details::sync_grid(); }
  HEDDLE_MEMBER bool is_valid() const { return heddle_block()->cooperative != 0; }
  HEDDLE_MEMBER static unsigned long long block_rank() { return heddle_details::linear(blockIdx, gridDim); }
  HEDDLE_MEMBER static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  HEDDLE_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + heddle_thread_rank();
  }
  HEDDLE_MEMBER static unsigned long long size() { return num_blocks() * thread_block::size(); }
  HEDDLE_MEMBER static unsigned long long num_threads() { return size(); }
  HEDDLE_MEMBER static dim3 group_dim() { return gridDim; }
  HEDDLE_MEMBER static dim3 dim_blocks() { return gridDim; }
  HEDDLE_MEMBER static dim3 block_index() { return blockIdx; }
};
HEDDLE_GROUP grid_group this_grid() { return grid_group(); }

class coalesced_group : public heddle_lanes {
 public:
  HEDDLE_MEMBER explicit coalesced_group(unsigned mask, unsigned rank = 0, unsigned count = 1)
      : heddle_lanes(mask), group_rank(rank), group_count(count) {}
  HEDDLE_MEMBER unsigned meta_group_rank() const { return group_rank; }
  HEDDLE_MEMBER unsigned meta_group_size() const { return group_count; }

 private:
  unsigned group_rank, group_count;  // among the groups that its parent was divided into
};
HEDDLE_GROUP coalesced_group coalesced_threads(unsigned line = __builtin_LINE()) {
  return coalesced_group(__activemask(line));
}

template <unsigned Size, class Parent = void> class thread_block_tile;

// Which of its parent's tiles a tile is, and how many there are.
template <class Parent> struct heddle_tiles_of {
  HEDDLE_MEMBER static unsigned rank(unsigned size) { return heddle_thread_rank() / size; }
  HEDDLE_MEMBER static unsigned count(unsigned size) { return (thread_block::size() + size - 1) / size; }
};
template <unsigned Size, class Parent> struct heddle_tiles_of<thread_block_tile<Size, Parent>> {
  HEDDLE_MEMBER static unsigned rank(unsigned size) { return (heddle_lane() & (Size - 1)) / size; }
  HEDDLE_MEMBER static unsigned count(unsigned size) { return Size / size; }
};

// Without a parent's type it is any tile of that size, as it is declared where tiles are passed on.
template <unsigned Size, class Parent> class thread_block_tile : public heddle_lanes {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  HEDDLE_MEMBER thread_block_tile()
      : heddle_lanes((Size == 32 ? ~0u : (1u << Size % 32) - 1) << (heddle_lane() & ~(Size - 1))),
        group_rank(heddle_tiles_of<Parent>::rank(Size)),
        group_count(heddle_tiles_of<Parent>::count(Size)) {}
  template <class Other>
  HEDDLE_MEMBER thread_block_tile(const thread_block_tile<Size, Other> &tile)
      : heddle_lanes(tile), group_rank(tile.meta_group_rank()), group_count(tile.meta_group_size()) {
    static_assert(__is_same(Parent, void), "a tile of one parent is not a tile of another");
  }
  HEDDLE_MEMBER unsigned thread_rank() const { return heddle_lane() & (Size - 1); }
  HEDDLE_MEMBER static constexpr unsigned size() { return Size; }
  HEDDLE_MEMBER static constexpr unsigned num_threads() { return Size; }
  HEDDLE_MEMBER unsigned meta_group_rank() const { return group_rank; }
  HEDDLE_MEMBER unsigned meta_group_size() const { return group_count; }
  // Lanes of a tile lie side by side, so the plain forms with a width serve.
  template <class Type> HEDDLE_MEMBER Type shfl(Type value, int rank) const {
    return __shfl_sync(mask, value, rank, Size);
  }
  template <class Type> HEDDLE_MEMBER Type shfl_up(Type value, unsigned delta) const {
    return __shfl_up_sync(mask, value, delta, Size);
  }
  template <class Type> HEDDLE_MEMBER Type shfl_down(Type value, unsigned delta) const {
    return __shfl_down_sync(mask, value, delta, Size);
  }
  template <class Type> HEDDLE_MEMBER Type shfl_xor(Type value, unsigned bits) const {
    return __shfl_xor_sync(mask, value, (int)bits, Size);
  }

 private:
  unsigned group_rank, group_count;
};
template <unsigned Size, class Parent> HEDDLE_GROUP thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}

// A group whose kind is known at run time only: the block, or lanes of a warp.
class thread_group {
 public:
  HEDDLE_MEMBER thread_group(const thread_block &) : mask(0) {}
  HEDDLE_MEMBER thread_group(const heddle_lanes &lanes) : mask(lanes.heddle_mask()) {}
  HEDDLE_MEMBER void sync() const { mask ? __syncwarp(mask) : __syncthreads(); }
  HEDDLE_MEMBER unsigned thread_rank() const { return mask ? heddle_details::rank_in(mask) : heddle_thread_rank(); }
  HEDDLE_MEMBER unsigned size() const { return mask ? (unsigned)__builtin_popcount(mask) : thread_block::size(); }
  HEDDLE_MEMBER unsigned num_threads() const { return size(); }
  HEDDLE_MEMBER unsigned heddle_mask() const { return mask; }

 private:
  unsigned mask;  // 0 for the block
};
HEDDLE_GROUP thread_group tiled_partition(const thread_block &, unsigned size) {
  return coalesced_group((size >= 32 ? ~0u : (1u << size) - 1) << (heddle_lane() & ~(size - 1)));
}
// The lanes whose ranks lie in the same `size` as this one's.
HEDDLE_GROUP coalesced_group tiled_partition(const heddle_lanes &parent, unsigned size) {
  const unsigned mask = parent.heddle_mask(), first = parent.thread_rank() / size * size;
  unsigned tile = 0;
  for (unsigned rank = first; rank < first + size && rank < parent.size(); rank++)
    tile |= 1u << heddle_details::lane_of(mask, rank);
  return coalesced_group(tile, first / size, (parent.size() + size - 1) / size);
}
HEDDLE_GROUP thread_group tiled_partition(const thread_group &parent, unsigned size) {
  return parent.heddle_mask() ? thread_group(tiled_partition(coalesced_group(parent.heddle_mask()), size))
                              : tiled_partition(this_thread_block(), size);
}

// The members of a group that bring the same label, or the same truth. Groups by label are numbered in the order of their
// first lanes, those by truth by it.
template <class Group, class Label> HEDDLE_GROUP coalesced_group labeled_partition(const Group &group, Label label) {
  const unsigned alike = __match_any_sync(group.heddle_mask(), label), first = alike & (0 - alike);
  const unsigned firsts = __ballot_sync(group.heddle_mask(), first == 1u << heddle_lane());
  return coalesced_group(alike, __builtin_popcount(firsts & (first - 1)), __builtin_popcount(firsts));
}
template <class Group> HEDDLE_GROUP coalesced_group binary_partition(const Group &group, bool predicate) {
  const unsigned all = group.heddle_mask(), yes = __ballot_sync(all, predicate);
  if (yes == 0 || yes == all) return coalesced_group(all);
  return coalesced_group(predicate ? yes : all & ~yes, predicate, 2);
}

template <class Group> HEDDLE_GROUP void sync(const Group &group) { group.sync(); }
template <class Group, class Function> HEDDLE_GROUP void invoke_one(const Group &group, Function function) {
  if (group.thread_rank() == 0) function();
}
// For groups that can shuffle.
template <class Group, class Function> HEDDLE_GROUP auto invoke_one_broadcast(const Group &group, Function function) {
  decltype(function()) result{};
  if (group.thread_rank() == 0) result = function();
  return group.shfl(result, 0);
}

template <class Type> struct plus {
  HEDDLE_MEMBER Type operator()(Type a, Type b) const { return a + b; }
};
template <class Type> struct less {
  HEDDLE_MEMBER Type operator()(Type a, Type b) const { return b < a ? b : a; }
};
template <class Type> struct greater {
  HEDDLE_MEMBER Type operator()(Type a, Type b) const { return a < b ? b : a; }
};
template <class Type> struct bit_and {
  HEDDLE_MEMBER Type operator()(Type a, Type b) const { return a & b; }
};
template <class Type> struct bit_or {
  HEDDLE_MEMBER Type operator()(Type a, Type b) const { return a | b; }
};
template <class Type> struct bit_xor {
  HEDDLE_MEMBER Type operator()(Type a, Type b) const { return a ^ b; }
};

// In the order of ranks on every lane, so that all get the same sum to the last bit.
template <class Group, class Type, class Operation>
HEDDLE_GROUP Type reduce(const Group &group, Type value, Operation operation) {
  Type result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); rank++) result = operation(result, group.shfl(value, (int)rank));
  return result;
}
template <class Group, class Type, class Operation = plus<Type>>
HEDDLE_GROUP Type inclusive_scan(const Group &group, Type value, Operation operation = Operation()) {
  for (unsigned delta = 1; delta < group.size(); delta *= 2) {
    const Type below = group.shfl_up(value, delta);
    if (group.thread_rank() >= delta) value = operation(below, value);
  }
  return value;
}
template <class Group, class Type, class Operation = plus<Type>>
HEDDLE_GROUP Type exclusive_scan(const Group &group, Type value, Operation operation = Operation()) {
  const Type below = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? Type() : below;
}

#undef HEDDLE_GROUP

}  // namespace cooperative_groups
