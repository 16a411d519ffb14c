/** Everything about a launch but its arguments, by PyCUDA's names. */
import { HeddleError, type Extent, type LaunchOptions, type Stream } from '@heddle/core';
import { argumentError, describe } from '@heddle/core/backend';

/** The keyword arguments of a call. */
export interface CallOptions {
  /** Threads of a block. Default: those of `prepare`, or of the call before. */
  readonly block?: Extent;
  /** Blocks of the grid. Default 1. */
  readonly grid?: Extent;
  /** Default: the device's default stream. */
  readonly stream?: Stream;
  /** Dynamic shared memory of one block, in bytes. Default 0. */
  readonly shared?: number;
}

const known = new Set(['block', 'grid', 'stream', 'shared']);

/** @throws HeddleError `ARGUMENT` for what is not options, `UNSUPPORTED` for texture references */
export function checkCallOptions(options: unknown, name: string): CallOptions {
  if (!isPlainObject(options)) {
    throw argumentError(
      `${name}: block is missing: the last argument of a call is { block, grid, stream, shared }, not ${describe(options)}`,
      {
        kernel: name,
        parameter: 'block',
        hint: `Say how many threads a block has: ${name}(..., { block: [256, 1, 1] }).`,
      },
    );
  }
  if ('texrefs' in options) throw noTextureReferences(`${name}: texrefs`);
  const unknown = Object.keys(options).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw argumentError(`${name}: a call takes block, grid, stream and shared, not '${unknown}'`);
  return options;
}

// An array, a buffer or another argument of the kernel is none.
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Core's options for a launch. */
export function launchOptions({ grid = 1, block, stream, shared }: CallOptions, name: string): LaunchOptions {
  if (block === undefined) {
    throw argumentError(`${name}: block is missing`, {
      kernel: name,
      parameter: 'block',
      hint: 'Say them in the call or in prepare: { block: [256, 1, 1] }.',
    });
  }
  return {
    grid,
    block,
    ...(stream === undefined ? {} : { stream }),
    ...(shared === undefined ? {} : { sharedBytes: shared }),
  };
}

/** The error wherever PyCUDA takes a texture reference. */
export function noTextureReferences(where: string): HeddleError {
  return new HeddleError('UNSUPPORTED', `${where}: CUDA has no texture references since version 12`, {
    backend: 'cuda',
    hint:
      'Declare a parameter `cudaTextureObject_t` in the kernel, make the texture with device.createTexture(), and bind ' +
      "it once with kernel.bindTexture('name of the parameter', texture): calls then go without it, as with a reference.",
  });
}
