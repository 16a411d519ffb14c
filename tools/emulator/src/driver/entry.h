// The beginning of every driver function: it counts the call, fails if a rule says so, and checks that the driver is
// initialized and the current context is not lost.
#pragma once
#include <cstdint>
#include <exception>
#include <new>

#include "../export.h"
#include "../fault_injection.h"
#include "context.h"
#include "status.h"

namespace emulated {

bool is_initialized();

inline int order_failure(int wanted) {
  context *current = current_context();
  if (current && is_sticky(wanted)) {
    current->fail(wanted);
    note_process_fault(wanted);
  }
  return wanted;
}

// No exception leaves the library.
template <class Body> int guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return out_of_memory;
  } catch (const std::exception &) {
    return unknown;
  }
}

// For functions that need the driver and no context.
template <class Body> int with_driver(const char *name, Body body) {
  if (const int wanted = injected_failure(name).status) return order_failure(wanted);
  if (!is_initialized()) return not_initialized;
  return guarded(body);
}

// For those that work in the current context.
template <class Body> int with_context(const char *name, Body body) {
  return with_driver(name, [&]() -> int {
    context *current = current_context();
    if (!current) return invalid_context;
    if (!is_context(current)) return context_is_destroyed;
    if (const int lost = current->lost.load()) return lost;
    if (const int lost = process_fault()) return lost;
    return body(*current);
  });
}

}  // namespace emulated
