/** A module from a source: what most programs with PyCUDA begin with. */
import type { KernelTable } from '@heddle/core/backend';
import { compileArtifact } from './compile';
import { currentDevice } from './current-device';
import { CudaModule } from './cuda-module';
import { assertNvccOptions, type NvccOptions } from './nvcc-options';

/** What {@link SourceModule} gives. */
export type SourceModule<Source extends string = string> = CudaModule<KernelTable<Source>>;

/**
 * Compiles a source with nvcc for the current device and loads it.
 *
 * A promise where PyCUDA has a class, since nvcc is another process: `const module = await SourceModule(source)`.
 *
 * @throws HeddleError `COMPILE` with nvcc's log and a numbered excerpt
 */
export function SourceModule<const Source extends string>(
  source: Source,
  options: NvccOptions = {},
): Promise<SourceModule<Source>> {
  return compileAndLoad(source, options);
}

async function compileAndLoad(source: string, options: NvccOptions): Promise<CudaModule> {
  assertNvccOptions('SourceModule', options);
  const device = currentDevice();
  return CudaModule.load(device, await compileArtifact(source, options));
}
