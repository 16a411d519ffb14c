#include "device_model.h"

#include <algorithm>
#include <cstdlib>

#include "heddle_host.h"

namespace emulated {
namespace {

long number_from(const char *variable, long usual) {
  const char *text = getenv(variable);
  return text && *text ? atol(text) : usual;
}

}  // namespace

int device_count() { return (int)std::clamp(number_from("HEDDLE_EMULATOR_DEVICES", 1), 0l, (long)most_devices); }

int driver_version() { return (int)number_from("HEDDLE_EMULATOR_DRIVER_VERSION", 13000); }

uint64_t total_memory() { return (uint64_t)std::max(1l, number_from("HEDDLE_EMULATOR_MEMORY", 4096)) << 20; }

unsigned multiprocessors() {
  static const unsigned count = [] {
    heddle_properties properties = {};
    heddle_host_properties(&properties);
    return std::max(1u, properties.cooperative_blocks / multiprocessor_blocks);
  }();
  return count;
}

unsigned resident_blocks(unsigned threads, uint64_t shared_bytes) {
  if (threads == 0 || threads > 1024 || shared_bytes > opt_in_shared_limit) return 0;
  const unsigned rounded = (threads + 31) / 32 * 32;
  const uint64_t by_shared = multiprocessor_shared_bytes / (shared_bytes + reserved_shared_bytes);
  return (unsigned)std::min<uint64_t>({multiprocessor_blocks, multiprocessor_threads / rounded, by_shared});
}

bool device_attribute(int number, int device, int *value) {
  // Those that are not named are 0: features that the emulator does not have.
  if (number < 1 || number > 147) return false;
  *value = 0;
  switch (number) {
    case 1: case 2: case 3: *value = 1024; break;            // threads per block, along x and y
    case 4: *value = 64; break;
    case 5: *value = 2147483647; break;                      // blocks along x
    case 6: case 7: *value = 65535; break;
    case 8: *value = (int)static_shared_limit; break;
    case 9: *value = 65536; break;                           // constant memory
    case 10: *value = 32; break;                             // warp
    case 11: *value = 2147483647; break;                     // pitch
    case 12: case 82: *value = 65536; break;                 // registers
    case 13: *value = 1980000; break;                        // kHz
    case 14: *value = 512; break;                            // texture alignment
    case 15: case 19: case 31: case 40: case 41: *value = 1; break;
    case 16: *value = (int)multiprocessors(); break;
    case 21: *value = 131072; break;
    case 22: *value = 131072; break;
    case 23: *value = 65536; break;
    case 24: case 25: case 26: *value = 16384; break;
    case 27: case 28: *value = 32768; break;
    case 29: *value = 2048; break;
    case 30: *value = 512; break;
    case 33: *value = device + 1; break;                     // PCI bus
    case 36: *value = 2619000; break;
    case 37: *value = 5120; break;
    case 38: *value = 50 << 20; break;                       // L2 cache
    case 39: *value = (int)multiprocessor_threads; break;
    case 42: *value = 32768; break;
    case 43: *value = 2048; break;
    case 44: *value = 1; break;
    case 51: *value = 32; break;                             // pitch alignment
    case 55: *value = 32768; break;
    case 56: *value = 131072; break;
    case 57: *value = 65536; break;
    case 58: case 59: case 60: *value = 16384; break;
    case 69: *value = 268435456; break;
    case 70: *value = 131072; break;
    case 71: *value = 65000; break;
    case 72: *value = 2097120; break;
    case 75: *value = (int)device_architecture / 10; break;
    case 76: *value = (int)device_architecture % 10; break;
    case 78: case 79: case 80: *value = 1; break;            // stream priorities
    case 81: *value = (int)multiprocessor_shared_bytes; break;
    case 83: case 86: case 89: case 90: *value = 1; break;   // managed memory
    case 91: case 92: case 95: case 99: case 101: *value = 1; break;
    case 97: *value = (int)opt_in_shared_limit; break;
    case 106: *value = (int)multiprocessor_blocks; break;
    case 111: *value = (int)reserved_shared_bytes; break;
    case 115: *value = 1; break;                             // memory pools
  }
  return true;
}

}  // namespace emulated
