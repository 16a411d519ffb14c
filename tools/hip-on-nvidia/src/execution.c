// Streams, events, graphs, modules, launches.
#include "driver.h"

API status hipStreamCreate(handle* out) { return CALL(cu.cuStreamCreate(out, 0)); }
API status hipStreamCreateWithFlags(handle* out, unsigned flags) { return CALL(cu.cuStreamCreate(out, flags)); }
API status hipStreamCreateWithPriority(handle* out, unsigned flags, int priority) {
  return CALL(cu.cuStreamCreateWithPriority(out, flags, priority));
}
API status hipStreamDestroy(handle stream) { return CALL(cu.cuStreamDestroy_v2(stream)); }
API status hipStreamSynchronize(handle stream) { return CALL(cu.cuStreamSynchronize(stream)); }
API status hipStreamWaitEvent(handle stream, handle event, unsigned flags) {
  return CALL(cu.cuStreamWaitEvent(stream, event, flags));
}
API status hipStreamAddCallback(handle stream, void* callback, void* data, unsigned flags) {
  return CALL(cu.cuStreamAddCallback(stream, callback, data, flags));
}
API status hipLaunchHostFunc(handle stream, void* function, void* data) {
  return CALL(cu.cuLaunchHostFunc(stream, function, data));
}


// CUDA compares whole words: a mask that leaves out bits is more than it can do. Conditions are numbered alike.
API status hipStreamWaitValue32(handle stream, void* word, uint32_t value, unsigned condition, uint32_t mask) {
  if (mask != UINT32_MAX) return remember(notSupported);
  return CALL(cu.cuStreamWaitValue32_v2(stream, (address)(uintptr_t)word, value, condition));
}
API status hipStreamWaitValue64(handle stream, void* word, uint64_t value, unsigned condition, uint64_t mask) {
  if (mask != UINT64_MAX) return remember(notSupported);
  return CALL(cu.cuStreamWaitValue64_v2(stream, (address)(uintptr_t)word, value, condition));
}
API status hipStreamWriteValue32(handle stream, void* word, uint32_t value, unsigned flags) {
  return CALL(cu.cuStreamWriteValue32_v2(stream, (address)(uintptr_t)word, value, flags));
}
API status hipStreamWriteValue64(handle stream, void* word, uint64_t value, unsigned flags) {
  return CALL(cu.cuStreamWriteValue64_v2(stream, (address)(uintptr_t)word, value, flags));
}

// "Not ready" is an answer, which hipGetLastError is not told of.
static status answer(status value) { return value == 600 ? value : remember(value); }

API status hipStreamQuery(handle stream) {
  loadDriver();
  return answer(cu.cuStreamQuery(stream));
}
API status hipEventQuery(handle event) {
  loadDriver();
  return answer(cu.cuEventQuery(event));
}

// Timing off, sleeping waits, use between processes; HIP's flags about caches have no counterpart.
enum { eventFlags = 7 };

API status hipEventCreate(handle* out) { return CALL(cu.cuEventCreate(out, 0)); }
API status hipEventCreateWithFlags(handle* out, unsigned flags) {
  return CALL(cu.cuEventCreate(out, flags & eventFlags));
}
API status hipEventDestroy(handle event) { return CALL(cu.cuEventDestroy_v2(event)); }
API status hipEventRecord(handle event, handle stream) { return CALL(cu.cuEventRecord(event, stream)); }
API status hipEventSynchronize(handle event) { return CALL(cu.cuEventSynchronize(event)); }
API status hipEventElapsedTime(float* milliseconds, handle start, handle end) {
  return CALL(cu.cuEventElapsedTime(milliseconds, start, end));
}

API status hipStreamBeginCapture(handle stream, int mode) { return CALL(cu.cuStreamBeginCapture_v2(stream, mode)); }
API status hipStreamEndCapture(handle stream, handle* graph) { return CALL(cu.cuStreamEndCapture(stream, graph)); }
API status hipStreamIsCapturing(handle stream, int* capturing) { return CALL(cu.cuStreamIsCapturing(stream, capturing)); }
API status hipGraphInstantiate(handle* out, handle graph, handle* failed, char* log, size_t logBytes) {
  if (failed) *failed = NULL;
  if (log && logBytes) *log = 0;
  return CALL(cu.cuGraphInstantiateWithFlags(out, graph, 0));
}
API status hipGraphInstantiateWithFlags(handle* out, handle graph, unsigned long long flags) {
  return CALL(cu.cuGraphInstantiateWithFlags(out, graph, flags));
}
API status hipGraphLaunch(handle executable, handle stream) { return CALL(cu.cuGraphLaunch(executable, stream)); }
API status hipGraphExecDestroy(handle executable) { return CALL(cu.cuGraphExecDestroy(executable)); }
API status hipGraphDestroy(handle graph) { return CALL(cu.cuGraphDestroy(graph)); }

API status hipModuleLoad(handle* out, const char* path) { return CALL(cu.cuModuleLoad(out, path)); }
API status hipModuleLoadData(handle* out, const void* image) { return CALL(cu.cuModuleLoadData(out, image)); }
API status hipModuleLoadDataEx(handle* out, const void* image, unsigned count, int* options, void** values) {
  return CALL(cu.cuModuleLoadDataEx(out, image, count, options, values));
}
API status hipModuleUnload(handle module) { return CALL(cu.cuModuleUnload(module)); }
API status hipModuleGetFunction(handle* out, handle module, const char* name) {
  return CALL(cu.cuModuleGetFunction(out, module, name));
}
API status hipModuleGetGlobal(address* out, size_t* bytes, handle module, const char* name) {
  return CALL(cu.cuModuleGetGlobal_v2(out, bytes, module, name));
}
API status hipFuncGetAttribute(int* value, int attribute, handle function) {
  return CALL(cu.cuFuncGetAttribute(value, attribute, function));
}
API status hipFuncSetAttribute(handle function, int attribute, int value) {
  return CALL(cu.cuFuncSetAttribute(function, attribute, value));
}
API status hipFuncSetCacheConfig(handle function, int config) { return CALL(cu.cuFuncSetCacheConfig(function, config)); }

// An extension: where a kernel's parameters lie. AMD's code objects tell it themselves.
API status hipFuncGetParamInfo(handle function, size_t index, size_t* offset, size_t* bytes) {
  return CALL(cu.cuFuncGetParamInfo(function, index, offset, bytes));
}

API status hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, handle function, int threads, size_t shared) {
  return CALL(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared));
}
API status hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, handle function, size_t shared, int limit) {
  return CALL(cu.cuOccupancyMaxPotentialBlockSize(grid, block, function, NULL, shared, limit));
}

API status hipModuleLaunchKernel(handle function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                                 unsigned blockY, unsigned blockZ, unsigned shared, handle stream, void** parameters,
                                 void** extra) {
  return CALL(cu.cuLaunchKernel(function, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream, parameters, extra));
}

API status hipModuleLaunchCooperativeKernel(handle function, unsigned gridX, unsigned gridY, unsigned gridZ,
                                            unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,
                                            handle stream, void** parameters) {
  return CALL(cu.cuLaunchCooperativeKernel(function, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream,
                                           parameters));
}

// HIP_LAUNCH_CONFIG and its attributes are CUDA's, field by field.
API status hipDrvLaunchKernelEx(const void* config, handle function, void** parameters, void** extra) {
  return CALL(cu.cuLaunchKernelEx(config, function, parameters, extra));
}
