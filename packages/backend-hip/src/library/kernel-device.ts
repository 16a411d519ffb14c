/** The kernel's door to AMD's GPUs, /dev/kfd: whether it is there, and whether this process may open it. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';

/** Why no device is seen, and what to do; undefined where the door is open, or is of no concern here. */
export interface DeviceDoor {
  readonly reason: string;
  readonly hint: string;
}

/** Places that are asked; tests name others. */
export interface DoorPlaces {
  readonly door?: string;
  readonly groups?: string;
}

/** Looks at the door. AMD's driver for Linux alone has one. */
export function closedDoor({ door = '/dev/kfd', groups = '/etc/group' }: DoorPlaces = {}): DeviceDoor | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    accessSync(door, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return {
        reason: `there is no ${door}: the kernel's amdgpu driver has found no GPU for computing, or the container does not have it`,
        hint: `Load the amdgpu driver, or give the container --device ${door} --device /dev/dri.`,
      };
    }
    return {
      reason: `this user may not open ${door}`,
      hint: `Join its group: sudo usermod -aG ${groupOf(door, groups)} ${process.env['USER'] ?? '$USER'}, then log in again.`,
    };
  }
}

// render on most distributions, video on older ones; in a container often a number without a name.
function groupOf(door: string, groups: string): string {
  try {
    const { gid } = statSync(door);
    const line = readFileSync(groups, 'utf8')
      .split('\n')
      .find((each) => each.split(':')[2] === String(gid));
    return line?.split(':')[0] ?? String(gid);
  } catch {
    return 'render';
  }
}
