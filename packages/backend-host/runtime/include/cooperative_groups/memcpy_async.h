// Copies at once; a wait is the barrier that makes them visible, as portable code expects.
#pragma once
#include "../cooperative_groups.h"
#include "../heddle/aligned_size.h"

namespace cooperative_groups {

#define HEDDLE_GROUP static inline __attribute__((always_inline))

template <class Group, class Type>
HEDDLE_GROUP void memcpy_async(const Group &group, Type *destination, const Type *source, size_t bytes) {
  char *to = (char *)destination;
  const char *from = (const char *)source;
  for (size_t i = group.thread_rank(); i < bytes; i += group.size()) to[i] = from[i];
}
// As many elements as both sides have, by their counts of them.
template <class Group, class To, class ToCount, class From, class FromCount>
HEDDLE_GROUP void memcpy_async(const Group &group, To *destination, const ToCount &to, const From *source,
                               const FromCount &from) {
  const size_t to_bytes = (size_t)to * sizeof(To), from_bytes = (size_t)from * sizeof(From);
  memcpy_async(group, (char *)destination, (const char *)source, to_bytes < from_bytes ? to_bytes : from_bytes);
}
template <class Group> HEDDLE_GROUP void wait(const Group &group) { group.sync(); }
template <unsigned Later, class Group> HEDDLE_GROUP void wait_prior(const Group &group) { group.sync(); }

#undef HEDDLE_GROUP

}  // namespace cooperative_groups
