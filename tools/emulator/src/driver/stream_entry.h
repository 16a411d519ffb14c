// For functions of the interface that work in a stream.
#pragma once
#include <memory>

#include "entry.h"
#include "stream.h"

namespace emulated {

template <class Body> int in_stream(const char *name, uint64_t handle, Body body) {
  return with_context(name, [&](context &current) -> int {
    std::shared_ptr<stream> in;
    if (const int wrong = find_stream(current, handle, &in)) return wrong;
    return body(in);
  });
}

}  // namespace emulated
