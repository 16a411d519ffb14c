/** The backend plugin: NVIDIA's driver and NVRTC. */
import {
  apiVersion,
  argumentError,
  assertOptions,
  describe,
  type Backend,
  type Capability,
  type Driver,
  type ProbeResult,
} from '@heddle/core';
import { cuda, probeDevices, SimtDriver, type ContextKind, type ContextNeed } from '@heddle/simt-driver';
import { NvrtcCompiler } from './compile/nvrtc-compiler';
import { NvrtcLibrary } from './library/nvrtc-library';

/** What `openDevice('nvrtc', …)` takes besides the device. */
export interface NvrtcOpenOptions {
  /** `primary` (default) shares memory with other CUDA libraries of the process; `own` is apart from them. */
  readonly context?: ContextKind;
}

const compilerCapabilities: readonly Capability[] = ['templates', 'name-expressions', 'headers', 'linking'];

export const backend: Backend = {
  name: 'nvrtc',
  apiVersion,
  packageName: '@heddle/backend-nvrtc',
  probe: probeNvrtc,
  open: (deviceIndex, options) => openNvrtc(deviceIndex, contextOf(options)),
  openForCompiling: (deviceIndex, options) => {
    contextOf(options);
    return openNvrtc(deviceIndex, 'none');
  },
};

async function probeNvrtc(): Promise<ProbeResult> {
  const driver = await probeDevices(cuda);
  if (!driver.available) return driver;
  try {
    const { major, minor } = NvrtcLibrary.load().version;
    return { ...driver, version: `${driver.version}, NVRTC ${major}.${minor}` };
  } catch (error) {
    const { message, hint = '' } = error as { message: string; hint?: string };
    return { available: false, reason: message.replace(`\n${hint}`, ''), hint };
  }
}

function contextOf(options: NvrtcOpenOptions): ContextKind {
  // `device` and `cache` are core's: named here for those who misspelt them.
  assertOptions('the nvrtc backend', options, ['context', 'device', 'cache']);
  const { context = 'primary' } = options;
  if (context !== 'primary' && context !== 'own') {
    throw argumentError(`context is 'primary' or 'own', not ${describe(context)}`, { backend: 'nvrtc' });
  }
  return context;
}

async function openNvrtc(deviceIndex: number, context: ContextNeed): Promise<Driver> {
  const library = NvrtcLibrary.load();
  return SimtDriver.open({
    backend: 'nvrtc',
    vendor: cuda,
    deviceIndex,
    context,
    compilers: ({ architecture }, capabilities, ownContext) => [
      new NvrtcCompiler(library, { architecture, float16: capabilities.has('float16'), context: ownContext }),
    ],
    compilerCapabilities,
  });
}
