// Reductions into a cuda::atomic or cuda::atomic_ref; those to a value are part of the groups themselves.
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {

#define HEDDLE_GROUP static inline __attribute__((always_inline))

template <class Group, class Atomic, class Type, class Operation>
HEDDLE_GROUP void reduce_store_async(const Group &group, Atomic &target, Type value, Operation operation) {
  const Type result = reduce(group, value, operation);
  if (group.thread_rank() == 0) target.store(result);
}
template <class Group, class Atomic, class Type, class Operation>
HEDDLE_GROUP void reduce_update_async(const Group &group, Atomic &target, Type value, Operation operation) {
  const Type result = reduce(group, value, operation);
  if (group.thread_rank() != 0) return;
  auto old = target.load();
  while (!target.compare_exchange_weak(old, operation(old, result))) {
  }
}

#undef HEDDLE_GROUP

}  // namespace cooperative_groups
