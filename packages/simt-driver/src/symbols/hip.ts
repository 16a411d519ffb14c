/** The HIP runtime as the shared driver sees it. ROCm 5, 6 and 7, and libraries with HIP's interface over others. */
import type { Capability } from '@heddle/core/backend';
import { hip5VolumeCopy, hip6VolumeCopy } from '../memory/volume-copy';
import { cudaCapabilities, cudaContextRefusals } from './cuda';
import { hipDeviceAttributes as attribute } from './hip-device-attributes';
import { foundCapabilities } from './found-capabilities';
import type { FunctionName } from './signatures';
import type { DeviceFacts, Vendor } from './vendor';

const functions: Readonly<Record<FunctionName, readonly string[]>> = {
  initialize: ['hipInit'],
  driverVersion: ['hipRuntimeGetVersion', 'hipDriverGetVersion'],
  errorName: ['hipGetErrorName'],
  errorText: ['hipGetErrorString'],
  deviceCount: ['hipGetDeviceCount'],
  deviceGet: ['hipDeviceGet'],
  deviceName: ['hipDeviceGetName'],
  deviceUuid: ['hipDeviceGetUuid'],
  deviceTotalMemory: ['hipDeviceTotalMem'],
  deviceAttribute: ['hipDeviceGetAttribute'],
  // From ROCm 6 on the old name is the old struct's.
  deviceProperties: ['hipGetDevicePropertiesR0600', 'hipGetDeviceProperties'],
  devicePciBusId: ['hipDeviceGetPCIBusId'],
  canAccessPeer: ['hipDeviceCanAccessPeer'],
  primaryContextRetain: ['hipDevicePrimaryCtxRetain'],
  primaryContextRelease: ['hipDevicePrimaryCtxRelease'],
  primaryContextReset: ['hipDevicePrimaryCtxReset'],
  contextCreate: ['hipCtxCreate'],
  contextDestroy: ['hipCtxDestroy'],
  contextSetCurrent: ['hipCtxSetCurrent'],
  contextGetCurrent: ['hipCtxGetCurrent'],
  contextSynchronize: ['hipDeviceSynchronize'],
  streamPriorityRange: ['hipDeviceGetStreamPriorityRange'],
  enablePeerAccess: ['hipDeviceEnablePeerAccess'],
  memoryInfo: ['hipMemGetInfo'],
  memoryAllocate: ['hipMalloc'],
  memoryAllocatePitched: ['hipMemAllocPitch'],
  memoryFree: ['hipFree'],
  memoryAllocateAsync: ['hipMallocAsync'],
  memoryFreeAsync: ['hipFreeAsync'],
  hostAllocate: ['hipHostMalloc'],
  hostFree: ['hipHostFree'],
  hostDevicePointer: ['hipHostGetDevicePointer'],
  hostRegister: ['hipHostRegister'],
  hostUnregister: ['hipHostUnregister'],
  managedAllocate: ['hipMallocManaged'],
  managedPrefetch: ['hipMemPrefetchAsync'],
  managedAdvise: ['hipMemAdvise'],
  shareMemory: ['hipIpcGetMemHandle'],
  openShared: ['hipIpcOpenMemHandle'],
  closeShared: ['hipIpcCloseMemHandle'],
  // The one that takes no direction; it looks at both addresses as CUDA's does.
  copyAsync: ['hipMemcpyDtoDAsync'],
  copyHostToDeviceAsync: ['hipMemcpyHtoDAsync'],
  copyDeviceToHostAsync: ['hipMemcpyDtoHAsync'],
  copyPeerAsync: ['hipMemcpyPeerAsync'],
  copyVolumeAsync: ['hipDrvMemcpy3DAsync'],
  fill8Async: ['hipMemsetD8Async'],
  fill16Async: ['hipMemsetD16Async'],
  fill32Async: ['hipMemsetD32Async'],
  streamCreate: ['hipStreamCreateWithPriority'],
  streamDestroy: ['hipStreamDestroy'],
  streamQuery: ['hipStreamQuery'],
  streamSynchronize: ['hipStreamSynchronize'],
  streamWaitEvent: ['hipStreamWaitEvent'],
  streamWaitValue: ['hipStreamWaitValue32'],
  streamWriteValue: ['hipStreamWriteValue32'],
  streamBeginCapture: ['hipStreamBeginCapture'],
  streamEndCapture: ['hipStreamEndCapture'],
  eventCreate: ['hipEventCreateWithFlags'],
  eventDestroy: ['hipEventDestroy'],
  eventRecord: ['hipEventRecord'],
  eventQuery: ['hipEventQuery'],
  eventSynchronize: ['hipEventSynchronize'],
  eventElapsedTime: ['hipEventElapsedTime'],
  moduleLoad: ['hipModuleLoadDataEx'],
  moduleUnload: ['hipModuleUnload'],
  moduleFunction: ['hipModuleGetFunction'],
  moduleGlobal: ['hipModuleGetGlobal'],
  // The names of kernels are read from the binary.
  moduleFunctionCount: [],
  moduleFunctions: [],
  functionName: [],
  functionAttribute: ['hipFuncGetAttribute'],
  functionSetAttribute: ['hipFuncSetAttribute'],
  // An extension of the library over NVIDIA's driver; AMD's code objects tell it themselves.
  functionParameter: ['hipFuncGetParamInfo'],
  occupancy: ['hipModuleOccupancyMaxActiveBlocksPerMultiprocessor'],
  linkCreate: [],
  linkAdd: [],
  linkComplete: [],
  linkDestroy: [],
  launch: ['hipModuleLaunchKernel'],
  launchCooperative: ['hipModuleLaunchCooperativeKernel'],
  // From ROCm 7 on.
  launchConfigured: ['hipDrvLaunchKernelEx'],
  graphInstantiate: ['hipGraphInstantiateWithFlags'],
  graphLaunch: ['hipGraphLaunch'],
  // HIP's gives its result apart; nothing here needs it.
  graphUpdate: [],
  graphExecutableDestroy: ['hipGraphExecDestroy'],
  graphDestroy: ['hipGraphDestroy'],
  arrayCreate: ['hipArray3DCreate'],
  arrayDestroy: ['hipArrayDestroy'],
  textureCreate: ['hipTexObjectCreate'],
  textureDestroy: ['hipTexObjectDestroy'],
  surfaceCreate: ['hipCreateSurfaceObject'],
  surfaceDestroy: ['hipDestroySurfaceObject'],
};

const rocm6 = 60_000_000;

/** AMD GPUs through libamdhip64; NVIDIA's through a library with its interface. */
export const hip: Vendor = {
  name: 'AMD',
  makerOf: (facts) => (isNvidia(facts) ? 'NVIDIA' : 'AMD'),
  library: "ROCm's HIP library (libamdhip64)",
  libraryVariable: 'HEDDLE_HIP_LIBRARY',
  libraryPaths: {
    linux: ['libamdhip64.so.7', 'libamdhip64.so.6', 'libamdhip64.so.5', 'libamdhip64.so'],
    win32: ['amdhip64_7.dll', 'amdhip64_6.dll', 'amdhip64.dll'],
  },
  hints: {
    noLibrary: 'Install ROCm (the packages hip-runtime-amd or libamdhip64), or name its library in HEDDLE_HIP_LIBRARY.',
    noDevice:
      'Check that rocminfo lists a GPU, that the container may use it, HIP_VISIBLE_DEVICES and ROCR_VISIBLE_DEVICES.',
    tooOld: 'Upgrade ROCm to 5.0 or newer.',
  },
  oldestDriver: 50_000_000,
  describeVersion: (version) =>
    `HIP ${Math.floor(version / 10_000_000)}.${Math.floor((version % 10_000_000) / 100_000)}.${version % 100_000}`,
  functions,
  // The mask of what is compared: all of it.
  lastArguments: { streamWaitValue: { type: 'u', value: 0xffffffff } },
  waitsForWords: ({ all }) => all['CanUseStreamWaitValue'] === 1,
  noDeviceStatuses: [100, 101],
  statusCodes: {
    9: 'ARGUMENT',
    17: 'ARGUMENT',
    35: 'UNAVAILABLE',
    52: 'ARGUMENT',
    98: 'ARGUMENT',
    303: 'ARGUMENT',
    712: 'ARGUMENT',
    713: 'ARGUMENT',
    1052: 'DEVICE_LOST',
    1053: 'DEVICE_LOST',
  },
  errorNameStyle: 'returned',
  // What AMD's runtime does in another device's context is not documented; the driver of NVIDIA refuses.
  contextRefusals: (facts) => (isNvidia(facts) ? cudaContextRefusals : undefined),
  peersBy: 'device',
  volumeCopy: (version) => (version >= rocm6 ? hip6VolumeCopy : hip5VolumeCopy),
  neededAttributes: {
    threadsPerBlock: attribute.MaxThreadsPerBlock,
    blockX: attribute.MaxBlockDimX,
    blockY: attribute.MaxBlockDimY,
    blockZ: attribute.MaxBlockDimZ,
    gridX: attribute.MaxGridDimX,
    gridY: attribute.MaxGridDimY,
    gridZ: attribute.MaxGridDimZ,
    sharedBytes: attribute.MaxSharedMemoryPerBlock,
    sharedBytesOptIn: attribute.SharedMemPerBlockOptin,
    warpSize: attribute.WarpSize,
    clockKilohertz: attribute.ClockRate,
    multiprocessors: attribute.MultiprocessorCount,
    cacheBytes: attribute.L2CacheSize,
    computeMajor: attribute.ComputeCapabilityMajor,
    computeMinor: attribute.ComputeCapabilityMinor,
    managedMemory: attribute.ConcurrentManagedAccess,
    cooperativeLaunch: attribute.CooperativeLaunch,
    memoryPools: attribute.MemoryPoolsSupported,
  },
  deviceAttributes: attribute,
  kernelAttributes: {
    maxThreadsPerBlock: 0,
    sharedBytes: 1,
    constantBytes: 2,
    localBytesPerThread: 3,
    registersPerThread: 4,
    maxDynamicSharedBytes: 8,
    others: { PTX_VERSION: 5, BINARY_VERSION: 6, CACHE_MODE_CA: 7, MAX_DYNAMIC_SHARED_SIZE_BYTES: 8 },
  },
  architecture: hipArchitecture,
  argumentBytes: () => 4096,
  capabilities: hipCapabilities,
};

// Where gcnArchName begins in hipDeviceProp_t: ROCm 5's, of 792 bytes, and that of R0600, of 1472.
const architectureOffsets = (version: number): number => (version >= rocm6 ? 1160 : 396);
const architectureName = /^(?:gfx[0-9a-f]+(?:-[a-z]+)*(?::[a-z]+[+-])*|sm_\d+[a-z]?)(?=\0)/;
const anywhere = /(?:gfx[0-9a-f]{3,4}(?::[a-z]+[+-])*|sm_\d+[a-z]?)(?=\0)/;

/** `gfx90a:sramecc+:xnack-`; `sm_90` if the library runs on NVIDIA's devices. */
function hipArchitecture({ properties, driverVersion, attributes }: DeviceFacts): string {
  const text = Buffer.from(properties.buffer, properties.byteOffset, properties.byteLength).toString('latin1');
  // A version between may have moved it; nothing else in the struct looks like it, but for the device's name in front.
  const found =
    architectureName.exec(text.slice(architectureOffsets(driverVersion)))?.[0] ?? anywhere.exec(text.slice(256))?.[0];
  return found ?? `gfx${attributes.computeMajor}${attributes.computeMinor}0`;
}

function isNvidia(facts: DeviceFacts): boolean {
  return hipArchitecture(facts).startsWith('sm_');
}

function hipCapabilities(facts: DeviceFacts): readonly Capability[] {
  if (isNvidia(facts)) return cudaCapabilities(facts);
  const { all } = facts;
  const always: Capability[] = [
    'float16',
    'float64',
    'atomics-int32',
    'atomics-int64',
    'atomics-float32',
    'atomics-float64',
    'warp-shuffle',
    'forward-progress',
    'static-shared-memory',
    'dynamic-shared-memory',
    'globals',
    'device-pointers',
    'pinned-memory',
    'rectangle-copy',
    'kernel-printf',
    'binaries',
    'stream-priority',
    'host-callbacks',
    'occupancy',
  ];
  // A fault ends the process, and so does a failed assert: neither `reset` nor `kernel-assert` is declared.
  // Devices made for computing have no image instructions.
  if (all['ImageSupport'] === 1) always.push('textures', 'surfaces');
  return [...always, ...foundCapabilities(facts)];
}
