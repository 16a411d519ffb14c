/** The backend plugin: the HIP runtime, hiprtc and hipcc. */
import type { DeviceProperties } from '@heddle/core';
import type { Capability, Unavailable } from '@heddle/core/backend';
import { simtBackend, SimtApi, type BackendCompilers, type SimtContext, type Vendor } from '@heddle/simt-driver';
import { HiprtcCompiler } from './compile/hiprtc-compiler';
import { linkFunctions } from './compile/link-program';
import { locateHipcc } from './hipcc/find-hipcc';
import { HipccCompiler } from './hipcc/hipcc-compiler';
import { hipVendor } from './library/find-hip';
import { HiprtcLibrary } from './library/hiprtc-library';
import { kernelDeviceRefusal } from './library/kernel-device';

const compilerCapabilities: readonly Capability[] = ['templates', 'name-expressions', 'headers'];

export const backend = simtBackend({
  name: 'hip',
  packageName: '@heddle/backend-hip',
  vendor: hipVendor,
  hasContexts: false,
  compilerVersion: (vendor) => {
    const { major, minor } = loadHiprtc(vendor).version;
    return `hiprtc ${major}.${minor}`;
  },
  compilers: findCompilers,
  explain: withRefusal,
});

function loadHiprtc(vendor: Vendor): HiprtcLibrary {
  return HiprtcLibrary.load(SimtApi.load(vendor).path);
}

function findCompilers(vendor: Vendor): BackendCompilers {
  const library = loadHiprtc(vendor);
  const hasHipcc = locateHipcc() !== undefined;
  const links = hasHipcc || linkFunctions.every((name) => library.has(name));
  const create = (
    { architecture, warpSize }: DeviceProperties,
    capabilities: ReadonlySet<Capability>,
    context: SimtContext,
  ) => {
    const target = { architecture, warpSize, float16: capabilities.has('float16') };
    if (!architecture.startsWith('gfx')) return [new HiprtcCompiler(library, target, { context })];
    // If hipcc is not installed, asking for it throws an error that says what to install.
    const hipcc = new HipccCompiler(target);
    return [new HiprtcCompiler(library, target, { context, ...(hasHipcc ? { instead: hipcc } : {}) }), hipcc];
  };
  return { create, capabilities: links ? [...compilerCapabilities, 'linking'] : compilerCapabilities };
}

// A library that loads and sees no device mostly has no permission to look.
function withRefusal(found: Unavailable): Unavailable {
  if (!found.reason.includes('it sees no')) return found;
  const refusal = kernelDeviceRefusal();
  return refusal ? { available: false, reason: `${found.reason}: ${refusal.reason}`, hint: refusal.hint } : found;
}
