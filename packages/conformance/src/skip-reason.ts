/** Whether a case says anything about a device, and if not, why. A skip always has a reason; it is never a pass. */
import type { Device } from '@heddle/core';
import { describeCapability } from '@heddle/core/backend';
import type { ConformanceCase } from './conformance-case';

/** What a run can offer besides the device. */
export interface RunFacilities {
  /** Programs can be started that import the backend. */
  readonly programs: boolean;
}

/** @returns undefined if the case can run */
export function skipReason(each: ConformanceCase, device: Device, facilities: RunFacilities): string | undefined {
  const missing = each.requires.filter((capability) => !device.has(capability));
  if (missing.length > 0) {
    const named = missing.map((capability) => `${capability} (${describeCapability(capability)})`);
    return `the device does not declare ${named.join(', ')}`;
  }
  if (each.languages && !each.languages.some((language) => device.compiles(language))) {
    return `the device compiles none of: ${each.languages.join(', ')}`;
  }
  if (each.startsPrograms === true && !facilities.programs) {
    return 'the run does not say how another process can import the backend (option `programs`)';
  }
  return each.unless?.(device);
}
