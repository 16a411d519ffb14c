/* eslint-disable max-lines */
/**
 * The enumerations of the HIP runtime. Those whose numbers changed in ROCm 6, of memory types, are as in 5.
 *
 * Generated from the headers of ROCm 5.2 by tools/generate-hip-api; do not edit.
 */

export const HIPaddress_mode_enum = {
  HIP_TR_ADDRESS_MODE_WRAP: 0,
  HIP_TR_ADDRESS_MODE_CLAMP: 1,
  HIP_TR_ADDRESS_MODE_MIRROR: 2,
  HIP_TR_ADDRESS_MODE_BORDER: 3,
} as const;
export type HIPaddress_mode_enum = (typeof HIPaddress_mode_enum)[keyof typeof HIPaddress_mode_enum];

export const HIPfilter_mode_enum = {
  HIP_TR_FILTER_MODE_POINT: 0,
  HIP_TR_FILTER_MODE_LINEAR: 1,
} as const;
export type HIPfilter_mode_enum = (typeof HIPfilter_mode_enum)[keyof typeof HIPfilter_mode_enum];

export const HIPresourceViewFormat_enum = {
  HIP_RES_VIEW_FORMAT_NONE: 0,
  HIP_RES_VIEW_FORMAT_UINT_1X8: 1,
  HIP_RES_VIEW_FORMAT_UINT_2X8: 2,
  HIP_RES_VIEW_FORMAT_UINT_4X8: 3,
  HIP_RES_VIEW_FORMAT_SINT_1X8: 4,
  HIP_RES_VIEW_FORMAT_SINT_2X8: 5,
  HIP_RES_VIEW_FORMAT_SINT_4X8: 6,
  HIP_RES_VIEW_FORMAT_UINT_1X16: 7,
  HIP_RES_VIEW_FORMAT_UINT_2X16: 8,
  HIP_RES_VIEW_FORMAT_UINT_4X16: 9,
  HIP_RES_VIEW_FORMAT_SINT_1X16: 10,
  HIP_RES_VIEW_FORMAT_SINT_2X16: 11,
  HIP_RES_VIEW_FORMAT_SINT_4X16: 12,
  HIP_RES_VIEW_FORMAT_UINT_1X32: 13,
  HIP_RES_VIEW_FORMAT_UINT_2X32: 14,
  HIP_RES_VIEW_FORMAT_UINT_4X32: 15,
  HIP_RES_VIEW_FORMAT_SINT_1X32: 16,
  HIP_RES_VIEW_FORMAT_SINT_2X32: 17,
  HIP_RES_VIEW_FORMAT_SINT_4X32: 18,
  HIP_RES_VIEW_FORMAT_FLOAT_1X16: 19,
  HIP_RES_VIEW_FORMAT_FLOAT_2X16: 20,
  HIP_RES_VIEW_FORMAT_FLOAT_4X16: 21,
  HIP_RES_VIEW_FORMAT_FLOAT_1X32: 22,
  HIP_RES_VIEW_FORMAT_FLOAT_2X32: 23,
  HIP_RES_VIEW_FORMAT_FLOAT_4X32: 24,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC1: 25,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC2: 26,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC3: 27,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC4: 28,
  HIP_RES_VIEW_FORMAT_SIGNED_BC4: 29,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC5: 30,
  HIP_RES_VIEW_FORMAT_SIGNED_BC5: 31,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H: 32,
  HIP_RES_VIEW_FORMAT_SIGNED_BC6H: 33,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC7: 34,
} as const;
export type HIPresourceViewFormat_enum = (typeof HIPresourceViewFormat_enum)[keyof typeof HIPresourceViewFormat_enum];

export const HIPresourcetype_enum = {
  HIP_RESOURCE_TYPE_ARRAY: 0,
  HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY: 1,
  HIP_RESOURCE_TYPE_LINEAR: 2,
  HIP_RESOURCE_TYPE_PITCH2D: 3,
} as const;
export type HIPresourcetype_enum = (typeof HIPresourcetype_enum)[keyof typeof HIPresourcetype_enum];

export const hipAccessProperty = {
  hipAccessPropertyNormal: 0,
  hipAccessPropertyStreaming: 1,
  hipAccessPropertyPersisting: 2,
} as const;
export type hipAccessProperty = (typeof hipAccessProperty)[keyof typeof hipAccessProperty];

export const hipArraySparseSubresourceType = {
  hipArraySparseSubresourceTypeSparseLevel: 0,
  hipArraySparseSubresourceTypeMiptail: 1,
} as const;
export type hipArraySparseSubresourceType =
  (typeof hipArraySparseSubresourceType)[keyof typeof hipArraySparseSubresourceType];

export const hipArray_Format = {
  HIP_AD_FORMAT_UNSIGNED_INT8: 1,
  HIP_AD_FORMAT_UNSIGNED_INT16: 2,
  HIP_AD_FORMAT_UNSIGNED_INT32: 3,
  HIP_AD_FORMAT_SIGNED_INT8: 8,
  HIP_AD_FORMAT_SIGNED_INT16: 9,
  HIP_AD_FORMAT_SIGNED_INT32: 10,
  HIP_AD_FORMAT_HALF: 16,
  HIP_AD_FORMAT_FLOAT: 32,
} as const;
export type hipArray_Format = (typeof hipArray_Format)[keyof typeof hipArray_Format];

export const hipChannelFormatKind = {
  hipChannelFormatKindSigned: 0,
  hipChannelFormatKindUnsigned: 1,
  hipChannelFormatKindFloat: 2,
  hipChannelFormatKindNone: 3,
} as const;
export type hipChannelFormatKind = (typeof hipChannelFormatKind)[keyof typeof hipChannelFormatKind];

export const hipComputeMode = {
  hipComputeModeDefault: 0,
  hipComputeModeExclusive: 1,
  hipComputeModeProhibited: 2,
  hipComputeModeExclusiveProcess: 3,
} as const;
export type hipComputeMode = (typeof hipComputeMode)[keyof typeof hipComputeMode];

export const hipDeviceAttribute_t = {
  hipDeviceAttributeCudaCompatibleBegin: 0,
  hipDeviceAttributeEccEnabled: 0,
  hipDeviceAttributeAccessPolicyMaxWindowSize: 1,
  hipDeviceAttributeAsyncEngineCount: 2,
  hipDeviceAttributeCanMapHostMemory: 3,
  hipDeviceAttributeCanUseHostPointerForRegisteredMem: 4,
  hipDeviceAttributeClockRate: 5,
  hipDeviceAttributeComputeMode: 6,
  hipDeviceAttributeComputePreemptionSupported: 7,
  hipDeviceAttributeConcurrentKernels: 8,
  hipDeviceAttributeConcurrentManagedAccess: 9,
  hipDeviceAttributeCooperativeLaunch: 10,
  hipDeviceAttributeCooperativeMultiDeviceLaunch: 11,
  hipDeviceAttributeDeviceOverlap: 12,
  hipDeviceAttributeDirectManagedMemAccessFromHost: 13,
  hipDeviceAttributeGlobalL1CacheSupported: 14,
  hipDeviceAttributeHostNativeAtomicSupported: 15,
  hipDeviceAttributeIntegrated: 16,
  hipDeviceAttributeIsMultiGpuBoard: 17,
  hipDeviceAttributeKernelExecTimeout: 18,
  hipDeviceAttributeL2CacheSize: 19,
  hipDeviceAttributeLocalL1CacheSupported: 20,
  hipDeviceAttributeLuid: 21,
  hipDeviceAttributeLuidDeviceNodeMask: 22,
  hipDeviceAttributeComputeCapabilityMajor: 23,
  hipDeviceAttributeManagedMemory: 24,
  hipDeviceAttributeMaxBlocksPerMultiProcessor: 25,
  hipDeviceAttributeMaxBlockDimX: 26,
  hipDeviceAttributeMaxBlockDimY: 27,
  hipDeviceAttributeMaxBlockDimZ: 28,
  hipDeviceAttributeMaxGridDimX: 29,
  hipDeviceAttributeMaxGridDimY: 30,
  hipDeviceAttributeMaxGridDimZ: 31,
  hipDeviceAttributeMaxSurface1D: 32,
  hipDeviceAttributeMaxSurface1DLayered: 33,
  hipDeviceAttributeMaxSurface2D: 34,
  hipDeviceAttributeMaxSurface2DLayered: 35,
  hipDeviceAttributeMaxSurface3D: 36,
  hipDeviceAttributeMaxSurfaceCubemap: 37,
  hipDeviceAttributeMaxSurfaceCubemapLayered: 38,
  hipDeviceAttributeMaxTexture1DWidth: 39,
  hipDeviceAttributeMaxTexture1DLayered: 40,
  hipDeviceAttributeMaxTexture1DLinear: 41,
  hipDeviceAttributeMaxTexture1DMipmap: 42,
  hipDeviceAttributeMaxTexture2DWidth: 43,
  hipDeviceAttributeMaxTexture2DHeight: 44,
  hipDeviceAttributeMaxTexture2DGather: 45,
  hipDeviceAttributeMaxTexture2DLayered: 46,
  hipDeviceAttributeMaxTexture2DLinear: 47,
  hipDeviceAttributeMaxTexture2DMipmap: 48,
  hipDeviceAttributeMaxTexture3DWidth: 49,
  hipDeviceAttributeMaxTexture3DHeight: 50,
  hipDeviceAttributeMaxTexture3DDepth: 51,
  hipDeviceAttributeMaxTexture3DAlt: 52,
  hipDeviceAttributeMaxTextureCubemap: 53,
  hipDeviceAttributeMaxTextureCubemapLayered: 54,
  hipDeviceAttributeMaxThreadsDim: 55,
  hipDeviceAttributeMaxThreadsPerBlock: 56,
  hipDeviceAttributeMaxThreadsPerMultiProcessor: 57,
  hipDeviceAttributeMaxPitch: 58,
  hipDeviceAttributeMemoryBusWidth: 59,
  hipDeviceAttributeMemoryClockRate: 60,
  hipDeviceAttributeComputeCapabilityMinor: 61,
  hipDeviceAttributeMultiGpuBoardGroupID: 62,
  hipDeviceAttributeMultiprocessorCount: 63,
  hipDeviceAttributeName: 64,
  hipDeviceAttributePageableMemoryAccess: 65,
  hipDeviceAttributePageableMemoryAccessUsesHostPageTables: 66,
  hipDeviceAttributePciBusId: 67,
  hipDeviceAttributePciDeviceId: 68,
  hipDeviceAttributePciDomainID: 69,
  hipDeviceAttributePersistingL2CacheMaxSize: 70,
  hipDeviceAttributeMaxRegistersPerBlock: 71,
  hipDeviceAttributeMaxRegistersPerMultiprocessor: 72,
  hipDeviceAttributeReservedSharedMemPerBlock: 73,
  hipDeviceAttributeMaxSharedMemoryPerBlock: 74,
  hipDeviceAttributeSharedMemPerBlockOptin: 75,
  hipDeviceAttributeSharedMemPerMultiprocessor: 76,
  hipDeviceAttributeSingleToDoublePrecisionPerfRatio: 77,
  hipDeviceAttributeStreamPrioritiesSupported: 78,
  hipDeviceAttributeSurfaceAlignment: 79,
  hipDeviceAttributeTccDriver: 80,
  hipDeviceAttributeTextureAlignment: 81,
  hipDeviceAttributeTexturePitchAlignment: 82,
  hipDeviceAttributeTotalConstantMemory: 83,
  hipDeviceAttributeTotalGlobalMem: 84,
  hipDeviceAttributeUnifiedAddressing: 85,
  hipDeviceAttributeUuid: 86,
  hipDeviceAttributeWarpSize: 87,
  hipDeviceAttributeMemoryPoolsSupported: 88,
  hipDeviceAttributeCudaCompatibleEnd: 9999,
  hipDeviceAttributeAmdSpecificBegin: 10000,
  hipDeviceAttributeClockInstructionRate: 10000,
  hipDeviceAttributeArch: 10001,
  hipDeviceAttributeMaxSharedMemoryPerMultiprocessor: 10002,
  hipDeviceAttributeGcnArch: 10003,
  hipDeviceAttributeGcnArchName: 10004,
  hipDeviceAttributeHdpMemFlushCntl: 10005,
  hipDeviceAttributeHdpRegFlushCntl: 10006,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc: 10007,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim: 10008,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim: 10009,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem: 10010,
  hipDeviceAttributeIsLargeBar: 10011,
  hipDeviceAttributeAsicRevision: 10012,
  hipDeviceAttributeCanUseStreamWaitValue: 10013,
  hipDeviceAttributeImageSupport: 10014,
  hipDeviceAttributePhysicalMultiProcessorCount: 10015,
  hipDeviceAttributeFineGrainSupport: 10016,
  hipDeviceAttributeAmdSpecificEnd: 19999,
  hipDeviceAttributeVendorSpecificBegin: 20000,
} as const;
export type hipDeviceAttribute_t = (typeof hipDeviceAttribute_t)[keyof typeof hipDeviceAttribute_t];

export const hipDeviceP2PAttr = {
  hipDevP2PAttrPerformanceRank: 0,
  hipDevP2PAttrAccessSupported: 1,
  hipDevP2PAttrNativeAtomicSupported: 2,
  hipDevP2PAttrHipArrayAccessSupported: 3,
} as const;
export type hipDeviceP2PAttr = (typeof hipDeviceP2PAttr)[keyof typeof hipDeviceP2PAttr];

export const hipError_t = {
  hipSuccess: 0,
  hipErrorInvalidValue: 1,
  hipErrorOutOfMemory: 2,
  hipErrorMemoryAllocation: 2,
  hipErrorNotInitialized: 3,
  hipErrorInitializationError: 3,
  hipErrorDeinitialized: 4,
  hipErrorProfilerDisabled: 5,
  hipErrorProfilerNotInitialized: 6,
  hipErrorProfilerAlreadyStarted: 7,
  hipErrorProfilerAlreadyStopped: 8,
  hipErrorInvalidConfiguration: 9,
  hipErrorInvalidPitchValue: 12,
  hipErrorInvalidSymbol: 13,
  hipErrorInvalidDevicePointer: 17,
  hipErrorInvalidMemcpyDirection: 21,
  hipErrorInsufficientDriver: 35,
  hipErrorMissingConfiguration: 52,
  hipErrorPriorLaunchFailure: 53,
  hipErrorInvalidDeviceFunction: 98,
  hipErrorNoDevice: 100,
  hipErrorInvalidDevice: 101,
  hipErrorInvalidImage: 200,
  hipErrorInvalidContext: 201,
  hipErrorContextAlreadyCurrent: 202,
  hipErrorMapFailed: 205,
  hipErrorMapBufferObjectFailed: 205,
  hipErrorUnmapFailed: 206,
  hipErrorArrayIsMapped: 207,
  hipErrorAlreadyMapped: 208,
  hipErrorNoBinaryForGpu: 209,
  hipErrorAlreadyAcquired: 210,
  hipErrorNotMapped: 211,
  hipErrorNotMappedAsArray: 212,
  hipErrorNotMappedAsPointer: 213,
  hipErrorECCNotCorrectable: 214,
  hipErrorUnsupportedLimit: 215,
  hipErrorContextAlreadyInUse: 216,
  hipErrorPeerAccessUnsupported: 217,
  hipErrorInvalidKernelFile: 218,
  hipErrorInvalidGraphicsContext: 219,
  hipErrorInvalidSource: 300,
  hipErrorFileNotFound: 301,
  hipErrorSharedObjectSymbolNotFound: 302,
  hipErrorSharedObjectInitFailed: 303,
  hipErrorOperatingSystem: 304,
  hipErrorInvalidHandle: 400,
  hipErrorInvalidResourceHandle: 400,
  hipErrorIllegalState: 401,
  hipErrorNotFound: 500,
  hipErrorNotReady: 600,
  hipErrorIllegalAddress: 700,
  hipErrorLaunchOutOfResources: 701,
  hipErrorLaunchTimeOut: 702,
  hipErrorPeerAccessAlreadyEnabled: 704,
  hipErrorPeerAccessNotEnabled: 705,
  hipErrorSetOnActiveProcess: 708,
  hipErrorContextIsDestroyed: 709,
  hipErrorAssert: 710,
  hipErrorHostMemoryAlreadyRegistered: 712,
  hipErrorHostMemoryNotRegistered: 713,
  hipErrorLaunchFailure: 719,
  hipErrorCooperativeLaunchTooLarge: 720,
  hipErrorNotSupported: 801,
  hipErrorStreamCaptureUnsupported: 900,
  hipErrorStreamCaptureInvalidated: 901,
  hipErrorStreamCaptureMerge: 902,
  hipErrorStreamCaptureUnmatched: 903,
  hipErrorStreamCaptureUnjoined: 904,
  hipErrorStreamCaptureIsolation: 905,
  hipErrorStreamCaptureImplicit: 906,
  hipErrorCapturedEvent: 907,
  hipErrorStreamCaptureWrongThread: 908,
  hipErrorGraphExecUpdateFailure: 910,
  hipErrorUnknown: 999,
  hipErrorRuntimeMemory: 1052,
  hipErrorRuntimeOther: 1053,
  hipErrorTbd: 1054,
} as const;
export type hipError_t = (typeof hipError_t)[keyof typeof hipError_t];

export const hipExternalMemoryHandleType_enum = {
  hipExternalMemoryHandleTypeOpaqueFd: 1,
  hipExternalMemoryHandleTypeOpaqueWin32: 2,
  hipExternalMemoryHandleTypeOpaqueWin32Kmt: 3,
  hipExternalMemoryHandleTypeD3D12Heap: 4,
  hipExternalMemoryHandleTypeD3D12Resource: 5,
  hipExternalMemoryHandleTypeD3D11Resource: 6,
  hipExternalMemoryHandleTypeD3D11ResourceKmt: 7,
} as const;
export type hipExternalMemoryHandleType_enum =
  (typeof hipExternalMemoryHandleType_enum)[keyof typeof hipExternalMemoryHandleType_enum];

export const hipExternalSemaphoreHandleType_enum = {
  hipExternalSemaphoreHandleTypeOpaqueFd: 1,
  hipExternalSemaphoreHandleTypeOpaqueWin32: 2,
  hipExternalSemaphoreHandleTypeOpaqueWin32Kmt: 3,
  hipExternalSemaphoreHandleTypeD3D12Fence: 4,
} as const;
export type hipExternalSemaphoreHandleType_enum =
  (typeof hipExternalSemaphoreHandleType_enum)[keyof typeof hipExternalSemaphoreHandleType_enum];

export const hipFuncAttribute = {
  hipFuncAttributeMaxDynamicSharedMemorySize: 8,
  hipFuncAttributePreferredSharedMemoryCarveout: 9,
  hipFuncAttributeMax: 10,
} as const;
export type hipFuncAttribute = (typeof hipFuncAttribute)[keyof typeof hipFuncAttribute];

export const hipFuncCache_t = {
  hipFuncCachePreferNone: 0,
  hipFuncCachePreferShared: 1,
  hipFuncCachePreferL1: 2,
  hipFuncCachePreferEqual: 3,
} as const;
export type hipFuncCache_t = (typeof hipFuncCache_t)[keyof typeof hipFuncCache_t];

export const hipFunction_attribute = {
  HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: 0,
  HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: 1,
  HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: 2,
  HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: 3,
  HIP_FUNC_ATTRIBUTE_NUM_REGS: 4,
  HIP_FUNC_ATTRIBUTE_PTX_VERSION: 5,
  HIP_FUNC_ATTRIBUTE_BINARY_VERSION: 6,
  HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA: 7,
  HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: 8,
  HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: 9,
  HIP_FUNC_ATTRIBUTE_MAX: 10,
} as const;
export type hipFunction_attribute = (typeof hipFunction_attribute)[keyof typeof hipFunction_attribute];

export const hipGLDeviceList = {
  hipGLDeviceListAll: 1,
  hipGLDeviceListCurrentFrame: 2,
  hipGLDeviceListNextFrame: 3,
} as const;
export type hipGLDeviceList = (typeof hipGLDeviceList)[keyof typeof hipGLDeviceList];

export const hipGraphExecUpdateResult = {
  hipGraphExecUpdateSuccess: 0,
  hipGraphExecUpdateError: 1,
  hipGraphExecUpdateErrorTopologyChanged: 2,
  hipGraphExecUpdateErrorNodeTypeChanged: 3,
  hipGraphExecUpdateErrorFunctionChanged: 4,
  hipGraphExecUpdateErrorParametersChanged: 5,
  hipGraphExecUpdateErrorNotSupported: 6,
  hipGraphExecUpdateErrorUnsupportedFunctionChange: 7,
} as const;
export type hipGraphExecUpdateResult = (typeof hipGraphExecUpdateResult)[keyof typeof hipGraphExecUpdateResult];

export const hipGraphInstantiateFlags = {
  hipGraphInstantiateFlagAutoFreeOnLaunch: 1,
} as const;
export type hipGraphInstantiateFlags = (typeof hipGraphInstantiateFlags)[keyof typeof hipGraphInstantiateFlags];

export const hipGraphNodeType = {
  hipGraphNodeTypeKernel: 1,
  hipGraphNodeTypeMemcpy: 2,
  hipGraphNodeTypeMemset: 3,
  hipGraphNodeTypeHost: 4,
  hipGraphNodeTypeGraph: 5,
  hipGraphNodeTypeEmpty: 6,
  hipGraphNodeTypeWaitEvent: 7,
  hipGraphNodeTypeEventRecord: 8,
  hipGraphNodeTypeMemcpy1D: 9,
  hipGraphNodeTypeMemcpyFromSymbol: 10,
  hipGraphNodeTypeMemcpyToSymbol: 11,
  hipGraphNodeTypeCount: 12,
} as const;
export type hipGraphNodeType = (typeof hipGraphNodeType)[keyof typeof hipGraphNodeType];

export const hipGraphicsRegisterFlags = {
  hipGraphicsRegisterFlagsNone: 0,
  hipGraphicsRegisterFlagsReadOnly: 1,
  hipGraphicsRegisterFlagsWriteDiscard: 2,
  hipGraphicsRegisterFlagsSurfaceLoadStore: 4,
  hipGraphicsRegisterFlagsTextureGather: 8,
} as const;
export type hipGraphicsRegisterFlags = (typeof hipGraphicsRegisterFlags)[keyof typeof hipGraphicsRegisterFlags];

export const hipJitOption = {
  hipJitOptionMaxRegisters: 0,
  hipJitOptionThreadsPerBlock: 1,
  hipJitOptionWallTime: 2,
  hipJitOptionInfoLogBuffer: 3,
  hipJitOptionInfoLogBufferSizeBytes: 4,
  hipJitOptionErrorLogBuffer: 5,
  hipJitOptionErrorLogBufferSizeBytes: 6,
  hipJitOptionOptimizationLevel: 7,
  hipJitOptionTargetFromContext: 8,
  hipJitOptionTarget: 9,
  hipJitOptionFallbackStrategy: 10,
  hipJitOptionGenerateDebugInfo: 11,
  hipJitOptionLogVerbose: 12,
  hipJitOptionGenerateLineInfo: 13,
  hipJitOptionCacheMode: 14,
  hipJitOptionSm3xOpt: 15,
  hipJitOptionFastCompile: 16,
  hipJitOptionNumOptions: 17,
} as const;
export type hipJitOption = (typeof hipJitOption)[keyof typeof hipJitOption];

export const hipKernelNodeAttrID = {
  hipKernelNodeAttributeAccessPolicyWindow: 1,
  hipKernelNodeAttributeCooperative: 2,
} as const;
export type hipKernelNodeAttrID = (typeof hipKernelNodeAttrID)[keyof typeof hipKernelNodeAttrID];

export const hipLimit_t = {
  hipLimitPrintfFifoSize: 1,
  hipLimitMallocHeapSize: 2,
} as const;
export type hipLimit_t = (typeof hipLimit_t)[keyof typeof hipLimit_t];

export const hipMemAccessFlags = {
  hipMemAccessFlagsProtNone: 0,
  hipMemAccessFlagsProtRead: 1,
  hipMemAccessFlagsProtReadWrite: 3,
} as const;
export type hipMemAccessFlags = (typeof hipMemAccessFlags)[keyof typeof hipMemAccessFlags];

export const hipMemAllocationGranularity_flags = {
  hipMemAllocationGranularityMinimum: 0,
  hipMemAllocationGranularityRecommended: 1,
} as const;
export type hipMemAllocationGranularity_flags =
  (typeof hipMemAllocationGranularity_flags)[keyof typeof hipMemAllocationGranularity_flags];

export const hipMemAllocationHandleType = {
  hipMemHandleTypeNone: 0,
  hipMemHandleTypePosixFileDescriptor: 1,
  hipMemHandleTypeWin32: 2,
  hipMemHandleTypeWin32Kmt: 4,
} as const;
export type hipMemAllocationHandleType = (typeof hipMemAllocationHandleType)[keyof typeof hipMemAllocationHandleType];

export const hipMemAllocationType = {
  hipMemAllocationTypeInvalid: 0,
  hipMemAllocationTypePinned: 1,
  hipMemAllocationTypeMax: 2147483647,
} as const;
export type hipMemAllocationType = (typeof hipMemAllocationType)[keyof typeof hipMemAllocationType];

export const hipMemHandleType = {
  hipMemHandleTypeGeneric: 0,
} as const;
export type hipMemHandleType = (typeof hipMemHandleType)[keyof typeof hipMemHandleType];

export const hipMemLocationType = {
  hipMemLocationTypeInvalid: 0,
  hipMemLocationTypeDevice: 1,
} as const;
export type hipMemLocationType = (typeof hipMemLocationType)[keyof typeof hipMemLocationType];

export const hipMemOperationType = {
  hipMemOperationTypeMap: 1,
  hipMemOperationTypeUnmap: 2,
} as const;
export type hipMemOperationType = (typeof hipMemOperationType)[keyof typeof hipMemOperationType];

export const hipMemPoolAttr = {
  hipMemPoolReuseFollowEventDependencies: 1,
  hipMemPoolReuseAllowOpportunistic: 2,
  hipMemPoolReuseAllowInternalDependencies: 3,
  hipMemPoolAttrReleaseThreshold: 4,
  hipMemPoolAttrReservedMemCurrent: 5,
  hipMemPoolAttrReservedMemHigh: 6,
  hipMemPoolAttrUsedMemCurrent: 7,
  hipMemPoolAttrUsedMemHigh: 8,
} as const;
export type hipMemPoolAttr = (typeof hipMemPoolAttr)[keyof typeof hipMemPoolAttr];

export const hipMemRangeAttribute = {
  hipMemRangeAttributeReadMostly: 1,
  hipMemRangeAttributePreferredLocation: 2,
  hipMemRangeAttributeAccessedBy: 3,
  hipMemRangeAttributeLastPrefetchLocation: 4,
  hipMemRangeAttributeCoherencyMode: 100,
} as const;
export type hipMemRangeAttribute = (typeof hipMemRangeAttribute)[keyof typeof hipMemRangeAttribute];

export const hipMemRangeCoherencyMode = {
  hipMemRangeCoherencyModeFineGrain: 0,
  hipMemRangeCoherencyModeCoarseGrain: 1,
  hipMemRangeCoherencyModeIndeterminate: 2,
} as const;
export type hipMemRangeCoherencyMode = (typeof hipMemRangeCoherencyMode)[keyof typeof hipMemRangeCoherencyMode];

export const hipMemcpyKind = {
  hipMemcpyHostToHost: 0,
  hipMemcpyHostToDevice: 1,
  hipMemcpyDeviceToHost: 2,
  hipMemcpyDeviceToDevice: 3,
  hipMemcpyDefault: 4,
} as const;
export type hipMemcpyKind = (typeof hipMemcpyKind)[keyof typeof hipMemcpyKind];

export const hipMemoryAdvise = {
  hipMemAdviseSetReadMostly: 1,
  hipMemAdviseUnsetReadMostly: 2,
  hipMemAdviseSetPreferredLocation: 3,
  hipMemAdviseUnsetPreferredLocation: 4,
  hipMemAdviseSetAccessedBy: 5,
  hipMemAdviseUnsetAccessedBy: 6,
  hipMemAdviseSetCoarseGrain: 100,
  hipMemAdviseUnsetCoarseGrain: 101,
} as const;
export type hipMemoryAdvise = (typeof hipMemoryAdvise)[keyof typeof hipMemoryAdvise];

export const hipMemoryType = {
  hipMemoryTypeHost: 0,
  hipMemoryTypeDevice: 1,
  hipMemoryTypeArray: 2,
  hipMemoryTypeUnified: 3,
} as const;
export type hipMemoryType = (typeof hipMemoryType)[keyof typeof hipMemoryType];

export const hipPointer_attribute = {
  HIP_POINTER_ATTRIBUTE_CONTEXT: 1,
  HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: 2,
  HIP_POINTER_ATTRIBUTE_DEVICE_POINTER: 3,
  HIP_POINTER_ATTRIBUTE_HOST_POINTER: 4,
  HIP_POINTER_ATTRIBUTE_P2P_TOKENS: 5,
  HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS: 6,
  HIP_POINTER_ATTRIBUTE_BUFFER_ID: 7,
  HIP_POINTER_ATTRIBUTE_IS_MANAGED: 8,
  HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: 9,
  HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE: 10,
  HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: 11,
  HIP_POINTER_ATTRIBUTE_RANGE_SIZE: 12,
  HIP_POINTER_ATTRIBUTE_MAPPED: 13,
  HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: 14,
  HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: 15,
  HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS: 16,
  HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: 17,
} as const;
export type hipPointer_attribute = (typeof hipPointer_attribute)[keyof typeof hipPointer_attribute];

export const hipResourceType = {
  hipResourceTypeArray: 0,
  hipResourceTypeMipmappedArray: 1,
  hipResourceTypeLinear: 2,
  hipResourceTypePitch2D: 3,
} as const;
export type hipResourceType = (typeof hipResourceType)[keyof typeof hipResourceType];

export const hipResourceViewFormat = {
  hipResViewFormatNone: 0,
  hipResViewFormatUnsignedChar1: 1,
  hipResViewFormatUnsignedChar2: 2,
  hipResViewFormatUnsignedChar4: 3,
  hipResViewFormatSignedChar1: 4,
  hipResViewFormatSignedChar2: 5,
  hipResViewFormatSignedChar4: 6,
  hipResViewFormatUnsignedShort1: 7,
  hipResViewFormatUnsignedShort2: 8,
  hipResViewFormatUnsignedShort4: 9,
  hipResViewFormatSignedShort1: 10,
  hipResViewFormatSignedShort2: 11,
  hipResViewFormatSignedShort4: 12,
  hipResViewFormatUnsignedInt1: 13,
  hipResViewFormatUnsignedInt2: 14,
  hipResViewFormatUnsignedInt4: 15,
  hipResViewFormatSignedInt1: 16,
  hipResViewFormatSignedInt2: 17,
  hipResViewFormatSignedInt4: 18,
  hipResViewFormatHalf1: 19,
  hipResViewFormatHalf2: 20,
  hipResViewFormatHalf4: 21,
  hipResViewFormatFloat1: 22,
  hipResViewFormatFloat2: 23,
  hipResViewFormatFloat4: 24,
  hipResViewFormatUnsignedBlockCompressed1: 25,
  hipResViewFormatUnsignedBlockCompressed2: 26,
  hipResViewFormatUnsignedBlockCompressed3: 27,
  hipResViewFormatUnsignedBlockCompressed4: 28,
  hipResViewFormatSignedBlockCompressed4: 29,
  hipResViewFormatUnsignedBlockCompressed5: 30,
  hipResViewFormatSignedBlockCompressed5: 31,
  hipResViewFormatUnsignedBlockCompressed6H: 32,
  hipResViewFormatSignedBlockCompressed6H: 33,
  hipResViewFormatUnsignedBlockCompressed7: 34,
} as const;
export type hipResourceViewFormat = (typeof hipResourceViewFormat)[keyof typeof hipResourceViewFormat];

export const hipSharedMemConfig = {
  hipSharedMemBankSizeDefault: 0,
  hipSharedMemBankSizeFourByte: 1,
  hipSharedMemBankSizeEightByte: 2,
} as const;
export type hipSharedMemConfig = (typeof hipSharedMemConfig)[keyof typeof hipSharedMemConfig];

export const hipStreamCaptureMode = {
  hipStreamCaptureModeGlobal: 0,
  hipStreamCaptureModeThreadLocal: 1,
  hipStreamCaptureModeRelaxed: 2,
} as const;
export type hipStreamCaptureMode = (typeof hipStreamCaptureMode)[keyof typeof hipStreamCaptureMode];

export const hipStreamCaptureStatus = {
  hipStreamCaptureStatusNone: 0,
  hipStreamCaptureStatusActive: 1,
  hipStreamCaptureStatusInvalidated: 2,
} as const;
export type hipStreamCaptureStatus = (typeof hipStreamCaptureStatus)[keyof typeof hipStreamCaptureStatus];

export const hipStreamUpdateCaptureDependenciesFlags = {
  hipStreamAddCaptureDependencies: 0,
  hipStreamSetCaptureDependencies: 1,
} as const;
export type hipStreamUpdateCaptureDependenciesFlags =
  (typeof hipStreamUpdateCaptureDependenciesFlags)[keyof typeof hipStreamUpdateCaptureDependenciesFlags];

export const hipSurfaceBoundaryMode = {
  hipBoundaryModeZero: 0,
  hipBoundaryModeTrap: 1,
  hipBoundaryModeClamp: 2,
} as const;
export type hipSurfaceBoundaryMode = (typeof hipSurfaceBoundaryMode)[keyof typeof hipSurfaceBoundaryMode];

export const hipTextureAddressMode = {
  hipAddressModeWrap: 0,
  hipAddressModeClamp: 1,
  hipAddressModeMirror: 2,
  hipAddressModeBorder: 3,
} as const;
export type hipTextureAddressMode = (typeof hipTextureAddressMode)[keyof typeof hipTextureAddressMode];

export const hipTextureFilterMode = {
  hipFilterModePoint: 0,
  hipFilterModeLinear: 1,
} as const;
export type hipTextureFilterMode = (typeof hipTextureFilterMode)[keyof typeof hipTextureFilterMode];

export const hipTextureReadMode = {
  hipReadModeElementType: 0,
  hipReadModeNormalizedFloat: 1,
} as const;
export type hipTextureReadMode = (typeof hipTextureReadMode)[keyof typeof hipTextureReadMode];
