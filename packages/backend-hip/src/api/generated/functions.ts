/* eslint-disable max-lines */
/**
 * The functions of the HIP runtime, with what they take.
 *
 * Generated from the headers of ROCm 5.2 by tools/generate-hip-api; do not edit.
 */

import type { DriverCall, Callback, Handle, Integer, Pointer, Text } from '@heddle/simt-driver/cuda';
import type {
  hipArray_Format,
  hipDeviceAttribute_t,
  hipDeviceP2PAttr,
  hipFuncAttribute,
  hipFuncCache_t,
  hipFunction_attribute,
  hipGLDeviceList,
  hipKernelNodeAttrID,
  hipLimit_t,
  hipMemAllocationGranularity_flags,
  hipMemAllocationHandleType,
  hipMemPoolAttr,
  hipMemRangeAttribute,
  hipMemcpyKind,
  hipMemoryAdvise,
  hipPointer_attribute,
  hipSharedMemConfig,
  hipStreamCaptureMode,
  hipTextureAddressMode,
  hipTextureFilterMode,
} from './enumerations';

/** The functions by name, with the letters of their parameters. */
export const hipFunctionTable = {
  hipArray3DCreate: 'p p',
  hipArrayCreate: 'p p',
  hipArrayDestroy: 'p',
  hipBindTexture: 'p p p p z',
  hipBindTexture2D: 'p p p p z z z',
  hipBindTextureToArray: 'p h p',
  hipBindTextureToMipmappedArray: 'p h p',
  hipChooseDevice: 'p p',
  hipCreateTextureObject: 'p p p p',
  hipCtxCreate: 'p u i',
  hipCtxDestroy: 'h',
  hipCtxDisablePeerAccess: 'h',
  hipCtxEnablePeerAccess: 'h u',
  hipCtxGetApiVersion: 'h p',
  hipCtxGetCacheConfig: 'p',
  hipCtxGetCurrent: 'p',
  hipCtxGetDevice: 'p',
  hipCtxGetFlags: 'p',
  hipCtxGetSharedMemConfig: 'p',
  hipCtxPopCurrent: 'p',
  hipCtxPushCurrent: 'h',
  hipCtxSetCacheConfig: 'i',
  hipCtxSetCurrent: 'h',
  hipCtxSetSharedMemConfig: 'i',
  hipCtxSynchronize: '',
  hipDestroyExternalMemory: 'h',
  hipDestroyExternalSemaphore: 'h',
  hipDestroyTextureObject: 'h',
  hipDeviceCanAccessPeer: 'p i i',
  hipDeviceComputeCapability: 'p p i',
  hipDeviceDisablePeerAccess: 'i',
  hipDeviceEnablePeerAccess: 'i u',
  hipDeviceGet: 'p i',
  hipDeviceGetAttribute: 'p i i',
  hipDeviceGetByPCIBusId: 'p s',
  hipDeviceGetCacheConfig: 'p',
  hipDeviceGetDefaultMemPool: 'p i',
  hipDeviceGetLimit: 'p i',
  hipDeviceGetMemPool: 'p i',
  hipDeviceGetName: 'p i i',
  hipDeviceGetP2PAttribute: 'p i i i',
  hipDeviceGetPCIBusId: 'p i i',
  hipDeviceGetSharedMemConfig: 'p',
  hipDeviceGetStreamPriorityRange: 'p p',
  hipDeviceGetUuid: 'p i',
  hipDevicePrimaryCtxGetState: 'i p p',
  hipDevicePrimaryCtxRelease: 'i',
  hipDevicePrimaryCtxReset: 'i',
  hipDevicePrimaryCtxRetain: 'p i',
  hipDevicePrimaryCtxSetFlags: 'i u',
  hipDeviceReset: '',
  hipDeviceSetCacheConfig: 'i',
  hipDeviceSetMemPool: 'i h',
  hipDeviceSetSharedMemConfig: 'i',
  hipDeviceSynchronize: '',
  hipDeviceTotalMem: 'p i',
  hipDriverGetVersion: 'p',
  hipDrvMemcpy2DUnaligned: 'p',
  hipDrvMemcpy3D: 'p',
  hipDrvMemcpy3DAsync: 'p h',
  hipDrvPointerGetAttributes: 'u p p h',
  hipEventCreate: 'p',
  hipEventCreateWithFlags: 'p u',
  hipEventDestroy: 'h',
  hipEventElapsedTime: 'p h h',
  hipEventQuery: 'h',
  hipEventRecord: 'h h',
  hipEventSynchronize: 'h',
  hipExtGetLinkTypeAndHopCount: 'i i p p',
  hipExtLaunchMultiKernelMultiDevice: 'p i u',
  hipExtMallocWithFlags: 'p z u',
  hipExtStreamCreateWithCUMask: 'p u p',
  hipExtStreamGetCUMask: 'h u p',
  hipExternalMemoryGetMappedBuffer: 'p h p',
  hipFree: 'p',
  hipFreeArray: 'p',
  hipFreeAsync: 'p h',
  hipFreeHost: 'p',
  hipFreeMipmappedArray: 'h',
  hipFuncGetAttribute: 'p i h',
  hipFuncGetAttributes: 'p p',
  hipFuncSetAttribute: 'p i i',
  hipFuncSetCacheConfig: 'p i',
  hipFuncSetSharedMemConfig: 'p i',
  hipGLGetDevices: 'p p u i',
  hipGetChannelDesc: 'p h',
  hipGetDevice: 'p',
  hipGetDeviceCount: 'p',
  hipGetDeviceFlags: 'p',
  hipGetDeviceProperties: 'p i',
  hipGetLastError: '',
  hipGetMipmappedArrayLevel: 'p h u',
  hipGetSymbolAddress: 'p p',
  hipGetSymbolSize: 'p p',
  hipGetTextureAlignmentOffset: 'p p',
  hipGetTextureObjectResourceDesc: 'p h',
  hipGetTextureObjectResourceViewDesc: 'p h',
  hipGetTextureObjectTextureDesc: 'p h',
  hipGetTextureReference: 'p p',
  hipGraphAddChildGraphNode: 'p h p z h',
  hipGraphAddDependencies: 'h p p z',
  hipGraphAddEmptyNode: 'p h p z',
  hipGraphAddEventRecordNode: 'p h p z h',
  hipGraphAddEventWaitNode: 'p h p z h',
  hipGraphAddHostNode: 'p h p z p',
  hipGraphAddKernelNode: 'p h p z p',
  hipGraphAddMemcpyNode: 'p h p z p',
  hipGraphAddMemcpyNode1D: 'p h p z p p z i',
  hipGraphAddMemcpyNodeFromSymbol: 'p h p z p p z z i',
  hipGraphAddMemcpyNodeToSymbol: 'p h p z p p z z i',
  hipGraphAddMemsetNode: 'p h p z p',
  hipGraphChildGraphNodeGetGraph: 'h p',
  hipGraphClone: 'p h',
  hipGraphCreate: 'p u',
  hipGraphDestroy: 'h',
  hipGraphDestroyNode: 'h',
  hipGraphEventRecordNodeGetEvent: 'h p',
  hipGraphEventRecordNodeSetEvent: 'h h',
  hipGraphEventWaitNodeGetEvent: 'h p',
  hipGraphEventWaitNodeSetEvent: 'h h',
  hipGraphExecChildGraphNodeSetParams: 'h h h',
  hipGraphExecDestroy: 'h',
  hipGraphExecEventRecordNodeSetEvent: 'h h h',
  hipGraphExecEventWaitNodeSetEvent: 'h h h',
  hipGraphExecHostNodeSetParams: 'h h p',
  hipGraphExecKernelNodeSetParams: 'h h p',
  hipGraphExecMemcpyNodeSetParams: 'h h p',
  hipGraphExecMemcpyNodeSetParams1D: 'h h p p z i',
  hipGraphExecMemcpyNodeSetParamsFromSymbol: 'h h p p z z i',
  hipGraphExecMemcpyNodeSetParamsToSymbol: 'h h p p z z i',
  hipGraphExecMemsetNodeSetParams: 'h h p',
  hipGraphExecUpdate: 'h h p p',
  hipGraphGetEdges: 'h p p p',
  hipGraphGetNodes: 'h p p',
  hipGraphGetRootNodes: 'h p p',
  hipGraphHostNodeGetParams: 'h p',
  hipGraphHostNodeSetParams: 'h p',
  hipGraphInstantiate: 'p h p p z',
  hipGraphInstantiateWithFlags: 'p h q',
  hipGraphKernelNodeGetAttribute: 'h i p',
  hipGraphKernelNodeGetParams: 'h p',
  hipGraphKernelNodeSetAttribute: 'h i p',
  hipGraphKernelNodeSetParams: 'h p',
  hipGraphLaunch: 'h h',
  hipGraphMemcpyNodeGetParams: 'h p',
  hipGraphMemcpyNodeSetParams: 'h p',
  hipGraphMemcpyNodeSetParams1D: 'h p p z i',
  hipGraphMemcpyNodeSetParamsFromSymbol: 'h p p z z i',
  hipGraphMemcpyNodeSetParamsToSymbol: 'h p p z z i',
  hipGraphMemsetNodeGetParams: 'h p',
  hipGraphMemsetNodeSetParams: 'h p',
  hipGraphNodeFindInClone: 'p h h',
  hipGraphNodeGetDependencies: 'h p p',
  hipGraphNodeGetDependentNodes: 'h p p',
  hipGraphNodeGetType: 'h p',
  hipGraphRemoveDependencies: 'h p p z',
  hipGraphicsGLRegisterBuffer: 'p u u',
  hipGraphicsGLRegisterImage: 'p u u u',
  hipGraphicsMapResources: 'i p h',
  hipGraphicsResourceGetMappedPointer: 'p p h',
  hipGraphicsSubResourceGetMappedArray: 'p h u u',
  hipGraphicsUnmapResources: 'i p h',
  hipGraphicsUnregisterResource: 'h',
  hipHostAlloc: 'p z u',
  hipHostFree: 'p',
  hipHostGetDevicePointer: 'p p u',
  hipHostGetFlags: 'p p',
  hipHostMalloc: 'p z u',
  hipHostRegister: 'p z u',
  hipHostUnregister: 'p',
  hipImportExternalMemory: 'p p',
  hipImportExternalSemaphore: 'p p',
  hipInit: 'u',
  hipIpcCloseMemHandle: 'p',
  hipIpcGetEventHandle: 'p h',
  hipIpcGetMemHandle: 'p p',
  hipLaunchByPtr: 'p',
  hipLaunchCooperativeKernelMultiDevice: 'p i u',
  hipLaunchHostFunc: 'h h p',
  hipMalloc: 'p z',
  hipMallocArray: 'p p z z u',
  hipMallocAsync: 'p z h',
  hipMallocFromPoolAsync: 'p z h h',
  hipMallocHost: 'p z',
  hipMallocManaged: 'p z u',
  hipMallocPitch: 'p p z z',
  hipMemAddressFree: 'p z',
  hipMemAddressReserve: 'p z z p q',
  hipMemAdvise: 'p z i i',
  hipMemAllocHost: 'p z',
  hipMemAllocPitch: 'p p z z u',
  hipMemCreate: 'p z p q',
  hipMemExportToShareableHandle: 'p h i q',
  hipMemGetAccess: 'p p p',
  hipMemGetAddressRange: 'p p h',
  hipMemGetAllocationGranularity: 'p p i',
  hipMemGetAllocationPropertiesFromHandle: 'p h',
  hipMemGetInfo: 'p p',
  hipMemImportFromShareableHandle: 'p p i',
  hipMemMap: 'p z z h q',
  hipMemMapArrayAsync: 'p u h',
  hipMemPoolCreate: 'p p',
  hipMemPoolDestroy: 'h',
  hipMemPoolExportPointer: 'p p',
  hipMemPoolExportToShareableHandle: 'p h i u',
  hipMemPoolGetAccess: 'p h p',
  hipMemPoolGetAttribute: 'h i p',
  hipMemPoolImportFromShareableHandle: 'p p i u',
  hipMemPoolImportPointer: 'p h p',
  hipMemPoolSetAccess: 'h p z',
  hipMemPoolSetAttribute: 'h i p',
  hipMemPoolTrimTo: 'h z',
  hipMemPrefetchAsync: 'p z i h',
  hipMemPtrGetInfo: 'p p',
  hipMemRangeGetAttribute: 'p z i p z',
  hipMemRangeGetAttributes: 'p p p z p z',
  hipMemRelease: 'h',
  hipMemRetainAllocationHandle: 'p p',
  hipMemSetAccess: 'p z p z',
  hipMemUnmap: 'p z',
  hipMemcpy: 'p p z i',
  hipMemcpy2D: 'p z p z z z i',
  hipMemcpy2DAsync: 'p z p z z z i h',
  hipMemcpy2DFromArray: 'p z h z z z z i',
  hipMemcpy2DFromArrayAsync: 'p z h z z z z i h',
  hipMemcpy2DFromArray_spt: 'p z h z z z z i',
  hipMemcpy2DToArray: 'p z z p z z z i',
  hipMemcpy2DToArrayAsync: 'p z z p z z z i h',
  hipMemcpy2DToArray_spt: 'p z z p z z z i',
  hipMemcpy2D_spt: 'p z p z z z i',
  hipMemcpy3D: 'p',
  hipMemcpy3DAsync: 'p h',
  hipMemcpy3D_spt: 'p',
  hipMemcpyAsync: 'p p z i h',
  hipMemcpyAsync_spt: 'p p z i h',
  hipMemcpyAtoH: 'p p z z',
  hipMemcpyDtoD: 'h h z',
  hipMemcpyDtoDAsync: 'h h z h',
  hipMemcpyDtoH: 'p h z',
  hipMemcpyDtoHAsync: 'p h z h',
  hipMemcpyFromArray: 'p h z z z i',
  hipMemcpyFromSymbol: 'p p z z i',
  hipMemcpyFromSymbolAsync: 'p p z z i h',
  hipMemcpyFromSymbol_spt: 'p p z z i',
  hipMemcpyHtoA: 'p z p z',
  hipMemcpyHtoD: 'h p z',
  hipMemcpyHtoDAsync: 'h p z h',
  hipMemcpyParam2D: 'p',
  hipMemcpyParam2DAsync: 'p h',
  hipMemcpyPeer: 'p i p i z',
  hipMemcpyPeerAsync: 'p i p i z h',
  hipMemcpyToArray: 'p z z p z i',
  hipMemcpyToSymbol: 'p p z z i',
  hipMemcpyToSymbolAsync: 'p p z z i h',
  hipMemcpyToSymbol_spt: 'p p z z i',
  hipMemcpyWithStream: 'p p z i h',
  hipMemcpy_spt: 'p p z i',
  hipMemset: 'p i z',
  hipMemset2D: 'p z i z z',
  hipMemset2DAsync: 'p z i z z h',
  hipMemset2D_spt: 'p z i z z',
  hipMemsetAsync: 'p i z h',
  hipMemsetD16: 'h w z',
  hipMemsetD16Async: 'h w z h',
  hipMemsetD32: 'h i z',
  hipMemsetD32Async: 'h i z h',
  hipMemsetD8: 'h c z',
  hipMemsetD8Async: 'h c z h',
  hipMemset_spt: 'p i z',
  hipMipmappedArrayCreate: 'p p u',
  hipMipmappedArrayDestroy: 'h',
  hipMipmappedArrayGetLevel: 'p h u',
  hipModuleGetFunction: 'p h s',
  hipModuleGetGlobal: 'p p h s',
  hipModuleGetTexRef: 'p h s',
  hipModuleLaunchKernel: 'h u u u u u u u h p p',
  hipModuleLoad: 'p s',
  hipModuleLoadData: 'p p',
  hipModuleLoadDataEx: 'p p u p p',
  hipModuleOccupancyMaxActiveBlocksPerMultiprocessor: 'p h i z',
  hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: 'p h i z u',
  hipModuleOccupancyMaxPotentialBlockSize: 'p p h z i',
  hipModuleOccupancyMaxPotentialBlockSizeWithFlags: 'p p h z i u',
  hipModuleUnload: 'h',
  hipOccupancyMaxActiveBlocksPerMultiprocessor: 'p p i z',
  hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: 'p p i z u',
  hipOccupancyMaxPotentialBlockSize: 'p p p z i',
  hipPeekAtLastError: '',
  hipPointerGetAttribute: 'p i h',
  hipPointerGetAttributes: 'p p',
  hipProfilerStart: '',
  hipProfilerStop: '',
  hipRegisterActivityCallback: 'u p p',
  hipRegisterApiCallback: 'u p p',
  hipRemoveActivityCallback: 'u',
  hipRemoveApiCallback: 'u',
  hipRuntimeGetVersion: 'p',
  hipSetDevice: 'i',
  hipSetDeviceFlags: 'u',
  hipSetupArgument: 'p z z',
  hipSignalExternalSemaphoresAsync: 'p p u h',
  hipStreamAddCallback: 'h h p u',
  hipStreamAttachMemAsync: 'h p z u',
  hipStreamBeginCapture: 'h i',
  hipStreamCreate: 'p',
  hipStreamCreateWithFlags: 'p u',
  hipStreamCreateWithPriority: 'p u i',
  hipStreamDestroy: 'h',
  hipStreamEndCapture: 'h p',
  hipStreamGetCaptureInfo: 'h p p',
  hipStreamGetCaptureInfo_v2: 'h p p p p p',
  hipStreamGetFlags: 'h p',
  hipStreamGetFlags_spt: 'h p',
  hipStreamGetPriority: 'h p',
  hipStreamGetPriority_spt: 'h p',
  hipStreamIsCapturing: 'h p',
  hipStreamQuery: 'h',
  hipStreamQuery_spt: 'h',
  hipStreamSynchronize: 'h',
  hipStreamSynchronize_spt: 'h',
  hipStreamUpdateCaptureDependencies: 'h p z u',
  hipStreamWaitEvent: 'h h u',
  hipStreamWaitEvent_spt: 'h h u',
  hipStreamWaitValue32: 'h p u u u',
  hipStreamWaitValue64: 'h p q u q',
  hipStreamWriteValue32: 'h p u u',
  hipStreamWriteValue64: 'h p q u',
  hipTexObjectCreate: 'p p p p',
  hipTexObjectDestroy: 'h',
  hipTexObjectGetResourceDesc: 'p h',
  hipTexObjectGetResourceViewDesc: 'p h',
  hipTexObjectGetTextureDesc: 'p h',
  hipTexRefGetAddress: 'p p',
  hipTexRefGetAddressMode: 'p p i',
  hipTexRefGetFilterMode: 'p p',
  hipTexRefGetFlags: 'p p',
  hipTexRefGetFormat: 'p p p',
  hipTexRefGetMaxAnisotropy: 'p p',
  hipTexRefGetMipMappedArray: 'p p',
  hipTexRefGetMipmapFilterMode: 'p p',
  hipTexRefGetMipmapLevelBias: 'p p',
  hipTexRefGetMipmapLevelClamp: 'p p p',
  hipTexRefSetAddress: 'p p h z',
  hipTexRefSetAddress2D: 'p p h z',
  hipTexRefSetAddressMode: 'p i i',
  hipTexRefSetArray: 'p h u',
  hipTexRefSetBorderColor: 'p p',
  hipTexRefSetFilterMode: 'p i',
  hipTexRefSetFlags: 'p u',
  hipTexRefSetFormat: 'p i i',
  hipTexRefSetMaxAnisotropy: 'p u',
  hipTexRefSetMipmapFilterMode: 'p i',
  hipTexRefSetMipmapLevelBias: 'p f',
  hipTexRefSetMipmapLevelClamp: 'p f f',
  hipTexRefSetMipmappedArray: 'p p u',
  hipThreadExchangeStreamCaptureMode: 'p',
  hipUnbindTexture: 'p',
  hipWaitExternalSemaphoresAsync: 'p p u h',
} as const satisfies Readonly<Record<string, string>>;

/** The functions as they are called. Each throws where its status is not `hipSuccess`. */
export interface HipFunctions {
  readonly hipArray3DCreate: DriverCall<[array: Pointer, pAllocateArray: Pointer]>;
  readonly hipArrayCreate: DriverCall<[pHandle: Pointer, pAllocateArray: Pointer]>;
  readonly hipArrayDestroy: DriverCall<[array: Pointer]>;
  readonly hipBindTexture: DriverCall<[offset: Pointer, tex: Pointer, devPtr: Pointer, desc: Pointer, size: Integer]>;
  readonly hipBindTexture2D: DriverCall<
    [offset: Pointer, tex: Pointer, devPtr: Pointer, desc: Pointer, width: Integer, height: Integer, pitch: Integer]
  >;
  readonly hipBindTextureToArray: DriverCall<[tex: Pointer, array: Handle, desc: Pointer]>;
  readonly hipBindTextureToMipmappedArray: DriverCall<[tex: Pointer, mipmappedArray: Handle, desc: Pointer]>;
  readonly hipChooseDevice: DriverCall<[device: Pointer, prop: Pointer]>;
  readonly hipCreateTextureObject: DriverCall<
    [pTexObject: Pointer, pResDesc: Pointer, pTexDesc: Pointer, pResViewDesc: Pointer]
  >;
  readonly hipCtxCreate: DriverCall<[ctx: Pointer, flags: number, device: number]>;
  readonly hipCtxDestroy: DriverCall<[ctx: Handle]>;
  readonly hipCtxDisablePeerAccess: DriverCall<[peerCtx: Handle]>;
  readonly hipCtxEnablePeerAccess: DriverCall<[peerCtx: Handle, flags: number]>;
  readonly hipCtxGetApiVersion: DriverCall<[ctx: Handle, apiVersion: Pointer]>;
  readonly hipCtxGetCacheConfig: DriverCall<[cacheConfig: Pointer]>;
  readonly hipCtxGetCurrent: DriverCall<[ctx: Pointer]>;
  readonly hipCtxGetDevice: DriverCall<[device: Pointer]>;
  readonly hipCtxGetFlags: DriverCall<[flags: Pointer]>;
  readonly hipCtxGetSharedMemConfig: DriverCall<[pConfig: Pointer]>;
  readonly hipCtxPopCurrent: DriverCall<[ctx: Pointer]>;
  readonly hipCtxPushCurrent: DriverCall<[ctx: Handle]>;
  readonly hipCtxSetCacheConfig: DriverCall<[cacheConfig: hipFuncCache_t]>;
  readonly hipCtxSetCurrent: DriverCall<[ctx: Handle]>;
  readonly hipCtxSetSharedMemConfig: DriverCall<[config: hipSharedMemConfig]>;
  readonly hipCtxSynchronize: DriverCall<[]>;
  readonly hipDestroyExternalMemory: DriverCall<[extMem: Handle]>;
  readonly hipDestroyExternalSemaphore: DriverCall<[extSem: Handle]>;
  readonly hipDestroyTextureObject: DriverCall<[textureObject: Handle]>;
  readonly hipDeviceCanAccessPeer: DriverCall<[canAccessPeer: Pointer, deviceId: number, peerDeviceId: number]>;
  readonly hipDeviceComputeCapability: DriverCall<[major: Pointer, minor: Pointer, device: number]>;
  readonly hipDeviceDisablePeerAccess: DriverCall<[peerDeviceId: number]>;
  readonly hipDeviceEnablePeerAccess: DriverCall<[peerDeviceId: number, flags: number]>;
  readonly hipDeviceGet: DriverCall<[device: Pointer, ordinal: number]>;
  readonly hipDeviceGetAttribute: DriverCall<[pi: Pointer, attr: hipDeviceAttribute_t, deviceId: number]>;
  readonly hipDeviceGetByPCIBusId: DriverCall<[device: Pointer, pciBusId: Text]>;
  readonly hipDeviceGetCacheConfig: DriverCall<[cacheConfig: Pointer]>;
  readonly hipDeviceGetDefaultMemPool: DriverCall<[mem_pool: Pointer, device: number]>;
  readonly hipDeviceGetLimit: DriverCall<[pValue: Pointer, limit: hipLimit_t]>;
  readonly hipDeviceGetMemPool: DriverCall<[mem_pool: Pointer, device: number]>;
  readonly hipDeviceGetName: DriverCall<[name: Pointer, len: number, device: number]>;
  readonly hipDeviceGetP2PAttribute: DriverCall<
    [value: Pointer, attr: hipDeviceP2PAttr, srcDevice: number, dstDevice: number]
  >;
  readonly hipDeviceGetPCIBusId: DriverCall<[pciBusId: Pointer, len: number, device: number]>;
  readonly hipDeviceGetSharedMemConfig: DriverCall<[pConfig: Pointer]>;
  readonly hipDeviceGetStreamPriorityRange: DriverCall<[leastPriority: Pointer, greatestPriority: Pointer]>;
  readonly hipDeviceGetUuid: DriverCall<[uuid: Pointer, device: number]>;
  readonly hipDevicePrimaryCtxGetState: DriverCall<[dev: number, flags: Pointer, active: Pointer]>;
  readonly hipDevicePrimaryCtxRelease: DriverCall<[dev: number]>;
  readonly hipDevicePrimaryCtxReset: DriverCall<[dev: number]>;
  readonly hipDevicePrimaryCtxRetain: DriverCall<[pctx: Pointer, dev: number]>;
  readonly hipDevicePrimaryCtxSetFlags: DriverCall<[dev: number, flags: number]>;
  readonly hipDeviceReset: DriverCall<[]>;
  readonly hipDeviceSetCacheConfig: DriverCall<[cacheConfig: hipFuncCache_t]>;
  readonly hipDeviceSetMemPool: DriverCall<[device: number, mem_pool: Handle]>;
  readonly hipDeviceSetSharedMemConfig: DriverCall<[config: hipSharedMemConfig]>;
  readonly hipDeviceSynchronize: DriverCall<[]>;
  readonly hipDeviceTotalMem: DriverCall<[bytes: Pointer, device: number]>;
  readonly hipDriverGetVersion: DriverCall<[driverVersion: Pointer]>;
  readonly hipDrvMemcpy2DUnaligned: DriverCall<[pCopy: Pointer]>;
  readonly hipDrvMemcpy3D: DriverCall<[pCopy: Pointer]>;
  readonly hipDrvMemcpy3DAsync: DriverCall<[pCopy: Pointer, stream: Handle]>;
  readonly hipDrvPointerGetAttributes: DriverCall<
    [numAttributes: number, attributes: Pointer, data: Pointer, ptr: Handle]
  >;
  readonly hipEventCreate: DriverCall<[event: Pointer]>;
  readonly hipEventCreateWithFlags: DriverCall<[event: Pointer, flags: number]>;
  readonly hipEventDestroy: DriverCall<[event: Handle]>;
  readonly hipEventElapsedTime: DriverCall<[ms: Pointer, start: Handle, stop: Handle]>;
  readonly hipEventQuery: DriverCall<[event: Handle]>;
  readonly hipEventRecord: DriverCall<[event: Handle, stream: Handle]>;
  readonly hipEventSynchronize: DriverCall<[event: Handle]>;
  readonly hipExtGetLinkTypeAndHopCount: DriverCall<
    [device1: number, device2: number, linktype: Pointer, hopcount: Pointer]
  >;
  readonly hipExtLaunchMultiKernelMultiDevice: DriverCall<
    [launchParamsList: Pointer, numDevices: number, flags: number]
  >;
  readonly hipExtMallocWithFlags: DriverCall<[ptr: Pointer, sizeBytes: Integer, flags: number]>;
  readonly hipExtStreamCreateWithCUMask: DriverCall<[stream: Pointer, cuMaskSize: number, cuMask: Pointer]>;
  readonly hipExtStreamGetCUMask: DriverCall<[stream: Handle, cuMaskSize: number, cuMask: Pointer]>;
  readonly hipExternalMemoryGetMappedBuffer: DriverCall<[devPtr: Pointer, extMem: Handle, bufferDesc: Pointer]>;
  readonly hipFree: DriverCall<[ptr: Pointer]>;
  readonly hipFreeArray: DriverCall<[array: Pointer]>;
  readonly hipFreeAsync: DriverCall<[dev_ptr: Pointer, stream: Handle]>;
  readonly hipFreeHost: DriverCall<[ptr: Pointer]>;
  readonly hipFreeMipmappedArray: DriverCall<[mipmappedArray: Handle]>;
  readonly hipFuncGetAttribute: DriverCall<[value: Pointer, attrib: hipFunction_attribute, hfunc: Handle]>;
  readonly hipFuncGetAttributes: DriverCall<[attr: Pointer, func: Pointer]>;
  readonly hipFuncSetAttribute: DriverCall<[func: Pointer, attr: hipFuncAttribute, value: number]>;
  readonly hipFuncSetCacheConfig: DriverCall<[func: Pointer, config: hipFuncCache_t]>;
  readonly hipFuncSetSharedMemConfig: DriverCall<[func: Pointer, config: hipSharedMemConfig]>;
  readonly hipGLGetDevices: DriverCall<
    [pHipDeviceCount: Pointer, pHipDevices: Pointer, hipDeviceCount: number, deviceList: hipGLDeviceList]
  >;
  readonly hipGetChannelDesc: DriverCall<[desc: Pointer, array: Handle]>;
  readonly hipGetDevice: DriverCall<[deviceId: Pointer]>;
  readonly hipGetDeviceCount: DriverCall<[count: Pointer]>;
  readonly hipGetDeviceFlags: DriverCall<[flags: Pointer]>;
  readonly hipGetDeviceProperties: DriverCall<[prop: Pointer, deviceId: number]>;
  readonly hipGetLastError: DriverCall<[]>;
  readonly hipGetMipmappedArrayLevel: DriverCall<[levelArray: Pointer, mipmappedArray: Handle, level: number]>;
  readonly hipGetSymbolAddress: DriverCall<[devPtr: Pointer, symbol: Pointer]>;
  readonly hipGetSymbolSize: DriverCall<[size: Pointer, symbol: Pointer]>;
  readonly hipGetTextureAlignmentOffset: DriverCall<[offset: Pointer, texref: Pointer]>;
  readonly hipGetTextureObjectResourceDesc: DriverCall<[pResDesc: Pointer, textureObject: Handle]>;
  readonly hipGetTextureObjectResourceViewDesc: DriverCall<[pResViewDesc: Pointer, textureObject: Handle]>;
  readonly hipGetTextureObjectTextureDesc: DriverCall<[pTexDesc: Pointer, textureObject: Handle]>;
  readonly hipGetTextureReference: DriverCall<[texref: Pointer, symbol: Pointer]>;
  readonly hipGraphAddChildGraphNode: DriverCall<
    [pGraphNode: Pointer, graph: Handle, pDependencies: Pointer, numDependencies: Integer, childGraph: Handle]
  >;
  readonly hipGraphAddDependencies: DriverCall<[graph: Handle, from: Pointer, to: Pointer, numDependencies: Integer]>;
  readonly hipGraphAddEmptyNode: DriverCall<
    [pGraphNode: Pointer, graph: Handle, pDependencies: Pointer, numDependencies: Integer]
  >;
  readonly hipGraphAddEventRecordNode: DriverCall<
    [pGraphNode: Pointer, graph: Handle, pDependencies: Pointer, numDependencies: Integer, event: Handle]
  >;
  readonly hipGraphAddEventWaitNode: DriverCall<
    [pGraphNode: Pointer, graph: Handle, pDependencies: Pointer, numDependencies: Integer, event: Handle]
  >;
  readonly hipGraphAddHostNode: DriverCall<
    [pGraphNode: Pointer, graph: Handle, pDependencies: Pointer, numDependencies: Integer, pNodeParams: Pointer]
  >;
  readonly hipGraphAddKernelNode: DriverCall<
    [pGraphNode: Pointer, graph: Handle, pDependencies: Pointer, numDependencies: Integer, pNodeParams: Pointer]
  >;
  readonly hipGraphAddMemcpyNode: DriverCall<
    [pGraphNode: Pointer, graph: Handle, pDependencies: Pointer, numDependencies: Integer, pCopyParams: Pointer]
  >;
  readonly hipGraphAddMemcpyNode1D: DriverCall<
    [
      pGraphNode: Pointer,
      graph: Handle,
      pDependencies: Pointer,
      numDependencies: Integer,
      dst: Pointer,
      src: Pointer,
      count: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipGraphAddMemcpyNodeFromSymbol: DriverCall<
    [
      pGraphNode: Pointer,
      graph: Handle,
      pDependencies: Pointer,
      numDependencies: Integer,
      dst: Pointer,
      symbol: Pointer,
      count: Integer,
      offset: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipGraphAddMemcpyNodeToSymbol: DriverCall<
    [
      pGraphNode: Pointer,
      graph: Handle,
      pDependencies: Pointer,
      numDependencies: Integer,
      symbol: Pointer,
      src: Pointer,
      count: Integer,
      offset: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipGraphAddMemsetNode: DriverCall<
    [pGraphNode: Pointer, graph: Handle, pDependencies: Pointer, numDependencies: Integer, pMemsetParams: Pointer]
  >;
  readonly hipGraphChildGraphNodeGetGraph: DriverCall<[node: Handle, pGraph: Pointer]>;
  readonly hipGraphClone: DriverCall<[pGraphClone: Pointer, originalGraph: Handle]>;
  readonly hipGraphCreate: DriverCall<[pGraph: Pointer, flags: number]>;
  readonly hipGraphDestroy: DriverCall<[graph: Handle]>;
  readonly hipGraphDestroyNode: DriverCall<[node: Handle]>;
  readonly hipGraphEventRecordNodeGetEvent: DriverCall<[node: Handle, event_out: Pointer]>;
  readonly hipGraphEventRecordNodeSetEvent: DriverCall<[node: Handle, event: Handle]>;
  readonly hipGraphEventWaitNodeGetEvent: DriverCall<[node: Handle, event_out: Pointer]>;
  readonly hipGraphEventWaitNodeSetEvent: DriverCall<[node: Handle, event: Handle]>;
  readonly hipGraphExecChildGraphNodeSetParams: DriverCall<[hGraphExec: Handle, node: Handle, childGraph: Handle]>;
  readonly hipGraphExecDestroy: DriverCall<[graphExec: Handle]>;
  readonly hipGraphExecEventRecordNodeSetEvent: DriverCall<[hGraphExec: Handle, hNode: Handle, event: Handle]>;
  readonly hipGraphExecEventWaitNodeSetEvent: DriverCall<[hGraphExec: Handle, hNode: Handle, event: Handle]>;
  readonly hipGraphExecHostNodeSetParams: DriverCall<[hGraphExec: Handle, node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphExecKernelNodeSetParams: DriverCall<[hGraphExec: Handle, node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphExecMemcpyNodeSetParams: DriverCall<[hGraphExec: Handle, node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphExecMemcpyNodeSetParams1D: DriverCall<
    [hGraphExec: Handle, node: Handle, dst: Pointer, src: Pointer, count: Integer, kind: hipMemcpyKind]
  >;
  readonly hipGraphExecMemcpyNodeSetParamsFromSymbol: DriverCall<
    [
      hGraphExec: Handle,
      node: Handle,
      dst: Pointer,
      symbol: Pointer,
      count: Integer,
      offset: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipGraphExecMemcpyNodeSetParamsToSymbol: DriverCall<
    [
      hGraphExec: Handle,
      node: Handle,
      symbol: Pointer,
      src: Pointer,
      count: Integer,
      offset: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipGraphExecMemsetNodeSetParams: DriverCall<[hGraphExec: Handle, node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphExecUpdate: DriverCall<
    [hGraphExec: Handle, hGraph: Handle, hErrorNode_out: Pointer, updateResult_out: Pointer]
  >;
  readonly hipGraphGetEdges: DriverCall<[graph: Handle, from: Pointer, to: Pointer, numEdges: Pointer]>;
  readonly hipGraphGetNodes: DriverCall<[graph: Handle, nodes: Pointer, numNodes: Pointer]>;
  readonly hipGraphGetRootNodes: DriverCall<[graph: Handle, pRootNodes: Pointer, pNumRootNodes: Pointer]>;
  readonly hipGraphHostNodeGetParams: DriverCall<[node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphHostNodeSetParams: DriverCall<[node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphInstantiate: DriverCall<
    [pGraphExec: Pointer, graph: Handle, pErrorNode: Pointer, pLogBuffer: Pointer, bufferSize: Integer]
  >;
  readonly hipGraphInstantiateWithFlags: DriverCall<[pGraphExec: Pointer, graph: Handle, flags: Integer]>;
  readonly hipGraphKernelNodeGetAttribute: DriverCall<[hNode: Handle, attr: hipKernelNodeAttrID, value: Pointer]>;
  readonly hipGraphKernelNodeGetParams: DriverCall<[node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphKernelNodeSetAttribute: DriverCall<[hNode: Handle, attr: hipKernelNodeAttrID, value: Pointer]>;
  readonly hipGraphKernelNodeSetParams: DriverCall<[node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphLaunch: DriverCall<[graphExec: Handle, stream: Handle]>;
  readonly hipGraphMemcpyNodeGetParams: DriverCall<[node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphMemcpyNodeSetParams: DriverCall<[node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphMemcpyNodeSetParams1D: DriverCall<
    [node: Handle, dst: Pointer, src: Pointer, count: Integer, kind: hipMemcpyKind]
  >;
  readonly hipGraphMemcpyNodeSetParamsFromSymbol: DriverCall<
    [node: Handle, dst: Pointer, symbol: Pointer, count: Integer, offset: Integer, kind: hipMemcpyKind]
  >;
  readonly hipGraphMemcpyNodeSetParamsToSymbol: DriverCall<
    [node: Handle, symbol: Pointer, src: Pointer, count: Integer, offset: Integer, kind: hipMemcpyKind]
  >;
  readonly hipGraphMemsetNodeGetParams: DriverCall<[node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphMemsetNodeSetParams: DriverCall<[node: Handle, pNodeParams: Pointer]>;
  readonly hipGraphNodeFindInClone: DriverCall<[pNode: Pointer, originalNode: Handle, clonedGraph: Handle]>;
  readonly hipGraphNodeGetDependencies: DriverCall<[node: Handle, pDependencies: Pointer, pNumDependencies: Pointer]>;
  readonly hipGraphNodeGetDependentNodes: DriverCall<
    [node: Handle, pDependentNodes: Pointer, pNumDependentNodes: Pointer]
  >;
  readonly hipGraphNodeGetType: DriverCall<[node: Handle, pType: Pointer]>;
  readonly hipGraphRemoveDependencies: DriverCall<
    [graph: Handle, from: Pointer, to: Pointer, numDependencies: Integer]
  >;
  readonly hipGraphicsGLRegisterBuffer: DriverCall<[resource: Pointer, buffer: number, flags: number]>;
  readonly hipGraphicsGLRegisterImage: DriverCall<[resource: Pointer, image: number, target: number, flags: number]>;
  readonly hipGraphicsMapResources: DriverCall<[count: number, resources: Pointer, stream: Handle]>;
  readonly hipGraphicsResourceGetMappedPointer: DriverCall<[devPtr: Pointer, size: Pointer, resource: Handle]>;
  readonly hipGraphicsSubResourceGetMappedArray: DriverCall<
    [array: Pointer, resource: Handle, arrayIndex: number, mipLevel: number]
  >;
  readonly hipGraphicsUnmapResources: DriverCall<[count: number, resources: Pointer, stream: Handle]>;
  readonly hipGraphicsUnregisterResource: DriverCall<[resource: Handle]>;
  readonly hipHostAlloc: DriverCall<[ptr: Pointer, size: Integer, flags: number]>;
  readonly hipHostFree: DriverCall<[ptr: Pointer]>;
  readonly hipHostGetDevicePointer: DriverCall<[devPtr: Pointer, hstPtr: Pointer, flags: number]>;
  readonly hipHostGetFlags: DriverCall<[flagsPtr: Pointer, hostPtr: Pointer]>;
  readonly hipHostMalloc: DriverCall<[ptr: Pointer, size: Integer, flags: number]>;
  readonly hipHostRegister: DriverCall<[hostPtr: Pointer, sizeBytes: Integer, flags: number]>;
  readonly hipHostUnregister: DriverCall<[hostPtr: Pointer]>;
  readonly hipImportExternalMemory: DriverCall<[extMem_out: Pointer, memHandleDesc: Pointer]>;
  readonly hipImportExternalSemaphore: DriverCall<[extSem_out: Pointer, semHandleDesc: Pointer]>;
  readonly hipInit: DriverCall<[flags: number]>;
  readonly hipIpcCloseMemHandle: DriverCall<[devPtr: Pointer]>;
  readonly hipIpcGetEventHandle: DriverCall<[handle: Pointer, event: Handle]>;
  readonly hipIpcGetMemHandle: DriverCall<[handle: Pointer, devPtr: Pointer]>;
  readonly hipLaunchByPtr: DriverCall<[func: Pointer]>;
  readonly hipLaunchCooperativeKernelMultiDevice: DriverCall<
    [launchParamsList: Pointer, numDevices: number, flags: number]
  >;
  readonly hipLaunchHostFunc: DriverCall<[stream: Handle, fn: Callback, userData: Pointer]>;
  readonly hipMalloc: DriverCall<[ptr: Pointer, size: Integer]>;
  readonly hipMallocArray: DriverCall<[array: Pointer, desc: Pointer, width: Integer, height: Integer, flags: number]>;
  readonly hipMallocAsync: DriverCall<[dev_ptr: Pointer, size: Integer, stream: Handle]>;
  readonly hipMallocFromPoolAsync: DriverCall<[dev_ptr: Pointer, size: Integer, mem_pool: Handle, stream: Handle]>;
  readonly hipMallocHost: DriverCall<[ptr: Pointer, size: Integer]>;
  readonly hipMallocManaged: DriverCall<[dev_ptr: Pointer, size: Integer, flags: number]>;
  readonly hipMallocPitch: DriverCall<[ptr: Pointer, pitch: Pointer, width: Integer, height: Integer]>;
  readonly hipMemAddressFree: DriverCall<[devPtr: Pointer, size: Integer]>;
  readonly hipMemAddressReserve: DriverCall<
    [ptr: Pointer, size: Integer, alignment: Integer, addr: Pointer, flags: Integer]
  >;
  readonly hipMemAdvise: DriverCall<[dev_ptr: Pointer, count: Integer, advice: hipMemoryAdvise, device: number]>;
  readonly hipMemAllocHost: DriverCall<[ptr: Pointer, size: Integer]>;
  readonly hipMemAllocPitch: DriverCall<
    [dptr: Pointer, pitch: Pointer, widthInBytes: Integer, height: Integer, elementSizeBytes: number]
  >;
  readonly hipMemCreate: DriverCall<[handle: Pointer, size: Integer, prop: Pointer, flags: Integer]>;
  readonly hipMemExportToShareableHandle: DriverCall<
    [shareableHandle: Pointer, handle: Handle, handleType: hipMemAllocationHandleType, flags: Integer]
  >;
  readonly hipMemGetAccess: DriverCall<[flags: Pointer, location: Pointer, ptr: Pointer]>;
  readonly hipMemGetAddressRange: DriverCall<[pbase: Pointer, psize: Pointer, dptr: Handle]>;
  readonly hipMemGetAllocationGranularity: DriverCall<
    [granularity: Pointer, prop: Pointer, option: hipMemAllocationGranularity_flags]
  >;
  readonly hipMemGetAllocationPropertiesFromHandle: DriverCall<[prop: Pointer, handle: Handle]>;
  readonly hipMemGetInfo: DriverCall<[free: Pointer, total: Pointer]>;
  readonly hipMemImportFromShareableHandle: DriverCall<
    [handle: Pointer, osHandle: Pointer, shHandleType: hipMemAllocationHandleType]
  >;
  readonly hipMemMap: DriverCall<[ptr: Pointer, size: Integer, offset: Integer, handle: Handle, flags: Integer]>;
  readonly hipMemMapArrayAsync: DriverCall<[mapInfoList: Pointer, count: number, stream: Handle]>;
  readonly hipMemPoolCreate: DriverCall<[mem_pool: Pointer, pool_props: Pointer]>;
  readonly hipMemPoolDestroy: DriverCall<[mem_pool: Handle]>;
  readonly hipMemPoolExportPointer: DriverCall<[export_data: Pointer, dev_ptr: Pointer]>;
  readonly hipMemPoolExportToShareableHandle: DriverCall<
    [shared_handle: Pointer, mem_pool: Handle, handle_type: hipMemAllocationHandleType, flags: number]
  >;
  readonly hipMemPoolGetAccess: DriverCall<[flags: Pointer, mem_pool: Handle, location: Pointer]>;
  readonly hipMemPoolGetAttribute: DriverCall<[mem_pool: Handle, attr: hipMemPoolAttr, value: Pointer]>;
  readonly hipMemPoolImportFromShareableHandle: DriverCall<
    [mem_pool: Pointer, shared_handle: Pointer, handle_type: hipMemAllocationHandleType, flags: number]
  >;
  readonly hipMemPoolImportPointer: DriverCall<[dev_ptr: Pointer, mem_pool: Handle, export_data: Pointer]>;
  readonly hipMemPoolSetAccess: DriverCall<[mem_pool: Handle, desc_list: Pointer, count: Integer]>;
  readonly hipMemPoolSetAttribute: DriverCall<[mem_pool: Handle, attr: hipMemPoolAttr, value: Pointer]>;
  readonly hipMemPoolTrimTo: DriverCall<[mem_pool: Handle, min_bytes_to_hold: Integer]>;
  readonly hipMemPrefetchAsync: DriverCall<[dev_ptr: Pointer, count: Integer, device: number, stream: Handle]>;
  readonly hipMemPtrGetInfo: DriverCall<[ptr: Pointer, size: Pointer]>;
  readonly hipMemRangeGetAttribute: DriverCall<
    [data: Pointer, data_size: Integer, attribute: hipMemRangeAttribute, dev_ptr: Pointer, count: Integer]
  >;
  readonly hipMemRangeGetAttributes: DriverCall<
    [data: Pointer, data_sizes: Pointer, attributes: Pointer, num_attributes: Integer, dev_ptr: Pointer, count: Integer]
  >;
  readonly hipMemRelease: DriverCall<[handle: Handle]>;
  readonly hipMemRetainAllocationHandle: DriverCall<[handle: Pointer, addr: Pointer]>;
  readonly hipMemSetAccess: DriverCall<[ptr: Pointer, size: Integer, desc: Pointer, count: Integer]>;
  readonly hipMemUnmap: DriverCall<[ptr: Pointer, size: Integer]>;
  readonly hipMemcpy: DriverCall<[dst: Pointer, src: Pointer, sizeBytes: Integer, kind: hipMemcpyKind]>;
  readonly hipMemcpy2D: DriverCall<
    [dst: Pointer, dpitch: Integer, src: Pointer, spitch: Integer, width: Integer, height: Integer, kind: hipMemcpyKind]
  >;
  readonly hipMemcpy2DAsync: DriverCall<
    [
      dst: Pointer,
      dpitch: Integer,
      src: Pointer,
      spitch: Integer,
      width: Integer,
      height: Integer,
      kind: hipMemcpyKind,
      stream: Handle,
    ]
  >;
  readonly hipMemcpy2DFromArray: DriverCall<
    [
      dst: Pointer,
      dpitch: Integer,
      src: Handle,
      wOffset: Integer,
      hOffset: Integer,
      width: Integer,
      height: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipMemcpy2DFromArrayAsync: DriverCall<
    [
      dst: Pointer,
      dpitch: Integer,
      src: Handle,
      wOffset: Integer,
      hOffset: Integer,
      width: Integer,
      height: Integer,
      kind: hipMemcpyKind,
      stream: Handle,
    ]
  >;
  readonly hipMemcpy2DFromArray_spt: DriverCall<
    [
      dst: Pointer,
      dpitch: Integer,
      src: Handle,
      wOffset: Integer,
      hOffset: Integer,
      width: Integer,
      height: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipMemcpy2DToArray: DriverCall<
    [
      dst: Pointer,
      wOffset: Integer,
      hOffset: Integer,
      src: Pointer,
      spitch: Integer,
      width: Integer,
      height: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipMemcpy2DToArrayAsync: DriverCall<
    [
      dst: Pointer,
      wOffset: Integer,
      hOffset: Integer,
      src: Pointer,
      spitch: Integer,
      width: Integer,
      height: Integer,
      kind: hipMemcpyKind,
      stream: Handle,
    ]
  >;
  readonly hipMemcpy2DToArray_spt: DriverCall<
    [
      dst: Pointer,
      wOffset: Integer,
      hOffset: Integer,
      src: Pointer,
      spitch: Integer,
      width: Integer,
      height: Integer,
      kind: hipMemcpyKind,
    ]
  >;
  readonly hipMemcpy2D_spt: DriverCall<
    [dst: Pointer, dpitch: Integer, src: Pointer, spitch: Integer, width: Integer, height: Integer, kind: hipMemcpyKind]
  >;
  readonly hipMemcpy3D: DriverCall<[p: Pointer]>;
  readonly hipMemcpy3DAsync: DriverCall<[p: Pointer, stream: Handle]>;
  readonly hipMemcpy3D_spt: DriverCall<[p: Pointer]>;
  readonly hipMemcpyAsync: DriverCall<
    [dst: Pointer, src: Pointer, sizeBytes: Integer, kind: hipMemcpyKind, stream: Handle]
  >;
  readonly hipMemcpyAsync_spt: DriverCall<
    [dst: Pointer, src: Pointer, sizeBytes: Integer, kind: hipMemcpyKind, stream: Handle]
  >;
  readonly hipMemcpyAtoH: DriverCall<[dst: Pointer, srcArray: Pointer, srcOffset: Integer, count: Integer]>;
  readonly hipMemcpyDtoD: DriverCall<[dst: Handle, src: Handle, sizeBytes: Integer]>;
  readonly hipMemcpyDtoDAsync: DriverCall<[dst: Handle, src: Handle, sizeBytes: Integer, stream: Handle]>;
  readonly hipMemcpyDtoH: DriverCall<[dst: Pointer, src: Handle, sizeBytes: Integer]>;
  readonly hipMemcpyDtoHAsync: DriverCall<[dst: Pointer, src: Handle, sizeBytes: Integer, stream: Handle]>;
  readonly hipMemcpyFromArray: DriverCall<
    [dst: Pointer, srcArray: Handle, wOffset: Integer, hOffset: Integer, count: Integer, kind: hipMemcpyKind]
  >;
  readonly hipMemcpyFromSymbol: DriverCall<
    [dst: Pointer, symbol: Pointer, sizeBytes: Integer, offset: Integer, kind: hipMemcpyKind]
  >;
  readonly hipMemcpyFromSymbolAsync: DriverCall<
    [dst: Pointer, symbol: Pointer, sizeBytes: Integer, offset: Integer, kind: hipMemcpyKind, stream: Handle]
  >;
  readonly hipMemcpyFromSymbol_spt: DriverCall<
    [dst: Pointer, symbol: Pointer, sizeBytes: Integer, offset: Integer, kind: hipMemcpyKind]
  >;
  readonly hipMemcpyHtoA: DriverCall<[dstArray: Pointer, dstOffset: Integer, srcHost: Pointer, count: Integer]>;
  readonly hipMemcpyHtoD: DriverCall<[dst: Handle, src: Pointer, sizeBytes: Integer]>;
  readonly hipMemcpyHtoDAsync: DriverCall<[dst: Handle, src: Pointer, sizeBytes: Integer, stream: Handle]>;
  readonly hipMemcpyParam2D: DriverCall<[pCopy: Pointer]>;
  readonly hipMemcpyParam2DAsync: DriverCall<[pCopy: Pointer, stream: Handle]>;
  readonly hipMemcpyPeer: DriverCall<
    [dst: Pointer, dstDeviceId: number, src: Pointer, srcDeviceId: number, sizeBytes: Integer]
  >;
  readonly hipMemcpyPeerAsync: DriverCall<
    [dst: Pointer, dstDeviceId: number, src: Pointer, srcDevice: number, sizeBytes: Integer, stream: Handle]
  >;
  readonly hipMemcpyToArray: DriverCall<
    [dst: Pointer, wOffset: Integer, hOffset: Integer, src: Pointer, count: Integer, kind: hipMemcpyKind]
  >;
  readonly hipMemcpyToSymbol: DriverCall<
    [symbol: Pointer, src: Pointer, sizeBytes: Integer, offset: Integer, kind: hipMemcpyKind]
  >;
  readonly hipMemcpyToSymbolAsync: DriverCall<
    [symbol: Pointer, src: Pointer, sizeBytes: Integer, offset: Integer, kind: hipMemcpyKind, stream: Handle]
  >;
  readonly hipMemcpyToSymbol_spt: DriverCall<
    [symbol: Pointer, src: Pointer, sizeBytes: Integer, offset: Integer, kind: hipMemcpyKind]
  >;
  readonly hipMemcpyWithStream: DriverCall<
    [dst: Pointer, src: Pointer, sizeBytes: Integer, kind: hipMemcpyKind, stream: Handle]
  >;
  readonly hipMemcpy_spt: DriverCall<[dst: Pointer, src: Pointer, sizeBytes: Integer, kind: hipMemcpyKind]>;
  readonly hipMemset: DriverCall<[dst: Pointer, value: number, sizeBytes: Integer]>;
  readonly hipMemset2D: DriverCall<[dst: Pointer, pitch: Integer, value: number, width: Integer, height: Integer]>;
  readonly hipMemset2DAsync: DriverCall<
    [dst: Pointer, pitch: Integer, value: number, width: Integer, height: Integer, stream: Handle]
  >;
  readonly hipMemset2D_spt: DriverCall<[dst: Pointer, pitch: Integer, value: number, width: Integer, height: Integer]>;
  readonly hipMemsetAsync: DriverCall<[dst: Pointer, value: number, sizeBytes: Integer, stream: Handle]>;
  readonly hipMemsetD16: DriverCall<[dest: Handle, value: number, count: Integer]>;
  readonly hipMemsetD16Async: DriverCall<[dest: Handle, value: number, count: Integer, stream: Handle]>;
  readonly hipMemsetD32: DriverCall<[dest: Handle, value: number, count: Integer]>;
  readonly hipMemsetD32Async: DriverCall<[dst: Handle, value: number, count: Integer, stream: Handle]>;
  readonly hipMemsetD8: DriverCall<[dest: Handle, value: number, count: Integer]>;
  readonly hipMemsetD8Async: DriverCall<[dest: Handle, value: number, count: Integer, stream: Handle]>;
  readonly hipMemset_spt: DriverCall<[dst: Pointer, value: number, sizeBytes: Integer]>;
  readonly hipMipmappedArrayCreate: DriverCall<
    [pHandle: Pointer, pMipmappedArrayDesc: Pointer, numMipmapLevels: number]
  >;
  readonly hipMipmappedArrayDestroy: DriverCall<[hMipmappedArray: Handle]>;
  readonly hipMipmappedArrayGetLevel: DriverCall<[pLevelArray: Pointer, hMipMappedArray: Handle, level: number]>;
  readonly hipModuleGetFunction: DriverCall<[function_: Pointer, module: Handle, kname: Text]>;
  readonly hipModuleGetGlobal: DriverCall<[dptr: Pointer, bytes: Pointer, hmod: Handle, name: Text]>;
  readonly hipModuleGetTexRef: DriverCall<[texRef: Pointer, hmod: Handle, name: Text]>;
  readonly hipModuleLaunchKernel: DriverCall<
    [
      f: Handle,
      gridDimX: number,
      gridDimY: number,
      gridDimZ: number,
      blockDimX: number,
      blockDimY: number,
      blockDimZ: number,
      sharedMemBytes: number,
      stream: Handle,
      kernelParams: Pointer,
      extra: Pointer,
    ]
  >;
  readonly hipModuleLoad: DriverCall<[module: Pointer, fname: Text]>;
  readonly hipModuleLoadData: DriverCall<[module: Pointer, image: Pointer]>;
  readonly hipModuleLoadDataEx: DriverCall<
    [module: Pointer, image: Pointer, numOptions: number, options: Pointer, optionValues: Pointer]
  >;
  readonly hipModuleOccupancyMaxActiveBlocksPerMultiprocessor: DriverCall<
    [numBlocks: Pointer, f: Handle, blockSize: number, dynSharedMemPerBlk: Integer]
  >;
  readonly hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: DriverCall<
    [numBlocks: Pointer, f: Handle, blockSize: number, dynSharedMemPerBlk: Integer, flags: number]
  >;
  readonly hipModuleOccupancyMaxPotentialBlockSize: DriverCall<
    [gridSize: Pointer, blockSize: Pointer, f: Handle, dynSharedMemPerBlk: Integer, blockSizeLimit: number]
  >;
  readonly hipModuleOccupancyMaxPotentialBlockSizeWithFlags: DriverCall<
    [
      gridSize: Pointer,
      blockSize: Pointer,
      f: Handle,
      dynSharedMemPerBlk: Integer,
      blockSizeLimit: number,
      flags: number,
    ]
  >;
  readonly hipModuleUnload: DriverCall<[module: Handle]>;
  readonly hipOccupancyMaxActiveBlocksPerMultiprocessor: DriverCall<
    [numBlocks: Pointer, f: Pointer, blockSize: number, dynSharedMemPerBlk: Integer]
  >;
  readonly hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: DriverCall<
    [numBlocks: Pointer, f: Pointer, blockSize: number, dynSharedMemPerBlk: Integer, flags: number]
  >;
  readonly hipOccupancyMaxPotentialBlockSize: DriverCall<
    [gridSize: Pointer, blockSize: Pointer, f: Pointer, dynSharedMemPerBlk: Integer, blockSizeLimit: number]
  >;
  readonly hipPeekAtLastError: DriverCall<[]>;
  readonly hipPointerGetAttribute: DriverCall<[data: Pointer, attribute: hipPointer_attribute, ptr: Handle]>;
  readonly hipPointerGetAttributes: DriverCall<[attributes: Pointer, ptr: Pointer]>;
  readonly hipProfilerStart: DriverCall<[]>;
  readonly hipProfilerStop: DriverCall<[]>;
  readonly hipRegisterActivityCallback: DriverCall<[id: number, fun: Pointer, arg: Pointer]>;
  readonly hipRegisterApiCallback: DriverCall<[id: number, fun: Pointer, arg: Pointer]>;
  readonly hipRemoveActivityCallback: DriverCall<[id: number]>;
  readonly hipRemoveApiCallback: DriverCall<[id: number]>;
  readonly hipRuntimeGetVersion: DriverCall<[runtimeVersion: Pointer]>;
  readonly hipSetDevice: DriverCall<[deviceId: number]>;
  readonly hipSetDeviceFlags: DriverCall<[flags: number]>;
  readonly hipSetupArgument: DriverCall<[arg: Pointer, size: Integer, offset: Integer]>;
  readonly hipSignalExternalSemaphoresAsync: DriverCall<
    [extSemArray: Pointer, paramsArray: Pointer, numExtSems: number, stream: Handle]
  >;
  readonly hipStreamAddCallback: DriverCall<[stream: Handle, callback: Callback, userData: Pointer, flags: number]>;
  readonly hipStreamAttachMemAsync: DriverCall<[stream: Handle, dev_ptr: Pointer, length: Integer, flags: number]>;
  readonly hipStreamBeginCapture: DriverCall<[stream: Handle, mode: hipStreamCaptureMode]>;
  readonly hipStreamCreate: DriverCall<[stream: Pointer]>;
  readonly hipStreamCreateWithFlags: DriverCall<[stream: Pointer, flags: number]>;
  readonly hipStreamCreateWithPriority: DriverCall<[stream: Pointer, flags: number, priority: number]>;
  readonly hipStreamDestroy: DriverCall<[stream: Handle]>;
  readonly hipStreamEndCapture: DriverCall<[stream: Handle, pGraph: Pointer]>;
  readonly hipStreamGetCaptureInfo: DriverCall<[stream: Handle, pCaptureStatus: Pointer, pId: Pointer]>;
  readonly hipStreamGetCaptureInfo_v2: DriverCall<
    [
      stream: Handle,
      captureStatus_out: Pointer,
      id_out: Pointer,
      graph_out: Pointer,
      dependencies_out: Pointer,
      numDependencies_out: Pointer,
    ]
  >;
  readonly hipStreamGetFlags: DriverCall<[stream: Handle, flags: Pointer]>;
  readonly hipStreamGetFlags_spt: DriverCall<[stream: Handle, flags: Pointer]>;
  readonly hipStreamGetPriority: DriverCall<[stream: Handle, priority: Pointer]>;
  readonly hipStreamGetPriority_spt: DriverCall<[stream: Handle, priority: Pointer]>;
  readonly hipStreamIsCapturing: DriverCall<[stream: Handle, pCaptureStatus: Pointer]>;
  readonly hipStreamQuery: DriverCall<[stream: Handle]>;
  readonly hipStreamQuery_spt: DriverCall<[stream: Handle]>;
  readonly hipStreamSynchronize: DriverCall<[stream: Handle]>;
  readonly hipStreamSynchronize_spt: DriverCall<[stream: Handle]>;
  readonly hipStreamUpdateCaptureDependencies: DriverCall<
    [stream: Handle, dependencies: Pointer, numDependencies: Integer, flags: number]
  >;
  readonly hipStreamWaitEvent: DriverCall<[stream: Handle, event: Handle, flags: number]>;
  readonly hipStreamWaitEvent_spt: DriverCall<[stream: Handle, event: Handle, flags: number]>;
  readonly hipStreamWaitValue32: DriverCall<[stream: Handle, ptr: Pointer, value: number, flags: number, mask: number]>;
  readonly hipStreamWaitValue64: DriverCall<
    [stream: Handle, ptr: Pointer, value: Integer, flags: number, mask: Integer]
  >;
  readonly hipStreamWriteValue32: DriverCall<[stream: Handle, ptr: Pointer, value: number, flags: number]>;
  readonly hipStreamWriteValue64: DriverCall<[stream: Handle, ptr: Pointer, value: Integer, flags: number]>;
  readonly hipTexObjectCreate: DriverCall<
    [pTexObject: Pointer, pResDesc: Pointer, pTexDesc: Pointer, pResViewDesc: Pointer]
  >;
  readonly hipTexObjectDestroy: DriverCall<[texObject: Handle]>;
  readonly hipTexObjectGetResourceDesc: DriverCall<[pResDesc: Pointer, texObject: Handle]>;
  readonly hipTexObjectGetResourceViewDesc: DriverCall<[pResViewDesc: Pointer, texObject: Handle]>;
  readonly hipTexObjectGetTextureDesc: DriverCall<[pTexDesc: Pointer, texObject: Handle]>;
  readonly hipTexRefGetAddress: DriverCall<[dev_ptr: Pointer, texRef: Pointer]>;
  readonly hipTexRefGetAddressMode: DriverCall<[pam: Pointer, texRef: Pointer, dim: number]>;
  readonly hipTexRefGetFilterMode: DriverCall<[pfm: Pointer, texRef: Pointer]>;
  readonly hipTexRefGetFlags: DriverCall<[pFlags: Pointer, texRef: Pointer]>;
  readonly hipTexRefGetFormat: DriverCall<[pFormat: Pointer, pNumChannels: Pointer, texRef: Pointer]>;
  readonly hipTexRefGetMaxAnisotropy: DriverCall<[pmaxAnsio: Pointer, texRef: Pointer]>;
  readonly hipTexRefGetMipMappedArray: DriverCall<[pArray: Pointer, texRef: Pointer]>;
  readonly hipTexRefGetMipmapFilterMode: DriverCall<[pfm: Pointer, texRef: Pointer]>;
  readonly hipTexRefGetMipmapLevelBias: DriverCall<[pbias: Pointer, texRef: Pointer]>;
  readonly hipTexRefGetMipmapLevelClamp: DriverCall<
    [pminMipmapLevelClamp: Pointer, pmaxMipmapLevelClamp: Pointer, texRef: Pointer]
  >;
  readonly hipTexRefSetAddress: DriverCall<[ByteOffset: Pointer, texRef: Pointer, dptr: Handle, bytes: Integer]>;
  readonly hipTexRefSetAddress2D: DriverCall<[texRef: Pointer, desc: Pointer, dptr: Handle, Pitch: Integer]>;
  readonly hipTexRefSetAddressMode: DriverCall<[texRef: Pointer, dim: number, am: hipTextureAddressMode]>;
  readonly hipTexRefSetArray: DriverCall<[tex: Pointer, array: Handle, flags: number]>;
  readonly hipTexRefSetBorderColor: DriverCall<[texRef: Pointer, pBorderColor: Pointer]>;
  readonly hipTexRefSetFilterMode: DriverCall<[texRef: Pointer, fm: hipTextureFilterMode]>;
  readonly hipTexRefSetFlags: DriverCall<[texRef: Pointer, Flags: number]>;
  readonly hipTexRefSetFormat: DriverCall<[texRef: Pointer, fmt: hipArray_Format, NumPackedComponents: number]>;
  readonly hipTexRefSetMaxAnisotropy: DriverCall<[texRef: Pointer, maxAniso: number]>;
  readonly hipTexRefSetMipmapFilterMode: DriverCall<[texRef: Pointer, fm: hipTextureFilterMode]>;
  readonly hipTexRefSetMipmapLevelBias: DriverCall<[texRef: Pointer, bias: number]>;
  readonly hipTexRefSetMipmapLevelClamp: DriverCall<
    [texRef: Pointer, minMipMapLevelClamp: number, maxMipMapLevelClamp: number]
  >;
  readonly hipTexRefSetMipmappedArray: DriverCall<[texRef: Pointer, mipmappedArray: Pointer, Flags: number]>;
  readonly hipThreadExchangeStreamCaptureMode: DriverCall<[mode: Pointer]>;
  readonly hipUnbindTexture: DriverCall<[tex: Pointer]>;
  readonly hipWaitExternalSemaphoresAsync: DriverCall<
    [extSemArray: Pointer, paramsArray: Pointer, numExtSems: number, stream: Handle]
  >;
}
