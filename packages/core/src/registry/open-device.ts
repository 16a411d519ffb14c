/** The front door: chooses a backend and opens one of its devices. */
import { ArtifactCache } from '../cache';
import { describe } from '../diagnostics/describe';
import { Device } from '../device/device';
import { DeviceCompiler } from '../device/device-compiler';
import { assertOptionsObject } from '../diagnostics';
import { warmUpMeanwhile } from '../device/warm-up';
import { HeddleError, argumentError, isHeddleError } from '../errors';
import type { Backend, DeviceSummary, OpenOptions, ProbeResult } from '../spi/backend';
import { firstPartyBackends, isNotInstalled, loadBackend } from './load-backend';
import { assertBackend } from './registry';

export interface OpenDeviceOptions extends OpenOptions {
  /** Position in the backend's list, or a part of the device's name. Default 0, or HEDDLE_DEVICE. */
  readonly device?: number | string;
  /** The cache of compiled kernels. Default: the user's cache, or the one that the environment names. */
  readonly cache?: ArtifactCache;
}

/** One backend's answer whether it can serve. */
export interface BackendProbe {
  readonly backend: string;
  readonly result: ProbeResult;
}

/**
 * Opens a device.
 *
 * @param which - a backend plugin or a backend's name. If omitted, HEDDLE_BACKEND names the backends to try (names or
 * module specifiers, separated by commas). Otherwise every installed first-party backend is tried in order of
 * preference: first those with a GPU, then the host backend, which runs CUDA sources too, then any other
 * @throws HeddleError `UNAVAILABLE` if none can serve, with each one's reason
 * @throws HeddleError `ARGUMENT` for a device that does not exist
 */
export async function openDevice(which?: string | Backend, options: OpenDeviceOptions = {}): Promise<Device> {
  assertOptionsObject('openDevice', options);
  // One cache for the process, so that devices share what is in memory.
  const cache = options.cache ?? ArtifactCache.fromEnvironment();
  return warmUpMeanwhile(open(which, options, cache), cache);
}

/**
 * Opens a device to compile for it, and for nothing else: kernels are put into the cache ahead of the process that
 * launches them, in a build step or beside it. Takes no memory of the device, if the backend can do so.
 *
 * @param which - as for {@link openDevice}
 * @throws HeddleError what {@link openDevice} throws
 */
export async function openCompiler(which?: string | Backend, options: OpenDeviceOptions = {}): Promise<DeviceCompiler> {
  assertOptionsObject('openCompiler', options);
  const cache = options.cache ?? ArtifactCache.fromEnvironment();
  const { backend, index, rest } = await chooseDevice(which, options);
  const driver = await (backend.openForCompiling?.(index, rest) ?? backend.open(index, rest));
  return new DeviceCompiler(backend.name, index, driver, cache);
}

/** A device that is about to be opened. */
interface ChosenDevice {
  readonly backend: Backend;
  readonly index: number;
  /** The options that are the backend's own. */
  readonly rest: OpenOptions;
}

async function open(
  which: string | Backend | undefined,
  options: OpenDeviceOptions,
  cache: ArtifactCache,
): Promise<Device> {
  const { backend, index, rest } = await chooseDevice(which, options);
  return new Device(backend.name, index, await backend.open(index, rest), cache);
}

async function chooseDevice(which: string | Backend | undefined, options: OpenDeviceOptions): Promise<ChosenDevice> {
  const { backend, devices } = await chooseBackend(which, options);
  const { device = process.env.HEDDLE_DEVICE, cache: _cache, ...rest } = options;
  return { backend, index: findDevice(backend, devices, device), rest };
}

async function chooseBackend(which: string | Backend | undefined, options: OpenDeviceOptions): Promise<Candidate> {
  const named = which === undefined ? namesFromEnvironment() : [which];
  const refusals: string[] = [];
  const onProcessor: Candidate[] = [];
  for (const candidate of named ?? firstPartyBackends) {
    const found = await tryBackend(candidate, which === undefined, refusals, options);
    if (!found) continue;
    if (named || found.devices.some(({ type }) => type !== 'cpu')) return found;
    onProcessor.push(found);
  }
  const best = onProcessor.find(({ backend }) => backend.name === 'host') ?? onProcessor[0];
  if (best) return best;
  throw new HeddleError('UNAVAILABLE', `no backend can serve:\n  ${refusals.join('\n  ')}`, {
    ...(typeof which === 'string' ? { backend: which } : {}),
    // Where somebody chose, each refusal says what to do.
    hint: named ? undefined : 'Install one: npm install @heddle/backend-host runs kernels on the CPU.',
  });
}

/** Asks every installed first-party backend, and those of HEDDLE_BACKEND, whether it can serve. */
export async function probeBackends(): Promise<readonly BackendProbe[]> {
  const names = new Set<string>([...(namesFromEnvironment() ?? []), ...firstPartyBackends]);
  const probes: BackendProbe[] = [];
  for (const name of names) {
    try {
      const backend = await loadBackend(name);
      probes.push({ backend: backend.name, result: await probeSafely(backend) });
    } catch (error) {
      if (isNotInstalled(error)) continue;
      probes.push({ backend: name, result: { available: false, reason: String(error), hint: '' } });
    }
  }
  return probes;
}

function namesFromEnvironment(): readonly string[] | undefined {
  const names = (process.env.HEDDLE_BACKEND ?? '').split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  return given.length > 0 ? given : undefined;
}

/** A backend that can serve, and what it can serve with. */
interface Candidate {
  readonly backend: Backend;
  readonly devices: readonly DeviceSummary[];
}

async function tryBackend(
  candidate: string | Backend,
  lenient: boolean,
  refusals: string[],
  { device: _device, cache: _cache, ...backendOptions }: OpenDeviceOptions,
): Promise<Candidate | undefined> {
  let backend: Backend;
  if (typeof candidate === 'string') {
    try {
      backend = await loadBackend(candidate);
    } catch (error) {
      if (!lenient || !isHeddleError(error)) throw error;
      refusals.push(`${candidate}: ${asSentence(...(error.message.split('\n') as [string, ...string[]]))}`);
      return undefined;
    }
  } else {
    if (typeof candidate !== 'object' || (candidate as object | null) === null || Array.isArray(candidate)) {
      throw argumentError(`openDevice takes a backend's name or a backend plugin, not ${describe(candidate)}`, {
        parameter: 'backend',
        hint: `The names are ${firstPartyBackends.join(', ')}; without one the best that is installed serves.`,
      });
    }
    if (isOnlyOptions(candidate)) {
      throw argumentError("openDevice takes its options after the backend's name", {
        parameter: 'backend',
        hint: `Without a name: openDevice(undefined, { ${Object.keys(candidate).join(', ')} }).`,
      });
    }
    assertBackend(candidate, 'openDevice');
    backend = candidate;
  }
  let result: ProbeResult;
  try {
    result = await probeSafely(backend, backendOptions);
  } catch (error) {
    // Where nobody chose, a backend that does not take the options is one that cannot serve.
    if (!lenient || !isHeddleError(error)) throw error;
    result = { available: false, reason: error.message.replaceAll('\n', ' '), hint: '' };
  }
  if (result.available) return { backend, devices: result.devices };
  refusals.push(`${backend.name}: ${asSentence(result.reason, result.hint)}`);
  return undefined;
}

// Plain data without a backend's members: options that were given where a backend stands.
function isOnlyOptions(candidate: object): boolean {
  const isPlain = Object.getPrototypeOf(candidate) === Object.prototype;
  return (
    isPlain && !['name', 'apiVersion', 'probe', 'open', 'backend', 'default'].some((member) => member in candidate)
  );
}

/** A reason and what to do about it, in one line. */
function asSentence(reason: string, ...hints: readonly string[]): string {
  const hint = hints.join(' ').trim();
  if (hint === '') return reason;
  return `${reason}${/[.:!?]$/.test(reason) ? '' : '.'} ${hint}`;
}

// A probe promises not to throw. One that does must not hide the backends after it.
async function probeSafely(backend: Backend, options?: OpenOptions): Promise<ProbeResult> {
  try {
    return await backend.probe(options);
  } catch (error) {
    // Options that the backend does not know are the caller's mistake: report them as such.
    if (options !== undefined && isHeddleError(error, 'ARGUMENT')) throw error;
    return { available: false, reason: `its probe failed: ${String(error)}`, hint: `Tell ${backend.packageName}.` };
  }
}

function findDevice(backend: Backend, devices: readonly DeviceSummary[], wanted: number | string | undefined): number {
  if (wanted === undefined || wanted === '')
    return (devices.find(({ type }) => type !== 'cpu') ?? devices[0])?.index ?? 0;
  const asNumber = typeof wanted === 'number' ? wanted : /^\d+$/.test(wanted) ? Number(wanted) : undefined;
  const found = devices.find((device) =>
    asNumber === undefined
      ? device.name.toLowerCase().includes(String(wanted).toLowerCase())
      : device.index === asNumber,
  );
  if (found) return found.index;
  const names = devices.map((device) => `${device.index}: ${device.name}`).join('; ');
  throw argumentError(`backend '${backend.name}' has no device ${describe(wanted)}; it has ${names}`, {
    backend: backend.name,
    parameter: 'device',
  });
}
