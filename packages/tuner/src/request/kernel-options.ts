/** The kinds of the options that say how a configuration is compiled and launched, for runs and for single launches. */
import type { DirectiveFunction } from '../directives';
import { checkGroup, isObject, wrongKind, type Group, type KindsOf } from '../options';
import type { TextureMemory, TuneKernelOptions } from './tune-options';

export const sourceKinds = ['text', 'url', 'function'] as const;
const divisorKinds = ['text', 'list', 'function'] as const;

/** How a configuration is compiled and launched. The options mean the same as for `tuneKernel`. */
export type KernelDescription = Pick<
  TuneKernelOptions,
  | 'kernel'
  | 'source'
  | 'language'
  | 'problemSize'
  | 'gridDivX'
  | 'gridDivY'
  | 'gridDivZ'
  | 'blockSizeNames'
  | 'sharedMemory'
  | 'compilerOptions'
  | 'includeDirs'
  | 'defines'
>;

export const descriptionKinds: KindsOf<KernelDescription> = {
  kernel: 'text',
  source: [...sourceKinds, 'list'],
  language: 'text',
  problemSize: ['number', 'text', 'list', 'function'],
  gridDivX: divisorKinds,
  gridDivY: divisorKinds,
  gridDivZ: divisorKinds,
  blockSizeNames: 'list',
  sharedMemory: ['number', 'text', 'function', 'object'],
  compilerOptions: ['list', 'function'],
  includeDirs: 'list',
  defines: 'object',
};

/** What a kernel is given. */
export type KernelInputs = Pick<TuneKernelOptions, 'arguments' | 'constantMemory' | 'textureMemory'>;

export const inputKinds: KindsOf<KernelInputs> = {
  arguments: 'list',
  constantMemory: 'object',
  textureMemory: 'object',
};

/** What `directiveFunction` gives besides: all of it is spread into the options. */
const regionKinds: KindsOf<Omit<DirectiveFunction, keyof TuneKernelOptions>> = { parameters: 'list', line: 'number' };

/** The kinds of what only a region has; none for options that no region was spread into. */
export function kindsOfRegion(options: unknown): Group {
  return isObject(options) && Object.keys(regionKinds).every((name) => Object.hasOwn(options, name)) ? regionKinds : {};
}

const textureKinds: KindsOf<Extract<TextureMemory, { readonly array: unknown }>> = {
  array: 'anything',
  extents: 'list',
  channels: 'number',
  layered: 'flag',
  filterMode: 'text',
  addressMode: 'anything',
  normalizedCoordinates: 'flag',
  normalizedValues: 'flag',
  writable: 'flag',
};

/** @throws HeddleError `ARGUMENT` for a value that is not memory, and for unknown options of textures */
export function checkNamedMemory({ constantMemory = {}, textureMemory = {} }: Partial<KernelInputs>): void {
  for (const [name, array] of Object.entries<unknown>(constantMemory)) {
    if (!ArrayBuffer.isView(array)) throw wrongKind(`constantMemory.${name}`, 'a typed array', array);
  }
  for (const [name, texture] of Object.entries(textureMemory)) {
    if (!ArrayBuffer.isView(texture)) checkGroup(`textureMemory.${name}`, textureKinds, texture);
  }
}
