// The properties of the emulated GPUs.
#pragma once
#include <cstdint>

namespace emulated {

constexpr int most_devices = 8;
constexpr unsigned device_architecture = 90;
constexpr uint64_t static_shared_limit = 48 << 10;
constexpr uint64_t opt_in_shared_limit = 227 << 10;
constexpr uint64_t multiprocessor_shared_bytes = 228 << 10;
constexpr uint64_t reserved_shared_bytes = 1 << 10;
constexpr unsigned multiprocessor_threads = 2048;
constexpr unsigned multiprocessor_blocks = 8;
constexpr unsigned registers_per_thread = 32;

// HEDDLE_EMULATOR_DEVICES, 1 if it is not set.
int device_count();
// HEDDLE_EMULATOR_DRIVER_VERSION, 13000 if it is not set.
int driver_version();
// HEDDLE_EMULATOR_MEMORY in MiB, 4096 if it is not set.
uint64_t total_memory();
// So many that all blocks of a cooperative launch that fits them are resident in the host's runtime.
unsigned multiprocessors();
// False for a number that the driver does not know.
bool device_attribute(int number, int device, int *value);

// Blocks of a kernel that are resident on a multiprocessor.
unsigned resident_blocks(unsigned threads, uint64_t shared_bytes);

}  // namespace emulated
