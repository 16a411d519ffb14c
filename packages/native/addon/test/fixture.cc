// C functions for the tests: their addresses, as bigints, are this addon's exports. Some stand in for a vendor's API.
#include <napi.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

// What the last call received, for the tests to read as an ArrayBuffer over this memory.
uint64_t received[64];
uint32_t freed_count = 0;

int32_t ReturnStatus(uint64_t status) { return static_cast<int32_t>(status); }

int32_t Nothing() { return 0; }

int32_t ReceiveSix(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f) {
  const uint64_t words[] = {a, b, c, d, e, f};
  std::memcpy(received, words, sizeof words);
  return 0;
}

// Adds one to what a pointer points to; fails with 77 once it has reached a bound.
int32_t CountTo(uint64_t* counter, uint64_t bound) {
  if (*counter >= bound) return 77;
  ++*counter;
  return 0;
}

int32_t FakeSetContext(void* context) {
  received[20] = reinterpret_cast<uintptr_t>(context);
  return received[20] == 13 ? 201 : 0;
}

// received[21] counts how often the context was set.
int32_t FakeCountedSetContext(void* context) {
  received[20] = reinterpret_cast<uintptr_t>(context);
  received[21]++;
  return 0;
}

int32_t FakeGetContext(void** context) {
  *context = reinterpret_cast<void*>(static_cast<uintptr_t>(received[20]));
  return 0;
}

// Parameters are a float and a 64-bit word.
int32_t FakeCudaLaunch(void* function, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz,
                       uint32_t shared_bytes, void* stream, void** parameters, void** extra) {
  float first;
  uint64_t second;
  std::memcpy(&first, parameters[0], sizeof first);
  std::memcpy(&second, parameters[1], sizeof second);
  const uint64_t words[] = {reinterpret_cast<uintptr_t>(function), gx, gy, gz, bx, by, bz, shared_bytes,
                            reinterpret_cast<uintptr_t>(stream), static_cast<uint64_t>(first * 1000), second,
                            extra ? 1u : 0u};
  std::memcpy(received, words, sizeof words);
  return 0;
}

// Refuses to launch in another context than 12; received[22] counts launches.
int32_t FakePickyLaunch(void*, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, void*, void**,
                        void**) {
  if (received[20] != 12) return 201;
  received[22]++;
  return 0;
}

// received[32]: how often an argument was set; from received[40]: byte length and value of each.
int32_t FakeSetArgument(void* kernel, uint32_t index, size_t byte_length, const void* value) {
  if (byte_length == 3) return -51;
  received[32]++;
  received[33] = reinterpret_cast<uintptr_t>(kernel);
  received[40 + 2 * index] = byte_length;
  received[41 + 2 * index] = 0;
  if (value) std::memcpy(&received[41 + 2 * index], value, byte_length < 8 ? byte_length : 8);
  return 0;
}

int32_t FakeEnqueue(void* queue, void* kernel, uint32_t dimensions, const size_t* offset, const size_t* global,
                    const size_t* local, uint32_t wait_count, const void* const* wait, void** event) {
  const uint64_t words[] = {reinterpret_cast<uintptr_t>(queue), reinterpret_cast<uintptr_t>(kernel), dimensions,
                            global[0], global[1], global[2], local[0], local[1], local[2], wait_count,
                            (offset || wait) ? 1u : 0u};
  std::memcpy(received, words, sizeof words);
  if (event) *event = reinterpret_cast<void*>(uintptr_t{0xe7e47});
  return 0;
}

int32_t SleepMilliseconds(uint64_t milliseconds, uint64_t status) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  return static_cast<int32_t>(status);
}

// Returns once as many as `people` have come, each counted in `met`.
int32_t Meet(std::atomic<uint64_t>* met, uint64_t people, uint64_t status) {
  met->fetch_add(1);
  while (met->load() < people) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return static_cast<int32_t>(status);
}

// 600 until it has been asked `count` times; counts in `asked`.
int32_t NotReadyUntil(uint64_t count, uint64_t* asked, uint64_t status) {
  return ++*asked < count ? 600 : static_cast<int32_t>(status);
}

int32_t SleepForever() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void FreeCounted(void* memory) {
  freed_count++;
  std::free(memory);
}

int32_t Allocate(uint64_t byte_length) {
  received[0] = reinterpret_cast<uintptr_t>(std::calloc(1, byte_length));
  return received[0] ? 0 : 1;
}

struct Export {
  const char* name;
  const void* address;
};

template <typename Function>
const void* AddressOf(Function* function) {
  return reinterpret_cast<const void*>(function);
}

// An empty object stands for an exception.
Napi::Object ExportAddresses(Napi::Env env, Napi::Object exports) {
  const Export list[] = {
      {"returnStatus", AddressOf(ReturnStatus)},
      {"nothing", AddressOf(Nothing)},
      {"receiveSix", AddressOf(ReceiveSix)},
      {"countTo", AddressOf(CountTo)},
      {"fakeSetContext", AddressOf(FakeSetContext)},
      {"fakeCountedSetContext", AddressOf(FakeCountedSetContext)},
      {"fakeGetContext", AddressOf(FakeGetContext)},
      {"fakeCudaLaunch", AddressOf(FakeCudaLaunch)},
      {"fakePickyLaunch", AddressOf(FakePickyLaunch)},
      {"fakeSetArgument", AddressOf(FakeSetArgument)},
      {"fakeEnqueue", AddressOf(FakeEnqueue)},
      {"sleepMilliseconds", AddressOf(SleepMilliseconds)},
      {"meet", AddressOf(Meet)},
      {"notReadyUntil", AddressOf(NotReadyUntil)},
      {"sleepForever", AddressOf(SleepForever)},
      {"allocate", AddressOf(Allocate)},
      {"freeCounted", AddressOf(FreeCounted)},
      {"received", received},
      {"freedCount", &freed_count},
  };
  for (const Export& each : list) {
    const auto word = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(each.address));
    if (exports.Set(each.name, Napi::BigInt::New(env, word)).IsNothing()) return Napi::Object();
  }
  return exports;
}

}  // namespace

NODE_API_MODULE(heddle_native_fixture, ExportAddresses)
