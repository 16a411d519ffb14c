// HIP's numbers for a device's attributes differ from CUDA's.
#include "attributes.h"
#include <stddef.h>

static const struct { short hip, cuda; } pairs[] = {
    {0, 32},  // EccEnabled
    {1, 109},  // AccessPolicyMaxWindowSize
    {2, 40},  // AsyncEngineCount
    {3, 19},  // CanMapHostMemory
    {4, 91},  // CanUseHostPointerForRegisteredMem
    {5, 13},  // ClockRate
    {6, 20},  // ComputeMode
    {7, 90},  // ComputePreemptionSupported
    {8, 31},  // ConcurrentKernels
    {9, 89},  // ConcurrentManagedAccess
    {10, 95},  // CooperativeLaunch
    {11, 96},  // CooperativeMultiDeviceLaunch
    {12, 15},  // DeviceOverlap
    {13, 101},  // DirectManagedMemAccessFromHost
    {14, 79},  // GlobalL1CacheSupported
    {15, 86},  // HostNativeAtomicSupported
    {16, 18},  // Integrated
    {17, 84},  // IsMultiGpuBoard
    {18, 17},  // KernelExecTimeout
    {19, 38},  // L2CacheSize
    {20, 80},  // LocalL1CacheSupported
    {23, 75},  // ComputeCapabilityMajor
    {24, 83},  // ManagedMemory
    {25, 106},  // MaxBlocksPerMultiProcessor
    {26, 2},  // MaxBlockDimX
    {27, 3},  // MaxBlockDimY
    {28, 4},  // MaxBlockDimZ
    {29, 5},  // MaxGridDimX
    {30, 6},  // MaxGridDimY
    {31, 7},  // MaxGridDimZ
    {32, 55},  // MaxSurface1D
    {34, 56},  // MaxSurface2D
    {36, 58},  // MaxSurface3D
    {39, 21},  // MaxTexture1DWidth
    {40, 42},  // MaxTexture1DLayered
    {41, 69},  // MaxTexture1DLinear
    {42, 77},  // MaxTexture1DMipmap
    {43, 22},  // MaxTexture2DWidth
    {44, 23},  // MaxTexture2DHeight
    {46, 27},  // MaxTexture2DLayered
    {49, 24},  // MaxTexture3DWidth
    {50, 25},  // MaxTexture3DHeight
    {51, 26},  // MaxTexture3DDepth
    {53, 52},  // MaxTextureCubemap
    {56, 1},  // MaxThreadsPerBlock
    {57, 39},  // MaxThreadsPerMultiProcessor
    {58, 11},  // MaxPitch
    {59, 37},  // MemoryBusWidth
    {60, 36},  // MemoryClockRate
    {61, 76},  // ComputeCapabilityMinor
    {62, 85},  // MultiGpuBoardGroupID
    {63, 16},  // MultiprocessorCount
    {65, 88},  // PageableMemoryAccess
    {66, 100},  // PageableMemoryAccessUsesHostPageTables
    {67, 33},  // PciBusId
    {68, 34},  // PciDeviceId
    {69, 50},  // PciDomainID
    {70, 108},  // PersistingL2CacheMaxSize
    {71, 12},  // MaxRegistersPerBlock
    {72, 82},  // MaxRegistersPerMultiprocessor
    {73, 111},  // ReservedSharedMemPerBlock
    {74, 8},  // MaxSharedMemoryPerBlock
    {75, 97},  // SharedMemPerBlockOptin
    {76, 81},  // SharedMemPerMultiprocessor
    {77, 87},  // SingleToDoublePrecisionPerfRatio
    {78, 78},  // StreamPrioritiesSupported
    {79, 30},  // SurfaceAlignment
    {80, 35},  // TccDriver
    {81, 14},  // TextureAlignment
    {82, 51},  // TexturePitchAlignment
    {83, 9},  // TotalConstantMemory
    {85, 41},  // UnifiedAddressing
    {87, 10},  // WarpSize
    {88, 115},  // MemoryPoolsSupported
    {90, 99},  // HostRegisterSupported
    {91, 119},  // MemoryPoolSupportedHandleTypes
    {92, 134},  // HostNumaId
    {93, 124},  // DmaBufSupported
    {10000, 13},  // ClockInstructionRate
    {10002, 81},  // MaxSharedMemoryPerMultiprocessor
    {10015, 16},  // PhysicalMultiProcessorCount
};

int cudaAttribute(int hip) {
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i].hip == hip) return pairs[i].cuda;
  return -1;
}
