/** Opens the host device for a test, with a cache of its own that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactCache, openDevice, type Device, type OpenDeviceOptions } from '@heddle/core';
import { backend } from '@heddle/backend-host';

export interface OpenHost {
  readonly device: Device;
  close(): Promise<void>;
}

export async function openHost(options: OpenDeviceOptions = {}): Promise<OpenHost> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-cache-'));
  const device = await openDevice(backend, { cache: new ArtifactCache({ folder }), ...options });
  return {
    device,
    close: async () => {
      await device.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
