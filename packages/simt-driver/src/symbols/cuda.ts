/** The CUDA driver API as the shared driver sees it. CUDA 12 and 13. */
import type { Capability } from '@heddle/core/backend';
import { cudaDeviceAttributes as attribute } from './cuda-device-attributes';
import { jitLink, needsJitLink } from '../jit-linker';
import { cudaVolumeCopy } from '../memory/volume-copy';
import { foundCapabilities } from './found-capabilities';
import type { FunctionName } from './signatures';
import type { DeviceFacts, Vendor } from './vendor';

const functions: Readonly<Record<FunctionName, readonly string[]>> = {
  initialize: ['cuInit'],
  driverVersion: ['cuDriverGetVersion'],
  errorName: ['cuGetErrorName'],
  errorText: ['cuGetErrorString'],
  deviceCount: ['cuDeviceGetCount'],
  deviceGet: ['cuDeviceGet'],
  deviceName: ['cuDeviceGetName'],
  deviceUuid: ['cuDeviceGetUuid_v2', 'cuDeviceGetUuid'],
  deviceTotalMemory: ['cuDeviceTotalMem_v2'],
  deviceAttribute: ['cuDeviceGetAttribute'],
  // Attributes tell all there is.
  deviceProperties: [],
  devicePciBusId: ['cuDeviceGetPCIBusId'],
  canAccessPeer: ['cuDeviceCanAccessPeer'],
  primaryContextRetain: ['cuDevicePrimaryCtxRetain'],
  primaryContextRelease: ['cuDevicePrimaryCtxRelease_v2'],
  primaryContextReset: ['cuDevicePrimaryCtxReset_v2'],
  contextCreate: ['cuCtxCreate_v2'],
  contextDestroy: ['cuCtxDestroy_v2'],
  contextSetCurrent: ['cuCtxSetCurrent'],
  contextGetCurrent: ['cuCtxGetCurrent'],
  contextSynchronize: ['cuCtxSynchronize'],
  streamPriorityRange: ['cuCtxGetStreamPriorityRange'],
  enablePeerAccess: ['cuCtxEnablePeerAccess'],
  memoryInfo: ['cuMemGetInfo_v2'],
  memoryAllocate: ['cuMemAlloc_v2'],
  memoryAllocatePitched: ['cuMemAllocPitch_v2'],
  memoryFree: ['cuMemFree_v2'],
  memoryAllocateAsync: ['cuMemAllocAsync'],
  memoryFreeAsync: ['cuMemFreeAsync'],
  hostAllocate: ['cuMemHostAlloc'],
  hostFree: ['cuMemFreeHost'],
  hostDevicePointer: ['cuMemHostGetDevicePointer_v2'],
  hostRegister: ['cuMemHostRegister_v2'],
  hostUnregister: ['cuMemHostUnregister'],
  managedAllocate: ['cuMemAllocManaged'],
  // The first versions of both: CUDA 12's name a place by a struct, and HIP has none of them.
  managedPrefetch: ['cuMemPrefetchAsync'],
  managedAdvise: ['cuMemAdvise'],
  shareMemory: ['cuIpcGetMemHandle'],
  openShared: ['cuIpcOpenMemHandle_v2'],
  closeShared: ['cuIpcCloseMemHandle'],
  copyAsync: ['cuMemcpyAsync'],
  copyHostToDeviceAsync: ['cuMemcpyHtoDAsync_v2'],
  copyDeviceToHostAsync: ['cuMemcpyDtoHAsync_v2'],
  copyPeerAsync: ['cuMemcpyPeerAsync'],
  copyVolumeAsync: ['cuMemcpy3DAsync_v2'],
  fill8Async: ['cuMemsetD8Async'],
  fill16Async: ['cuMemsetD16Async'],
  fill32Async: ['cuMemsetD32Async'],
  streamCreate: ['cuStreamCreateWithPriority'],
  streamDestroy: ['cuStreamDestroy_v2'],
  streamQuery: ['cuStreamQuery'],
  streamSynchronize: ['cuStreamSynchronize'],
  streamWaitEvent: ['cuStreamWaitEvent'],
  streamWaitValue: ['cuStreamWaitValue32_v2'],
  streamWriteValue: ['cuStreamWriteValue32_v2'],
  streamBeginCapture: ['cuStreamBeginCapture_v2'],
  streamEndCapture: ['cuStreamEndCapture'],
  eventCreate: ['cuEventCreate'],
  eventDestroy: ['cuEventDestroy_v2'],
  eventRecord: ['cuEventRecord'],
  eventQuery: ['cuEventQuery'],
  eventSynchronize: ['cuEventSynchronize'],
  eventElapsedTime: ['cuEventElapsedTime_v2', 'cuEventElapsedTime'],
  moduleLoad: ['cuModuleLoadDataEx'],
  moduleUnload: ['cuModuleUnload'],
  moduleFunction: ['cuModuleGetFunction'],
  moduleGlobal: ['cuModuleGetGlobal_v2'],
  moduleFunctionCount: ['cuModuleGetFunctionCount'],
  moduleFunctions: ['cuModuleEnumerateFunctions'],
  functionName: ['cuFuncGetName'],
  functionAttribute: ['cuFuncGetAttribute'],
  functionSetAttribute: ['cuFuncSetAttribute'],
  functionParameter: ['cuFuncGetParamInfo'],
  occupancy: ['cuOccupancyMaxActiveBlocksPerMultiprocessor'],
  linkCreate: ['cuLinkCreate_v2'],
  linkAdd: ['cuLinkAddData_v2'],
  linkComplete: ['cuLinkComplete'],
  linkDestroy: ['cuLinkDestroy'],
  launch: ['cuLaunchKernel'],
  launchCooperative: ['cuLaunchCooperativeKernel'],
  launchConfigured: ['cuLaunchKernelEx'],
  graphInstantiate: ['cuGraphInstantiateWithFlags'],
  graphLaunch: ['cuGraphLaunch'],
  graphUpdate: ['cuGraphExecUpdate_v2'],
  graphExecutableDestroy: ['cuGraphExecDestroy'],
  graphDestroy: ['cuGraphDestroy'],
  arrayCreate: ['cuArray3DCreate_v2'],
  arrayDestroy: ['cuArrayDestroy'],
  textureCreate: ['cuTexObjectCreate'],
  textureDestroy: ['cuTexObjectDestroy'],
  surfaceCreate: ['cuSurfObjectCreate'],
  surfaceDestroy: ['cuSurfObjectDestroy'],
};

/** CUDA_ERROR_INVALID_CONTEXT, CUDA_ERROR_INVALID_HANDLE (of another context), CUDA_ERROR_CONTEXT_IS_DESTROYED. */
export const cudaContextRefusals: readonly number[] = [201, 400, 709];

/** NVIDIA GPUs through libcuda. */
export const cuda: Vendor = {
  name: 'NVIDIA',
  library: 'the NVIDIA driver library (libcuda)',
  libraryVariable: 'HEDDLE_CUDA_LIBRARY',
  libraryPaths: {
    linux: [
      'libcuda.so.1',
      // WSL keeps Windows' driver here, outside the loader's path in some distributions.
      '/usr/lib/wsl/lib/libcuda.so.1',
      // Where container runtimes mount it.
      '/usr/local/nvidia/lib64/libcuda.so.1',
      '/usr/local/nvidia/lib/libcuda.so.1',
      '/usr/lib/x86_64-linux-gnu/libcuda.so.1',
      '/usr/lib/aarch64-linux-gnu/libcuda.so.1',
      '/usr/lib64/libcuda.so.1',
      '/run/opengl-driver/lib/libcuda.so.1',
      'libcuda.so',
    ],
    win32: ['nvcuda.dll'],
  },
  hints: {
    noLibrary: 'Install the NVIDIA driver, or name its library in HEDDLE_CUDA_LIBRARY.',
    noDevice: 'Check that nvidia-smi lists a GPU, that the container may use it, and CUDA_VISIBLE_DEVICES.',
    tooOld: 'Upgrade the NVIDIA driver to 525 or newer (CUDA 12).',
  },
  oldestDriver: 12000,
  describeVersion: (version) => `CUDA ${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`,
  functions,
  errorNameStyle: 'written',
  peersBy: 'context',
  volumeCopy: () => cudaVolumeCopy,
  contextRefusals: () => cudaContextRefusals,
  neededAttributes: {
    threadsPerBlock: attribute.MAX_THREADS_PER_BLOCK,
    blockX: attribute.MAX_BLOCK_DIM_X,
    blockY: attribute.MAX_BLOCK_DIM_Y,
    blockZ: attribute.MAX_BLOCK_DIM_Z,
    gridX: attribute.MAX_GRID_DIM_X,
    gridY: attribute.MAX_GRID_DIM_Y,
    gridZ: attribute.MAX_GRID_DIM_Z,
    sharedBytes: attribute.MAX_SHARED_MEMORY_PER_BLOCK,
    sharedBytesOptIn: attribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
    warpSize: attribute.WARP_SIZE,
    clockKilohertz: attribute.CLOCK_RATE,
    multiprocessors: attribute.MULTIPROCESSOR_COUNT,
    cacheBytes: attribute.L2_CACHE_SIZE,
    computeMajor: attribute.COMPUTE_CAPABILITY_MAJOR,
    computeMinor: attribute.COMPUTE_CAPABILITY_MINOR,
    managedMemory: attribute.CONCURRENT_MANAGED_ACCESS,
    cooperativeLaunch: attribute.COOPERATIVE_LAUNCH,
    memoryPools: attribute.MEMORY_POOLS_SUPPORTED,
  },
  deviceAttributes: attribute,
  kernelAttributes: {
    maxThreadsPerBlock: 0,
    sharedBytes: 1,
    constantBytes: 2,
    localBytesPerThread: 3,
    registersPerThread: 4,
    maxDynamicSharedBytes: 8,
    others: {
      PTX_VERSION: 5,
      BINARY_VERSION: 6,
      CACHE_MODE_CA: 7,
      MAX_DYNAMIC_SHARED_SIZE_BYTES: 8,
      PREFERRED_SHARED_MEMORY_CARVEOUT: 9,
    },
  },
  architecture: ({ attributes }) => `sm_${attributes.computeMajor}${attributes.computeMinor}`,
  finishIntermediate: (artifact, target) => (needsJitLink([artifact]) ? jitLink([artifact], target) : undefined),
  // From CUDA 12.1 on Volta and newer; 4 KB before.
  argumentBytes: ({ driverVersion, attributes }) =>
    driverVersion >= 12010 && attributes.computeMajor >= 7 ? 32764 : 4096,
  capabilities: cudaCapabilities,
};

/** What NVIDIA's devices can do, through whichever library. */
export function cudaCapabilities(facts: DeviceFacts): readonly Capability[] {
  const { attributes } = facts;
  const compute = attributes.computeMajor * 10 + attributes.computeMinor;
  const always: Capability[] = [
    'float64',
    'atomics-int32',
    'atomics-int64',
    'atomics-float32',
    'warp-shuffle',
    'forward-progress',
    'static-shared-memory',
    'dynamic-shared-memory',
    'globals',
    'device-pointers',
    'pinned-memory',
    'rectangle-copy',
    'kernel-printf',
    'kernel-assert',
    'binaries',
    'textures',
    'surfaces',
    'stream-priority',
    'host-callbacks',
    'occupancy',
    // No `reset`: after a kernel's fault the driver answers every call of the process with it, in new contexts too.
  ];
  if (compute >= 53) always.push('float16');
  if (compute >= 80) always.push('bfloat16');
  if (compute >= 60) always.push('atomics-float64');
  return [...always, ...foundCapabilities(facts)];
}
