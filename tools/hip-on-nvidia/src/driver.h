// The CUDA driver and NVRTC, looked up when the first call needs them: nothing is linked, so the library loads anywhere.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define API __attribute__((visibility("default")))

typedef int status;              // CUresult, and hipError_t: the numbers are the same
typedef struct opaque* handle;   // contexts, streams, events, modules, functions, arrays, graphs
typedef uint64_t address;        // CUdeviceptr

enum {
  success = 0,
  invalidValue = 1,
  outOfMemory = 2,
  notInitialized = 3,
  noDevice = 100,
  invalidContext = 201,
  contextIsDestroyed = 709,
  notSupported = 801,
};

// CUDA_MEMCPY3D
typedef struct {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  int srcMemoryType;
  const void* srcHost;
  address srcDevice;
  handle srcArray;
  void* reserved0;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  int dstMemoryType;
  void* dstHost;
  address dstDevice;
  handle dstArray;
  void* reserved1;
  size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} cudaVolumeCopy;

// CUDA_RESOURCE_DESC, and HIP_RESOURCE_DESC
typedef struct {
  int resType;
  union {
    handle array;
    int reserved[32];
  } res;
  unsigned flags;
} resource;

typedef struct { char bytes[64]; } ipcHandle;

// name, parameters
#define DRIVER_FUNCTIONS(F)                                                                                            \
  F(cuInit, (unsigned))                                                                                                \
  F(cuDriverGetVersion, (int*))                                                                                        \
  F(cuGetErrorName, (status, const char**))                                                                            \
  F(cuGetErrorString, (status, const char**))                                                                          \
  F(cuDeviceGetCount, (int*))                                                                                          \
  F(cuDeviceGet, (int*, int))                                                                                          \
  F(cuDeviceGetName, (char*, int, int))                                                                                \
  F(cuDeviceGetUuid_v2, (void*, int))                                                                                  \
  F(cuDeviceTotalMem_v2, (size_t*, int))                                                                               \
  F(cuDeviceGetAttribute, (int*, int, int))                                                                            \
  F(cuDeviceGetPCIBusId, (char*, int, int))                                                                            \
  F(cuDeviceGetByPCIBusId, (int*, const char*))                                                                        \
  F(cuDeviceCanAccessPeer, (int*, int, int))                                                                           \
  F(cuDevicePrimaryCtxRetain, (handle*, int))                                                                          \
  F(cuDevicePrimaryCtxRelease_v2, (int))                                                                               \
  F(cuDevicePrimaryCtxReset_v2, (int))                                                                                 \
  F(cuDevicePrimaryCtxGetState, (int, unsigned*, int*))                                                                \
  F(cuCtxCreate_v2, (handle*, unsigned, int))                                                                          \
  F(cuCtxDestroy_v2, (handle))                                                                                         \
  F(cuCtxSetCurrent, (handle))                                                                                         \
  F(cuCtxGetCurrent, (handle*))                                                                                        \
  F(cuCtxGetDevice, (int*))                                                                                            \
  F(cuCtxPushCurrent_v2, (handle))                                                                                     \
  F(cuCtxPopCurrent_v2, (handle*))                                                                                     \
  F(cuCtxSynchronize, (void))                                                                                          \
  F(cuCtxGetStreamPriorityRange, (int*, int*))                                                                         \
  F(cuCtxEnablePeerAccess, (handle, unsigned))                                                                         \
  F(cuCtxDisablePeerAccess, (handle))                                                                                  \
  F(cuCtxGetLimit, (size_t*, int))                                                                                     \
  F(cuCtxSetLimit, (int, size_t))                                                                                      \
  F(cuMemGetInfo_v2, (size_t*, size_t*))                                                                               \
  F(cuMemAlloc_v2, (address*, size_t))                                                                                 \
  F(cuMemAllocPitch_v2, (address*, size_t*, size_t, size_t, unsigned))                                                 \
  F(cuMemFree_v2, (address))                                                                                           \
  F(cuMemAllocAsync, (address*, size_t, handle))                                                                       \
  F(cuMemFreeAsync, (address, handle))                                                                                 \
  F(cuMemHostAlloc, (void**, size_t, unsigned))                                                                        \
  F(cuMemFreeHost, (void*))                                                                                            \
  F(cuMemHostGetDevicePointer_v2, (address*, void*, unsigned))                                                         \
  F(cuMemHostRegister_v2, (void*, size_t, unsigned))                                                                   \
  F(cuMemHostUnregister, (void*))                                                                                      \
  F(cuMemAllocManaged, (address*, size_t, unsigned))                                                                   \
  F(cuMemPrefetchAsync, (address, size_t, int, handle))                                                                \
  F(cuMemAdvise, (address, size_t, int, int))                                                                          \
  F(cuMemGetAddressRange_v2, (address*, size_t*, address))                                                             \
  F(cuIpcGetMemHandle, (ipcHandle*, address))                                                                          \
  F(cuIpcOpenMemHandle_v2, (address*, ipcHandle, unsigned))                                                            \
  F(cuIpcCloseMemHandle, (address))                                                                                    \
  F(cuMemcpy, (address, address, size_t))                                                                              \
  F(cuMemcpyAsync, (address, address, size_t, handle))                                                                 \
  F(cuMemcpyHtoD_v2, (address, const void*, size_t))                                                                   \
  F(cuMemcpyHtoDAsync_v2, (address, const void*, size_t, handle))                                                      \
  F(cuMemcpyDtoH_v2, (void*, address, size_t))                                                                         \
  F(cuMemcpyDtoHAsync_v2, (void*, address, size_t, handle))                                                            \
  F(cuMemcpyPeerAsync, (address, handle, address, handle, size_t, handle))                                             \
  F(cuMemcpy3D_v2, (const cudaVolumeCopy*))                                                                            \
  F(cuMemcpy3DAsync_v2, (const cudaVolumeCopy*, handle))                                                               \
  F(cuMemsetD8_v2, (address, unsigned char, size_t))                                                                   \
  F(cuMemsetD8Async, (address, unsigned char, size_t, handle))                                                         \
  F(cuMemsetD16Async, (address, unsigned short, size_t, handle))                                                       \
  F(cuMemsetD32Async, (address, unsigned, size_t, handle))                                                             \
  F(cuStreamCreate, (handle*, unsigned))                                                                               \
  F(cuStreamCreateWithPriority, (handle*, unsigned, int))                                                              \
  F(cuStreamDestroy_v2, (handle))                                                                                      \
  F(cuStreamQuery, (handle))                                                                                           \
  F(cuStreamSynchronize, (handle))                                                                                     \
  F(cuStreamWaitEvent, (handle, handle, unsigned))                                                                     \
  F(cuStreamWaitValue32_v2, (handle, address, uint32_t, unsigned))                                                     \
  F(cuStreamWaitValue64_v2, (handle, address, uint64_t, unsigned))                                                     \
  F(cuStreamWriteValue32_v2, (handle, address, uint32_t, unsigned))                                                    \
  F(cuStreamWriteValue64_v2, (handle, address, uint64_t, unsigned))                                                    \
  F(cuStreamAddCallback, (handle, void*, void*, unsigned))                                                             \
  F(cuLaunchHostFunc, (handle, void*, void*))                                                                          \
  F(cuStreamBeginCapture_v2, (handle, int))                                                                            \
  F(cuStreamEndCapture, (handle, handle*))                                                                             \
  F(cuStreamIsCapturing, (handle, int*))                                                                               \
  F(cuEventCreate, (handle*, unsigned))                                                                                \
  F(cuEventDestroy_v2, (handle))                                                                                       \
  F(cuEventRecord, (handle, handle))                                                                                   \
  F(cuEventQuery, (handle))                                                                                            \
  F(cuEventSynchronize, (handle))                                                                                      \
  F(cuEventElapsedTime, (float*, handle, handle))                                                                      \
  F(cuModuleLoad, (handle*, const char*))                                                                              \
  F(cuModuleLoadData, (handle*, const void*))                                                                          \
  F(cuModuleLoadDataEx, (handle*, const void*, unsigned, int*, void**))                                                \
  F(cuModuleUnload, (handle))                                                                                          \
  F(cuModuleGetFunction, (handle*, handle, const char*))                                                               \
  F(cuModuleGetGlobal_v2, (address*, size_t*, handle, const char*))                                                    \
  F(cuLinkCreate_v2, (unsigned, int*, void**, handle*))                                                                \
  F(cuLinkAddData_v2, (handle, int, void*, size_t, const char*, unsigned, int*, void**))                               \
  F(cuLinkAddFile_v2, (handle, int, const char*, unsigned, int*, void**))                                              \
  F(cuLinkComplete, (handle, void**, size_t*))                                                                         \
  F(cuLinkDestroy, (handle))                                                                                           \
  F(cuFuncGetAttribute, (int*, int, handle))                                                                           \
  F(cuFuncSetAttribute, (handle, int, int))                                                                            \
  F(cuFuncSetCacheConfig, (handle, int))                                                                               \
  F(cuFuncGetParamInfo, (handle, size_t, size_t*, size_t*))                                                            \
  F(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int*, handle, int, size_t))                                          \
  F(cuOccupancyMaxPotentialBlockSize, (int*, int*, handle, void*, size_t, int))                                        \
  F(cuLaunchKernel,                                                                                                    \
    (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void**, void**))            \
  F(cuLaunchCooperativeKernel,                                                                                         \
    (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void**))                    \
  F(cuLaunchKernelEx, (const void*, handle, void**, void**))                                                           \
  F(cuGraphInstantiateWithFlags, (handle*, handle, uint64_t))                                                          \
  F(cuGraphLaunch, (handle, handle))                                                                                   \
  F(cuGraphExecDestroy, (handle))                                                                                      \
  F(cuGraphDestroy, (handle))                                                                                          \
  F(cuArray3DCreate_v2, (handle*, const void*))                                                                        \
  F(cuArrayDestroy, (handle))                                                                                          \
  F(cuTexObjectCreate, (uint64_t*, const void*, const void*, const void*))                                             \
  F(cuTexObjectDestroy, (uint64_t))                                                                                    \
  F(cuSurfObjectCreate, (uint64_t*, const void*))                                                                      \
  F(cuSurfObjectDestroy, (uint64_t))

#define MEMBER(name, parameters) status(*name) parameters;
typedef struct { DRIVER_FUNCTIONS(MEMBER) } driverFunctions;

// The driver. A function that it lacks gives notSupported; all give noDevice if there is no driver.
extern driverFunctions cu;

// Whether a function of the table is the driver's own.
int driverHas(const void* function);

// Loads the driver once. Called before any function of it.
void loadDriver(void);

// Makes the primary context of the calling thread's device current, initialized by the first call that needs it.
status enter(void);

// The device of the calling thread's current context, or the one it has set.
int currentDevice(void);
status setDevice(int device);

// What a program that resets a device must have forgotten here.
void forgetContext(int device);

// The first call of a thread, and of a process, finds no context: then one is made, and the call is made again.
#define CALL(expression)                                                       \
  ({                                                                           \
    loadDriver();                                                              \
    status value_ = (expression);                                              \
    if (value_ == invalidContext || value_ == notInitialized) {                \
      value_ = enter();                                                        \
      if (value_ == success) value_ = (expression);                            \
    }                                                                          \
    remember(value_);                                                          \
  })

// Keeps a status for hipGetLastError, and gives it back.
status remember(status value);
