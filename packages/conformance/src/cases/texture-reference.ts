/**
 * What a texture fetch gives, by the formulas of the CUDA C++ Programming Guide ("Texture Fetching"), computed in
 * float64 over an array in memory.
 */
import type { AddressMode, FilterMode } from '@heddle/core/backend';

/** Texels along one axis, and how coordinates beyond them are treated. */
export interface ReferenceTexture {
  readonly extents: readonly number[];
  /** x fastest. */
  readonly texels: ArrayLike<number>;
  readonly filterMode: FilterMode;
  readonly addressMode: AddressMode;
  readonly normalized: boolean;
}

/** @param coordinates - one per axis, in texels, or over [0, 1) for normalised ones */
export function fetchTexel(texture: ReferenceTexture, coordinates: readonly number[]): number {
  const { extents, filterMode, normalized } = texture;
  const scaled = coordinates.map((x, axis) => (normalized ? x * (extents[axis] ?? 1) : x));
  if (filterMode === 'point') return texelAt(texture, scaled.map(Math.floor));
  const corner = scaled.map((x) => Math.floor(x - 0.5));
  // Weights have eight bits of fraction.
  const weights = scaled.map((x, axis) => Math.round((x - 0.5 - (corner[axis] ?? 0)) * 256) / 256);
  let value = 0;
  for (let bits = 0; bits < 2 ** extents.length; bits++) {
    const at = corner.map((i, axis) => i + ((bits >> axis) & 1));
    const weight = weights.reduce((product, w, axis) => product * ((bits >> axis) & 1 ? w : 1 - w), 1);
    value += weight * texelAt(texture, at);
  }
  return value;
}

function texelAt({ extents, texels, addressMode }: ReferenceTexture, at: readonly number[]): number {
  let index = 0;
  for (let axis = extents.length - 1; axis >= 0; axis--) {
    const extent = extents[axis] ?? 1;
    const i = addressed(at[axis] ?? 0, extent, addressMode);
    if (i === undefined) return 0;
    index = index * extent + i;
  }
  return texels[index] ?? 0;
}

function addressed(i: number, extent: number, mode: AddressMode): number | undefined {
  if (i >= 0 && i < extent) return i;
  switch (mode) {
    case 'clamp':
      return i < 0 ? 0 : extent - 1;
    case 'border':
      return undefined;
    case 'wrap':
      return ((i % extent) + extent) % extent;
    case 'mirror': {
      const period = ((i % (2 * extent)) + 2 * extent) % (2 * extent);
      return period < extent ? period : 2 * extent - 1 - period;
    }
  }
}
