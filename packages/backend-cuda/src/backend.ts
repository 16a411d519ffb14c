/** The backend plugin: NVIDIA's driver and nvcc. */
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
import { NvccCompiler } from './compile/nvcc-compiler';
import { findNvcc } from './nvcc/find-nvcc';

/** What `openDevice('cuda', …)` takes besides the device. */
export interface CudaOpenOptions {
  /** `primary` (default) shares memory with other CUDA libraries of the process; `own` is apart from them. */
  readonly context?: ContextKind;
}

const compilerCapabilities: readonly Capability[] = ['templates', 'name-expressions', 'headers', 'linking'];

export const backend: Backend = {
  name: 'cuda',
  apiVersion,
  packageName: '@heddle/backend-cuda',
  probe: probeCuda,
  open: (deviceIndex, options) => openCuda(deviceIndex, contextOf(options)),
  openForCompiling: (deviceIndex, options) => {
    contextOf(options);
    return openCuda(deviceIndex, 'none');
  },
};

async function probeCuda(): Promise<ProbeResult> {
  const driver = await probeDevices(cuda);
  if (!driver.available) return driver;
  try {
    return { ...driver, version: `${driver.version}, nvcc ${(await findNvcc()).version}` };
  } catch (error) {
    const { message, hint = '' } = error as { message: string; hint?: string };
    return { available: false, reason: message.replace(`\n${hint}`, ''), hint };
  }
}

function contextOf(options: CudaOpenOptions): ContextKind {
  // `device` and `cache` are core's: named here for those who misspelt them.
  assertOptions('the cuda backend', options, ['context', 'device', 'cache']);
  const { context = 'primary' } = options;
  if (context !== 'primary' && context !== 'own') {
    throw argumentError(`context is 'primary' or 'own', not ${describe(context)}`, { backend: 'cuda' });
  }
  return context;
}

async function openCuda(deviceIndex: number, context: ContextNeed): Promise<Driver> {
  return SimtDriver.open({
    backend: 'cuda',
    vendor: cuda,
    deviceIndex,
    context,
    compilers: ({ architecture }, capabilities) => [
      new NvccCompiler({ architecture, float16: capabilities.has('float16') }),
    ],
    compilerCapabilities,
  });
}
