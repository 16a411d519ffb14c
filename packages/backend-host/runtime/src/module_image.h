// The bytes of a shared object, made ready for loading.
#pragma once
#include <cstdint>

#include "../heddle_host.h"

namespace heddle {

struct image_facts {
  uint64_t static_shared_bytes;      // of all its kernels
  uint64_t dynamic_shared_offset;    // in the thread-local block; 0 if there is no dynamic shared memory
};

// Bytes that `extern __shared__` arrays get: the most a launch may ask for.
constexpr uint64_t dynamic_shared_limit = 227 << 10;

// Checks an image and changes it in place, so that
// - every undefined thread-local variable, which is what `extern __shared__ T name[]` compiles to, is a place after
//   the module's own thread-local variables, where dynamic_shared_limit bytes are added;
// - symbols that g++ marks as unique in the process are ordinary ones: modules must not share the static variables
//   of a kernel's template, nor become impossible to unload.
heddle_status prepare_image(unsigned char *image, uint64_t size, image_facts *facts);

}  // namespace heddle
