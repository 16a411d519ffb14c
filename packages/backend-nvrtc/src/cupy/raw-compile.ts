/** From a raw module's code to a module on a device, by NVRTC or nvcc, in the device's cache or one of its own. */
import { extname } from 'node:path';
import { ArtifactCache, openDevice, type CompileOptions, type Device, type Module } from '@heddle/core';
import { argumentError, loadBackend, readUserFile, readUserText } from '@heddle/core/backend';
import { complexHeader } from '@heddle/simt-driver';
import { backend as nvrtc } from '../backend';
import type { CompilerBackend, RawOptions } from './compile-options';
import { cuComplexHeader } from './cu-complex-header';

/** What a raw module is made from: code, or the path of a binary or source. */
export interface RawCode extends RawOptions {
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  readonly nameExpressions?: readonly string[] | undefined;
  readonly fileName?: string | undefined;
  /** Folder of compiled code. Default: the device's cache. */
  readonly cacheDir?: string | undefined;
}

const complexName = /\bcupy\/complex\.cuh\b/;
const ownComplexHeader = { 'cupy/complex.cuh': complexHeader() };

const binaryFormats: Readonly<Record<string, string>> = { '.cubin': 'cubin', '.ptx': 'ptx', '.fatbin': 'fatbin' };

/** @throws HeddleError `COMPILE` with the log, `ARGUMENT` for a binary of another architecture */
export async function compileRaw(device: Device, raw: RawCode): Promise<Module> {
  const { code, path } = raw;
  if (path !== undefined) {
    const format = binaryFormats[extname(path).toLowerCase()];
    if (format !== undefined) return device.load({ format, bytes: await readUserFile(path, 'path') });
  }
  const source = code ?? (await readUserText(path ?? '', 'path'));
  const { options = [], backend = 'nvrtc', nameExpressions = [], translateCucomplex = false, fileName, cacheDir } = raw;
  const request: CompileOptions = {
    language: 'cuda',
    options,
    names: nameExpressions,
    headers: { ...(translateCucomplex ? cuComplexHeader : {}), ...(complexName.test(source) ? ownComplexHeader : {}) },
    ...(fileName === undefined ? {} : { fileName }),
  };
  if (backend === 'nvrtc' && cacheDir === undefined) return device.compile<string>(source, request);
  const maker = await compilingDevice(backend, device.index, cacheDir);
  const compiled = await maker.compile(source, request);
  try {
    const { headers = {} } = request;
    return await device.load(compiled.artifact, { source, language: 'cuda', options, headers });
  } finally {
    compiled.dispose();
  }
}

const makers = new Map<string, Promise<Device>>();

// A device of its own for another compiler or cache. It shares the context, so that it costs little.
function compilingDevice(backend: CompilerBackend, index: number, folder: string | undefined): Promise<Device> {
  const key = JSON.stringify([backend, index, folder]);
  let maker = makers.get(key);
  if (!maker) {
    maker = openCompilingDevice(backend, index, folder);
    makers.set(key, maker);
    maker.catch(() => makers.delete(key));
  }
  return maker;
}

async function openCompilingDevice(
  backend: CompilerBackend,
  index: number,
  folder: string | undefined,
): Promise<Device> {
  const plugin = backend === 'nvrtc' ? nvrtc : await loadBackend('cuda');
  return openDevice(plugin, {
    device: index,
    ...(folder === undefined ? {} : { cache: new ArtifactCache({ folder }) }),
  });
}

/** @throws HeddleError `ARGUMENT` unless there is either code or a path */
export function checkCode({ code, path }: Pick<RawCode, 'code' | 'path'>): void {
  if ((code === undefined) !== (path === undefined)) return;
  throw argumentError('a raw module is made from either code or path');
}
