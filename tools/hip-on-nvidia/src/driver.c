// Finds libcuda, and keeps each thread's device as the HIP runtime does.
#define _GNU_SOURCE
#include "driver.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

driverFunctions cu;

static status absent(void) { return notSupported; }
static status driverless(void) { return noDevice; }

static pthread_once_t loading = PTHREAD_ONCE_INIT;

static void* openDriver(void) {
  const char* chosen = getenv("HEDDLE_CUDA_LIBRARY");
  if (chosen && *chosen) return dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
  static const char* const places[] = {
      "libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1", "libcuda.so"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    void* found = dlopen(places[i], RTLD_NOW | RTLD_LOCAL);
    if (found) return found;
  }
  return NULL;
}

static void load(void) {
  void* library = openDriver();
  void* missing = library ? (void*)absent : (void*)driverless;
#define FIND(name, parameters)                                         \
  do {                                                                 \
    void* found_ = library ? dlsym(library, #name) : NULL;             \
    *(void**)&cu.name = found_ ? found_ : missing;                     \
  } while (0);
  DRIVER_FUNCTIONS(FIND)
}

int driverHas(const void* function) {
  loadDriver();
  return function != (const void*)absent && function != (const void*)driverless;
}

void loadDriver(void) { pthread_once(&loading, load); }

enum { mostDevices = 64 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// The primary contexts that were made current without having been asked for. They stay until a reset.
static handle retained[mostDevices];
static _Thread_local int chosenDevice = 0;
static _Thread_local status last = success;

status remember(status value) {
  if (value != success) last = value;
  return value;
}

API status hipGetLastError(void) {
  status value = last;
  last = success;
  return value;
}

API status hipPeekAtLastError(void) { return last; }

status setDevice(int device) {
  loadDriver();
  int count = 0;
  status value = cu.cuInit(0);
  if (value == success) value = cu.cuDeviceGetCount(&count);
  if (value != success) return value;
  if (device < 0 || device >= count || device >= mostDevices) return 101;
  chosenDevice = device;
  return enter();
}

int currentDevice(void) {
  int device = chosenDevice;
  loadDriver();
  return cu.cuCtxGetDevice(&device) == success ? device : chosenDevice;
}

status enter(void) {
  status value = cu.cuInit(0);
  if (value != success) return value;
  pthread_mutex_lock(&lock);
  if (!retained[chosenDevice]) value = cu.cuDevicePrimaryCtxRetain(&retained[chosenDevice], chosenDevice);
  handle context = retained[chosenDevice];
  pthread_mutex_unlock(&lock);
  return value == success ? cu.cuCtxSetCurrent(context) : value;
}

void forgetContext(int device) {
  if (device < 0 || device >= mostDevices) return;
  pthread_mutex_lock(&lock);
  if (retained[device]) cu.cuDevicePrimaryCtxRelease_v2(device);
  retained[device] = NULL;
  pthread_mutex_unlock(&lock);
}
