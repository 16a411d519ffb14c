/* eslint-disable max-lines */
/**
 * The structs of the CUDA driver: bytes, alignment, and where each field lies.
 *
 * Generated from the headers of CUDA 13.0 by tools/generate-cuda-api; do not edit.
 */
import type { StructDescription } from '../struct-view';

export const CUuuid = {
  name: 'CUuuid',
  byteLength: 16,
  alignment: 1,
  fields: {
    bytes: [0, 'i8', 16],
  },
} as const satisfies StructDescription;

export const CUmemFabricHandle = {
  name: 'CUmemFabricHandle',
  byteLength: 64,
  alignment: 1,
  fields: {
    data: [0, 'u8', 64],
  },
} as const satisfies StructDescription;
export const CUmemFabricHandle_v1 = CUmemFabricHandle;

export const CUipcEventHandle = {
  name: 'CUipcEventHandle',
  byteLength: 64,
  alignment: 1,
  fields: {
    reserved: [0, 'i8', 64],
  },
} as const satisfies StructDescription;
export const CUipcEventHandle_v1 = CUipcEventHandle;

export const CUipcMemHandle = {
  name: 'CUipcMemHandle',
  byteLength: 64,
  alignment: 1,
  fields: {
    reserved: [0, 'i8', 64],
  },
} as const satisfies StructDescription;
export const CUipcMemHandle_v1 = CUipcMemHandle;

export const CUstreamBatchMemOpParams = {
  name: 'CUstreamBatchMemOpParams',
  byteLength: 48,
  alignment: 8,
  fields: {
    operation: [0, 'i32'],
    'waitValue.operation': [0, 'i32'],
    'waitValue.address': [8, 'u64'],
    'waitValue.value': [16, 'u32'],
    'waitValue.value64': [16, 'u64'],
    'waitValue.flags': [24, 'u32'],
    'waitValue.alias': [32, 'u64'],
    'writeValue.operation': [0, 'i32'],
    'writeValue.address': [8, 'u64'],
    'writeValue.value': [16, 'u32'],
    'writeValue.value64': [16, 'u64'],
    'writeValue.flags': [24, 'u32'],
    'writeValue.alias': [32, 'u64'],
    'flushRemoteWrites.operation': [0, 'i32'],
    'flushRemoteWrites.flags': [4, 'u32'],
    'memoryBarrier.operation': [0, 'i32'],
    'memoryBarrier.flags': [4, 'u32'],
    pad: [0, 'u64', 6],
  },
} as const satisfies StructDescription;
export const CUstreamBatchMemOpParams_v1 = CUstreamBatchMemOpParams;

export const CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 = {
  name: 'CUDA_BATCH_MEM_OP_NODE_PARAMS_v1',
  byteLength: 32,
  alignment: 8,
  fields: {
    ctx: [0, 'pointer'],
    count: [8, 'u32'],
    paramArray: [16, 'pointer'],
    flags: [24, 'u32'],
  },
} as const satisfies StructDescription;
export const CUDA_BATCH_MEM_OP_NODE_PARAMS = CUDA_BATCH_MEM_OP_NODE_PARAMS_v1;

export const CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 = {
  name: 'CUDA_BATCH_MEM_OP_NODE_PARAMS_v2',
  byteLength: 32,
  alignment: 8,
  fields: {
    ctx: [0, 'pointer'],
    count: [8, 'u32'],
    paramArray: [16, 'pointer'],
    flags: [24, 'u32'],
  },
} as const satisfies StructDescription;

export const CUasyncNotificationInfo = {
  name: 'CUasyncNotificationInfo',
  byteLength: 16,
  alignment: 8,
  fields: {
    type: [0, 'i32'],
    'info.overBudget.bytesOverBudget': [8, 'u64'],
  },
} as const satisfies StructDescription;

export const CUdevprop = {
  name: 'CUdevprop',
  byteLength: 56,
  alignment: 4,
  fields: {
    maxThreadsPerBlock: [0, 'i32'],
    maxThreadsDim: [4, 'i32', 3],
    maxGridSize: [16, 'i32', 3],
    sharedMemPerBlock: [28, 'i32'],
    totalConstantMemory: [32, 'i32'],
    SIMDWidth: [36, 'i32'],
    memPitch: [40, 'i32'],
    regsPerBlock: [44, 'i32'],
    clockRate: [48, 'i32'],
    textureAlign: [52, 'i32'],
  },
} as const satisfies StructDescription;
export const CUdevprop_v1 = CUdevprop;

export const CUaccessPolicyWindow = {
  name: 'CUaccessPolicyWindow',
  byteLength: 32,
  alignment: 8,
  fields: {
    base_ptr: [0, 'pointer'],
    num_bytes: [8, 'u64'],
    hitRatio: [16, 'f32'],
    hitProp: [20, 'i32'],
    missProp: [24, 'i32'],
  },
} as const satisfies StructDescription;
export const CUaccessPolicyWindow_v1 = CUaccessPolicyWindow;

export const CUDA_KERNEL_NODE_PARAMS_v1 = {
  name: 'CUDA_KERNEL_NODE_PARAMS_v1',
  byteLength: 56,
  alignment: 8,
  fields: {
    func: [0, 'pointer'],
    gridDimX: [8, 'u32'],
    gridDimY: [12, 'u32'],
    gridDimZ: [16, 'u32'],
    blockDimX: [20, 'u32'],
    blockDimY: [24, 'u32'],
    blockDimZ: [28, 'u32'],
    sharedMemBytes: [32, 'u32'],
    kernelParams: [40, 'pointer'],
    extra: [48, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUDA_KERNEL_NODE_PARAMS_v2 = {
  name: 'CUDA_KERNEL_NODE_PARAMS_v2',
  byteLength: 72,
  alignment: 8,
  fields: {
    func: [0, 'pointer'],
    gridDimX: [8, 'u32'],
    gridDimY: [12, 'u32'],
    gridDimZ: [16, 'u32'],
    blockDimX: [20, 'u32'],
    blockDimY: [24, 'u32'],
    blockDimZ: [28, 'u32'],
    sharedMemBytes: [32, 'u32'],
    kernelParams: [40, 'pointer'],
    extra: [48, 'pointer'],
    kern: [56, 'pointer'],
    ctx: [64, 'pointer'],
  },
} as const satisfies StructDescription;
export const CUDA_KERNEL_NODE_PARAMS = CUDA_KERNEL_NODE_PARAMS_v2;

export const CUDA_KERNEL_NODE_PARAMS_v3 = {
  name: 'CUDA_KERNEL_NODE_PARAMS_v3',
  byteLength: 72,
  alignment: 8,
  fields: {
    func: [0, 'pointer'],
    gridDimX: [8, 'u32'],
    gridDimY: [12, 'u32'],
    gridDimZ: [16, 'u32'],
    blockDimX: [20, 'u32'],
    blockDimY: [24, 'u32'],
    blockDimZ: [28, 'u32'],
    sharedMemBytes: [32, 'u32'],
    kernelParams: [40, 'pointer'],
    extra: [48, 'pointer'],
    kern: [56, 'pointer'],
    ctx: [64, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUDA_MEMSET_NODE_PARAMS = {
  name: 'CUDA_MEMSET_NODE_PARAMS',
  byteLength: 40,
  alignment: 8,
  fields: {
    dst: [0, 'u64'],
    pitch: [8, 'u64'],
    value: [16, 'u32'],
    elementSize: [20, 'u32'],
    width: [24, 'u64'],
    height: [32, 'u64'],
  },
} as const satisfies StructDescription;
export const CUDA_MEMSET_NODE_PARAMS_v1 = CUDA_MEMSET_NODE_PARAMS;

export const CUDA_MEMSET_NODE_PARAMS_v2 = {
  name: 'CUDA_MEMSET_NODE_PARAMS_v2',
  byteLength: 48,
  alignment: 8,
  fields: {
    dst: [0, 'u64'],
    pitch: [8, 'u64'],
    value: [16, 'u32'],
    elementSize: [20, 'u32'],
    width: [24, 'u64'],
    height: [32, 'u64'],
    ctx: [40, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUDA_HOST_NODE_PARAMS = {
  name: 'CUDA_HOST_NODE_PARAMS',
  byteLength: 16,
  alignment: 8,
  fields: {
    fn: [0, 'pointer'],
    userData: [8, 'pointer'],
  },
} as const satisfies StructDescription;
export const CUDA_HOST_NODE_PARAMS_v1 = CUDA_HOST_NODE_PARAMS;

export const CUDA_HOST_NODE_PARAMS_v2 = {
  name: 'CUDA_HOST_NODE_PARAMS_v2',
  byteLength: 16,
  alignment: 8,
  fields: {
    fn: [0, 'pointer'],
    userData: [8, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUDA_CONDITIONAL_NODE_PARAMS = {
  name: 'CUDA_CONDITIONAL_NODE_PARAMS',
  byteLength: 32,
  alignment: 8,
  fields: {
    handle: [0, 'u64'],
    type: [8, 'i32'],
    size: [12, 'u32'],
    phGraph_out: [16, 'pointer'],
    ctx: [24, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUgraphEdgeData = {
  name: 'CUgraphEdgeData',
  byteLength: 8,
  alignment: 1,
  fields: {
    from_port: [0, 'u8'],
    to_port: [1, 'u8'],
    type: [2, 'u8'],
    reserved: [3, 'u8', 5],
  },
} as const satisfies StructDescription;

export const CUDA_GRAPH_INSTANTIATE_PARAMS = {
  name: 'CUDA_GRAPH_INSTANTIATE_PARAMS',
  byteLength: 32,
  alignment: 8,
  fields: {
    flags: [0, 'u64'],
    hUploadStream: [8, 'pointer'],
    hErrNode_out: [16, 'pointer'],
    result_out: [24, 'i32'],
  },
} as const satisfies StructDescription;

export const CUlaunchMemSyncDomainMap = {
  name: 'CUlaunchMemSyncDomainMap',
  byteLength: 2,
  alignment: 1,
  fields: {
    default_: [0, 'u8'],
    remote: [1, 'u8'],
  },
} as const satisfies StructDescription;

export const CUlaunchAttributeValue = {
  name: 'CUlaunchAttributeValue',
  byteLength: 64,
  alignment: 8,
  fields: {
    pad: [0, 'i8', 64],
    'accessPolicyWindow.base_ptr': [0, 'pointer'],
    'accessPolicyWindow.num_bytes': [8, 'u64'],
    'accessPolicyWindow.hitRatio': [16, 'f32'],
    'accessPolicyWindow.hitProp': [20, 'i32'],
    'accessPolicyWindow.missProp': [24, 'i32'],
    cooperative: [0, 'i32'],
    syncPolicy: [0, 'i32'],
    'clusterDim.x': [0, 'u32'],
    'clusterDim.y': [4, 'u32'],
    'clusterDim.z': [8, 'u32'],
    clusterSchedulingPolicyPreference: [0, 'i32'],
    programmaticStreamSerializationAllowed: [0, 'i32'],
    'programmaticEvent.event': [0, 'pointer'],
    'programmaticEvent.flags': [8, 'i32'],
    'programmaticEvent.triggerAtBlockStart': [12, 'i32'],
    'launchCompletionEvent.event': [0, 'pointer'],
    'launchCompletionEvent.flags': [8, 'i32'],
    priority: [0, 'i32'],
    'memSyncDomainMap.default_': [0, 'u8'],
    'memSyncDomainMap.remote': [1, 'u8'],
    memSyncDomain: [0, 'i32'],
    'preferredClusterDim.x': [0, 'u32'],
    'preferredClusterDim.y': [4, 'u32'],
    'preferredClusterDim.z': [8, 'u32'],
    'deviceUpdatableKernelNode.deviceUpdatable': [0, 'i32'],
    'deviceUpdatableKernelNode.devNode': [8, 'pointer'],
    sharedMemCarveout: [0, 'u32'],
    nvlinkUtilCentricScheduling: [0, 'u32'],
  },
} as const satisfies StructDescription;
export const CUkernelNodeAttrValue = CUlaunchAttributeValue;
export const CUstreamAttrValue = CUlaunchAttributeValue;
export const CUkernelNodeAttrValue_v1 = CUlaunchAttributeValue;
export const CUstreamAttrValue_v1 = CUlaunchAttributeValue;

export const CUlaunchAttribute = {
  name: 'CUlaunchAttribute',
  byteLength: 72,
  alignment: 8,
  fields: {
    id: [0, 'i32'],
    pad: [4, 'i8', 4],
    'value.pad': [8, 'i8', 64],
    'value.accessPolicyWindow.base_ptr': [8, 'pointer'],
    'value.accessPolicyWindow.num_bytes': [16, 'u64'],
    'value.accessPolicyWindow.hitRatio': [24, 'f32'],
    'value.accessPolicyWindow.hitProp': [28, 'i32'],
    'value.accessPolicyWindow.missProp': [32, 'i32'],
    'value.cooperative': [8, 'i32'],
    'value.syncPolicy': [8, 'i32'],
    'value.clusterDim.x': [8, 'u32'],
    'value.clusterDim.y': [12, 'u32'],
    'value.clusterDim.z': [16, 'u32'],
    'value.clusterSchedulingPolicyPreference': [8, 'i32'],
    'value.programmaticStreamSerializationAllowed': [8, 'i32'],
    'value.programmaticEvent.event': [8, 'pointer'],
    'value.programmaticEvent.flags': [16, 'i32'],
    'value.programmaticEvent.triggerAtBlockStart': [20, 'i32'],
    'value.launchCompletionEvent.event': [8, 'pointer'],
    'value.launchCompletionEvent.flags': [16, 'i32'],
    'value.priority': [8, 'i32'],
    'value.memSyncDomainMap.default_': [8, 'u8'],
    'value.memSyncDomainMap.remote': [9, 'u8'],
    'value.memSyncDomain': [8, 'i32'],
    'value.preferredClusterDim.x': [8, 'u32'],
    'value.preferredClusterDim.y': [12, 'u32'],
    'value.preferredClusterDim.z': [16, 'u32'],
    'value.deviceUpdatableKernelNode.deviceUpdatable': [8, 'i32'],
    'value.deviceUpdatableKernelNode.devNode': [16, 'pointer'],
    'value.sharedMemCarveout': [8, 'u32'],
    'value.nvlinkUtilCentricScheduling': [8, 'u32'],
  },
} as const satisfies StructDescription;

export const CUlaunchConfig = {
  name: 'CUlaunchConfig',
  byteLength: 56,
  alignment: 8,
  fields: {
    gridDimX: [0, 'u32'],
    gridDimY: [4, 'u32'],
    gridDimZ: [8, 'u32'],
    blockDimX: [12, 'u32'],
    blockDimY: [16, 'u32'],
    blockDimZ: [20, 'u32'],
    sharedMemBytes: [24, 'u32'],
    hStream: [32, 'pointer'],
    attrs: [40, 'pointer'],
    numAttrs: [48, 'u32'],
  },
} as const satisfies StructDescription;

export const CUexecAffinitySmCount = {
  name: 'CUexecAffinitySmCount',
  byteLength: 4,
  alignment: 4,
  fields: {
    val: [0, 'u32'],
  },
} as const satisfies StructDescription;
export const CUexecAffinitySmCount_v1 = CUexecAffinitySmCount;

export const CUexecAffinityParam = {
  name: 'CUexecAffinityParam',
  byteLength: 8,
  alignment: 4,
  fields: {
    type: [0, 'i32'],
    'param.smCount.val': [4, 'u32'],
  },
} as const satisfies StructDescription;
export const CUexecAffinityParam_v1 = CUexecAffinityParam;

export const CUctxCigParam = {
  name: 'CUctxCigParam',
  byteLength: 16,
  alignment: 8,
  fields: {
    sharedDataType: [0, 'i32'],
    sharedData: [8, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUctxCreateParams = {
  name: 'CUctxCreateParams',
  byteLength: 24,
  alignment: 8,
  fields: {
    execAffinityParams: [0, 'pointer'],
    numExecAffinityParams: [8, 'i32'],
    cigParams: [16, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUlibraryHostUniversalFunctionAndDataTable = {
  name: 'CUlibraryHostUniversalFunctionAndDataTable',
  byteLength: 32,
  alignment: 8,
  fields: {
    functionTable: [0, 'pointer'],
    functionWindowSize: [8, 'u64'],
    dataTable: [16, 'pointer'],
    dataWindowSize: [24, 'u64'],
  },
} as const satisfies StructDescription;

export const CUDA_MEMCPY2D = {
  name: 'CUDA_MEMCPY2D',
  byteLength: 128,
  alignment: 8,
  fields: {
    srcXInBytes: [0, 'u64'],
    srcY: [8, 'u64'],
    srcMemoryType: [16, 'i32'],
    srcHost: [24, 'pointer'],
    srcDevice: [32, 'u64'],
    srcArray: [40, 'pointer'],
    srcPitch: [48, 'u64'],
    dstXInBytes: [56, 'u64'],
    dstY: [64, 'u64'],
    dstMemoryType: [72, 'i32'],
    dstHost: [80, 'pointer'],
    dstDevice: [88, 'u64'],
    dstArray: [96, 'pointer'],
    dstPitch: [104, 'u64'],
    WidthInBytes: [112, 'u64'],
    Height: [120, 'u64'],
  },
} as const satisfies StructDescription;
export const CUDA_MEMCPY2D_v2 = CUDA_MEMCPY2D;

export const CUDA_MEMCPY3D = {
  name: 'CUDA_MEMCPY3D',
  byteLength: 200,
  alignment: 8,
  fields: {
    srcXInBytes: [0, 'u64'],
    srcY: [8, 'u64'],
    srcZ: [16, 'u64'],
    srcLOD: [24, 'u64'],
    srcMemoryType: [32, 'i32'],
    srcHost: [40, 'pointer'],
    srcDevice: [48, 'u64'],
    srcArray: [56, 'pointer'],
    reserved0: [64, 'pointer'],
    srcPitch: [72, 'u64'],
    srcHeight: [80, 'u64'],
    dstXInBytes: [88, 'u64'],
    dstY: [96, 'u64'],
    dstZ: [104, 'u64'],
    dstLOD: [112, 'u64'],
    dstMemoryType: [120, 'i32'],
    dstHost: [128, 'pointer'],
    dstDevice: [136, 'u64'],
    dstArray: [144, 'pointer'],
    reserved1: [152, 'pointer'],
    dstPitch: [160, 'u64'],
    dstHeight: [168, 'u64'],
    WidthInBytes: [176, 'u64'],
    Height: [184, 'u64'],
    Depth: [192, 'u64'],
  },
} as const satisfies StructDescription;
export const CUDA_MEMCPY3D_v2 = CUDA_MEMCPY3D;

export const CUDA_MEMCPY3D_PEER = {
  name: 'CUDA_MEMCPY3D_PEER',
  byteLength: 200,
  alignment: 8,
  fields: {
    srcXInBytes: [0, 'u64'],
    srcY: [8, 'u64'],
    srcZ: [16, 'u64'],
    srcLOD: [24, 'u64'],
    srcMemoryType: [32, 'i32'],
    srcHost: [40, 'pointer'],
    srcDevice: [48, 'u64'],
    srcArray: [56, 'pointer'],
    srcContext: [64, 'pointer'],
    srcPitch: [72, 'u64'],
    srcHeight: [80, 'u64'],
    dstXInBytes: [88, 'u64'],
    dstY: [96, 'u64'],
    dstZ: [104, 'u64'],
    dstLOD: [112, 'u64'],
    dstMemoryType: [120, 'i32'],
    dstHost: [128, 'pointer'],
    dstDevice: [136, 'u64'],
    dstArray: [144, 'pointer'],
    dstContext: [152, 'pointer'],
    dstPitch: [160, 'u64'],
    dstHeight: [168, 'u64'],
    WidthInBytes: [176, 'u64'],
    Height: [184, 'u64'],
    Depth: [192, 'u64'],
  },
} as const satisfies StructDescription;
export const CUDA_MEMCPY3D_PEER_v1 = CUDA_MEMCPY3D_PEER;

export const CUDA_MEMCPY_NODE_PARAMS = {
  name: 'CUDA_MEMCPY_NODE_PARAMS',
  byteLength: 216,
  alignment: 8,
  fields: {
    flags: [0, 'i32'],
    reserved: [4, 'i32'],
    copyCtx: [8, 'pointer'],
    'copyParams.srcXInBytes': [16, 'u64'],
    'copyParams.srcY': [24, 'u64'],
    'copyParams.srcZ': [32, 'u64'],
    'copyParams.srcLOD': [40, 'u64'],
    'copyParams.srcMemoryType': [48, 'i32'],
    'copyParams.srcHost': [56, 'pointer'],
    'copyParams.srcDevice': [64, 'u64'],
    'copyParams.srcArray': [72, 'pointer'],
    'copyParams.reserved0': [80, 'pointer'],
    'copyParams.srcPitch': [88, 'u64'],
    'copyParams.srcHeight': [96, 'u64'],
    'copyParams.dstXInBytes': [104, 'u64'],
    'copyParams.dstY': [112, 'u64'],
    'copyParams.dstZ': [120, 'u64'],
    'copyParams.dstLOD': [128, 'u64'],
    'copyParams.dstMemoryType': [136, 'i32'],
    'copyParams.dstHost': [144, 'pointer'],
    'copyParams.dstDevice': [152, 'u64'],
    'copyParams.dstArray': [160, 'pointer'],
    'copyParams.reserved1': [168, 'pointer'],
    'copyParams.dstPitch': [176, 'u64'],
    'copyParams.dstHeight': [184, 'u64'],
    'copyParams.WidthInBytes': [192, 'u64'],
    'copyParams.Height': [200, 'u64'],
    'copyParams.Depth': [208, 'u64'],
  },
} as const satisfies StructDescription;

export const CUDA_ARRAY_DESCRIPTOR = {
  name: 'CUDA_ARRAY_DESCRIPTOR',
  byteLength: 24,
  alignment: 8,
  fields: {
    Width: [0, 'u64'],
    Height: [8, 'u64'],
    Format: [16, 'i32'],
    NumChannels: [20, 'u32'],
  },
} as const satisfies StructDescription;
export const CUDA_ARRAY_DESCRIPTOR_v2 = CUDA_ARRAY_DESCRIPTOR;

export const CUDA_ARRAY3D_DESCRIPTOR = {
  name: 'CUDA_ARRAY3D_DESCRIPTOR',
  byteLength: 40,
  alignment: 8,
  fields: {
    Width: [0, 'u64'],
    Height: [8, 'u64'],
    Depth: [16, 'u64'],
    Format: [24, 'i32'],
    NumChannels: [28, 'u32'],
    Flags: [32, 'u32'],
  },
} as const satisfies StructDescription;
export const CUDA_ARRAY3D_DESCRIPTOR_v2 = CUDA_ARRAY3D_DESCRIPTOR;

export const CUDA_ARRAY_SPARSE_PROPERTIES = {
  name: 'CUDA_ARRAY_SPARSE_PROPERTIES',
  byteLength: 48,
  alignment: 8,
  fields: {
    'tileExtent.width': [0, 'u32'],
    'tileExtent.height': [4, 'u32'],
    'tileExtent.depth': [8, 'u32'],
    miptailFirstLevel: [12, 'u32'],
    miptailSize: [16, 'u64'],
    flags: [24, 'u32'],
    reserved: [28, 'u32', 4],
  },
} as const satisfies StructDescription;
export const CUDA_ARRAY_SPARSE_PROPERTIES_v1 = CUDA_ARRAY_SPARSE_PROPERTIES;

export const CUDA_ARRAY_MEMORY_REQUIREMENTS = {
  name: 'CUDA_ARRAY_MEMORY_REQUIREMENTS',
  byteLength: 32,
  alignment: 8,
  fields: {
    size: [0, 'u64'],
    alignment: [8, 'u64'],
    reserved: [16, 'u32', 4],
  },
} as const satisfies StructDescription;
export const CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 = CUDA_ARRAY_MEMORY_REQUIREMENTS;

export const CUDA_RESOURCE_DESC = {
  name: 'CUDA_RESOURCE_DESC',
  byteLength: 144,
  alignment: 8,
  fields: {
    resType: [0, 'i32'],
    'res.array.hArray': [8, 'pointer'],
    'res.mipmap.hMipmappedArray': [8, 'pointer'],
    'res.linear.devPtr': [8, 'u64'],
    'res.linear.format': [16, 'i32'],
    'res.linear.numChannels': [20, 'u32'],
    'res.linear.sizeInBytes': [24, 'u64'],
    'res.pitch2D.devPtr': [8, 'u64'],
    'res.pitch2D.format': [16, 'i32'],
    'res.pitch2D.numChannels': [20, 'u32'],
    'res.pitch2D.width': [24, 'u64'],
    'res.pitch2D.height': [32, 'u64'],
    'res.pitch2D.pitchInBytes': [40, 'u64'],
    'res.reserved.reserved': [8, 'i32', 32],
    flags: [136, 'u32'],
  },
} as const satisfies StructDescription;
export const CUDA_RESOURCE_DESC_v1 = CUDA_RESOURCE_DESC;

export const CUDA_TEXTURE_DESC = {
  name: 'CUDA_TEXTURE_DESC',
  byteLength: 104,
  alignment: 4,
  fields: {
    addressMode: [0, 'i32', 3],
    filterMode: [12, 'i32'],
    flags: [16, 'u32'],
    maxAnisotropy: [20, 'u32'],
    mipmapFilterMode: [24, 'i32'],
    mipmapLevelBias: [28, 'f32'],
    minMipmapLevelClamp: [32, 'f32'],
    maxMipmapLevelClamp: [36, 'f32'],
    borderColor: [40, 'f32', 4],
    reserved: [56, 'i32', 12],
  },
} as const satisfies StructDescription;
export const CUDA_TEXTURE_DESC_v1 = CUDA_TEXTURE_DESC;

export const CUDA_RESOURCE_VIEW_DESC = {
  name: 'CUDA_RESOURCE_VIEW_DESC',
  byteLength: 112,
  alignment: 8,
  fields: {
    format: [0, 'i32'],
    width: [8, 'u64'],
    height: [16, 'u64'],
    depth: [24, 'u64'],
    firstMipmapLevel: [32, 'u32'],
    lastMipmapLevel: [36, 'u32'],
    firstLayer: [40, 'u32'],
    lastLayer: [44, 'u32'],
    reserved: [48, 'u32', 16],
  },
} as const satisfies StructDescription;
export const CUDA_RESOURCE_VIEW_DESC_v1 = CUDA_RESOURCE_VIEW_DESC;

export const CUtensorMap = {
  name: 'CUtensorMap',
  byteLength: 128,
  alignment: 128,
  fields: {
    opaque: [0, 'u64', 16],
  },
} as const satisfies StructDescription;

export const CUDA_POINTER_ATTRIBUTE_P2P_TOKENS = {
  name: 'CUDA_POINTER_ATTRIBUTE_P2P_TOKENS',
  byteLength: 16,
  alignment: 8,
  fields: {
    p2pToken: [0, 'u64'],
    vaSpaceToken: [8, 'u32'],
  },
} as const satisfies StructDescription;
export const CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 = CUDA_POINTER_ATTRIBUTE_P2P_TOKENS;

export const CUDA_LAUNCH_PARAMS = {
  name: 'CUDA_LAUNCH_PARAMS',
  byteLength: 56,
  alignment: 8,
  fields: {
    function: [0, 'pointer'],
    gridDimX: [8, 'u32'],
    gridDimY: [12, 'u32'],
    gridDimZ: [16, 'u32'],
    blockDimX: [20, 'u32'],
    blockDimY: [24, 'u32'],
    blockDimZ: [28, 'u32'],
    sharedMemBytes: [32, 'u32'],
    hStream: [40, 'pointer'],
    kernelParams: [48, 'pointer'],
  },
} as const satisfies StructDescription;
export const CUDA_LAUNCH_PARAMS_v1 = CUDA_LAUNCH_PARAMS;

export const CUDA_EXTERNAL_MEMORY_HANDLE_DESC = {
  name: 'CUDA_EXTERNAL_MEMORY_HANDLE_DESC',
  byteLength: 104,
  alignment: 8,
  fields: {
    type: [0, 'i32'],
    'handle.fd': [8, 'i32'],
    'handle.win32.handle': [8, 'pointer'],
    'handle.win32.name': [16, 'pointer'],
    'handle.nvSciBufObject': [8, 'pointer'],
    size: [24, 'u64'],
    flags: [32, 'u32'],
    reserved: [36, 'u32', 16],
  },
} as const satisfies StructDescription;
export const CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 = CUDA_EXTERNAL_MEMORY_HANDLE_DESC;

export const CUDA_EXTERNAL_MEMORY_BUFFER_DESC = {
  name: 'CUDA_EXTERNAL_MEMORY_BUFFER_DESC',
  byteLength: 88,
  alignment: 8,
  fields: {
    offset: [0, 'u64'],
    size: [8, 'u64'],
    flags: [16, 'u32'],
    reserved: [20, 'u32', 16],
  },
} as const satisfies StructDescription;
export const CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 = CUDA_EXTERNAL_MEMORY_BUFFER_DESC;

export const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC = {
  name: 'CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC',
  byteLength: 120,
  alignment: 8,
  fields: {
    offset: [0, 'u64'],
    'arrayDesc.Width': [8, 'u64'],
    'arrayDesc.Height': [16, 'u64'],
    'arrayDesc.Depth': [24, 'u64'],
    'arrayDesc.Format': [32, 'i32'],
    'arrayDesc.NumChannels': [36, 'u32'],
    'arrayDesc.Flags': [40, 'u32'],
    numLevels: [48, 'u32'],
    reserved: [52, 'u32', 16],
  },
} as const satisfies StructDescription;
export const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;

export const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC = {
  name: 'CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC',
  byteLength: 96,
  alignment: 8,
  fields: {
    type: [0, 'i32'],
    'handle.fd': [8, 'i32'],
    'handle.win32.handle': [8, 'pointer'],
    'handle.win32.name': [16, 'pointer'],
    'handle.nvSciSyncObj': [8, 'pointer'],
    flags: [24, 'u32'],
    reserved: [28, 'u32', 16],
  },
} as const satisfies StructDescription;
export const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC;

export const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS = {
  name: 'CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS',
  byteLength: 144,
  alignment: 8,
  fields: {
    'params.fence.value': [0, 'u64'],
    'params.nvSciSync.fence': [8, 'pointer'],
    'params.nvSciSync.reserved': [8, 'u64'],
    'params.keyedMutex.key': [16, 'u64'],
    'params.reserved': [24, 'u32', 12],
    flags: [72, 'u32'],
    reserved: [76, 'u32', 16],
  },
} as const satisfies StructDescription;
export const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;

export const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS = {
  name: 'CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS',
  byteLength: 144,
  alignment: 8,
  fields: {
    'params.fence.value': [0, 'u64'],
    'params.nvSciSync.fence': [8, 'pointer'],
    'params.nvSciSync.reserved': [8, 'u64'],
    'params.keyedMutex.key': [16, 'u64'],
    'params.keyedMutex.timeoutMs': [24, 'u32'],
    'params.reserved': [32, 'u32', 10],
    flags: [72, 'u32'],
    reserved: [76, 'u32', 16],
  },
} as const satisfies StructDescription;
export const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;

export const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS = {
  name: 'CUDA_EXT_SEM_SIGNAL_NODE_PARAMS',
  byteLength: 24,
  alignment: 8,
  fields: {
    extSemArray: [0, 'pointer'],
    paramsArray: [8, 'pointer'],
    numExtSems: [16, 'u32'],
  },
} as const satisfies StructDescription;
export const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS;

export const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 = {
  name: 'CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2',
  byteLength: 24,
  alignment: 8,
  fields: {
    extSemArray: [0, 'pointer'],
    paramsArray: [8, 'pointer'],
    numExtSems: [16, 'u32'],
  },
} as const satisfies StructDescription;

export const CUDA_EXT_SEM_WAIT_NODE_PARAMS = {
  name: 'CUDA_EXT_SEM_WAIT_NODE_PARAMS',
  byteLength: 24,
  alignment: 8,
  fields: {
    extSemArray: [0, 'pointer'],
    paramsArray: [8, 'pointer'],
    numExtSems: [16, 'u32'],
  },
} as const satisfies StructDescription;
export const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 = CUDA_EXT_SEM_WAIT_NODE_PARAMS;

export const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 = {
  name: 'CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2',
  byteLength: 24,
  alignment: 8,
  fields: {
    extSemArray: [0, 'pointer'],
    paramsArray: [8, 'pointer'],
    numExtSems: [16, 'u32'],
  },
} as const satisfies StructDescription;

export const CUarrayMapInfo = {
  name: 'CUarrayMapInfo',
  byteLength: 96,
  alignment: 8,
  fields: {
    resourceType: [0, 'i32'],
    'resource.mipmap': [8, 'pointer'],
    'resource.array': [8, 'pointer'],
    subresourceType: [16, 'i32'],
    'subresource.sparseLevel.level': [24, 'u32'],
    'subresource.sparseLevel.layer': [28, 'u32'],
    'subresource.sparseLevel.offsetX': [32, 'u32'],
    'subresource.sparseLevel.offsetY': [36, 'u32'],
    'subresource.sparseLevel.offsetZ': [40, 'u32'],
    'subresource.sparseLevel.extentWidth': [44, 'u32'],
    'subresource.sparseLevel.extentHeight': [48, 'u32'],
    'subresource.sparseLevel.extentDepth': [52, 'u32'],
    'subresource.miptail.layer': [24, 'u32'],
    'subresource.miptail.offset': [32, 'u64'],
    'subresource.miptail.size': [40, 'u64'],
    memOperationType: [56, 'i32'],
    memHandleType: [60, 'i32'],
    'memHandle.memHandle': [64, 'u64'],
    offset: [72, 'u64'],
    deviceBitMask: [80, 'u32'],
    flags: [84, 'u32'],
    reserved: [88, 'u32', 2],
  },
} as const satisfies StructDescription;
export const CUarrayMapInfo_v1 = CUarrayMapInfo;

export const CUmemLocation = {
  name: 'CUmemLocation',
  byteLength: 8,
  alignment: 4,
  fields: {
    type: [0, 'i32'],
    id: [4, 'i32'],
  },
} as const satisfies StructDescription;
export const CUmemLocation_v1 = CUmemLocation;

export const CUmemAllocationProp = {
  name: 'CUmemAllocationProp',
  byteLength: 32,
  alignment: 8,
  fields: {
    type: [0, 'i32'],
    requestedHandleTypes: [4, 'i32'],
    'location.type': [8, 'i32'],
    'location.id': [12, 'i32'],
    win32HandleMetaData: [16, 'pointer'],
    'allocFlags.compressionType': [24, 'u8'],
    'allocFlags.gpuDirectRDMACapable': [25, 'u8'],
    'allocFlags.usage': [26, 'u16'],
    'allocFlags.reserved': [28, 'u8', 4],
  },
} as const satisfies StructDescription;
export const CUmemAllocationProp_v1 = CUmemAllocationProp;

export const CUmulticastObjectProp = {
  name: 'CUmulticastObjectProp',
  byteLength: 32,
  alignment: 8,
  fields: {
    numDevices: [0, 'u32'],
    size: [8, 'u64'],
    handleTypes: [16, 'u64'],
    flags: [24, 'u64'],
  },
} as const satisfies StructDescription;
export const CUmulticastObjectProp_v1 = CUmulticastObjectProp;

export const CUmemAccessDesc = {
  name: 'CUmemAccessDesc',
  byteLength: 12,
  alignment: 4,
  fields: {
    'location.type': [0, 'i32'],
    'location.id': [4, 'i32'],
    flags: [8, 'i32'],
  },
} as const satisfies StructDescription;
export const CUmemAccessDesc_v1 = CUmemAccessDesc;

export const CUgraphExecUpdateResultInfo = {
  name: 'CUgraphExecUpdateResultInfo',
  byteLength: 24,
  alignment: 8,
  fields: {
    result: [0, 'i32'],
    errorNode: [8, 'pointer'],
    errorFromNode: [16, 'pointer'],
  },
} as const satisfies StructDescription;
export const CUgraphExecUpdateResultInfo_v1 = CUgraphExecUpdateResultInfo;

export const CUmemPoolProps = {
  name: 'CUmemPoolProps',
  byteLength: 88,
  alignment: 8,
  fields: {
    allocType: [0, 'i32'],
    handleTypes: [4, 'i32'],
    'location.type': [8, 'i32'],
    'location.id': [12, 'i32'],
    win32SecurityAttributes: [16, 'pointer'],
    maxSize: [24, 'u64'],
    usage: [32, 'u16'],
    reserved: [34, 'u8', 54],
  },
} as const satisfies StructDescription;
export const CUmemPoolProps_v1 = CUmemPoolProps;

export const CUmemPoolPtrExportData = {
  name: 'CUmemPoolPtrExportData',
  byteLength: 64,
  alignment: 1,
  fields: {
    reserved: [0, 'u8', 64],
  },
} as const satisfies StructDescription;
export const CUmemPoolPtrExportData_v1 = CUmemPoolPtrExportData;

export const CUmemcpyAttributes = {
  name: 'CUmemcpyAttributes',
  byteLength: 24,
  alignment: 4,
  fields: {
    srcAccessOrder: [0, 'i32'],
    'srcLocHint.type': [4, 'i32'],
    'srcLocHint.id': [8, 'i32'],
    'dstLocHint.type': [12, 'i32'],
    'dstLocHint.id': [16, 'i32'],
    flags: [20, 'u32'],
  },
} as const satisfies StructDescription;
export const CUmemcpyAttributes_v1 = CUmemcpyAttributes;

export const CUoffset3D = {
  name: 'CUoffset3D',
  byteLength: 24,
  alignment: 8,
  fields: {
    x: [0, 'u64'],
    y: [8, 'u64'],
    z: [16, 'u64'],
  },
} as const satisfies StructDescription;
export const CUoffset3D_v1 = CUoffset3D;

export const CUextent3D = {
  name: 'CUextent3D',
  byteLength: 24,
  alignment: 8,
  fields: {
    width: [0, 'u64'],
    height: [8, 'u64'],
    depth: [16, 'u64'],
  },
} as const satisfies StructDescription;
export const CUextent3D_v1 = CUextent3D;

export const CUmemcpy3DOperand = {
  name: 'CUmemcpy3DOperand',
  byteLength: 40,
  alignment: 8,
  fields: {
    type: [0, 'i32'],
    'op.ptr.ptr': [8, 'u64'],
    'op.ptr.rowLength': [16, 'u64'],
    'op.ptr.layerHeight': [24, 'u64'],
    'op.ptr.locHint.type': [32, 'i32'],
    'op.ptr.locHint.id': [36, 'i32'],
    'op.array.array': [8, 'pointer'],
    'op.array.offset.x': [16, 'u64'],
    'op.array.offset.y': [24, 'u64'],
    'op.array.offset.z': [32, 'u64'],
  },
} as const satisfies StructDescription;
export const CUmemcpy3DOperand_v1 = CUmemcpy3DOperand;

export const CUDA_MEMCPY3D_BATCH_OP = {
  name: 'CUDA_MEMCPY3D_BATCH_OP',
  byteLength: 112,
  alignment: 8,
  fields: {
    'src.type': [0, 'i32'],
    'src.op.ptr.ptr': [8, 'u64'],
    'src.op.ptr.rowLength': [16, 'u64'],
    'src.op.ptr.layerHeight': [24, 'u64'],
    'src.op.ptr.locHint.type': [32, 'i32'],
    'src.op.ptr.locHint.id': [36, 'i32'],
    'src.op.array.array': [8, 'pointer'],
    'src.op.array.offset.x': [16, 'u64'],
    'src.op.array.offset.y': [24, 'u64'],
    'src.op.array.offset.z': [32, 'u64'],
    'dst.type': [40, 'i32'],
    'dst.op.ptr.ptr': [48, 'u64'],
    'dst.op.ptr.rowLength': [56, 'u64'],
    'dst.op.ptr.layerHeight': [64, 'u64'],
    'dst.op.ptr.locHint.type': [72, 'i32'],
    'dst.op.ptr.locHint.id': [76, 'i32'],
    'dst.op.array.array': [48, 'pointer'],
    'dst.op.array.offset.x': [56, 'u64'],
    'dst.op.array.offset.y': [64, 'u64'],
    'dst.op.array.offset.z': [72, 'u64'],
    'extent.width': [80, 'u64'],
    'extent.height': [88, 'u64'],
    'extent.depth': [96, 'u64'],
    srcAccessOrder: [104, 'i32'],
    flags: [108, 'u32'],
  },
} as const satisfies StructDescription;
export const CUDA_MEMCPY3D_BATCH_OP_v1 = CUDA_MEMCPY3D_BATCH_OP;

export const CUDA_MEM_ALLOC_NODE_PARAMS_v1 = {
  name: 'CUDA_MEM_ALLOC_NODE_PARAMS_v1',
  byteLength: 120,
  alignment: 8,
  fields: {
    'poolProps.allocType': [0, 'i32'],
    'poolProps.handleTypes': [4, 'i32'],
    'poolProps.location.type': [8, 'i32'],
    'poolProps.location.id': [12, 'i32'],
    'poolProps.win32SecurityAttributes': [16, 'pointer'],
    'poolProps.maxSize': [24, 'u64'],
    'poolProps.usage': [32, 'u16'],
    'poolProps.reserved': [34, 'u8', 54],
    accessDescs: [88, 'pointer'],
    accessDescCount: [96, 'u64'],
    bytesize: [104, 'u64'],
    dptr: [112, 'u64'],
  },
} as const satisfies StructDescription;
export const CUDA_MEM_ALLOC_NODE_PARAMS = CUDA_MEM_ALLOC_NODE_PARAMS_v1;

export const CUDA_MEM_ALLOC_NODE_PARAMS_v2 = {
  name: 'CUDA_MEM_ALLOC_NODE_PARAMS_v2',
  byteLength: 120,
  alignment: 8,
  fields: {
    'poolProps.allocType': [0, 'i32'],
    'poolProps.handleTypes': [4, 'i32'],
    'poolProps.location.type': [8, 'i32'],
    'poolProps.location.id': [12, 'i32'],
    'poolProps.win32SecurityAttributes': [16, 'pointer'],
    'poolProps.maxSize': [24, 'u64'],
    'poolProps.usage': [32, 'u16'],
    'poolProps.reserved': [34, 'u8', 54],
    accessDescs: [88, 'pointer'],
    accessDescCount: [96, 'u64'],
    bytesize: [104, 'u64'],
    dptr: [112, 'u64'],
  },
} as const satisfies StructDescription;

export const CUDA_MEM_FREE_NODE_PARAMS = {
  name: 'CUDA_MEM_FREE_NODE_PARAMS',
  byteLength: 8,
  alignment: 8,
  fields: {
    dptr: [0, 'u64'],
  },
} as const satisfies StructDescription;

export const CUDA_CHILD_GRAPH_NODE_PARAMS = {
  name: 'CUDA_CHILD_GRAPH_NODE_PARAMS',
  byteLength: 16,
  alignment: 8,
  fields: {
    graph: [0, 'pointer'],
    ownership: [8, 'i32'],
  },
} as const satisfies StructDescription;

export const CUDA_EVENT_RECORD_NODE_PARAMS = {
  name: 'CUDA_EVENT_RECORD_NODE_PARAMS',
  byteLength: 8,
  alignment: 8,
  fields: {
    event: [0, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUDA_EVENT_WAIT_NODE_PARAMS = {
  name: 'CUDA_EVENT_WAIT_NODE_PARAMS',
  byteLength: 8,
  alignment: 8,
  fields: {
    event: [0, 'pointer'],
  },
} as const satisfies StructDescription;

export const CUgraphNodeParams = {
  name: 'CUgraphNodeParams',
  byteLength: 256,
  alignment: 8,
  fields: {
    type: [0, 'i32'],
    reserved0: [4, 'i32', 3],
    reserved1: [16, 'i64', 29],
    'kernel.func': [16, 'pointer'],
    'kernel.gridDimX': [24, 'u32'],
    'kernel.gridDimY': [28, 'u32'],
    'kernel.gridDimZ': [32, 'u32'],
    'kernel.blockDimX': [36, 'u32'],
    'kernel.blockDimY': [40, 'u32'],
    'kernel.blockDimZ': [44, 'u32'],
    'kernel.sharedMemBytes': [48, 'u32'],
    'kernel.kernelParams': [56, 'pointer'],
    'kernel.extra': [64, 'pointer'],
    'kernel.kern': [72, 'pointer'],
    'kernel.ctx': [80, 'pointer'],
    'memcpy.flags': [16, 'i32'],
    'memcpy.reserved': [20, 'i32'],
    'memcpy.copyCtx': [24, 'pointer'],
    'memcpy.copyParams.srcXInBytes': [32, 'u64'],
    'memcpy.copyParams.srcY': [40, 'u64'],
    'memcpy.copyParams.srcZ': [48, 'u64'],
    'memcpy.copyParams.srcLOD': [56, 'u64'],
    'memcpy.copyParams.srcMemoryType': [64, 'i32'],
    'memcpy.copyParams.srcHost': [72, 'pointer'],
    'memcpy.copyParams.srcDevice': [80, 'u64'],
    'memcpy.copyParams.srcArray': [88, 'pointer'],
    'memcpy.copyParams.reserved0': [96, 'pointer'],
    'memcpy.copyParams.srcPitch': [104, 'u64'],
    'memcpy.copyParams.srcHeight': [112, 'u64'],
    'memcpy.copyParams.dstXInBytes': [120, 'u64'],
    'memcpy.copyParams.dstY': [128, 'u64'],
    'memcpy.copyParams.dstZ': [136, 'u64'],
    'memcpy.copyParams.dstLOD': [144, 'u64'],
    'memcpy.copyParams.dstMemoryType': [152, 'i32'],
    'memcpy.copyParams.dstHost': [160, 'pointer'],
    'memcpy.copyParams.dstDevice': [168, 'u64'],
    'memcpy.copyParams.dstArray': [176, 'pointer'],
    'memcpy.copyParams.reserved1': [184, 'pointer'],
    'memcpy.copyParams.dstPitch': [192, 'u64'],
    'memcpy.copyParams.dstHeight': [200, 'u64'],
    'memcpy.copyParams.WidthInBytes': [208, 'u64'],
    'memcpy.copyParams.Height': [216, 'u64'],
    'memcpy.copyParams.Depth': [224, 'u64'],
    'memset.dst': [16, 'u64'],
    'memset.pitch': [24, 'u64'],
    'memset.value': [32, 'u32'],
    'memset.elementSize': [36, 'u32'],
    'memset.width': [40, 'u64'],
    'memset.height': [48, 'u64'],
    'memset.ctx': [56, 'pointer'],
    'host.fn': [16, 'pointer'],
    'host.userData': [24, 'pointer'],
    'graph.graph': [16, 'pointer'],
    'graph.ownership': [24, 'i32'],
    'eventWait.event': [16, 'pointer'],
    'eventRecord.event': [16, 'pointer'],
    'extSemSignal.extSemArray': [16, 'pointer'],
    'extSemSignal.paramsArray': [24, 'pointer'],
    'extSemSignal.numExtSems': [32, 'u32'],
    'extSemWait.extSemArray': [16, 'pointer'],
    'extSemWait.paramsArray': [24, 'pointer'],
    'extSemWait.numExtSems': [32, 'u32'],
    'alloc.poolProps.allocType': [16, 'i32'],
    'alloc.poolProps.handleTypes': [20, 'i32'],
    'alloc.poolProps.location.type': [24, 'i32'],
    'alloc.poolProps.location.id': [28, 'i32'],
    'alloc.poolProps.win32SecurityAttributes': [32, 'pointer'],
    'alloc.poolProps.maxSize': [40, 'u64'],
    'alloc.poolProps.usage': [48, 'u16'],
    'alloc.poolProps.reserved': [50, 'u8', 54],
    'alloc.accessDescs': [104, 'pointer'],
    'alloc.accessDescCount': [112, 'u64'],
    'alloc.bytesize': [120, 'u64'],
    'alloc.dptr': [128, 'u64'],
    'free.dptr': [16, 'u64'],
    'memOp.ctx': [16, 'pointer'],
    'memOp.count': [24, 'u32'],
    'memOp.paramArray': [32, 'pointer'],
    'memOp.flags': [40, 'u32'],
    'conditional.handle': [16, 'u64'],
    'conditional.type': [24, 'i32'],
    'conditional.size': [28, 'u32'],
    'conditional.phGraph_out': [32, 'pointer'],
    'conditional.ctx': [40, 'pointer'],
    reserved2: [248, 'i64'],
  },
} as const satisfies StructDescription;

export const CUcheckpointLockArgs = {
  name: 'CUcheckpointLockArgs',
  byteLength: 64,
  alignment: 8,
  fields: {
    timeoutMs: [0, 'u32'],
    reserved0: [4, 'u32'],
    reserved1: [8, 'u64', 7],
  },
} as const satisfies StructDescription;

export const CUcheckpointCheckpointArgs = {
  name: 'CUcheckpointCheckpointArgs',
  byteLength: 64,
  alignment: 8,
  fields: {
    reserved: [0, 'u64', 8],
  },
} as const satisfies StructDescription;

export const CUcheckpointGpuPair = {
  name: 'CUcheckpointGpuPair',
  byteLength: 32,
  alignment: 1,
  fields: {
    'oldUuid.bytes': [0, 'i8', 16],
    'newUuid.bytes': [16, 'i8', 16],
  },
} as const satisfies StructDescription;

export const CUcheckpointRestoreArgs = {
  name: 'CUcheckpointRestoreArgs',
  byteLength: 64,
  alignment: 8,
  fields: {
    gpuPairs: [0, 'pointer'],
    gpuPairsCount: [8, 'u32'],
    reserved: [12, 'i8', 44],
    reserved1: [56, 'u64'],
  },
} as const satisfies StructDescription;

export const CUcheckpointUnlockArgs = {
  name: 'CUcheckpointUnlockArgs',
  byteLength: 64,
  alignment: 8,
  fields: {
    reserved: [0, 'u64', 8],
  },
} as const satisfies StructDescription;

export const CUmemDecompressParams = {
  name: 'CUmemDecompressParams',
  byteLength: 64,
  alignment: 8,
  fields: {
    srcNumBytes: [0, 'u64'],
    dstNumBytes: [8, 'u64'],
    dstActBytes: [16, 'pointer'],
    src: [24, 'pointer'],
    dst: [32, 'pointer'],
    algo: [40, 'i32'],
    padding: [44, 'u8', 20],
  },
} as const satisfies StructDescription;

export const CUdevSmResource = {
  name: 'CUdevSmResource',
  byteLength: 12,
  alignment: 4,
  fields: {
    smCount: [0, 'u32'],
    minSmPartitionSize: [4, 'u32'],
    smCoscheduledAlignment: [8, 'u32'],
  },
} as const satisfies StructDescription;

export const CUdevResource = {
  name: 'CUdevResource',
  byteLength: 144,
  alignment: 4,
  fields: {
    type: [0, 'i32'],
    _internal_padding: [4, 'u8', 92],
    'sm.smCount': [96, 'u32'],
    'sm.minSmPartitionSize': [100, 'u32'],
    'sm.smCoscheduledAlignment': [104, 'u32'],
    _oversize: [96, 'u8', 48],
  },
} as const satisfies StructDescription;
export const CUdevResource_v1 = CUdevResource;
