/** /dev/kfd, the device file of AMD's kernel driver: whether it is there, and whether this process may open it. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';

/** Why no device is seen, and what to do about it. */
export interface KernelDeviceRefusal {
  readonly reason: string;
  readonly hint: string;
}

/** The files that are asked. Tests name others. */
export interface KernelDeviceFiles {
  readonly device?: string;
  readonly groups?: string;
}

/** Tries to open the device file. Undefined if that works, and on systems other than Linux, which have none. */
export function kernelDeviceRefusal({ device = '/dev/kfd', groups = '/etc/group' }: KernelDeviceFiles = {}):
  KernelDeviceRefusal | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    accessSync(device, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return {
        reason: `there is no ${device}: the kernel's amdgpu driver has found no GPU for computing, or the container does not have it`,
        hint: `Load the amdgpu driver, or give the container --device ${device} --device /dev/dri.`,
      };
    }
    return {
      reason: `this user may not open ${device}`,
      hint: `Join its group: sudo usermod -aG ${groupOf(device, groups)} ${process.env['USER'] ?? '$USER'}, then log in again.`,
    };
  }
}

// render on most distributions, video on older ones; in a container often a number without a name.
function groupOf(device: string, groups: string): string {
  try {
    const { gid } = statSync(device);
    const line = readFileSync(groups, 'utf8')
      .split('\n')
      .find((each) => each.split(':')[2] === String(gid));
    return line?.split(':')[0] ?? String(gid);
  } catch {
    return 'render';
  }
}
