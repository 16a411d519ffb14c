// Memory: allocations, copies, fills, arrays, textures.
#include "driver.h"

API status hipMemGetInfo(size_t* freeBytes, size_t* total) { return CALL(cu.cuMemGetInfo_v2(freeBytes, total)); }

// HIP gives null for nothing, where CUDA refuses.
API status hipMalloc(address* out, size_t bytes) {
  if (!out) return remember(invalidValue);
  if (bytes == 0) {
    *out = 0;
    return success;
  }
  return CALL(cu.cuMemAlloc_v2(out, bytes));
}

API status hipFree(address memory) { return memory ? CALL(cu.cuMemFree_v2(memory)) : success; }
API status hipMallocAsync(address* out, size_t bytes, handle stream) {
  return CALL(cu.cuMemAllocAsync(out, bytes, stream));
}
API status hipFreeAsync(address memory, handle stream) { return CALL(cu.cuMemFreeAsync(memory, stream)); }
API status hipMemAllocPitch(address* out, size_t* pitch, size_t width, size_t height, unsigned element) {
  return CALL(cu.cuMemAllocPitch_v2(out, pitch, width, height, element));
}
API status hipMallocPitch(address* out, size_t* pitch, size_t width, size_t height) {
  return CALL(cu.cuMemAllocPitch_v2(out, pitch, width, height, 16));
}

// Portable, mapped, write-combined; HIP's flags about coherence have no counterpart, since all of it is coherent.
enum { hostFlags = 7 };

API status hipHostMalloc(void** out, size_t bytes, unsigned flags) {
  return CALL(cu.cuMemHostAlloc(out, bytes, (flags & hostFlags) | 3));
}
API status hipHostFree(void* memory) { return memory ? CALL(cu.cuMemFreeHost(memory)) : success; }
API status hipHostGetDevicePointer(address* out, void* memory, unsigned flags) {
  return CALL(cu.cuMemHostGetDevicePointer_v2(out, memory, flags));
}
API status hipHostRegister(void* memory, size_t bytes, unsigned flags) {
  return CALL(cu.cuMemHostRegister_v2(memory, bytes, flags & hostFlags));
}
API status hipHostUnregister(void* memory) { return CALL(cu.cuMemHostUnregister(memory)); }
API status hipMallocManaged(address* out, size_t bytes, unsigned flags) {
  return CALL(cu.cuMemAllocManaged(out, bytes, flags ? flags : 1));
}
API status hipMemPrefetchAsync(address memory, size_t bytes, int device, handle stream) {
  return CALL(cu.cuMemPrefetchAsync(memory, bytes, device, stream));
}
API status hipMemAdvise(address memory, size_t bytes, int advice, int device) {
  return CALL(cu.cuMemAdvise(memory, bytes, advice, device));
}
API status hipMemGetAddressRange(address* base, size_t* bytes, address memory) {
  return CALL(cu.cuMemGetAddressRange_v2(base, bytes, memory));
}
API status hipIpcGetMemHandle(ipcHandle* out, address memory) { return CALL(cu.cuIpcGetMemHandle(out, memory)); }
API status hipIpcOpenMemHandle(address* out, ipcHandle shared, unsigned flags) {
  return CALL(cu.cuIpcOpenMemHandle_v2(out, shared, flags));
}
API status hipIpcCloseMemHandle(address memory) { return CALL(cu.cuIpcCloseMemHandle(memory)); }

// The driver tells by an address where memory lies, so the kind of a copy says nothing new.
API status hipMemcpy(address to, address from, size_t bytes, int kind) {
  (void)kind;
  return bytes ? CALL(cu.cuMemcpy(to, from, bytes)) : success;
}
API status hipMemcpyAsync(address to, address from, size_t bytes, int kind, handle stream) {
  (void)kind;
  return bytes ? CALL(cu.cuMemcpyAsync(to, from, bytes, stream)) : success;
}
API status hipMemcpyDtoD(address to, address from, size_t bytes) { return CALL(cu.cuMemcpy(to, from, bytes)); }
API status hipMemcpyDtoDAsync(address to, address from, size_t bytes, handle stream) {
  return CALL(cu.cuMemcpyAsync(to, from, bytes, stream));
}
API status hipMemcpyHtoD(address to, const void* from, size_t bytes) { return CALL(cu.cuMemcpyHtoD_v2(to, from, bytes)); }
API status hipMemcpyHtoDAsync(address to, const void* from, size_t bytes, handle stream) {
  return CALL(cu.cuMemcpyHtoDAsync_v2(to, from, bytes, stream));
}
API status hipMemcpyDtoH(void* to, address from, size_t bytes) { return CALL(cu.cuMemcpyDtoH_v2(to, from, bytes)); }
API status hipMemcpyDtoHAsync(void* to, address from, size_t bytes, handle stream) {
  return CALL(cu.cuMemcpyDtoHAsync_v2(to, from, bytes, stream));
}

// A peer is a device in HIP and a context in CUDA: its primary one, in which each user has a share.
API status hipMemcpyPeerAsync(address to, int toDevice, address from, int fromDevice, size_t bytes, handle stream) {
  handle there, here;
  status value = CALL(cu.cuDevicePrimaryCtxRetain(&there, toDevice));
  if (value != success) return value;
  value = CALL(cu.cuDevicePrimaryCtxRetain(&here, fromDevice));
  if (value == success) {
    value = CALL(cu.cuMemcpyPeerAsync(to, there, from, here, bytes, stream));
    cu.cuDevicePrimaryCtxRelease_v2(fromDevice);
  }
  cu.cuDevicePrimaryCtxRelease_v2(toDevice);
  return value;
}

// HIP_MEMCPY3D as of HIP 6
typedef struct {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  int srcMemoryType;
  const void* srcHost;
  address srcDevice;
  handle srcArray;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  int dstMemoryType;
  void* dstHost;
  address dstDevice;
  handle dstArray;
  size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} hipVolumeCopy;

// hipMemoryType -> CUmemorytype: host, device, array, unified.
static int memoryType(int hip) {
  switch (hip) {
    case 1: return 1;
    case 2: return 2;
    case 10: return 3;
    default: return 4;
  }
}

static cudaVolumeCopy translated(const hipVolumeCopy* copy) {
  return (cudaVolumeCopy){
      .srcXInBytes = copy->srcXInBytes,
      .srcY = copy->srcY,
      .srcZ = copy->srcZ,
      .srcLOD = copy->srcLOD,
      .srcMemoryType = memoryType(copy->srcMemoryType),
      .srcHost = copy->srcHost,
      .srcDevice = copy->srcDevice,
      .srcArray = copy->srcArray,
      .srcPitch = copy->srcPitch,
      .srcHeight = copy->srcHeight,
      .dstXInBytes = copy->dstXInBytes,
      .dstY = copy->dstY,
      .dstZ = copy->dstZ,
      .dstLOD = copy->dstLOD,
      .dstMemoryType = memoryType(copy->dstMemoryType),
      .dstHost = copy->dstHost,
      .dstDevice = copy->dstDevice,
      .dstArray = copy->dstArray,
      .dstPitch = copy->dstPitch,
      .dstHeight = copy->dstHeight,
      .WidthInBytes = copy->WidthInBytes,
      .Height = copy->Height,
      .Depth = copy->Depth,
  };
}

API status hipDrvMemcpy3D(const hipVolumeCopy* copy) {
  if (!copy) return remember(invalidValue);
  cudaVolumeCopy same = translated(copy);
  return CALL(cu.cuMemcpy3D_v2(&same));
}

API status hipDrvMemcpy3DAsync(const hipVolumeCopy* copy, handle stream) {
  if (!copy) return remember(invalidValue);
  cudaVolumeCopy same = translated(copy);
  return CALL(cu.cuMemcpy3DAsync_v2(&same, stream));
}

API status hipMemset(address memory, int value, size_t bytes) {
  return CALL(cu.cuMemsetD8_v2(memory, (unsigned char)value, bytes));
}
API status hipMemsetAsync(address memory, int value, size_t bytes, handle stream) {
  return CALL(cu.cuMemsetD8Async(memory, (unsigned char)value, bytes, stream));
}
API status hipMemsetD8Async(address memory, unsigned char value, size_t count, handle stream) {
  return CALL(cu.cuMemsetD8Async(memory, value, count, stream));
}
API status hipMemsetD16Async(address memory, unsigned short value, size_t count, handle stream) {
  return CALL(cu.cuMemsetD16Async(memory, value, count, stream));
}
API status hipMemsetD32Async(address memory, int value, size_t count, handle stream) {
  return CALL(cu.cuMemsetD32Async(memory, (unsigned)value, count, stream));
}

// The structs of arrays and textures are CUDA's, field by field.
API status hipArray3DCreate(handle* out, const void* description) { return CALL(cu.cuArray3DCreate_v2(out, description)); }
API status hipArrayDestroy(handle array) { return CALL(cu.cuArrayDestroy(array)); }
API status hipTexObjectCreate(uint64_t* out, const resource* of, const void* texture, const void* view) {
  return CALL(cu.cuTexObjectCreate(out, of, texture, view));
}
API status hipTexObjectDestroy(uint64_t texture) { return CALL(cu.cuTexObjectDestroy(texture)); }

// hipResourceDesc is smaller than the driver's: its first two members, kind and array, are the same.
API status hipCreateSurfaceObject(uint64_t* out, const resource* of) {
  if (!of) return remember(invalidValue);
  resource same = {.resType = of->resType};
  same.res.array = of->res.array;
  return CALL(cu.cuSurfObjectCreate(out, &same));
}
API status hipDestroySurfaceObject(uint64_t surface) { return CALL(cu.cuSurfObjectDestroy(surface)); }
