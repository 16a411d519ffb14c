/** The backend plugin: the HIP runtime and hiprtc. */
import {
  apiVersion,
  assertOptions,
  type Backend,
  type Capability,
  type Driver,
  type OpenOptions,
  type ProbeResult,
} from '@heddle/core';
import { probeDevices, SimtApi, SimtDriver, type ContextNeed } from '@heddle/simt-driver';
import { HiprtcCompiler } from './compile/hiprtc-compiler';
import { linkFunctions } from './compile/link-program';
import { locateHipcc } from './hipcc/find-hipcc';
import { HipccCompiler } from './hipcc/hipcc-compiler';
import { hipVendor } from './library/find-hip';
import { HiprtcLibrary } from './library/hiprtc-library';
import { closedDoor } from './library/kernel-device';

const compilerCapabilities: readonly Capability[] = ['templates', 'name-expressions', 'headers'];

export const backend: Backend = {
  name: 'hip',
  apiVersion,
  packageName: '@heddle/backend-hip',
  probe: probeHip,
  open: (deviceIndex, options) => openHip(deviceIndex, 'primary', options),
  openForCompiling: (deviceIndex, options) => openHip(deviceIndex, 'none', options),
};

async function probeHip(): Promise<ProbeResult> {
  const vendor = hipVendor();
  const driver = await probeDevices(vendor);
  if (!driver.available) return withReason(driver);
  try {
    const { major, minor } = HiprtcLibrary.load(SimtApi.load(vendor).path).version;
    return { ...driver, version: `${driver.version}, hiprtc ${major}.${minor}` };
  } catch (error) {
    const { message, hint = '' } = error as { message: string; hint?: string };
    return { available: false, reason: message.replace(`\n${hint}`, ''), hint };
  }
}

// A library that loads and sees nothing is mostly one that may not look.
function withReason(driver: ProbeResult & { readonly available: false }): ProbeResult {
  if (!driver.reason.includes('it sees no')) return driver;
  const door = closedDoor();
  return door ? { available: false, reason: `${driver.reason}: ${door.reason}`, hint: door.hint } : driver;
}

async function openHip(deviceIndex: number, context: ContextNeed, options: OpenOptions): Promise<Driver> {
  // It has none of its own: `device` and `cache` are core's, named here for those who misspelt them.
  assertOptions('the hip backend', options, ['device', 'cache']);
  const vendor = hipVendor();
  const library = HiprtcLibrary.load(SimtApi.load(vendor).path);
  const hasHipcc = locateHipcc() !== undefined;
  const links = hasHipcc || linkFunctions.every((name) => library.has(name));
  return SimtDriver.open({
    backend: 'hip',
    vendor,
    deviceIndex,
    context,
    compilers: ({ architecture, warpSize }, capabilities, ownContext) => {
      const target = { architecture, warpSize, float16: capabilities.has('float16') };
      if (!architecture.startsWith('gfx')) return [new HiprtcCompiler(library, target, { context: ownContext })];
      // Whoever asks for hipcc where there is none is told what to install.
      const hipcc = new HipccCompiler(target);
      return [
        new HiprtcCompiler(library, target, { context: ownContext, ...(hasHipcc ? { instead: hipcc } : {}) }),
        hipcc,
      ];
    },
    compilerCapabilities: links ? [...compilerCapabilities, 'linking'] : compilerCapabilities,
  });
}
