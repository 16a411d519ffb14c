/** The struct by which a box of memory is copied: vendors and versions lay it out and number its memory apart. */
import { volumeCopyLayout, type StructLayout } from './layouts';

/** A form of the struct. All of them call their fields as CUDA does. */
export interface VolumeCopyForm {
  readonly layout: StructLayout & {
    readonly fields: { readonly [Name in keyof CudaFields]: CudaFields[Name] | Field };
  };
  readonly memoryType: { readonly host: number; readonly device: number; readonly array: number };
}

type CudaFields = typeof volumeCopyLayout.fields;
type Field = StructLayout['fields'][string];

/** CUDA_MEMCPY3D */
export const cudaVolumeCopy: VolumeCopyForm = {
  layout: volumeCopyLayout,
  memoryType: { host: 1, device: 2, array: 3 },
};

/** HIP_MEMCPY3D of ROCm 5: sizes of 32 bits. */
export const hip5VolumeCopy: VolumeCopyForm = {
  layout: {
    byteLength: 128,
    fields: {
      srcXInBytes: [0, 'u32'],
      srcY: [4, 'u32'],
      srcZ: [8, 'u32'],
      srcMemoryType: [16, 'u32'],
      srcHost: [24, 'u64'],
      srcDevice: [32, 'u64'],
      srcArray: [40, 'u64'],
      srcPitch: [48, 'u32'],
      srcHeight: [52, 'u32'],
      dstXInBytes: [56, 'u32'],
      dstY: [60, 'u32'],
      dstZ: [64, 'u32'],
      dstMemoryType: [72, 'u32'],
      dstHost: [80, 'u64'],
      dstDevice: [88, 'u64'],
      dstArray: [96, 'u64'],
      dstPitch: [104, 'u32'],
      dstHeight: [108, 'u32'],
      WidthInBytes: [112, 'u32'],
      Height: [116, 'u32'],
      Depth: [120, 'u32'],
    },
  },
  memoryType: { host: 0, device: 1, array: 2 },
};

/** HIP_MEMCPY3D since ROCm 6: sizes of 64 bits, without the reserved words of CUDA's, and memory numbered anew. */
export const hip6VolumeCopy: VolumeCopyForm = {
  layout: {
    byteLength: 184,
    fields: {
      srcXInBytes: [0, 'u64'],
      srcY: [8, 'u64'],
      srcZ: [16, 'u64'],
      srcMemoryType: [32, 'u32'],
      srcHost: [40, 'u64'],
      srcDevice: [48, 'u64'],
      srcArray: [56, 'u64'],
      srcPitch: [64, 'u64'],
      srcHeight: [72, 'u64'],
      dstXInBytes: [80, 'u64'],
      dstY: [88, 'u64'],
      dstZ: [96, 'u64'],
      dstMemoryType: [112, 'u32'],
      dstHost: [120, 'u64'],
      dstDevice: [128, 'u64'],
      dstArray: [136, 'u64'],
      dstPitch: [144, 'u64'],
      dstHeight: [152, 'u64'],
      WidthInBytes: [160, 'u64'],
      Height: [168, 'u64'],
      Depth: [176, 'u64'],
    },
  },
  memoryType: { host: 1, device: 2, array: 10 },
};
