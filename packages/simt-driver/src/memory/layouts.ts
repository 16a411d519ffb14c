/**
 * The structs that the driver reads, field by field. CUDA's and HIP's agree; a test compares them with cuda.h.
 */

/** A field's place: byte offset and width. */
type Field = readonly [offset: number, type: 'u32' | 'u64'];

/** A struct's size and the fields that are written. */
export interface StructLayout {
  readonly byteLength: number;
  readonly fields: Readonly<Record<string, Field>>;
}

/** CUDA_MEMCPY3D */
export const volumeCopyLayout = {
  byteLength: 200,
  fields: {
    srcXInBytes: [0, 'u64'],
    srcY: [8, 'u64'],
    srcZ: [16, 'u64'],
    srcMemoryType: [32, 'u32'],
    srcHost: [40, 'u64'],
    srcDevice: [48, 'u64'],
    srcArray: [56, 'u64'],
    srcPitch: [72, 'u64'],
    srcHeight: [80, 'u64'],
    dstXInBytes: [88, 'u64'],
    dstY: [96, 'u64'],
    dstZ: [104, 'u64'],
    dstMemoryType: [120, 'u32'],
    dstHost: [128, 'u64'],
    dstDevice: [136, 'u64'],
    dstArray: [144, 'u64'],
    dstPitch: [160, 'u64'],
    dstHeight: [168, 'u64'],
    WidthInBytes: [176, 'u64'],
    Height: [184, 'u64'],
    Depth: [192, 'u64'],
  },
} as const satisfies StructLayout;

/** CUDA_ARRAY3D_DESCRIPTOR */
export const arrayLayout = {
  byteLength: 40,
  fields: {
    Width: [0, 'u64'],
    Height: [8, 'u64'],
    Depth: [16, 'u64'],
    Format: [24, 'u32'],
    NumChannels: [28, 'u32'],
    Flags: [32, 'u32'],
  },
} as const satisfies StructLayout;

/** CUDA_RESOURCE_DESC, as an array has it. */
export const resourceLayout = {
  byteLength: 144,
  fields: { resType: [0, 'u32'], res: [8, 'u64'], flags: [136, 'u32'] },
} as const satisfies StructLayout;

/** CUDA_TEXTURE_DESC */
export const textureLayout = {
  byteLength: 104,
  fields: {
    addressMode: [0, 'u32'],
    addressMode1: [4, 'u32'],
    addressMode2: [8, 'u32'],
    filterMode: [12, 'u32'],
    flags: [16, 'u32'],
    maxAnisotropy: [20, 'u32'],
  },
} as const satisfies StructLayout;

/** CUlaunchConfig */
export const launchLayout = {
  byteLength: 56,
  fields: {
    gridDimX: [0, 'u32'],
    gridDimY: [4, 'u32'],
    gridDimZ: [8, 'u32'],
    blockDimX: [12, 'u32'],
    blockDimY: [16, 'u32'],
    blockDimZ: [20, 'u32'],
    sharedMemBytes: [24, 'u32'],
    hStream: [32, 'u64'],
    attrs: [40, 'u64'],
    numAttrs: [48, 'u32'],
  },
} as const satisfies StructLayout;

/** CUlaunchAttribute, as a cooperative launch has it. */
export const launchAttributeLayout = {
  byteLength: 72,
  fields: { id: [0, 'u32'], value: [8, 'u32'] },
} as const satisfies StructLayout;

/** Makes a struct; fields that are not named are zero. */
export function makeStruct<Layout extends StructLayout>(
  layout: Layout,
  values: { readonly [Name in keyof Layout['fields']]?: number | bigint },
): ArrayBuffer {
  const buffer = new ArrayBuffer(layout.byteLength);
  const view = new DataView(buffer);
  for (const [name, value] of Object.entries<number | bigint | undefined>(values)) {
    const field = layout.fields[name];
    if (field === undefined || value === undefined) continue;
    const [offset, type] = field;
    if (type === 'u32') view.setUint32(offset, Number(value), true);
    else view.setBigUint64(offset, BigInt(value), true);
  }
  return buffer;
}
