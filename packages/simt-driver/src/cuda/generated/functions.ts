/* eslint-disable max-lines */
/**
 * Every function of the CUDA driver: the symbol behind it, the version that brought it, what it takes.
 *
 * Generated from the headers of CUDA 13.0 by tools/generate-cuda-api; do not edit.
 */

import type { DriverCall, Bytes, Callback, Handle, Integer, Pointer, Text } from '../parameter-types';
import type {
  CUaddress_mode,
  CUarray_format,
  CUcoredumpSettings,
  CUdevResourceType,
  CUdevice_P2PAttribute,
  CUdevice_attribute,
  CUexecAffinityType,
  CUfilter_mode,
  CUflushGPUDirectRDMAWritesScope,
  CUflushGPUDirectRDMAWritesTarget,
  CUfunc_cache,
  CUfunction_attribute,
  CUgraphMem_attribute,
  CUjitInputType,
  CUlaunchAttributeID,
  CUlimit,
  CUmemAllocationGranularity_flags,
  CUmemAllocationHandleType,
  CUmemAllocationType,
  CUmemPool_attribute,
  CUmemRangeHandleType,
  CUmem_advise,
  CUmem_range_attribute,
  CUmulticastGranularity_flags,
  CUoutput_mode,
  CUpointer_attribute,
  CUresult,
  CUsharedconfig,
  CUstreamCaptureMode,
  CUtensorMapDataType,
  CUtensorMapFloatOOBfill,
  CUtensorMapIm2ColWideMode,
  CUtensorMapInterleave,
  CUtensorMapL2promotion,
  CUtensorMapSwizzle,
} from './enumerations';

/** The functions by name. Letters of parameters: see `foreignTypes`; a struct by value stands under its name. */
export const functionTable = {
  cuArray3DCreate: ['cuArray3DCreate_v2', 3020, 'p p'],
  cuArray3DGetDescriptor: ['cuArray3DGetDescriptor_v2', 3020, 'p h'],
  cuArrayCreate: ['cuArrayCreate_v2', 3020, 'p p'],
  cuArrayDestroy: ['cuArrayDestroy', 2000, 'h'],
  cuArrayGetDescriptor: ['cuArrayGetDescriptor_v2', 3020, 'p h'],
  cuArrayGetMemoryRequirements: ['cuArrayGetMemoryRequirements', 11060, 'p h i'],
  cuArrayGetPlane: ['cuArrayGetPlane', 11020, 'p h u'],
  cuArrayGetSparseProperties: ['cuArrayGetSparseProperties', 11010, 'p h'],
  cuCheckpointProcessCheckpoint: ['cuCheckpointProcessCheckpoint', 12080, 'i p'],
  cuCheckpointProcessGetRestoreThreadId: ['cuCheckpointProcessGetRestoreThreadId', 12080, 'i p'],
  cuCheckpointProcessGetState: ['cuCheckpointProcessGetState', 12080, 'i p'],
  cuCheckpointProcessLock: ['cuCheckpointProcessLock', 12080, 'i p'],
  cuCheckpointProcessRestore: ['cuCheckpointProcessRestore', 12080, 'i p'],
  cuCheckpointProcessUnlock: ['cuCheckpointProcessUnlock', 12080, 'i p'],
  cuCoredumpGetAttribute: ['cuCoredumpGetAttribute', 12010, 'i p p'],
  cuCoredumpGetAttributeGlobal: ['cuCoredumpGetAttributeGlobal', 12010, 'i p p'],
  cuCoredumpSetAttribute: ['cuCoredumpSetAttribute', 12010, 'i p p'],
  cuCoredumpSetAttributeGlobal: ['cuCoredumpSetAttributeGlobal', 12010, 'i p p'],
  cuCtxAttach: ['cuCtxAttach', 2000, 'p u'],
  cuCtxCreate: ['cuCtxCreate_v4', 12050, 'p p u i'],
  cuCtxDestroy: ['cuCtxDestroy_v2', 4000, 'h'],
  cuCtxDetach: ['cuCtxDetach', 2000, 'h'],
  cuCtxDisablePeerAccess: ['cuCtxDisablePeerAccess', 4000, 'h'],
  cuCtxEnablePeerAccess: ['cuCtxEnablePeerAccess', 4000, 'h u'],
  cuCtxFromGreenCtx: ['cuCtxFromGreenCtx', 12040, 'p h'],
  cuCtxGetApiVersion: ['cuCtxGetApiVersion', 3020, 'h p'],
  cuCtxGetCacheConfig: ['cuCtxGetCacheConfig', 3020, 'p'],
  cuCtxGetCurrent: ['cuCtxGetCurrent', 4000, 'p'],
  cuCtxGetDevResource: ['cuCtxGetDevResource', 12040, 'h p i'],
  cuCtxGetDevice: ['cuCtxGetDevice', 2000, 'p'],
  cuCtxGetDevice_v2: ['cuCtxGetDevice_v2', 13000, 'p h'],
  cuCtxGetExecAffinity: ['cuCtxGetExecAffinity', 11040, 'p i'],
  cuCtxGetFlags: ['cuCtxGetFlags', 7000, 'p'],
  cuCtxGetId: ['cuCtxGetId', 12000, 'h p'],
  cuCtxGetLimit: ['cuCtxGetLimit', 3010, 'p i'],
  cuCtxGetSharedMemConfig: ['cuCtxGetSharedMemConfig', 4020, 'p'],
  cuCtxGetStreamPriorityRange: ['cuCtxGetStreamPriorityRange', 5050, 'p p'],
  cuCtxPopCurrent: ['cuCtxPopCurrent_v2', 4000, 'p'],
  cuCtxPushCurrent: ['cuCtxPushCurrent_v2', 4000, 'h'],
  cuCtxRecordEvent: ['cuCtxRecordEvent', 12050, 'h h'],
  cuCtxResetPersistingL2Cache: ['cuCtxResetPersistingL2Cache', 11000, ''],
  cuCtxSetCacheConfig: ['cuCtxSetCacheConfig', 3020, 'i'],
  cuCtxSetCurrent: ['cuCtxSetCurrent', 4000, 'h'],
  cuCtxSetFlags: ['cuCtxSetFlags', 12010, 'u'],
  cuCtxSetLimit: ['cuCtxSetLimit', 3010, 'i z'],
  cuCtxSetSharedMemConfig: ['cuCtxSetSharedMemConfig', 4020, 'i'],
  cuCtxSynchronize: ['cuCtxSynchronize', 2000, ''],
  cuCtxSynchronize_v2: ['cuCtxSynchronize_v2', 13000, 'h'],
  cuCtxWaitEvent: ['cuCtxWaitEvent', 12050, 'h h'],
  cuDestroyExternalMemory: ['cuDestroyExternalMemory', 10000, 'h'],
  cuDestroyExternalSemaphore: ['cuDestroyExternalSemaphore', 10000, 'h'],
  cuDevResourceGenerateDesc: ['cuDevResourceGenerateDesc', 12040, 'p p u'],
  cuDevSmResourceSplitByCount: ['cuDevSmResourceSplitByCount', 12040, 'p p p p u u'],
  cuDeviceCanAccessPeer: ['cuDeviceCanAccessPeer', 4000, 'p i i'],
  cuDeviceComputeCapability: ['cuDeviceComputeCapability', 2000, 'p p i'],
  cuDeviceGet: ['cuDeviceGet', 2000, 'p i'],
  cuDeviceGetAttribute: ['cuDeviceGetAttribute', 2000, 'p i i'],
  cuDeviceGetByPCIBusId: ['cuDeviceGetByPCIBusId', 4010, 'p s'],
  cuDeviceGetCount: ['cuDeviceGetCount', 2000, 'p'],
  cuDeviceGetDefaultMemPool: ['cuDeviceGetDefaultMemPool', 11020, 'p i'],
  cuDeviceGetDevResource: ['cuDeviceGetDevResource', 12040, 'i p i'],
  cuDeviceGetExecAffinitySupport: ['cuDeviceGetExecAffinitySupport', 11040, 'p i i'],
  cuDeviceGetGraphMemAttribute: ['cuDeviceGetGraphMemAttribute', 11040, 'i i p'],
  cuDeviceGetHostAtomicCapabilities: ['cuDeviceGetHostAtomicCapabilities', 13000, 'p p u i'],
  cuDeviceGetLuid: ['cuDeviceGetLuid', 10000, 'p p i'],
  cuDeviceGetMemPool: ['cuDeviceGetMemPool', 11020, 'p i'],
  cuDeviceGetName: ['cuDeviceGetName', 2000, 'p i i'],
  cuDeviceGetNvSciSyncAttributes: ['cuDeviceGetNvSciSyncAttributes', 10020, 'p i i'],
  cuDeviceGetP2PAtomicCapabilities: ['cuDeviceGetP2PAtomicCapabilities', 13000, 'p p u i i'],
  cuDeviceGetP2PAttribute: ['cuDeviceGetP2PAttribute', 8000, 'p i i i'],
  cuDeviceGetPCIBusId: ['cuDeviceGetPCIBusId', 4010, 'p i i'],
  cuDeviceGetProperties: ['cuDeviceGetProperties', 2000, 'p i'],
  cuDeviceGetTexture1DLinearMaxWidth: ['cuDeviceGetTexture1DLinearMaxWidth', 11010, 'p i u i'],
  cuDeviceGetUuid: ['cuDeviceGetUuid_v2', 11040, 'p i'],
  cuDeviceGraphMemTrim: ['cuDeviceGraphMemTrim', 11040, 'i'],
  cuDevicePrimaryCtxGetState: ['cuDevicePrimaryCtxGetState', 7000, 'i p p'],
  cuDevicePrimaryCtxRelease: ['cuDevicePrimaryCtxRelease_v2', 11000, 'i'],
  cuDevicePrimaryCtxReset: ['cuDevicePrimaryCtxReset_v2', 11000, 'i'],
  cuDevicePrimaryCtxRetain: ['cuDevicePrimaryCtxRetain', 7000, 'p i'],
  cuDevicePrimaryCtxSetFlags: ['cuDevicePrimaryCtxSetFlags_v2', 11000, 'i u'],
  cuDeviceRegisterAsyncNotification: ['cuDeviceRegisterAsyncNotification', 12040, 'i h p p'],
  cuDeviceSetGraphMemAttribute: ['cuDeviceSetGraphMemAttribute', 11040, 'i i p'],
  cuDeviceSetMemPool: ['cuDeviceSetMemPool', 11020, 'i h'],
  cuDeviceTotalMem: ['cuDeviceTotalMem_v2', 3020, 'p i'],
  cuDeviceUnregisterAsyncNotification: ['cuDeviceUnregisterAsyncNotification', 12040, 'i h'],
  cuDriverGetVersion: ['cuDriverGetVersion', 2020, 'p'],
  cuEventCreate: ['cuEventCreate', 2000, 'p u'],
  cuEventDestroy: ['cuEventDestroy_v2', 4000, 'h'],
  cuEventElapsedTime: ['cuEventElapsedTime_v2', 12080, 'p h h'],
  cuEventQuery: ['cuEventQuery', 2000, 'h'],
  cuEventRecord: ['cuEventRecord', 2000, 'h h'],
  cuEventRecordWithFlags: ['cuEventRecordWithFlags', 11010, 'h h u'],
  cuEventSynchronize: ['cuEventSynchronize', 2000, 'h'],
  cuExternalMemoryGetMappedBuffer: ['cuExternalMemoryGetMappedBuffer', 10000, 'p h p'],
  cuExternalMemoryGetMappedMipmappedArray: ['cuExternalMemoryGetMappedMipmappedArray', 10000, 'p h p'],
  cuFlushGPUDirectRDMAWrites: ['cuFlushGPUDirectRDMAWrites', 11030, 'i i'],
  cuFuncGetAttribute: ['cuFuncGetAttribute', 2020, 'p i h'],
  cuFuncGetModule: ['cuFuncGetModule', 11000, 'p h'],
  cuFuncGetName: ['cuFuncGetName', 12030, 'p h'],
  cuFuncGetParamInfo: ['cuFuncGetParamInfo', 12040, 'h z p p'],
  cuFuncIsLoaded: ['cuFuncIsLoaded', 12040, 'p h'],
  cuFuncLoad: ['cuFuncLoad', 12040, 'h'],
  cuFuncSetAttribute: ['cuFuncSetAttribute', 9000, 'h i i'],
  cuFuncSetBlockShape: ['cuFuncSetBlockShape', 2000, 'h i i i'],
  cuFuncSetCacheConfig: ['cuFuncSetCacheConfig', 3000, 'h i'],
  cuFuncSetSharedMemConfig: ['cuFuncSetSharedMemConfig', 4020, 'h i'],
  cuFuncSetSharedSize: ['cuFuncSetSharedSize', 2000, 'h u'],
  cuGetErrorName: ['cuGetErrorName', 6000, 'i p'],
  cuGetErrorString: ['cuGetErrorString', 6000, 'i p'],
  cuGetExportTable: ['cuGetExportTable', 3000, 'p p'],
  cuGetProcAddress: ['cuGetProcAddress_v2', 12000, 's p i q p'],
  cuGraphAddBatchMemOpNode: ['cuGraphAddBatchMemOpNode', 11070, 'p h p z p'],
  cuGraphAddChildGraphNode: ['cuGraphAddChildGraphNode', 10000, 'p h p z h'],
  cuGraphAddDependencies: ['cuGraphAddDependencies_v2', 12030, 'h p p p z'],
  cuGraphAddEmptyNode: ['cuGraphAddEmptyNode', 10000, 'p h p z'],
  cuGraphAddEventRecordNode: ['cuGraphAddEventRecordNode', 11010, 'p h p z h'],
  cuGraphAddEventWaitNode: ['cuGraphAddEventWaitNode', 11010, 'p h p z h'],
  cuGraphAddExternalSemaphoresSignalNode: ['cuGraphAddExternalSemaphoresSignalNode', 11020, 'p h p z p'],
  cuGraphAddExternalSemaphoresWaitNode: ['cuGraphAddExternalSemaphoresWaitNode', 11020, 'p h p z p'],
  cuGraphAddHostNode: ['cuGraphAddHostNode', 10000, 'p h p z p'],
  cuGraphAddKernelNode: ['cuGraphAddKernelNode_v2', 12000, 'p h p z p'],
  cuGraphAddMemAllocNode: ['cuGraphAddMemAllocNode', 11040, 'p h p z p'],
  cuGraphAddMemFreeNode: ['cuGraphAddMemFreeNode', 11040, 'p h p z q'],
  cuGraphAddMemcpyNode: ['cuGraphAddMemcpyNode', 10000, 'p h p z p h'],
  cuGraphAddMemsetNode: ['cuGraphAddMemsetNode', 10000, 'p h p z p h'],
  cuGraphAddNode: ['cuGraphAddNode_v2', 12030, 'p h p p z p'],
  cuGraphBatchMemOpNodeGetParams: ['cuGraphBatchMemOpNodeGetParams', 11070, 'h p'],
  cuGraphBatchMemOpNodeSetParams: ['cuGraphBatchMemOpNodeSetParams', 11070, 'h p'],
  cuGraphChildGraphNodeGetGraph: ['cuGraphChildGraphNodeGetGraph', 10000, 'h p'],
  cuGraphClone: ['cuGraphClone', 10000, 'p h'],
  cuGraphConditionalHandleCreate: ['cuGraphConditionalHandleCreate', 12030, 'p h h u u'],
  cuGraphCreate: ['cuGraphCreate', 10000, 'p u'],
  cuGraphDebugDotPrint: ['cuGraphDebugDotPrint', 11030, 'h s u'],
  cuGraphDestroy: ['cuGraphDestroy', 10000, 'h'],
  cuGraphDestroyNode: ['cuGraphDestroyNode', 10000, 'h'],
  cuGraphEventRecordNodeGetEvent: ['cuGraphEventRecordNodeGetEvent', 11010, 'h p'],
  cuGraphEventRecordNodeSetEvent: ['cuGraphEventRecordNodeSetEvent', 11010, 'h h'],
  cuGraphEventWaitNodeGetEvent: ['cuGraphEventWaitNodeGetEvent', 11010, 'h p'],
  cuGraphEventWaitNodeSetEvent: ['cuGraphEventWaitNodeSetEvent', 11010, 'h h'],
  cuGraphExecBatchMemOpNodeSetParams: ['cuGraphExecBatchMemOpNodeSetParams', 11070, 'h h p'],
  cuGraphExecChildGraphNodeSetParams: ['cuGraphExecChildGraphNodeSetParams', 11010, 'h h h'],
  cuGraphExecDestroy: ['cuGraphExecDestroy', 10000, 'h'],
  cuGraphExecEventRecordNodeSetEvent: ['cuGraphExecEventRecordNodeSetEvent', 11010, 'h h h'],
  cuGraphExecEventWaitNodeSetEvent: ['cuGraphExecEventWaitNodeSetEvent', 11010, 'h h h'],
  cuGraphExecExternalSemaphoresSignalNodeSetParams: ['cuGraphExecExternalSemaphoresSignalNodeSetParams', 11020, 'h h p'],
  cuGraphExecExternalSemaphoresWaitNodeSetParams: ['cuGraphExecExternalSemaphoresWaitNodeSetParams', 11020, 'h h p'],
  cuGraphExecGetFlags: ['cuGraphExecGetFlags', 12000, 'h p'],
  cuGraphExecHostNodeSetParams: ['cuGraphExecHostNodeSetParams', 10020, 'h h p'],
  cuGraphExecKernelNodeSetParams: ['cuGraphExecKernelNodeSetParams_v2', 12000, 'h h p'],
  cuGraphExecMemcpyNodeSetParams: ['cuGraphExecMemcpyNodeSetParams', 10020, 'h h p h'],
  cuGraphExecMemsetNodeSetParams: ['cuGraphExecMemsetNodeSetParams', 10020, 'h h p h'],
  cuGraphExecNodeSetParams: ['cuGraphExecNodeSetParams', 12020, 'h h p'],
  cuGraphExecUpdate: ['cuGraphExecUpdate_v2', 12000, 'h h p'],
  cuGraphExternalSemaphoresSignalNodeGetParams: ['cuGraphExternalSemaphoresSignalNodeGetParams', 11020, 'h p'],
  cuGraphExternalSemaphoresSignalNodeSetParams: ['cuGraphExternalSemaphoresSignalNodeSetParams', 11020, 'h p'],
  cuGraphExternalSemaphoresWaitNodeGetParams: ['cuGraphExternalSemaphoresWaitNodeGetParams', 11020, 'h p'],
  cuGraphExternalSemaphoresWaitNodeSetParams: ['cuGraphExternalSemaphoresWaitNodeSetParams', 11020, 'h p'],
  cuGraphGetEdges: ['cuGraphGetEdges_v2', 12030, 'h p p p p'],
  cuGraphGetNodes: ['cuGraphGetNodes', 10000, 'h p p'],
  cuGraphGetRootNodes: ['cuGraphGetRootNodes', 10000, 'h p p'],
  cuGraphHostNodeGetParams: ['cuGraphHostNodeGetParams', 10000, 'h p'],
  cuGraphHostNodeSetParams: ['cuGraphHostNodeSetParams', 10000, 'h p'],
  cuGraphInstantiateWithFlags: ['cuGraphInstantiateWithFlags', 11040, 'p h q'],
  cuGraphInstantiateWithParams: ['cuGraphInstantiateWithParams', 12000, 'p h p'],
  cuGraphKernelNodeCopyAttributes: ['cuGraphKernelNodeCopyAttributes', 11000, 'h h'],
  cuGraphKernelNodeGetAttribute: ['cuGraphKernelNodeGetAttribute', 11000, 'h i p'],
  cuGraphKernelNodeGetParams: ['cuGraphKernelNodeGetParams_v2', 12000, 'h p'],
  cuGraphKernelNodeSetAttribute: ['cuGraphKernelNodeSetAttribute', 11000, 'h i p'],
  cuGraphKernelNodeSetParams: ['cuGraphKernelNodeSetParams_v2', 12000, 'h p'],
  cuGraphLaunch: ['cuGraphLaunch', 10000, 'h h'],
  cuGraphMemAllocNodeGetParams: ['cuGraphMemAllocNodeGetParams', 11040, 'h p'],
  cuGraphMemFreeNodeGetParams: ['cuGraphMemFreeNodeGetParams', 11040, 'h p'],
  cuGraphMemcpyNodeGetParams: ['cuGraphMemcpyNodeGetParams', 10000, 'h p'],
  cuGraphMemcpyNodeSetParams: ['cuGraphMemcpyNodeSetParams', 10000, 'h p'],
  cuGraphMemsetNodeGetParams: ['cuGraphMemsetNodeGetParams', 10000, 'h p'],
  cuGraphMemsetNodeSetParams: ['cuGraphMemsetNodeSetParams', 10000, 'h p'],
  cuGraphNodeFindInClone: ['cuGraphNodeFindInClone', 10000, 'p h h'],
  cuGraphNodeGetDependencies: ['cuGraphNodeGetDependencies_v2', 12030, 'h p p p'],
  cuGraphNodeGetDependentNodes: ['cuGraphNodeGetDependentNodes_v2', 12030, 'h p p p'],
  cuGraphNodeGetEnabled: ['cuGraphNodeGetEnabled', 11060, 'h h p'],
  cuGraphNodeGetType: ['cuGraphNodeGetType', 10000, 'h p'],
  cuGraphNodeSetEnabled: ['cuGraphNodeSetEnabled', 11060, 'h h u'],
  cuGraphNodeSetParams: ['cuGraphNodeSetParams', 12020, 'h p'],
  cuGraphReleaseUserObject: ['cuGraphReleaseUserObject', 11030, 'h h u'],
  cuGraphRemoveDependencies: ['cuGraphRemoveDependencies_v2', 12030, 'h p p p z'],
  cuGraphRetainUserObject: ['cuGraphRetainUserObject', 11030, 'h h u u'],
  cuGraphUpload: ['cuGraphUpload', 11010, 'h h'],
  cuGraphicsMapResources: ['cuGraphicsMapResources', 3000, 'u p h'],
  cuGraphicsResourceGetMappedMipmappedArray: ['cuGraphicsResourceGetMappedMipmappedArray', 5000, 'p h'],
  cuGraphicsResourceGetMappedPointer: ['cuGraphicsResourceGetMappedPointer_v2', 3020, 'p p h'],
  cuGraphicsResourceSetMapFlags: ['cuGraphicsResourceSetMapFlags_v2', 6050, 'h u'],
  cuGraphicsSubResourceGetMappedArray: ['cuGraphicsSubResourceGetMappedArray', 3000, 'p h u u'],
  cuGraphicsUnmapResources: ['cuGraphicsUnmapResources', 3000, 'u p h'],
  cuGraphicsUnregisterResource: ['cuGraphicsUnregisterResource', 3000, 'h'],
  cuGreenCtxCreate: ['cuGreenCtxCreate', 12040, 'p h i u'],
  cuGreenCtxDestroy: ['cuGreenCtxDestroy', 12040, 'h'],
  cuGreenCtxGetDevResource: ['cuGreenCtxGetDevResource', 12040, 'h p i'],
  cuGreenCtxGetId: ['cuGreenCtxGetId', 12090, 'h p'],
  cuGreenCtxRecordEvent: ['cuGreenCtxRecordEvent', 12040, 'h h'],
  cuGreenCtxStreamCreate: ['cuGreenCtxStreamCreate', 12050, 'p h u i'],
  cuGreenCtxWaitEvent: ['cuGreenCtxWaitEvent', 12040, 'h h'],
  cuImportExternalMemory: ['cuImportExternalMemory', 10000, 'p p'],
  cuImportExternalSemaphore: ['cuImportExternalSemaphore', 10000, 'p p'],
  cuInit: ['cuInit', 2000, 'u'],
  cuIpcCloseMemHandle: ['cuIpcCloseMemHandle', 4010, 'q'],
  cuIpcGetEventHandle: ['cuIpcGetEventHandle', 4010, 'p h'],
  cuIpcGetMemHandle: ['cuIpcGetMemHandle', 4010, 'p q'],
  cuIpcOpenEventHandle: ['cuIpcOpenEventHandle', 4010, 'p CUipcEventHandle'],
  cuIpcOpenMemHandle: ['cuIpcOpenMemHandle_v2', 11000, 'p CUipcMemHandle u'],
  cuKernelGetAttribute: ['cuKernelGetAttribute', 12000, 'p i h i'],
  cuKernelGetFunction: ['cuKernelGetFunction', 12000, 'p h'],
  cuKernelGetLibrary: ['cuKernelGetLibrary', 12050, 'p h'],
  cuKernelGetName: ['cuKernelGetName', 12030, 'p h'],
  cuKernelGetParamInfo: ['cuKernelGetParamInfo', 12040, 'h z p p'],
  cuKernelSetAttribute: ['cuKernelSetAttribute', 12000, 'i i h i'],
  cuKernelSetCacheConfig: ['cuKernelSetCacheConfig', 12000, 'h i i'],
  cuLaunch: ['cuLaunch', 2000, 'h'],
  cuLaunchCooperativeKernel: ['cuLaunchCooperativeKernel', 9000, 'h u u u u u u u h p'],
  cuLaunchCooperativeKernelMultiDevice: ['cuLaunchCooperativeKernelMultiDevice', 9000, 'p u u'],
  cuLaunchGrid: ['cuLaunchGrid', 2000, 'h i i'],
  cuLaunchGridAsync: ['cuLaunchGridAsync', 2000, 'h i i h'],
  cuLaunchHostFunc: ['cuLaunchHostFunc', 10000, 'h h p'],
  cuLaunchKernel: ['cuLaunchKernel', 4000, 'h u u u u u u u h p p'],
  cuLaunchKernelEx: ['cuLaunchKernelEx', 11060, 'p h p p'],
  cuLibraryEnumerateKernels: ['cuLibraryEnumerateKernels', 12040, 'p u h'],
  cuLibraryGetGlobal: ['cuLibraryGetGlobal', 12000, 'p p h s'],
  cuLibraryGetKernel: ['cuLibraryGetKernel', 12000, 'p h s'],
  cuLibraryGetKernelCount: ['cuLibraryGetKernelCount', 12040, 'p h'],
  cuLibraryGetManaged: ['cuLibraryGetManaged', 12000, 'p p h s'],
  cuLibraryGetModule: ['cuLibraryGetModule', 12000, 'p h'],
  cuLibraryGetUnifiedFunction: ['cuLibraryGetUnifiedFunction', 12000, 'p h s'],
  cuLibraryLoadData: ['cuLibraryLoadData', 12000, 'p p p p u p p u'],
  cuLibraryLoadFromFile: ['cuLibraryLoadFromFile', 12000, 'p s p p u p p u'],
  cuLibraryUnload: ['cuLibraryUnload', 12000, 'h'],
  cuLinkAddData: ['cuLinkAddData_v2', 6050, 'h i p z s u p p'],
  cuLinkAddFile: ['cuLinkAddFile_v2', 6050, 'h i s u p p'],
  cuLinkComplete: ['cuLinkComplete', 5050, 'h p p'],
  cuLinkCreate: ['cuLinkCreate_v2', 6050, 'u p p p'],
  cuLinkDestroy: ['cuLinkDestroy', 5050, 'h'],
  cuLogsCurrent: ['cuLogsCurrent', 12090, 'p u'],
  cuLogsDumpToFile: ['cuLogsDumpToFile', 12090, 'p s u'],
  cuLogsDumpToMemory: ['cuLogsDumpToMemory', 12090, 'p p p u'],
  cuLogsRegisterCallback: ['cuLogsRegisterCallback', 12090, 'h p p'],
  cuLogsUnregisterCallback: ['cuLogsUnregisterCallback', 12090, 'h'],
  cuMemAddressFree: ['cuMemAddressFree', 10020, 'q z'],
  cuMemAddressReserve: ['cuMemAddressReserve', 10020, 'p z z q q'],
  cuMemAdvise: ['cuMemAdvise_v2', 12020, 'q z i CUmemLocation'],
  cuMemAlloc: ['cuMemAlloc_v2', 3020, 'p z'],
  cuMemAllocAsync: ['cuMemAllocAsync', 11020, 'p z h'],
  cuMemAllocFromPoolAsync: ['cuMemAllocFromPoolAsync', 11020, 'p z h h'],
  cuMemAllocHost: ['cuMemAllocHost_v2', 3020, 'p z'],
  cuMemAllocManaged: ['cuMemAllocManaged', 6000, 'p z u'],
  cuMemAllocPitch: ['cuMemAllocPitch_v2', 3020, 'p p z z u'],
  cuMemBatchDecompressAsync: ['cuMemBatchDecompressAsync', 12060, 'p z u p h'],
  cuMemCreate: ['cuMemCreate', 10020, 'p z p q'],
  cuMemDiscardAndPrefetchBatchAsync: ['cuMemDiscardAndPrefetchBatchAsync', 13000, 'p p z p p z q h'],
  cuMemDiscardBatchAsync: ['cuMemDiscardBatchAsync', 13000, 'p p z q h'],
  cuMemExportToShareableHandle: ['cuMemExportToShareableHandle', 10020, 'p q i q'],
  cuMemFree: ['cuMemFree_v2', 3020, 'q'],
  cuMemFreeAsync: ['cuMemFreeAsync', 11020, 'q h'],
  cuMemFreeHost: ['cuMemFreeHost', 2000, 'p'],
  cuMemGetAccess: ['cuMemGetAccess', 10020, 'p p q'],
  cuMemGetAddressRange: ['cuMemGetAddressRange_v2', 3020, 'p p q'],
  cuMemGetAllocationGranularity: ['cuMemGetAllocationGranularity', 10020, 'p p i'],
  cuMemGetAllocationPropertiesFromHandle: ['cuMemGetAllocationPropertiesFromHandle', 10020, 'p q'],
  cuMemGetDefaultMemPool: ['cuMemGetDefaultMemPool', 13000, 'p p i'],
  cuMemGetHandleForAddressRange: ['cuMemGetHandleForAddressRange', 11070, 'p q z i q'],
  cuMemGetInfo: ['cuMemGetInfo_v2', 3020, 'p p'],
  cuMemGetMemPool: ['cuMemGetMemPool', 13000, 'p p i'],
  cuMemHostAlloc: ['cuMemHostAlloc', 2020, 'p z u'],
  cuMemHostGetDevicePointer: ['cuMemHostGetDevicePointer_v2', 3020, 'p p u'],
  cuMemHostGetFlags: ['cuMemHostGetFlags', 2030, 'p p'],
  cuMemHostRegister: ['cuMemHostRegister_v2', 6050, 'p z u'],
  cuMemHostUnregister: ['cuMemHostUnregister', 4000, 'p'],
  cuMemImportFromShareableHandle: ['cuMemImportFromShareableHandle', 10020, 'p p i'],
  cuMemMap: ['cuMemMap', 10020, 'q z z q q'],
  cuMemMapArrayAsync: ['cuMemMapArrayAsync', 11010, 'p u h'],
  cuMemPoolCreate: ['cuMemPoolCreate', 11020, 'p p'],
  cuMemPoolDestroy: ['cuMemPoolDestroy', 11020, 'h'],
  cuMemPoolExportPointer: ['cuMemPoolExportPointer', 11020, 'p q'],
  cuMemPoolExportToShareableHandle: ['cuMemPoolExportToShareableHandle', 11020, 'p h i q'],
  cuMemPoolGetAccess: ['cuMemPoolGetAccess', 11020, 'p h p'],
  cuMemPoolGetAttribute: ['cuMemPoolGetAttribute', 11020, 'h i p'],
  cuMemPoolImportFromShareableHandle: ['cuMemPoolImportFromShareableHandle', 11020, 'p p i q'],
  cuMemPoolImportPointer: ['cuMemPoolImportPointer', 11020, 'p h p'],
  cuMemPoolSetAccess: ['cuMemPoolSetAccess', 11020, 'h p z'],
  cuMemPoolSetAttribute: ['cuMemPoolSetAttribute', 11020, 'h i p'],
  cuMemPoolTrimTo: ['cuMemPoolTrimTo', 11020, 'h z'],
  cuMemPrefetchAsync: ['cuMemPrefetchAsync_v2', 12020, 'q z CUmemLocation u h'],
  cuMemPrefetchBatchAsync: ['cuMemPrefetchBatchAsync', 13000, 'p p z p p z q h'],
  cuMemRangeGetAttribute: ['cuMemRangeGetAttribute', 8000, 'p z i q z'],
  cuMemRangeGetAttributes: ['cuMemRangeGetAttributes', 8000, 'p p p z q z'],
  cuMemRelease: ['cuMemRelease', 10020, 'q'],
  cuMemRetainAllocationHandle: ['cuMemRetainAllocationHandle', 11000, 'p p'],
  cuMemSetAccess: ['cuMemSetAccess', 10020, 'q z p z'],
  cuMemSetMemPool: ['cuMemSetMemPool', 13000, 'p i h'],
  cuMemUnmap: ['cuMemUnmap', 10020, 'q z'],
  cuMemcpy: ['cuMemcpy', 4000, 'q q z'],
  cuMemcpy2D: ['cuMemcpy2D_v2', 3020, 'p'],
  cuMemcpy2DAsync: ['cuMemcpy2DAsync_v2', 3020, 'p h'],
  cuMemcpy2DUnaligned: ['cuMemcpy2DUnaligned_v2', 3020, 'p'],
  cuMemcpy3D: ['cuMemcpy3D_v2', 3020, 'p'],
  cuMemcpy3DAsync: ['cuMemcpy3DAsync_v2', 3020, 'p h'],
  cuMemcpy3DBatchAsync: ['cuMemcpy3DBatchAsync_v2', 13000, 'z p q h'],
  cuMemcpy3DPeer: ['cuMemcpy3DPeer', 4000, 'p'],
  cuMemcpy3DPeerAsync: ['cuMemcpy3DPeerAsync', 4000, 'p h'],
  cuMemcpyAsync: ['cuMemcpyAsync', 4000, 'q q z h'],
  cuMemcpyAtoA: ['cuMemcpyAtoA_v2', 3020, 'h z h z z'],
  cuMemcpyAtoD: ['cuMemcpyAtoD_v2', 3020, 'q h z z'],
  cuMemcpyAtoH: ['cuMemcpyAtoH_v2', 3020, 'p h z z'],
  cuMemcpyAtoHAsync: ['cuMemcpyAtoHAsync_v2', 3020, 'p h z z h'],
  cuMemcpyBatchAsync: ['cuMemcpyBatchAsync_v2', 13000, 'p p p z p p z h'],
  cuMemcpyDtoA: ['cuMemcpyDtoA_v2', 3020, 'h z q z'],
  cuMemcpyDtoD: ['cuMemcpyDtoD_v2', 3020, 'q q z'],
  cuMemcpyDtoDAsync: ['cuMemcpyDtoDAsync_v2', 3020, 'q q z h'],
  cuMemcpyDtoH: ['cuMemcpyDtoH_v2', 3020, 'p q z'],
  cuMemcpyDtoHAsync: ['cuMemcpyDtoHAsync_v2', 3020, 'p q z h'],
  cuMemcpyHtoA: ['cuMemcpyHtoA_v2', 3020, 'h z p z'],
  cuMemcpyHtoAAsync: ['cuMemcpyHtoAAsync_v2', 3020, 'h z p z h'],
  cuMemcpyHtoD: ['cuMemcpyHtoD_v2', 3020, 'q p z'],
  cuMemcpyHtoDAsync: ['cuMemcpyHtoDAsync_v2', 3020, 'q p z h'],
  cuMemcpyPeer: ['cuMemcpyPeer', 4000, 'q h q h z'],
  cuMemcpyPeerAsync: ['cuMemcpyPeerAsync', 4000, 'q h q h z h'],
  cuMemsetD16: ['cuMemsetD16_v2', 3020, 'q w z'],
  cuMemsetD16Async: ['cuMemsetD16Async', 3020, 'q w z h'],
  cuMemsetD2D16: ['cuMemsetD2D16_v2', 3020, 'q z w z z'],
  cuMemsetD2D16Async: ['cuMemsetD2D16Async', 3020, 'q z w z z h'],
  cuMemsetD2D32: ['cuMemsetD2D32_v2', 3020, 'q z u z z'],
  cuMemsetD2D32Async: ['cuMemsetD2D32Async', 3020, 'q z u z z h'],
  cuMemsetD2D8: ['cuMemsetD2D8_v2', 3020, 'q z c z z'],
  cuMemsetD2D8Async: ['cuMemsetD2D8Async', 3020, 'q z c z z h'],
  cuMemsetD32: ['cuMemsetD32_v2', 3020, 'q u z'],
  cuMemsetD32Async: ['cuMemsetD32Async', 3020, 'q u z h'],
  cuMemsetD8: ['cuMemsetD8_v2', 3020, 'q c z'],
  cuMemsetD8Async: ['cuMemsetD8Async', 3020, 'q c z h'],
  cuMipmappedArrayCreate: ['cuMipmappedArrayCreate', 5000, 'p p u'],
  cuMipmappedArrayDestroy: ['cuMipmappedArrayDestroy', 5000, 'h'],
  cuMipmappedArrayGetLevel: ['cuMipmappedArrayGetLevel', 5000, 'p h u'],
  cuMipmappedArrayGetMemoryRequirements: ['cuMipmappedArrayGetMemoryRequirements', 11060, 'p h i'],
  cuMipmappedArrayGetSparseProperties: ['cuMipmappedArrayGetSparseProperties', 11010, 'p h'],
  cuModuleEnumerateFunctions: ['cuModuleEnumerateFunctions', 12040, 'p u h'],
  cuModuleGetFunction: ['cuModuleGetFunction', 2000, 'p h s'],
  cuModuleGetFunctionCount: ['cuModuleGetFunctionCount', 12040, 'p h'],
  cuModuleGetGlobal: ['cuModuleGetGlobal_v2', 3020, 'p p h s'],
  cuModuleGetLoadingMode: ['cuModuleGetLoadingMode', 11070, 'p'],
  cuModuleGetSurfRef: ['cuModuleGetSurfRef', 3000, 'p h s'],
  cuModuleGetTexRef: ['cuModuleGetTexRef', 2000, 'p h s'],
  cuModuleLoad: ['cuModuleLoad', 2000, 'p s'],
  cuModuleLoadData: ['cuModuleLoadData', 2000, 'p p'],
  cuModuleLoadDataEx: ['cuModuleLoadDataEx', 2010, 'p p u p p'],
  cuModuleLoadFatBinary: ['cuModuleLoadFatBinary', 2000, 'p p'],
  cuModuleUnload: ['cuModuleUnload', 2000, 'h'],
  cuMulticastAddDevice: ['cuMulticastAddDevice', 12010, 'q i'],
  cuMulticastBindAddr: ['cuMulticastBindAddr', 12010, 'q z q z q'],
  cuMulticastBindMem: ['cuMulticastBindMem', 12010, 'q z q z z q'],
  cuMulticastCreate: ['cuMulticastCreate', 12010, 'p p'],
  cuMulticastGetGranularity: ['cuMulticastGetGranularity', 12010, 'p p i'],
  cuMulticastUnbind: ['cuMulticastUnbind', 12010, 'q i z z'],
  cuOccupancyAvailableDynamicSMemPerBlock: ['cuOccupancyAvailableDynamicSMemPerBlock', 10020, 'p h i i'],
  cuOccupancyMaxActiveBlocksPerMultiprocessor: ['cuOccupancyMaxActiveBlocksPerMultiprocessor', 6050, 'p h i z'],
  cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: ['cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags', 7000, 'p h i z u'],
  cuOccupancyMaxActiveClusters: ['cuOccupancyMaxActiveClusters', 11070, 'p h p'],
  cuOccupancyMaxPotentialBlockSize: ['cuOccupancyMaxPotentialBlockSize', 6050, 'p p h h z i'],
  cuOccupancyMaxPotentialBlockSizeWithFlags: ['cuOccupancyMaxPotentialBlockSizeWithFlags', 7000, 'p p h h z i u'],
  cuOccupancyMaxPotentialClusterSize: ['cuOccupancyMaxPotentialClusterSize', 11070, 'p h p'],
  cuParamSetSize: ['cuParamSetSize', 2000, 'h u'],
  cuParamSetTexRef: ['cuParamSetTexRef', 2000, 'h i h'],
  cuParamSetf: ['cuParamSetf', 2000, 'h i f'],
  cuParamSeti: ['cuParamSeti', 2000, 'h i u'],
  cuParamSetv: ['cuParamSetv', 2000, 'h i p u'],
  cuPointerGetAttribute: ['cuPointerGetAttribute', 4000, 'p i q'],
  cuPointerGetAttributes: ['cuPointerGetAttributes', 7000, 'u p p q'],
  cuPointerSetAttribute: ['cuPointerSetAttribute', 6000, 'p i q'],
  cuProfilerInitialize: ['cuProfilerInitialize', 4000, 's s i'],
  cuProfilerStart: ['cuProfilerStart', 4000, ''],
  cuProfilerStop: ['cuProfilerStop', 4000, ''],
  cuSignalExternalSemaphoresAsync: ['cuSignalExternalSemaphoresAsync', 10000, 'p p u h'],
  cuStreamAddCallback: ['cuStreamAddCallback', 5000, 'h h p u'],
  cuStreamAttachMemAsync: ['cuStreamAttachMemAsync', 6000, 'h q z u'],
  cuStreamBatchMemOp: ['cuStreamBatchMemOp_v2', 11070, 'h u p u'],
  cuStreamBeginCapture: ['cuStreamBeginCapture_v2', 10010, 'h i'],
  cuStreamBeginCaptureToGraph: ['cuStreamBeginCaptureToGraph', 12030, 'h h p p z i'],
  cuStreamCopyAttributes: ['cuStreamCopyAttributes', 11000, 'h h'],
  cuStreamCreate: ['cuStreamCreate', 2000, 'p u'],
  cuStreamCreateWithPriority: ['cuStreamCreateWithPriority', 5050, 'p u i'],
  cuStreamDestroy: ['cuStreamDestroy_v2', 4000, 'h'],
  cuStreamEndCapture: ['cuStreamEndCapture', 10000, 'h p'],
  cuStreamGetAttribute: ['cuStreamGetAttribute', 11000, 'h i p'],
  cuStreamGetCaptureInfo: ['cuStreamGetCaptureInfo_v3', 12030, 'h p p p p p p'],
  cuStreamGetCtx: ['cuStreamGetCtx', 9020, 'h p'],
  cuStreamGetCtx_v2: ['cuStreamGetCtx_v2', 12050, 'h p p'],
  cuStreamGetDevice: ['cuStreamGetDevice', 12080, 'h p'],
  cuStreamGetFlags: ['cuStreamGetFlags', 5050, 'h p'],
  cuStreamGetGreenCtx: ['cuStreamGetGreenCtx', 12040, 'h p'],
  cuStreamGetId: ['cuStreamGetId', 12000, 'h p'],
  cuStreamGetPriority: ['cuStreamGetPriority', 5050, 'h p'],
  cuStreamIsCapturing: ['cuStreamIsCapturing', 10000, 'h p'],
  cuStreamQuery: ['cuStreamQuery', 2000, 'h'],
  cuStreamSetAttribute: ['cuStreamSetAttribute', 11000, 'h i p'],
  cuStreamSynchronize: ['cuStreamSynchronize', 2000, 'h'],
  cuStreamUpdateCaptureDependencies: ['cuStreamUpdateCaptureDependencies_v2', 12030, 'h p p z u'],
  cuStreamWaitEvent: ['cuStreamWaitEvent', 3020, 'h h u'],
  cuStreamWaitValue32: ['cuStreamWaitValue32_v2', 11070, 'h q u u'],
  cuStreamWaitValue64: ['cuStreamWaitValue64_v2', 11070, 'h q q u'],
  cuStreamWriteValue32: ['cuStreamWriteValue32_v2', 11070, 'h q u u'],
  cuStreamWriteValue64: ['cuStreamWriteValue64_v2', 11070, 'h q q u'],
  cuSurfObjectCreate: ['cuSurfObjectCreate', 5000, 'p p'],
  cuSurfObjectDestroy: ['cuSurfObjectDestroy', 5000, 'q'],
  cuSurfObjectGetResourceDesc: ['cuSurfObjectGetResourceDesc', 5000, 'p q'],
  cuSurfRefGetArray: ['cuSurfRefGetArray', 3000, 'p h'],
  cuSurfRefSetArray: ['cuSurfRefSetArray', 3000, 'h h u'],
  cuTensorMapEncodeIm2col: ['cuTensorMapEncodeIm2col', 12000, 'p i u p p p p p u u p i i i i'],
  cuTensorMapEncodeIm2colWide: ['cuTensorMapEncodeIm2colWide', 12080, 'p i u p p p i i u u p i i i i i'],
  cuTensorMapEncodeTiled: ['cuTensorMapEncodeTiled', 12000, 'p i u p p p p p i i i i'],
  cuTensorMapReplaceAddress: ['cuTensorMapReplaceAddress', 12000, 'p p'],
  cuTexObjectCreate: ['cuTexObjectCreate', 5000, 'p p p p'],
  cuTexObjectDestroy: ['cuTexObjectDestroy', 5000, 'q'],
  cuTexObjectGetResourceDesc: ['cuTexObjectGetResourceDesc', 5000, 'p q'],
  cuTexObjectGetResourceViewDesc: ['cuTexObjectGetResourceViewDesc', 5000, 'p q'],
  cuTexObjectGetTextureDesc: ['cuTexObjectGetTextureDesc', 5000, 'p q'],
  cuTexRefCreate: ['cuTexRefCreate', 2000, 'p'],
  cuTexRefDestroy: ['cuTexRefDestroy', 2000, 'h'],
  cuTexRefGetAddress: ['cuTexRefGetAddress_v2', 3020, 'p h'],
  cuTexRefGetAddressMode: ['cuTexRefGetAddressMode', 2000, 'p h i'],
  cuTexRefGetArray: ['cuTexRefGetArray', 2000, 'p h'],
  cuTexRefGetBorderColor: ['cuTexRefGetBorderColor', 8000, 'p h'],
  cuTexRefGetFilterMode: ['cuTexRefGetFilterMode', 2000, 'p h'],
  cuTexRefGetFlags: ['cuTexRefGetFlags', 2000, 'p h'],
  cuTexRefGetFormat: ['cuTexRefGetFormat', 2000, 'p p h'],
  cuTexRefGetMaxAnisotropy: ['cuTexRefGetMaxAnisotropy', 5000, 'p h'],
  cuTexRefGetMipmapFilterMode: ['cuTexRefGetMipmapFilterMode', 5000, 'p h'],
  cuTexRefGetMipmapLevelBias: ['cuTexRefGetMipmapLevelBias', 5000, 'p h'],
  cuTexRefGetMipmapLevelClamp: ['cuTexRefGetMipmapLevelClamp', 5000, 'p p h'],
  cuTexRefGetMipmappedArray: ['cuTexRefGetMipmappedArray', 5000, 'p h'],
  cuTexRefSetAddress: ['cuTexRefSetAddress_v2', 3020, 'p h q z'],
  cuTexRefSetAddress2D: ['cuTexRefSetAddress2D_v3', 4010, 'h p q z'],
  cuTexRefSetAddressMode: ['cuTexRefSetAddressMode', 2000, 'h i i'],
  cuTexRefSetArray: ['cuTexRefSetArray', 2000, 'h h u'],
  cuTexRefSetBorderColor: ['cuTexRefSetBorderColor', 8000, 'h p'],
  cuTexRefSetFilterMode: ['cuTexRefSetFilterMode', 2000, 'h i'],
  cuTexRefSetFlags: ['cuTexRefSetFlags', 2000, 'h u'],
  cuTexRefSetFormat: ['cuTexRefSetFormat', 2000, 'h i i'],
  cuTexRefSetMaxAnisotropy: ['cuTexRefSetMaxAnisotropy', 5000, 'h u'],
  cuTexRefSetMipmapFilterMode: ['cuTexRefSetMipmapFilterMode', 5000, 'h i'],
  cuTexRefSetMipmapLevelBias: ['cuTexRefSetMipmapLevelBias', 5000, 'h f'],
  cuTexRefSetMipmapLevelClamp: ['cuTexRefSetMipmapLevelClamp', 5000, 'h f f'],
  cuTexRefSetMipmappedArray: ['cuTexRefSetMipmappedArray', 5000, 'h h u'],
  cuThreadExchangeStreamCaptureMode: ['cuThreadExchangeStreamCaptureMode', 10010, 'p'],
  cuUserObjectCreate: ['cuUserObjectCreate', 11030, 'p p h u u'],
  cuUserObjectRelease: ['cuUserObjectRelease', 11030, 'h u'],
  cuUserObjectRetain: ['cuUserObjectRetain', 11030, 'h u'],
  cuWaitExternalSemaphoresAsync: ['cuWaitExternalSemaphoresAsync', 10000, 'p p u h'],
} as const satisfies Readonly<Record<string, readonly [symbol: string, since: number, parameters: string]>>;

/** The functions as they are called. Each throws where its status is not `CUDA_SUCCESS`. */
export interface CudaDriverFunctions {
  readonly cuArray3DCreate: DriverCall<[pHandle: Pointer, pAllocateArray: Pointer]>;
  readonly cuArray3DGetDescriptor: DriverCall<[pArrayDescriptor: Pointer, hArray: Handle]>;
  readonly cuArrayCreate: DriverCall<[pHandle: Pointer, pAllocateArray: Pointer]>;
  readonly cuArrayDestroy: DriverCall<[hArray: Handle]>;
  readonly cuArrayGetDescriptor: DriverCall<[pArrayDescriptor: Pointer, hArray: Handle]>;
  readonly cuArrayGetMemoryRequirements: DriverCall<[memoryRequirements: Pointer, array: Handle, device: number]>;
  readonly cuArrayGetPlane: DriverCall<[pPlaneArray: Pointer, hArray: Handle, planeIdx: number]>;
  readonly cuArrayGetSparseProperties: DriverCall<[sparseProperties: Pointer, array: Handle]>;
  readonly cuCheckpointProcessCheckpoint: DriverCall<[pid: number, args: Pointer]>;
  readonly cuCheckpointProcessGetRestoreThreadId: DriverCall<[pid: number, tid: Pointer]>;
  readonly cuCheckpointProcessGetState: DriverCall<[pid: number, state: Pointer]>;
  readonly cuCheckpointProcessLock: DriverCall<[pid: number, args: Pointer]>;
  readonly cuCheckpointProcessRestore: DriverCall<[pid: number, args: Pointer]>;
  readonly cuCheckpointProcessUnlock: DriverCall<[pid: number, args: Pointer]>;
  readonly cuCoredumpGetAttribute: DriverCall<[attrib: CUcoredumpSettings, value: Pointer, size: Pointer]>;
  readonly cuCoredumpGetAttributeGlobal: DriverCall<[attrib: CUcoredumpSettings, value: Pointer, size: Pointer]>;
  readonly cuCoredumpSetAttribute: DriverCall<[attrib: CUcoredumpSettings, value: Pointer, size: Pointer]>;
  readonly cuCoredumpSetAttributeGlobal: DriverCall<[attrib: CUcoredumpSettings, value: Pointer, size: Pointer]>;
  readonly cuCtxAttach: DriverCall<[pctx: Pointer, flags: number]>;
  readonly cuCtxCreate: DriverCall<[pctx: Pointer, ctxCreateParams: Pointer, flags: number, dev: number]>;
  readonly cuCtxDestroy: DriverCall<[ctx: Handle]>;
  readonly cuCtxDetach: DriverCall<[ctx: Handle]>;
  readonly cuCtxDisablePeerAccess: DriverCall<[peerContext: Handle]>;
  readonly cuCtxEnablePeerAccess: DriverCall<[peerContext: Handle, Flags: number]>;
  readonly cuCtxFromGreenCtx: DriverCall<[pContext: Pointer, hCtx: Handle]>;
  readonly cuCtxGetApiVersion: DriverCall<[ctx: Handle, version: Pointer]>;
  readonly cuCtxGetCacheConfig: DriverCall<[pconfig: Pointer]>;
  readonly cuCtxGetCurrent: DriverCall<[pctx: Pointer]>;
  readonly cuCtxGetDevResource: DriverCall<[hCtx: Handle, resource: Pointer, type: CUdevResourceType]>;
  readonly cuCtxGetDevice: DriverCall<[device: Pointer]>;
  readonly cuCtxGetDevice_v2: DriverCall<[device: Pointer, ctx: Handle]>;
  readonly cuCtxGetExecAffinity: DriverCall<[pExecAffinity: Pointer, type: CUexecAffinityType]>;
  readonly cuCtxGetFlags: DriverCall<[flags: Pointer]>;
  readonly cuCtxGetId: DriverCall<[ctx: Handle, ctxId: Pointer]>;
  readonly cuCtxGetLimit: DriverCall<[pvalue: Pointer, limit: CUlimit]>;
  readonly cuCtxGetSharedMemConfig: DriverCall<[pConfig: Pointer]>;
  readonly cuCtxGetStreamPriorityRange: DriverCall<[leastPriority: Pointer, greatestPriority: Pointer]>;
  readonly cuCtxPopCurrent: DriverCall<[pctx: Pointer]>;
  readonly cuCtxPushCurrent: DriverCall<[ctx: Handle]>;
  readonly cuCtxRecordEvent: DriverCall<[hCtx: Handle, hEvent: Handle]>;
  readonly cuCtxResetPersistingL2Cache: DriverCall<[]>;
  readonly cuCtxSetCacheConfig: DriverCall<[config: CUfunc_cache]>;
  readonly cuCtxSetCurrent: DriverCall<[ctx: Handle]>;
  readonly cuCtxSetFlags: DriverCall<[flags: number]>;
  readonly cuCtxSetLimit: DriverCall<[limit: CUlimit, value: Integer]>;
  readonly cuCtxSetSharedMemConfig: DriverCall<[config: CUsharedconfig]>;
  readonly cuCtxSynchronize: DriverCall<[]>;
  readonly cuCtxSynchronize_v2: DriverCall<[ctx: Handle]>;
  readonly cuCtxWaitEvent: DriverCall<[hCtx: Handle, hEvent: Handle]>;
  readonly cuDestroyExternalMemory: DriverCall<[extMem: Handle]>;
  readonly cuDestroyExternalSemaphore: DriverCall<[extSem: Handle]>;
  readonly cuDevResourceGenerateDesc: DriverCall<[phDesc: Pointer, resources: Pointer, nbResources: number]>;
  readonly cuDevSmResourceSplitByCount: DriverCall<[result: Pointer, nbGroups: Pointer, input: Pointer, remaining: Pointer, useFlags: number, minCount: number]>;
  readonly cuDeviceCanAccessPeer: DriverCall<[canAccessPeer: Pointer, dev: number, peerDev: number]>;
  readonly cuDeviceComputeCapability: DriverCall<[major: Pointer, minor: Pointer, dev: number]>;
  readonly cuDeviceGet: DriverCall<[device: Pointer, ordinal: number]>;
  readonly cuDeviceGetAttribute: DriverCall<[pi: Pointer, attrib: CUdevice_attribute, dev: number]>;
  readonly cuDeviceGetByPCIBusId: DriverCall<[dev: Pointer, pciBusId: Text]>;
  readonly cuDeviceGetCount: DriverCall<[count: Pointer]>;
  readonly cuDeviceGetDefaultMemPool: DriverCall<[pool_out: Pointer, dev: number]>;
  readonly cuDeviceGetDevResource: DriverCall<[device: number, resource: Pointer, type: CUdevResourceType]>;
  readonly cuDeviceGetExecAffinitySupport: DriverCall<[pi: Pointer, type: CUexecAffinityType, dev: number]>;
  readonly cuDeviceGetGraphMemAttribute: DriverCall<[device: number, attr: CUgraphMem_attribute, value: Pointer]>;
  readonly cuDeviceGetHostAtomicCapabilities: DriverCall<[capabilities: Pointer, operations: Pointer, count: number, dev: number]>;
  readonly cuDeviceGetLuid: DriverCall<[luid: Pointer, deviceNodeMask: Pointer, dev: number]>;
  readonly cuDeviceGetMemPool: DriverCall<[pool: Pointer, dev: number]>;
  readonly cuDeviceGetName: DriverCall<[name: Pointer, len: number, dev: number]>;
  readonly cuDeviceGetNvSciSyncAttributes: DriverCall<[nvSciSyncAttrList: Pointer, dev: number, flags: number]>;
  readonly cuDeviceGetP2PAtomicCapabilities: DriverCall<[capabilities: Pointer, operations: Pointer, count: number, srcDevice: number, dstDevice: number]>;
  readonly cuDeviceGetP2PAttribute: DriverCall<[value: Pointer, attrib: CUdevice_P2PAttribute, srcDevice: number, dstDevice: number]>;
  readonly cuDeviceGetPCIBusId: DriverCall<[pciBusId: Pointer, len: number, dev: number]>;
  readonly cuDeviceGetProperties: DriverCall<[prop: Pointer, dev: number]>;
  readonly cuDeviceGetTexture1DLinearMaxWidth: DriverCall<[maxWidthInElements: Pointer, format: CUarray_format, numChannels: number, dev: number]>;
  readonly cuDeviceGetUuid: DriverCall<[uuid: Pointer, dev: number]>;
  readonly cuDeviceGraphMemTrim: DriverCall<[device: number]>;
  readonly cuDevicePrimaryCtxGetState: DriverCall<[dev: number, flags: Pointer, active: Pointer]>;
  readonly cuDevicePrimaryCtxRelease: DriverCall<[dev: number]>;
  readonly cuDevicePrimaryCtxReset: DriverCall<[dev: number]>;
  readonly cuDevicePrimaryCtxRetain: DriverCall<[pctx: Pointer, dev: number]>;
  readonly cuDevicePrimaryCtxSetFlags: DriverCall<[dev: number, flags: number]>;
  readonly cuDeviceRegisterAsyncNotification: DriverCall<[device: number, callbackFunc: Callback, userData: Pointer, callback: Pointer]>;
  readonly cuDeviceSetGraphMemAttribute: DriverCall<[device: number, attr: CUgraphMem_attribute, value: Pointer]>;
  readonly cuDeviceSetMemPool: DriverCall<[dev: number, pool: Handle]>;
  readonly cuDeviceTotalMem: DriverCall<[bytes: Pointer, dev: number]>;
  readonly cuDeviceUnregisterAsyncNotification: DriverCall<[device: number, callback: Handle]>;
  readonly cuDriverGetVersion: DriverCall<[driverVersion: Pointer]>;
  readonly cuEventCreate: DriverCall<[phEvent: Pointer, Flags: number]>;
  readonly cuEventDestroy: DriverCall<[hEvent: Handle]>;
  readonly cuEventElapsedTime: DriverCall<[pMilliseconds: Pointer, hStart: Handle, hEnd: Handle]>;
  readonly cuEventQuery: DriverCall<[hEvent: Handle]>;
  readonly cuEventRecord: DriverCall<[hEvent: Handle, hStream: Handle]>;
  readonly cuEventRecordWithFlags: DriverCall<[hEvent: Handle, hStream: Handle, flags: number]>;
  readonly cuEventSynchronize: DriverCall<[hEvent: Handle]>;
  readonly cuExternalMemoryGetMappedBuffer: DriverCall<[devPtr: Pointer, extMem: Handle, bufferDesc: Pointer]>;
  readonly cuExternalMemoryGetMappedMipmappedArray: DriverCall<[mipmap: Pointer, extMem: Handle, mipmapDesc: Pointer]>;
  readonly cuFlushGPUDirectRDMAWrites: DriverCall<[target: CUflushGPUDirectRDMAWritesTarget, scope: CUflushGPUDirectRDMAWritesScope]>;
  readonly cuFuncGetAttribute: DriverCall<[pi: Pointer, attrib: CUfunction_attribute, hfunc: Handle]>;
  readonly cuFuncGetModule: DriverCall<[hmod: Pointer, hfunc: Handle]>;
  readonly cuFuncGetName: DriverCall<[name: Pointer, hfunc: Handle]>;
  readonly cuFuncGetParamInfo: DriverCall<[func: Handle, paramIndex: Integer, paramOffset: Pointer, paramSize: Pointer]>;
  readonly cuFuncIsLoaded: DriverCall<[state: Pointer, function_: Handle]>;
  readonly cuFuncLoad: DriverCall<[function_: Handle]>;
  readonly cuFuncSetAttribute: DriverCall<[hfunc: Handle, attrib: CUfunction_attribute, value: number]>;
  readonly cuFuncSetBlockShape: DriverCall<[hfunc: Handle, x: number, y: number, z: number]>;
  readonly cuFuncSetCacheConfig: DriverCall<[hfunc: Handle, config: CUfunc_cache]>;
  readonly cuFuncSetSharedMemConfig: DriverCall<[hfunc: Handle, config: CUsharedconfig]>;
  readonly cuFuncSetSharedSize: DriverCall<[hfunc: Handle, bytes: number]>;
  readonly cuGetErrorName: DriverCall<[error: CUresult, pStr: Pointer]>;
  readonly cuGetErrorString: DriverCall<[error: CUresult, pStr: Pointer]>;
  readonly cuGetExportTable: DriverCall<[ppExportTable: Pointer, pExportTableId: Pointer]>;
  readonly cuGetProcAddress: DriverCall<[symbol: Text, pfn: Pointer, cudaVersion: number, flags: Integer, symbolStatus: Pointer]>;
  readonly cuGraphAddBatchMemOpNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, nodeParams: Pointer]>;
  readonly cuGraphAddChildGraphNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, childGraph: Handle]>;
  readonly cuGraphAddDependencies: DriverCall<[hGraph: Handle, from: Pointer, to: Pointer, edgeData: Pointer, numDependencies: Integer]>;
  readonly cuGraphAddEmptyNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer]>;
  readonly cuGraphAddEventRecordNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, event: Handle]>;
  readonly cuGraphAddEventWaitNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, event: Handle]>;
  readonly cuGraphAddExternalSemaphoresSignalNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, nodeParams: Pointer]>;
  readonly cuGraphAddExternalSemaphoresWaitNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, nodeParams: Pointer]>;
  readonly cuGraphAddHostNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, nodeParams: Pointer]>;
  readonly cuGraphAddKernelNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, nodeParams: Pointer]>;
  readonly cuGraphAddMemAllocNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, nodeParams: Pointer]>;
  readonly cuGraphAddMemFreeNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, dptr: Integer]>;
  readonly cuGraphAddMemcpyNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, copyParams: Pointer, ctx: Handle]>;
  readonly cuGraphAddMemsetNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, numDependencies: Integer, memsetParams: Pointer, ctx: Handle]>;
  readonly cuGraphAddNode: DriverCall<[phGraphNode: Pointer, hGraph: Handle, dependencies: Pointer, dependencyData: Pointer, numDependencies: Integer, nodeParams: Pointer]>;
  readonly cuGraphBatchMemOpNodeGetParams: DriverCall<[hNode: Handle, nodeParams_out: Pointer]>;
  readonly cuGraphBatchMemOpNodeSetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphChildGraphNodeGetGraph: DriverCall<[hNode: Handle, phGraph: Pointer]>;
  readonly cuGraphClone: DriverCall<[phGraphClone: Pointer, originalGraph: Handle]>;
  readonly cuGraphConditionalHandleCreate: DriverCall<[pHandle_out: Pointer, hGraph: Handle, ctx: Handle, defaultLaunchValue: number, flags: number]>;
  readonly cuGraphCreate: DriverCall<[phGraph: Pointer, flags: number]>;
  readonly cuGraphDebugDotPrint: DriverCall<[hGraph: Handle, path: Text, flags: number]>;
  readonly cuGraphDestroy: DriverCall<[hGraph: Handle]>;
  readonly cuGraphDestroyNode: DriverCall<[hNode: Handle]>;
  readonly cuGraphEventRecordNodeGetEvent: DriverCall<[hNode: Handle, event_out: Pointer]>;
  readonly cuGraphEventRecordNodeSetEvent: DriverCall<[hNode: Handle, event: Handle]>;
  readonly cuGraphEventWaitNodeGetEvent: DriverCall<[hNode: Handle, event_out: Pointer]>;
  readonly cuGraphEventWaitNodeSetEvent: DriverCall<[hNode: Handle, event: Handle]>;
  readonly cuGraphExecBatchMemOpNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphExecChildGraphNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, childGraph: Handle]>;
  readonly cuGraphExecDestroy: DriverCall<[hGraphExec: Handle]>;
  readonly cuGraphExecEventRecordNodeSetEvent: DriverCall<[hGraphExec: Handle, hNode: Handle, event: Handle]>;
  readonly cuGraphExecEventWaitNodeSetEvent: DriverCall<[hGraphExec: Handle, hNode: Handle, event: Handle]>;
  readonly cuGraphExecExternalSemaphoresSignalNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphExecExternalSemaphoresWaitNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphExecGetFlags: DriverCall<[hGraphExec: Handle, flags: Pointer]>;
  readonly cuGraphExecHostNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphExecKernelNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphExecMemcpyNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, copyParams: Pointer, ctx: Handle]>;
  readonly cuGraphExecMemsetNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, memsetParams: Pointer, ctx: Handle]>;
  readonly cuGraphExecNodeSetParams: DriverCall<[hGraphExec: Handle, hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphExecUpdate: DriverCall<[hGraphExec: Handle, hGraph: Handle, resultInfo: Pointer]>;
  readonly cuGraphExternalSemaphoresSignalNodeGetParams: DriverCall<[hNode: Handle, params_out: Pointer]>;
  readonly cuGraphExternalSemaphoresSignalNodeSetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphExternalSemaphoresWaitNodeGetParams: DriverCall<[hNode: Handle, params_out: Pointer]>;
  readonly cuGraphExternalSemaphoresWaitNodeSetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphGetEdges: DriverCall<[hGraph: Handle, from: Pointer, to: Pointer, edgeData: Pointer, numEdges: Pointer]>;
  readonly cuGraphGetNodes: DriverCall<[hGraph: Handle, nodes: Pointer, numNodes: Pointer]>;
  readonly cuGraphGetRootNodes: DriverCall<[hGraph: Handle, rootNodes: Pointer, numRootNodes: Pointer]>;
  readonly cuGraphHostNodeGetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphHostNodeSetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphInstantiateWithFlags: DriverCall<[phGraphExec: Pointer, hGraph: Handle, flags: Integer]>;
  readonly cuGraphInstantiateWithParams: DriverCall<[phGraphExec: Pointer, hGraph: Handle, instantiateParams: Pointer]>;
  readonly cuGraphKernelNodeCopyAttributes: DriverCall<[dst: Handle, src: Handle]>;
  readonly cuGraphKernelNodeGetAttribute: DriverCall<[hNode: Handle, attr: CUlaunchAttributeID, value_out: Pointer]>;
  readonly cuGraphKernelNodeGetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphKernelNodeSetAttribute: DriverCall<[hNode: Handle, attr: CUlaunchAttributeID, value: Pointer]>;
  readonly cuGraphKernelNodeSetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphLaunch: DriverCall<[hGraphExec: Handle, hStream: Handle]>;
  readonly cuGraphMemAllocNodeGetParams: DriverCall<[hNode: Handle, params_out: Pointer]>;
  readonly cuGraphMemFreeNodeGetParams: DriverCall<[hNode: Handle, dptr_out: Pointer]>;
  readonly cuGraphMemcpyNodeGetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphMemcpyNodeSetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphMemsetNodeGetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphMemsetNodeSetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphNodeFindInClone: DriverCall<[phNode: Pointer, hOriginalNode: Handle, hClonedGraph: Handle]>;
  readonly cuGraphNodeGetDependencies: DriverCall<[hNode: Handle, dependencies: Pointer, edgeData: Pointer, numDependencies: Pointer]>;
  readonly cuGraphNodeGetDependentNodes: DriverCall<[hNode: Handle, dependentNodes: Pointer, edgeData: Pointer, numDependentNodes: Pointer]>;
  readonly cuGraphNodeGetEnabled: DriverCall<[hGraphExec: Handle, hNode: Handle, isEnabled: Pointer]>;
  readonly cuGraphNodeGetType: DriverCall<[hNode: Handle, type: Pointer]>;
  readonly cuGraphNodeSetEnabled: DriverCall<[hGraphExec: Handle, hNode: Handle, isEnabled: number]>;
  readonly cuGraphNodeSetParams: DriverCall<[hNode: Handle, nodeParams: Pointer]>;
  readonly cuGraphReleaseUserObject: DriverCall<[graph: Handle, object: Handle, count: number]>;
  readonly cuGraphRemoveDependencies: DriverCall<[hGraph: Handle, from: Pointer, to: Pointer, edgeData: Pointer, numDependencies: Integer]>;
  readonly cuGraphRetainUserObject: DriverCall<[graph: Handle, object: Handle, count: number, flags: number]>;
  readonly cuGraphUpload: DriverCall<[hGraphExec: Handle, hStream: Handle]>;
  readonly cuGraphicsMapResources: DriverCall<[count: number, resources: Pointer, hStream: Handle]>;
  readonly cuGraphicsResourceGetMappedMipmappedArray: DriverCall<[pMipmappedArray: Pointer, resource: Handle]>;
  readonly cuGraphicsResourceGetMappedPointer: DriverCall<[pDevPtr: Pointer, pSize: Pointer, resource: Handle]>;
  readonly cuGraphicsResourceSetMapFlags: DriverCall<[resource: Handle, flags: number]>;
  readonly cuGraphicsSubResourceGetMappedArray: DriverCall<[pArray: Pointer, resource: Handle, arrayIndex: number, mipLevel: number]>;
  readonly cuGraphicsUnmapResources: DriverCall<[count: number, resources: Pointer, hStream: Handle]>;
  readonly cuGraphicsUnregisterResource: DriverCall<[resource: Handle]>;
  readonly cuGreenCtxCreate: DriverCall<[phCtx: Pointer, desc: Handle, dev: number, flags: number]>;
  readonly cuGreenCtxDestroy: DriverCall<[hCtx: Handle]>;
  readonly cuGreenCtxGetDevResource: DriverCall<[hCtx: Handle, resource: Pointer, type: CUdevResourceType]>;
  readonly cuGreenCtxGetId: DriverCall<[greenCtx: Handle, greenCtxId: Pointer]>;
  readonly cuGreenCtxRecordEvent: DriverCall<[hCtx: Handle, hEvent: Handle]>;
  readonly cuGreenCtxStreamCreate: DriverCall<[phStream: Pointer, greenCtx: Handle, flags: number, priority: number]>;
  readonly cuGreenCtxWaitEvent: DriverCall<[hCtx: Handle, hEvent: Handle]>;
  readonly cuImportExternalMemory: DriverCall<[extMem_out: Pointer, memHandleDesc: Pointer]>;
  readonly cuImportExternalSemaphore: DriverCall<[extSem_out: Pointer, semHandleDesc: Pointer]>;
  readonly cuInit: DriverCall<[Flags: number]>;
  readonly cuIpcCloseMemHandle: DriverCall<[dptr: Integer]>;
  readonly cuIpcGetEventHandle: DriverCall<[pHandle: Pointer, event: Handle]>;
  readonly cuIpcGetMemHandle: DriverCall<[pHandle: Pointer, dptr: Integer]>;
  readonly cuIpcOpenEventHandle: DriverCall<[phEvent: Pointer, handle: Bytes]>;
  readonly cuIpcOpenMemHandle: DriverCall<[pdptr: Pointer, handle: Bytes, Flags: number]>;
  readonly cuKernelGetAttribute: DriverCall<[pi: Pointer, attrib: CUfunction_attribute, kernel: Handle, dev: number]>;
  readonly cuKernelGetFunction: DriverCall<[pFunc: Pointer, kernel: Handle]>;
  readonly cuKernelGetLibrary: DriverCall<[pLib: Pointer, kernel: Handle]>;
  readonly cuKernelGetName: DriverCall<[name: Pointer, hfunc: Handle]>;
  readonly cuKernelGetParamInfo: DriverCall<[kernel: Handle, paramIndex: Integer, paramOffset: Pointer, paramSize: Pointer]>;
  readonly cuKernelSetAttribute: DriverCall<[attrib: CUfunction_attribute, val: number, kernel: Handle, dev: number]>;
  readonly cuKernelSetCacheConfig: DriverCall<[kernel: Handle, config: CUfunc_cache, dev: number]>;
  readonly cuLaunch: DriverCall<[f: Handle]>;
  readonly cuLaunchCooperativeKernel: DriverCall<[f: Handle, gridDimX: number, gridDimY: number, gridDimZ: number, blockDimX: number, blockDimY: number, blockDimZ: number, sharedMemBytes: number, hStream: Handle, kernelParams: Pointer]>;
  readonly cuLaunchCooperativeKernelMultiDevice: DriverCall<[launchParamsList: Pointer, numDevices: number, flags: number]>;
  readonly cuLaunchGrid: DriverCall<[f: Handle, grid_width: number, grid_height: number]>;
  readonly cuLaunchGridAsync: DriverCall<[f: Handle, grid_width: number, grid_height: number, hStream: Handle]>;
  readonly cuLaunchHostFunc: DriverCall<[hStream: Handle, fn: Callback, userData: Pointer]>;
  readonly cuLaunchKernel: DriverCall<[f: Handle, gridDimX: number, gridDimY: number, gridDimZ: number, blockDimX: number, blockDimY: number, blockDimZ: number, sharedMemBytes: number, hStream: Handle, kernelParams: Pointer, extra: Pointer]>;
  readonly cuLaunchKernelEx: DriverCall<[config: Pointer, f: Handle, kernelParams: Pointer, extra: Pointer]>;
  readonly cuLibraryEnumerateKernels: DriverCall<[kernels: Pointer, numKernels: number, lib: Handle]>;
  readonly cuLibraryGetGlobal: DriverCall<[dptr: Pointer, bytes: Pointer, library: Handle, name: Text]>;
  readonly cuLibraryGetKernel: DriverCall<[pKernel: Pointer, library: Handle, name: Text]>;
  readonly cuLibraryGetKernelCount: DriverCall<[count: Pointer, lib: Handle]>;
  readonly cuLibraryGetManaged: DriverCall<[dptr: Pointer, bytes: Pointer, library: Handle, name: Text]>;
  readonly cuLibraryGetModule: DriverCall<[pMod: Pointer, library: Handle]>;
  readonly cuLibraryGetUnifiedFunction: DriverCall<[fptr: Pointer, library: Handle, symbol: Text]>;
  readonly cuLibraryLoadData: DriverCall<[library: Pointer, code: Pointer, jitOptions: Pointer, jitOptionsValues: Pointer, numJitOptions: number, libraryOptions: Pointer, libraryOptionValues: Pointer, numLibraryOptions: number]>;
  readonly cuLibraryLoadFromFile: DriverCall<[library: Pointer, fileName: Text, jitOptions: Pointer, jitOptionsValues: Pointer, numJitOptions: number, libraryOptions: Pointer, libraryOptionValues: Pointer, numLibraryOptions: number]>;
  readonly cuLibraryUnload: DriverCall<[library: Handle]>;
  readonly cuLinkAddData: DriverCall<[state: Handle, type: CUjitInputType, data: Pointer, size: Integer, name: Text, numOptions: number, options: Pointer, optionValues: Pointer]>;
  readonly cuLinkAddFile: DriverCall<[state: Handle, type: CUjitInputType, path: Text, numOptions: number, options: Pointer, optionValues: Pointer]>;
  readonly cuLinkComplete: DriverCall<[state: Handle, cubinOut: Pointer, sizeOut: Pointer]>;
  readonly cuLinkCreate: DriverCall<[numOptions: number, options: Pointer, optionValues: Pointer, stateOut: Pointer]>;
  readonly cuLinkDestroy: DriverCall<[state: Handle]>;
  readonly cuLogsCurrent: DriverCall<[iterator_out: Pointer, flags: number]>;
  readonly cuLogsDumpToFile: DriverCall<[iterator: Pointer, pathToFile: Text, flags: number]>;
  readonly cuLogsDumpToMemory: DriverCall<[iterator: Pointer, buffer: Pointer, size: Pointer, flags: number]>;
  readonly cuLogsRegisterCallback: DriverCall<[callbackFunc: Callback, userData: Pointer, callback_out: Pointer]>;
  readonly cuLogsUnregisterCallback: DriverCall<[callback: Handle]>;
  readonly cuMemAddressFree: DriverCall<[ptr: Integer, size: Integer]>;
  readonly cuMemAddressReserve: DriverCall<[ptr: Pointer, size: Integer, alignment: Integer, addr: Integer, flags: Integer]>;
  readonly cuMemAdvise: DriverCall<[devPtr: Integer, count: Integer, advice: CUmem_advise, location: Bytes]>;
  readonly cuMemAlloc: DriverCall<[dptr: Pointer, bytesize: Integer]>;
  readonly cuMemAllocAsync: DriverCall<[dptr: Pointer, bytesize: Integer, hStream: Handle]>;
  readonly cuMemAllocFromPoolAsync: DriverCall<[dptr: Pointer, bytesize: Integer, pool: Handle, hStream: Handle]>;
  readonly cuMemAllocHost: DriverCall<[pp: Pointer, bytesize: Integer]>;
  readonly cuMemAllocManaged: DriverCall<[dptr: Pointer, bytesize: Integer, flags: number]>;
  readonly cuMemAllocPitch: DriverCall<[dptr: Pointer, pPitch: Pointer, WidthInBytes: Integer, Height: Integer, ElementSizeBytes: number]>;
  readonly cuMemBatchDecompressAsync: DriverCall<[paramsArray: Pointer, count: Integer, flags: number, errorIndex: Pointer, stream: Handle]>;
  readonly cuMemCreate: DriverCall<[handle: Pointer, size: Integer, prop: Pointer, flags: Integer]>;
  readonly cuMemDiscardAndPrefetchBatchAsync: DriverCall<[dptrs: Pointer, sizes: Pointer, count: Integer, prefetchLocs: Pointer, prefetchLocIdxs: Pointer, numPrefetchLocs: Integer, flags: Integer, hStream: Handle]>;
  readonly cuMemDiscardBatchAsync: DriverCall<[dptrs: Pointer, sizes: Pointer, count: Integer, flags: Integer, hStream: Handle]>;
  readonly cuMemExportToShareableHandle: DriverCall<[shareableHandle: Pointer, handle: Integer, handleType: CUmemAllocationHandleType, flags: Integer]>;
  readonly cuMemFree: DriverCall<[dptr: Integer]>;
  readonly cuMemFreeAsync: DriverCall<[dptr: Integer, hStream: Handle]>;
  readonly cuMemFreeHost: DriverCall<[p: Pointer]>;
  readonly cuMemGetAccess: DriverCall<[flags: Pointer, location: Pointer, ptr: Integer]>;
  readonly cuMemGetAddressRange: DriverCall<[pbase: Pointer, psize: Pointer, dptr: Integer]>;
  readonly cuMemGetAllocationGranularity: DriverCall<[granularity: Pointer, prop: Pointer, option: CUmemAllocationGranularity_flags]>;
  readonly cuMemGetAllocationPropertiesFromHandle: DriverCall<[prop: Pointer, handle: Integer]>;
  readonly cuMemGetDefaultMemPool: DriverCall<[pool_out: Pointer, location: Pointer, type: CUmemAllocationType]>;
  readonly cuMemGetHandleForAddressRange: DriverCall<[handle: Pointer, dptr: Integer, size: Integer, handleType: CUmemRangeHandleType, flags: Integer]>;
  readonly cuMemGetInfo: DriverCall<[free: Pointer, total: Pointer]>;
  readonly cuMemGetMemPool: DriverCall<[pool: Pointer, location: Pointer, type: CUmemAllocationType]>;
  readonly cuMemHostAlloc: DriverCall<[pp: Pointer, bytesize: Integer, Flags: number]>;
  readonly cuMemHostGetDevicePointer: DriverCall<[pdptr: Pointer, p: Pointer, Flags: number]>;
  readonly cuMemHostGetFlags: DriverCall<[pFlags: Pointer, p: Pointer]>;
  readonly cuMemHostRegister: DriverCall<[p: Pointer, bytesize: Integer, Flags: number]>;
  readonly cuMemHostUnregister: DriverCall<[p: Pointer]>;
  readonly cuMemImportFromShareableHandle: DriverCall<[handle: Pointer, osHandle: Pointer, shHandleType: CUmemAllocationHandleType]>;
  readonly cuMemMap: DriverCall<[ptr: Integer, size: Integer, offset: Integer, handle: Integer, flags: Integer]>;
  readonly cuMemMapArrayAsync: DriverCall<[mapInfoList: Pointer, count: number, hStream: Handle]>;
  readonly cuMemPoolCreate: DriverCall<[pool: Pointer, poolProps: Pointer]>;
  readonly cuMemPoolDestroy: DriverCall<[pool: Handle]>;
  readonly cuMemPoolExportPointer: DriverCall<[shareData_out: Pointer, ptr: Integer]>;
  readonly cuMemPoolExportToShareableHandle: DriverCall<[handle_out: Pointer, pool: Handle, handleType: CUmemAllocationHandleType, flags: Integer]>;
  readonly cuMemPoolGetAccess: DriverCall<[flags: Pointer, memPool: Handle, location: Pointer]>;
  readonly cuMemPoolGetAttribute: DriverCall<[pool: Handle, attr: CUmemPool_attribute, value: Pointer]>;
  readonly cuMemPoolImportFromShareableHandle: DriverCall<[pool_out: Pointer, handle: Pointer, handleType: CUmemAllocationHandleType, flags: Integer]>;
  readonly cuMemPoolImportPointer: DriverCall<[ptr_out: Pointer, pool: Handle, shareData: Pointer]>;
  readonly cuMemPoolSetAccess: DriverCall<[pool: Handle, map: Pointer, count: Integer]>;
  readonly cuMemPoolSetAttribute: DriverCall<[pool: Handle, attr: CUmemPool_attribute, value: Pointer]>;
  readonly cuMemPoolTrimTo: DriverCall<[pool: Handle, minBytesToKeep: Integer]>;
  readonly cuMemPrefetchAsync: DriverCall<[devPtr: Integer, count: Integer, location: Bytes, flags: number, hStream: Handle]>;
  readonly cuMemPrefetchBatchAsync: DriverCall<[dptrs: Pointer, sizes: Pointer, count: Integer, prefetchLocs: Pointer, prefetchLocIdxs: Pointer, numPrefetchLocs: Integer, flags: Integer, hStream: Handle]>;
  readonly cuMemRangeGetAttribute: DriverCall<[data: Pointer, dataSize: Integer, attribute: CUmem_range_attribute, devPtr: Integer, count: Integer]>;
  readonly cuMemRangeGetAttributes: DriverCall<[data: Pointer, dataSizes: Pointer, attributes: Pointer, numAttributes: Integer, devPtr: Integer, count: Integer]>;
  readonly cuMemRelease: DriverCall<[handle: Integer]>;
  readonly cuMemRetainAllocationHandle: DriverCall<[handle: Pointer, addr: Pointer]>;
  readonly cuMemSetAccess: DriverCall<[ptr: Integer, size: Integer, desc: Pointer, count: Integer]>;
  readonly cuMemSetMemPool: DriverCall<[location: Pointer, type: CUmemAllocationType, pool: Handle]>;
  readonly cuMemUnmap: DriverCall<[ptr: Integer, size: Integer]>;
  readonly cuMemcpy: DriverCall<[dst: Integer, src: Integer, ByteCount: Integer]>;
  readonly cuMemcpy2D: DriverCall<[pCopy: Pointer]>;
  readonly cuMemcpy2DAsync: DriverCall<[pCopy: Pointer, hStream: Handle]>;
  readonly cuMemcpy2DUnaligned: DriverCall<[pCopy: Pointer]>;
  readonly cuMemcpy3D: DriverCall<[pCopy: Pointer]>;
  readonly cuMemcpy3DAsync: DriverCall<[pCopy: Pointer, hStream: Handle]>;
  readonly cuMemcpy3DBatchAsync: DriverCall<[numOps: Integer, opList: Pointer, flags: Integer, hStream: Handle]>;
  readonly cuMemcpy3DPeer: DriverCall<[pCopy: Pointer]>;
  readonly cuMemcpy3DPeerAsync: DriverCall<[pCopy: Pointer, hStream: Handle]>;
  readonly cuMemcpyAsync: DriverCall<[dst: Integer, src: Integer, ByteCount: Integer, hStream: Handle]>;
  readonly cuMemcpyAtoA: DriverCall<[dstArray: Handle, dstOffset: Integer, srcArray: Handle, srcOffset: Integer, ByteCount: Integer]>;
  readonly cuMemcpyAtoD: DriverCall<[dstDevice: Integer, srcArray: Handle, srcOffset: Integer, ByteCount: Integer]>;
  readonly cuMemcpyAtoH: DriverCall<[dstHost: Pointer, srcArray: Handle, srcOffset: Integer, ByteCount: Integer]>;
  readonly cuMemcpyAtoHAsync: DriverCall<[dstHost: Pointer, srcArray: Handle, srcOffset: Integer, ByteCount: Integer, hStream: Handle]>;
  readonly cuMemcpyBatchAsync: DriverCall<[dsts: Pointer, srcs: Pointer, sizes: Pointer, count: Integer, attrs: Pointer, attrsIdxs: Pointer, numAttrs: Integer, hStream: Handle]>;
  readonly cuMemcpyDtoA: DriverCall<[dstArray: Handle, dstOffset: Integer, srcDevice: Integer, ByteCount: Integer]>;
  readonly cuMemcpyDtoD: DriverCall<[dstDevice: Integer, srcDevice: Integer, ByteCount: Integer]>;
  readonly cuMemcpyDtoDAsync: DriverCall<[dstDevice: Integer, srcDevice: Integer, ByteCount: Integer, hStream: Handle]>;
  readonly cuMemcpyDtoH: DriverCall<[dstHost: Pointer, srcDevice: Integer, ByteCount: Integer]>;
  readonly cuMemcpyDtoHAsync: DriverCall<[dstHost: Pointer, srcDevice: Integer, ByteCount: Integer, hStream: Handle]>;
  readonly cuMemcpyHtoA: DriverCall<[dstArray: Handle, dstOffset: Integer, srcHost: Pointer, ByteCount: Integer]>;
  readonly cuMemcpyHtoAAsync: DriverCall<[dstArray: Handle, dstOffset: Integer, srcHost: Pointer, ByteCount: Integer, hStream: Handle]>;
  readonly cuMemcpyHtoD: DriverCall<[dstDevice: Integer, srcHost: Pointer, ByteCount: Integer]>;
  readonly cuMemcpyHtoDAsync: DriverCall<[dstDevice: Integer, srcHost: Pointer, ByteCount: Integer, hStream: Handle]>;
  readonly cuMemcpyPeer: DriverCall<[dstDevice: Integer, dstContext: Handle, srcDevice: Integer, srcContext: Handle, ByteCount: Integer]>;
  readonly cuMemcpyPeerAsync: DriverCall<[dstDevice: Integer, dstContext: Handle, srcDevice: Integer, srcContext: Handle, ByteCount: Integer, hStream: Handle]>;
  readonly cuMemsetD16: DriverCall<[dstDevice: Integer, us: number, N: Integer]>;
  readonly cuMemsetD16Async: DriverCall<[dstDevice: Integer, us: number, N: Integer, hStream: Handle]>;
  readonly cuMemsetD2D16: DriverCall<[dstDevice: Integer, dstPitch: Integer, us: number, Width: Integer, Height: Integer]>;
  readonly cuMemsetD2D16Async: DriverCall<[dstDevice: Integer, dstPitch: Integer, us: number, Width: Integer, Height: Integer, hStream: Handle]>;
  readonly cuMemsetD2D32: DriverCall<[dstDevice: Integer, dstPitch: Integer, ui: number, Width: Integer, Height: Integer]>;
  readonly cuMemsetD2D32Async: DriverCall<[dstDevice: Integer, dstPitch: Integer, ui: number, Width: Integer, Height: Integer, hStream: Handle]>;
  readonly cuMemsetD2D8: DriverCall<[dstDevice: Integer, dstPitch: Integer, uc: number, Width: Integer, Height: Integer]>;
  readonly cuMemsetD2D8Async: DriverCall<[dstDevice: Integer, dstPitch: Integer, uc: number, Width: Integer, Height: Integer, hStream: Handle]>;
  readonly cuMemsetD32: DriverCall<[dstDevice: Integer, ui: number, N: Integer]>;
  readonly cuMemsetD32Async: DriverCall<[dstDevice: Integer, ui: number, N: Integer, hStream: Handle]>;
  readonly cuMemsetD8: DriverCall<[dstDevice: Integer, uc: number, N: Integer]>;
  readonly cuMemsetD8Async: DriverCall<[dstDevice: Integer, uc: number, N: Integer, hStream: Handle]>;
  readonly cuMipmappedArrayCreate: DriverCall<[pHandle: Pointer, pMipmappedArrayDesc: Pointer, numMipmapLevels: number]>;
  readonly cuMipmappedArrayDestroy: DriverCall<[hMipmappedArray: Handle]>;
  readonly cuMipmappedArrayGetLevel: DriverCall<[pLevelArray: Pointer, hMipmappedArray: Handle, level: number]>;
  readonly cuMipmappedArrayGetMemoryRequirements: DriverCall<[memoryRequirements: Pointer, mipmap: Handle, device: number]>;
  readonly cuMipmappedArrayGetSparseProperties: DriverCall<[sparseProperties: Pointer, mipmap: Handle]>;
  readonly cuModuleEnumerateFunctions: DriverCall<[functions: Pointer, numFunctions: number, mod: Handle]>;
  readonly cuModuleGetFunction: DriverCall<[hfunc: Pointer, hmod: Handle, name: Text]>;
  readonly cuModuleGetFunctionCount: DriverCall<[count: Pointer, mod: Handle]>;
  readonly cuModuleGetGlobal: DriverCall<[dptr: Pointer, bytes: Pointer, hmod: Handle, name: Text]>;
  readonly cuModuleGetLoadingMode: DriverCall<[mode: Pointer]>;
  readonly cuModuleGetSurfRef: DriverCall<[pSurfRef: Pointer, hmod: Handle, name: Text]>;
  readonly cuModuleGetTexRef: DriverCall<[pTexRef: Pointer, hmod: Handle, name: Text]>;
  readonly cuModuleLoad: DriverCall<[module: Pointer, fname: Text]>;
  readonly cuModuleLoadData: DriverCall<[module: Pointer, image: Pointer]>;
  readonly cuModuleLoadDataEx: DriverCall<[module: Pointer, image: Pointer, numOptions: number, options: Pointer, optionValues: Pointer]>;
  readonly cuModuleLoadFatBinary: DriverCall<[module: Pointer, fatCubin: Pointer]>;
  readonly cuModuleUnload: DriverCall<[hmod: Handle]>;
  readonly cuMulticastAddDevice: DriverCall<[mcHandle: Integer, dev: number]>;
  readonly cuMulticastBindAddr: DriverCall<[mcHandle: Integer, mcOffset: Integer, memptr: Integer, size: Integer, flags: Integer]>;
  readonly cuMulticastBindMem: DriverCall<[mcHandle: Integer, mcOffset: Integer, memHandle: Integer, memOffset: Integer, size: Integer, flags: Integer]>;
  readonly cuMulticastCreate: DriverCall<[mcHandle: Pointer, prop: Pointer]>;
  readonly cuMulticastGetGranularity: DriverCall<[granularity: Pointer, prop: Pointer, option: CUmulticastGranularity_flags]>;
  readonly cuMulticastUnbind: DriverCall<[mcHandle: Integer, dev: number, mcOffset: Integer, size: Integer]>;
  readonly cuOccupancyAvailableDynamicSMemPerBlock: DriverCall<[dynamicSmemSize: Pointer, func: Handle, numBlocks: number, blockSize: number]>;
  readonly cuOccupancyMaxActiveBlocksPerMultiprocessor: DriverCall<[numBlocks: Pointer, func: Handle, blockSize: number, dynamicSMemSize: Integer]>;
  readonly cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: DriverCall<[numBlocks: Pointer, func: Handle, blockSize: number, dynamicSMemSize: Integer, flags: number]>;
  readonly cuOccupancyMaxActiveClusters: DriverCall<[numClusters: Pointer, func: Handle, config: Pointer]>;
  readonly cuOccupancyMaxPotentialBlockSize: DriverCall<[minGridSize: Pointer, blockSize: Pointer, func: Handle, blockSizeToDynamicSMemSize: Callback, dynamicSMemSize: Integer, blockSizeLimit: number]>;
  readonly cuOccupancyMaxPotentialBlockSizeWithFlags: DriverCall<[minGridSize: Pointer, blockSize: Pointer, func: Handle, blockSizeToDynamicSMemSize: Callback, dynamicSMemSize: Integer, blockSizeLimit: number, flags: number]>;
  readonly cuOccupancyMaxPotentialClusterSize: DriverCall<[clusterSize: Pointer, func: Handle, config: Pointer]>;
  readonly cuParamSetSize: DriverCall<[hfunc: Handle, numbytes: number]>;
  readonly cuParamSetTexRef: DriverCall<[hfunc: Handle, texunit: number, hTexRef: Handle]>;
  readonly cuParamSetf: DriverCall<[hfunc: Handle, offset: number, value: number]>;
  readonly cuParamSeti: DriverCall<[hfunc: Handle, offset: number, value: number]>;
  readonly cuParamSetv: DriverCall<[hfunc: Handle, offset: number, ptr: Pointer, numbytes: number]>;
  readonly cuPointerGetAttribute: DriverCall<[data: Pointer, attribute: CUpointer_attribute, ptr: Integer]>;
  readonly cuPointerGetAttributes: DriverCall<[numAttributes: number, attributes: Pointer, data: Pointer, ptr: Integer]>;
  readonly cuPointerSetAttribute: DriverCall<[value: Pointer, attribute: CUpointer_attribute, ptr: Integer]>;
  readonly cuProfilerInitialize: DriverCall<[configFile: Text, outputFile: Text, outputMode: CUoutput_mode]>;
  readonly cuProfilerStart: DriverCall<[]>;
  readonly cuProfilerStop: DriverCall<[]>;
  readonly cuSignalExternalSemaphoresAsync: DriverCall<[extSemArray: Pointer, paramsArray: Pointer, numExtSems: number, stream: Handle]>;
  readonly cuStreamAddCallback: DriverCall<[hStream: Handle, callback: Callback, userData: Pointer, flags: number]>;
  readonly cuStreamAttachMemAsync: DriverCall<[hStream: Handle, dptr: Integer, length: Integer, flags: number]>;
  readonly cuStreamBatchMemOp: DriverCall<[stream: Handle, count: number, paramArray: Pointer, flags: number]>;
  readonly cuStreamBeginCapture: DriverCall<[hStream: Handle, mode: CUstreamCaptureMode]>;
  readonly cuStreamBeginCaptureToGraph: DriverCall<[hStream: Handle, hGraph: Handle, dependencies: Pointer, dependencyData: Pointer, numDependencies: Integer, mode: CUstreamCaptureMode]>;
  readonly cuStreamCopyAttributes: DriverCall<[dst: Handle, src: Handle]>;
  readonly cuStreamCreate: DriverCall<[phStream: Pointer, Flags: number]>;
  readonly cuStreamCreateWithPriority: DriverCall<[phStream: Pointer, flags: number, priority: number]>;
  readonly cuStreamDestroy: DriverCall<[hStream: Handle]>;
  readonly cuStreamEndCapture: DriverCall<[hStream: Handle, phGraph: Pointer]>;
  readonly cuStreamGetAttribute: DriverCall<[hStream: Handle, attr: CUlaunchAttributeID, value_out: Pointer]>;
  readonly cuStreamGetCaptureInfo: DriverCall<[hStream: Handle, captureStatus_out: Pointer, id_out: Pointer, graph_out: Pointer, dependencies_out: Pointer, edgeData_out: Pointer, numDependencies_out: Pointer]>;
  readonly cuStreamGetCtx: DriverCall<[hStream: Handle, pctx: Pointer]>;
  readonly cuStreamGetCtx_v2: DriverCall<[hStream: Handle, pCtx: Pointer, pGreenCtx: Pointer]>;
  readonly cuStreamGetDevice: DriverCall<[hStream: Handle, device: Pointer]>;
  readonly cuStreamGetFlags: DriverCall<[hStream: Handle, flags: Pointer]>;
  readonly cuStreamGetGreenCtx: DriverCall<[hStream: Handle, phCtx: Pointer]>;
  readonly cuStreamGetId: DriverCall<[hStream: Handle, streamId: Pointer]>;
  readonly cuStreamGetPriority: DriverCall<[hStream: Handle, priority: Pointer]>;
  readonly cuStreamIsCapturing: DriverCall<[hStream: Handle, captureStatus: Pointer]>;
  readonly cuStreamQuery: DriverCall<[hStream: Handle]>;
  readonly cuStreamSetAttribute: DriverCall<[hStream: Handle, attr: CUlaunchAttributeID, value: Pointer]>;
  readonly cuStreamSynchronize: DriverCall<[hStream: Handle]>;
  readonly cuStreamUpdateCaptureDependencies: DriverCall<[hStream: Handle, dependencies: Pointer, dependencyData: Pointer, numDependencies: Integer, flags: number]>;
  readonly cuStreamWaitEvent: DriverCall<[hStream: Handle, hEvent: Handle, Flags: number]>;
  readonly cuStreamWaitValue32: DriverCall<[stream: Handle, addr: Integer, value: number, flags: number]>;
  readonly cuStreamWaitValue64: DriverCall<[stream: Handle, addr: Integer, value: Integer, flags: number]>;
  readonly cuStreamWriteValue32: DriverCall<[stream: Handle, addr: Integer, value: number, flags: number]>;
  readonly cuStreamWriteValue64: DriverCall<[stream: Handle, addr: Integer, value: Integer, flags: number]>;
  readonly cuSurfObjectCreate: DriverCall<[pSurfObject: Pointer, pResDesc: Pointer]>;
  readonly cuSurfObjectDestroy: DriverCall<[surfObject: Integer]>;
  readonly cuSurfObjectGetResourceDesc: DriverCall<[pResDesc: Pointer, surfObject: Integer]>;
  readonly cuSurfRefGetArray: DriverCall<[phArray: Pointer, hSurfRef: Handle]>;
  readonly cuSurfRefSetArray: DriverCall<[hSurfRef: Handle, hArray: Handle, Flags: number]>;
  readonly cuTensorMapEncodeIm2col: DriverCall<[tensorMap: Pointer, tensorDataType: CUtensorMapDataType, tensorRank: number, globalAddress: Pointer, globalDim: Pointer, globalStrides: Pointer, pixelBoxLowerCorner: Pointer, pixelBoxUpperCorner: Pointer, channelsPerPixel: number, pixelsPerColumn: number, elementStrides: Pointer, interleave: CUtensorMapInterleave, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill]>;
  readonly cuTensorMapEncodeIm2colWide: DriverCall<[tensorMap: Pointer, tensorDataType: CUtensorMapDataType, tensorRank: number, globalAddress: Pointer, globalDim: Pointer, globalStrides: Pointer, pixelBoxLowerCornerWidth: number, pixelBoxUpperCornerWidth: number, channelsPerPixel: number, pixelsPerColumn: number, elementStrides: Pointer, interleave: CUtensorMapInterleave, mode: CUtensorMapIm2ColWideMode, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill]>;
  readonly cuTensorMapEncodeTiled: DriverCall<[tensorMap: Pointer, tensorDataType: CUtensorMapDataType, tensorRank: number, globalAddress: Pointer, globalDim: Pointer, globalStrides: Pointer, boxDim: Pointer, elementStrides: Pointer, interleave: CUtensorMapInterleave, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill]>;
  readonly cuTensorMapReplaceAddress: DriverCall<[tensorMap: Pointer, globalAddress: Pointer]>;
  readonly cuTexObjectCreate: DriverCall<[pTexObject: Pointer, pResDesc: Pointer, pTexDesc: Pointer, pResViewDesc: Pointer]>;
  readonly cuTexObjectDestroy: DriverCall<[texObject: Integer]>;
  readonly cuTexObjectGetResourceDesc: DriverCall<[pResDesc: Pointer, texObject: Integer]>;
  readonly cuTexObjectGetResourceViewDesc: DriverCall<[pResViewDesc: Pointer, texObject: Integer]>;
  readonly cuTexObjectGetTextureDesc: DriverCall<[pTexDesc: Pointer, texObject: Integer]>;
  readonly cuTexRefCreate: DriverCall<[pTexRef: Pointer]>;
  readonly cuTexRefDestroy: DriverCall<[hTexRef: Handle]>;
  readonly cuTexRefGetAddress: DriverCall<[pdptr: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetAddressMode: DriverCall<[pam: Pointer, hTexRef: Handle, dim: number]>;
  readonly cuTexRefGetArray: DriverCall<[phArray: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetBorderColor: DriverCall<[pBorderColor: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetFilterMode: DriverCall<[pfm: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetFlags: DriverCall<[pFlags: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetFormat: DriverCall<[pFormat: Pointer, pNumChannels: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetMaxAnisotropy: DriverCall<[pmaxAniso: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetMipmapFilterMode: DriverCall<[pfm: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetMipmapLevelBias: DriverCall<[pbias: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetMipmapLevelClamp: DriverCall<[pminMipmapLevelClamp: Pointer, pmaxMipmapLevelClamp: Pointer, hTexRef: Handle]>;
  readonly cuTexRefGetMipmappedArray: DriverCall<[phMipmappedArray: Pointer, hTexRef: Handle]>;
  readonly cuTexRefSetAddress: DriverCall<[ByteOffset: Pointer, hTexRef: Handle, dptr: Integer, bytes: Integer]>;
  readonly cuTexRefSetAddress2D: DriverCall<[hTexRef: Handle, desc: Pointer, dptr: Integer, Pitch: Integer]>;
  readonly cuTexRefSetAddressMode: DriverCall<[hTexRef: Handle, dim: number, am: CUaddress_mode]>;
  readonly cuTexRefSetArray: DriverCall<[hTexRef: Handle, hArray: Handle, Flags: number]>;
  readonly cuTexRefSetBorderColor: DriverCall<[hTexRef: Handle, pBorderColor: Pointer]>;
  readonly cuTexRefSetFilterMode: DriverCall<[hTexRef: Handle, fm: CUfilter_mode]>;
  readonly cuTexRefSetFlags: DriverCall<[hTexRef: Handle, Flags: number]>;
  readonly cuTexRefSetFormat: DriverCall<[hTexRef: Handle, fmt: CUarray_format, NumPackedComponents: number]>;
  readonly cuTexRefSetMaxAnisotropy: DriverCall<[hTexRef: Handle, maxAniso: number]>;
  readonly cuTexRefSetMipmapFilterMode: DriverCall<[hTexRef: Handle, fm: CUfilter_mode]>;
  readonly cuTexRefSetMipmapLevelBias: DriverCall<[hTexRef: Handle, bias: number]>;
  readonly cuTexRefSetMipmapLevelClamp: DriverCall<[hTexRef: Handle, minMipmapLevelClamp: number, maxMipmapLevelClamp: number]>;
  readonly cuTexRefSetMipmappedArray: DriverCall<[hTexRef: Handle, hMipmappedArray: Handle, Flags: number]>;
  readonly cuThreadExchangeStreamCaptureMode: DriverCall<[mode: Pointer]>;
  readonly cuUserObjectCreate: DriverCall<[object_out: Pointer, ptr: Pointer, destroy: Callback, initialRefcount: number, flags: number]>;
  readonly cuUserObjectRelease: DriverCall<[object: Handle, count: number]>;
  readonly cuUserObjectRetain: DriverCall<[object: Handle, count: number]>;
  readonly cuWaitExternalSemaphoresAsync: DriverCall<[extSemArray: Pointer, paramsArray: Pointer, numExtSems: number, stream: Handle]>;
}
