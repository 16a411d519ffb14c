/**
 * The C headers that kernel sources include out of habit. NVRTC has no folder of the host's headers; what these declare
 * it knows already, except for the integer types. A header that the caller gives goes before one of these.
 */
const integers = `
#ifndef HEDDLE_STDINT
#define HEDDLE_STDINT
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef decltype(sizeof 0) uintptr_t;
typedef decltype((char*)0 - (char*)0) intptr_t;
#endif
`;
const known = '\n';

/** Name as in `#include` -> text. */
export const standardHeaders: Readonly<Record<string, string>> = {
  'assert.h': known,
  cassert: known,
  'math.h': known,
  cmath: known,
  'stddef.h': known,
  cstddef: known,
  'stdio.h': known,
  cstdio: known,
  'stdint.h': integers,
  cstdint: integers,
};
