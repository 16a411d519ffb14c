/** One configuration of a kernel, compiled on an open device. */
import type { Device, Kernel, Module } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import type { KernelDescription } from '../request/kernel-options';
import { sourceOf } from '../request/kernel-source';
import { blockSizeNames, geometryOf, type TrialGeometry } from '../request/launch-geometry';
import type { Configuration, ParameterValue } from '../space';
import { compileTrial } from '../worker/trial-runner';

export interface PreparedKernel {
  readonly module: Module;
  readonly kernel: Kernel;
  readonly geometry: TrialGeometry;
}

/** Compiles a configuration and decides its launch. Dispose of the module when it is no longer needed. */
export async function prepareKernel(
  device: Device,
  description: KernelDescription,
  configuration: Configuration,
): Promise<PreparedKernel> {
  const options = { ...description, tune: asLists(configuration) };
  const geometry = geometryOf(options)(configuration);
  const { source, kernel: name } = sourceOf(options, blockSizeNames(options))(configuration, geometry);
  const module = await compileTrial(device, source);
  try {
    return { module, kernel: module.kernel(name), geometry };
  } catch (error) {
    module.dispose();
    throw error;
  }
}

function asLists(configuration: Configuration): Record<string, readonly ParameterValue[]> {
  if (typeof configuration !== 'object' || configuration === null) {
    throw argumentError('a configuration is an object of parameters', { parameter: 'configuration' });
  }
  return Object.fromEntries(Object.entries(configuration).map(([name, value]) => [name, [value]]));
}
