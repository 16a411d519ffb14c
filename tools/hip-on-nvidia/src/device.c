// Devices, contexts, errors.
#include <stdio.h>
#include <string.h>
#include "attributes.h"
#include "driver.h"

API status hipInit(unsigned flags) {
  loadDriver();
  return remember(cu.cuInit(flags));
}

// What this library is: HIP 6.4, whose structs and numbers it takes.
API status hipRuntimeGetVersion(int* version) {
  if (!version) return remember(invalidValue);
  *version = 60400000;
  return success;
}

API status hipDriverGetVersion(int* version) { return hipRuntimeGetVersion(version); }

static const struct { int number; const char* name; } names[] = {
    {0, "hipSuccess"},
    {1, "hipErrorInvalidValue"},
    {2, "hipErrorOutOfMemory"},
    {3, "hipErrorNotInitialized"},
    {4, "hipErrorDeinitialized"},
    {100, "hipErrorNoDevice"},
    {101, "hipErrorInvalidDevice"},
    {200, "hipErrorInvalidImage"},
    {201, "hipErrorInvalidContext"},
    {205, "hipErrorMapFailed"},
    {208, "hipErrorAlreadyMapped"},
    {209, "hipErrorNoBinaryForGpu"},
    {217, "hipErrorPeerAccessUnsupported"},
    {218, "hipErrorInvalidKernelFile"},
    {300, "hipErrorInvalidSource"},
    {301, "hipErrorFileNotFound"},
    {304, "hipErrorOperatingSystem"},
    {400, "hipErrorInvalidHandle"},
    {500, "hipErrorNotFound"},
    {600, "hipErrorNotReady"},
    {700, "hipErrorIllegalAddress"},
    {701, "hipErrorLaunchOutOfResources"},
    {702, "hipErrorLaunchTimeOut"},
    {704, "hipErrorPeerAccessAlreadyEnabled"},
    {705, "hipErrorPeerAccessNotEnabled"},
    {708, "hipErrorSetOnActiveProcess"},
    {709, "hipErrorContextIsDestroyed"},
    {710, "hipErrorAssert"},
    {712, "hipErrorHostMemoryAlreadyRegistered"},
    {713, "hipErrorHostMemoryNotRegistered"},
    {719, "hipErrorLaunchFailure"},
    {720, "hipErrorCooperativeLaunchTooLarge"},
    {801, "hipErrorNotSupported"},
    {900, "hipErrorStreamCaptureUnsupported"},
    {901, "hipErrorStreamCaptureInvalidated"},
    {902, "hipErrorStreamCaptureMerge"},
    {903, "hipErrorStreamCaptureUnmatched"},
    {904, "hipErrorStreamCaptureUnjoined"},
    {905, "hipErrorStreamCaptureIsolation"},
    {906, "hipErrorStreamCaptureImplicit"},
    {907, "hipErrorCapturedEvent"},
    {908, "hipErrorStreamCaptureWrongThread"},
    {910, "hipErrorGraphExecUpdateFailure"},
    {999, "hipErrorUnknown"},
};

// A status that HIP has no name for keeps CUDA's.
API const char* hipGetErrorName(status value) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].number == value) return names[i].name;
  const char* name = NULL;
  loadDriver();
  return cu.cuGetErrorName(value, &name) == success && name ? name : "hipErrorUnknown";
}

API const char* hipGetErrorString(status value) {
  const char* text = NULL;
  loadDriver();
  return cu.cuGetErrorString(value, &text) == success && text ? text : hipGetErrorName(value);
}

API status hipGetDeviceCount(int* count) { return CALL(cu.cuDeviceGetCount(count)); }
API status hipDeviceGet(int* device, int ordinal) { return CALL(cu.cuDeviceGet(device, ordinal)); }
API status hipDeviceGetName(char* name, int length, int device) { return CALL(cu.cuDeviceGetName(name, length, device)); }
API status hipDeviceGetUuid(void* uuid, int device) { return CALL(cu.cuDeviceGetUuid_v2(uuid, device)); }
API status hipDeviceTotalMem(size_t* bytes, int device) { return CALL(cu.cuDeviceTotalMem_v2(bytes, device)); }
API status hipDeviceGetPCIBusId(char* id, int length, int device) {
  return CALL(cu.cuDeviceGetPCIBusId(id, length, device));
}
API status hipDeviceGetByPCIBusId(int* device, const char* id) { return CALL(cu.cuDeviceGetByPCIBusId(device, id)); }
API status hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return CALL(cu.cuDeviceCanAccessPeer(can, device, peer));
}

// CUDA has an attribute for the 64-bit form alone; the other is there if the driver has the function.
enum { canUseStreamWaitValue = 10013 };

API status hipDeviceGetAttribute(int* value, int attribute, int device) {
  if (value && attribute == canUseStreamWaitValue) {
    loadDriver();
    *value = driverHas((const void*)cu.cuStreamWaitValue32_v2);
    return success;
  }
  int number = cudaAttribute(attribute);
  if (!value || number < 0) return remember(invalidValue);
  return CALL(cu.cuDeviceGetAttribute(value, number, device));
}

API status hipDeviceComputeCapability(int* major, int* minor, int device) {
  status value = CALL(cu.cuDeviceGetAttribute(major, 75, device));
  return value == success ? CALL(cu.cuDeviceGetAttribute(minor, 76, device)) : value;
}

// The part of hipDeviceProp_tR0600 that can be told, at its places in the struct of 1472 bytes.
API status hipGetDevicePropertiesR0600(unsigned char* properties, int device) {
  enum { byteLength = 1472, uuid = 256, totalGlobalMem = 288, sharedMemPerBlock = 296, regsPerBlock = 304,
         warpSize = 308, maxThreadsPerBlock = 320, maxThreadsDim = 324, maxGridSize = 336, clockRate = 348,
         totalConstMem = 352, major = 360, minor = 364, multiProcessorCount = 388, gcnArchName = 1160 };
  if (!properties) return remember(invalidValue);
  memset(properties, 0, byteLength);
  status value = CALL(cu.cuDeviceGetName((char*)properties, 256, device));
  if (value != success) return value;
  cu.cuDeviceGetUuid_v2(properties + uuid, device);
  cu.cuDeviceTotalMem_v2((size_t*)(properties + totalGlobalMem), device);
  static const struct { int place, number, wide; } fields[] = {
      {sharedMemPerBlock, 8, 1}, {regsPerBlock, 12, 0}, {warpSize, 10, 0}, {maxThreadsPerBlock, 1, 0},
      {maxThreadsDim, 2, 0}, {maxThreadsDim + 4, 3, 0}, {maxThreadsDim + 8, 4, 0}, {maxGridSize, 5, 0},
      {maxGridSize + 4, 6, 0}, {maxGridSize + 8, 7, 0}, {clockRate, 13, 0}, {totalConstMem, 9, 1},
      {major, 75, 0}, {minor, 76, 0}, {multiProcessorCount, 16, 0},
  };
  int numbers[sizeof fields / sizeof *fields];
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    numbers[i] = 0;
    cu.cuDeviceGetAttribute(&numbers[i], fields[i].number, device);
    size_t wide = (size_t)numbers[i];
    memcpy(properties + fields[i].place, fields[i].wide ? (void*)&wide : (void*)&numbers[i], fields[i].wide ? 8 : 4);
  }
  int capability[2] = {0, 0};
  cu.cuDeviceGetAttribute(&capability[0], 75, device);
  cu.cuDeviceGetAttribute(&capability[1], 76, device);
  snprintf((char*)properties + gcnArchName, 256, "sm_%d%d", capability[0], capability[1]);
  return success;
}

API status hipSetDevice(int device) { return remember(setDevice(device)); }

API status hipGetDevice(int* device) {
  if (!device) return remember(invalidValue);
  *device = currentDevice();
  return success;
}

API status hipDeviceSynchronize(void) { return CALL(cu.cuCtxSynchronize()); }

API status hipDeviceReset(void) {
  int device = currentDevice();
  forgetContext(device);
  return CALL(cu.cuDevicePrimaryCtxReset_v2(device));
}

API status hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return CALL(cu.cuCtxGetStreamPriorityRange(least, greatest));
}
API status hipDeviceGetLimit(size_t* value, int limit) { return CALL(cu.cuCtxGetLimit(value, limit)); }
API status hipDeviceSetLimit(int limit, size_t value) { return CALL(cu.cuCtxSetLimit(limit, value)); }

API status hipDevicePrimaryCtxRetain(handle* context, int device) {
  return CALL(cu.cuDevicePrimaryCtxRetain(context, device));
}
API status hipDevicePrimaryCtxRelease(int device) { return CALL(cu.cuDevicePrimaryCtxRelease_v2(device)); }
API status hipDevicePrimaryCtxReset(int device) {
  forgetContext(device);
  return CALL(cu.cuDevicePrimaryCtxReset_v2(device));
}
API status hipDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  return CALL(cu.cuDevicePrimaryCtxGetState(device, flags, active));
}
API status hipCtxCreate(handle* context, unsigned flags, int device) {
  return CALL(cu.cuCtxCreate_v2(context, flags, device));
}
API status hipCtxDestroy(handle context) { return CALL(cu.cuCtxDestroy_v2(context)); }
API status hipCtxSetCurrent(handle context) {
  loadDriver();
  return remember(cu.cuCtxSetCurrent(context));
}
API status hipCtxGetCurrent(handle* context) { return CALL(cu.cuCtxGetCurrent(context)); }
API status hipCtxGetDevice(int* device) { return CALL(cu.cuCtxGetDevice(device)); }
API status hipCtxPushCurrent(handle context) { return CALL(cu.cuCtxPushCurrent_v2(context)); }
API status hipCtxPopCurrent(handle* context) { return CALL(cu.cuCtxPopCurrent_v2(context)); }
API status hipCtxSynchronize(void) { return CALL(cu.cuCtxSynchronize()); }

// The peer's context is its primary one. Every user of the peer has a share in it, so this one is given back at once.
API status hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  handle context;
  status value = CALL(cu.cuDevicePrimaryCtxRetain(&context, peer));
  if (value != success) return value;
  value = CALL(cu.cuCtxEnablePeerAccess(context, flags));
  cu.cuDevicePrimaryCtxRelease_v2(peer);
  return value;
}

API status hipDeviceDisablePeerAccess(int peer) {
  handle context;
  status value = CALL(cu.cuDevicePrimaryCtxRetain(&context, peer));
  if (value != success) return value;
  value = CALL(cu.cuCtxDisablePeerAccess(context));
  cu.cuDevicePrimaryCtxRelease_v2(peer);
  return value;
}
