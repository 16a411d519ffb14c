/** A compiler that has no device here, under core's cache: on a driver that keeps everything in memory. */
import { openCompiler, type ArtifactCache, type DeviceCompiler } from '@heddle/core';
import type { Compiler, Driver } from '@heddle/core/backend';
import { memoryBackend } from '@heddle/core/testing';

/** Like `openCompiler`, for a device with this compiler alone. */
export function openCompilerAlone(compiler: Compiler, cache: ArtifactCache): Promise<DeviceCompiler> {
  const backend = memoryBackend();
  const openForCompiling = async (index: number): Promise<Driver> => {
    const driver = await backend.open(index, {});
    return Object.defineProperty(driver, 'compilers', { value: [compiler] });
  };
  return openCompiler({ ...backend, openForCompiling }, { cache });
}
