/** The plugin object of the host backend. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import { HeddleError, isHeddleError, type Backend } from '@heddle/core';
import {
  apiVersion,
  assertOptions,
  unavailable,
  type Capability,
  type Driver,
  type OpenOptions,
  type ProbeResult,
} from '@heddle/core/backend';
import { findCompiler, noCompiler, type CompiledLanguage } from './compile/find-compiler';
import { KernelCompiler } from './compile/kernel-compiler';
import { PlainCompiler } from './compile/plain-compiler';
import { hostCapabilities, readProperties } from './device-properties';
import { HostDriver } from './driver/host-driver';
import { checkEnvironment } from './environment';
import { loadRuntime } from './runtime/build-runtime';
import { programStarter } from './runtime/start-program';
import { runnerBytes } from './sanitize/build-runner';
import { SanitizedCompiler } from './sanitize/sanitized-compiler';
import { SanitizedDriver } from './sanitize/sanitized-driver';
import { checkSanitizer, type Sanitizer } from './sanitize/sanitizers';

// Languages whose compiler is missing are listed too: compiling then says what to install.
const languages: readonly CompiledLanguage[] = ['c++', 'c', 'fortran'];

/** Runs CUDA and HIP kernels, and plain functions, on the cores of this machine. */
export const backend: Backend = {
  name: 'host',
  apiVersion,
  packageName: '@heddle/backend-host',
  probe,
  open,
};

async function probe(): Promise<ProbeResult> {
  if (process.platform === 'win32') {
    return {
      available: false,
      reason: 'The host backend runs on Linux and macOS.',
      hint: 'On Windows use it inside WSL.',
    };
  }
  const compiler = findCompiler('c++');
  if (!compiler && !process.env.HEDDLE_HOST_RUNTIME) return unavailable(noCompiler('c++'));
  const name = cpus()[0]?.model.trim() ?? 'CPU';
  return Promise.resolve({
    available: true,
    version: compiler?.path ?? 'no compiler',
    devices: [{ index: 0, name: `${name} (${availableParallelism()} cores)`, type: 'cpu', totalBytes: totalmem() }],
  });
}

async function open(deviceIndex: number, options: OpenOptions): Promise<Driver> {
  if (deviceIndex !== 0) {
    throw new HeddleError('ARGUMENT', `the host has one device, 0, and no ${deviceIndex}`, {
      backend: 'host',
      parameter: 'device',
    });
  }
  // `device` and `cache` are core's: named here for those who misspelt them.
  assertOptions('the host backend', options, ['sanitize', 'device', 'cache']);
  const { sanitize } = options as { readonly sanitize?: unknown };
  const sanitizer = sanitize === undefined ? undefined : checkSanitizer(sanitize);
  checkEnvironment();
  try {
    return await openDriver(sanitizer);
  } catch (error) {
    if (isHeddleError(error)) throw error;
    throw new HeddleError('UNAVAILABLE', `the host runtime cannot be loaded: ${String(error)}`, {
      backend: 'host',
      cause: error,
    });
  }
}

async function openDriver(sanitizer: Sanitizer | undefined): Promise<Driver> {
  const runtime = await loadRuntime();
  const properties = readProperties(runtime);
  const plainFormat = `shared-object ${process.platform} ${properties.architecture}`;
  const artifactFormat = sanitizer === undefined ? plainFormat : `${plainFormat} ${sanitizer}`;
  const options = { artifactFormat, start: programStarter(runtime) };
  const plain = languages.map((language) => new PlainCompiler({ language, ...options }));
  const kernels = sanitizer === undefined ? new KernelCompiler(options) : new SanitizedCompiler(sanitizer, options);
  const parts = {
    runtime,
    properties,
    artifactFormat,
    capabilities: new Set<Capability>(hostCapabilities),
    compilers: [kernels, ...plain],
    disposeCompilers: () => {
      kernels.close();
    },
  };
  if (sanitizer === undefined) return new HostDriver(parts);
  return new SanitizedDriver(parts, sanitizer, await runnerBytes(sanitizer));
}
