/**
 * A device for tests on machines without a GPU: what it is given to load was really compiled by nvcc, and is checked;
 * then the same source is compiled for the CPU, so that launches compute what they would on a GPU.
 */
import { ArtifactCache, Device, type DeviceProperties, type LoadOptions, type Module } from '@heddle/core';
import type { Artifact } from '@heddle/core/backend';
import { backend as host } from '@heddle/backend-host';

export class StandInDevice extends Device {
  /** What nvcc made, in the order of loading. */
  readonly loaded: Pick<Artifact, 'format' | 'bytes' | 'entryNames'>[] = [];

  /** What the CPU compiles in front of what is loaded: for parts that are not source. */
  preamble = '';

  static async open(): Promise<StandInDevice> {
    const device = new StandInDevice('cuda', 0, await host.open(0, {}), ArtifactCache.fromEnvironment());
    const properties: DeviceProperties = { ...device.properties, architecture: 'sm_90' };
    Object.defineProperty(device, 'properties', { value: properties });
    return device;
  }

  override async load(
    artifact: Pick<Artifact, 'format' | 'bytes'> & Partial<Artifact>,
    options: LoadOptions = {},
  ): Promise<Module> {
    if (artifact.format !== 'cubin' || Buffer.from(artifact.bytes.subarray(1, 4)).toString() !== 'ELF') {
      throw new Error(`nvcc was to make a cubin, not ${artifact.format}`);
    }
    this.loaded.push({ entryNames: {}, ...artifact });
    return this.compile<string>(`${this.preamble}${options.source ?? ''}`, { language: 'cuda' });
  }
}
