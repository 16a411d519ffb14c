// min and max for every pair of types that CUDA has an overload for. No templates: `using namespace std` beside them
// must not make a call ambiguous, and a function is preferred to std's template.
#ifndef HEDDLE_MINIMUM_MAXIMUM_H
#define HEDDLE_MINIMUM_MAXIMUM_H
#pragma GCC system_header
#include "math_corrections.h"

#define HEDDLE_MINIMUM_MAXIMUM(Result, A, B)                                                                           \
  HEDDLE_INLINE Result min(A a, B b) { return (Result)a < (Result)b ? (Result)a : (Result)b; }                         \
  HEDDLE_INLINE Result max(A a, B b) { return (Result)a > (Result)b ? (Result)a : (Result)b; }
#define HEDDLE_MINIMUM_MAXIMUM_INTEGER(Type)                                                                           \
  HEDDLE_MINIMUM_MAXIMUM(Type, Type, Type)                                                                             \
  HEDDLE_MINIMUM_MAXIMUM(unsigned Type, unsigned Type, unsigned Type)                                                  \
  HEDDLE_MINIMUM_MAXIMUM(unsigned Type, Type, unsigned Type)                                                           \
  HEDDLE_MINIMUM_MAXIMUM(unsigned Type, unsigned Type, Type)
#define HEDDLE_MINIMUM_MAXIMUM_FLOAT(Result, A, B)                                                                     \
  HEDDLE_INLINE Result min(A a, B b) { return heddle_impl::minimum((Result)a, (Result)b); }                            \
  HEDDLE_INLINE Result max(A a, B b) { return heddle_impl::maximum((Result)a, (Result)b); }

HEDDLE_MINIMUM_MAXIMUM_INTEGER(int)
HEDDLE_MINIMUM_MAXIMUM_INTEGER(long)
HEDDLE_MINIMUM_MAXIMUM_INTEGER(long long)
HEDDLE_MINIMUM_MAXIMUM_FLOAT(float, float, float)
HEDDLE_MINIMUM_MAXIMUM_FLOAT(double, double, double)
HEDDLE_MINIMUM_MAXIMUM_FLOAT(double, float, double)
HEDDLE_MINIMUM_MAXIMUM_FLOAT(double, double, float)
#undef HEDDLE_MINIMUM_MAXIMUM
#undef HEDDLE_MINIMUM_MAXIMUM_INTEGER
#undef HEDDLE_MINIMUM_MAXIMUM_FLOAT

HEDDLE_INLINE unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
HEDDLE_INLINE unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
HEDDLE_INLINE long long llmin(long long a, long long b) { return a < b ? a : b; }
HEDDLE_INLINE long long llmax(long long a, long long b) { return a > b ? a : b; }
HEDDLE_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
HEDDLE_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

#endif
