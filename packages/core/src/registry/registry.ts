/**
 * The backends known in this process. The state hangs on a versioned global symbol, so that the ESM and the CommonJS
 * copy of this package, and two installed copies of one version, share it.
 */
import { describe } from '../diagnostics/describe';
import { HeddleError, argumentError } from '../errors';
import { apiVersion, type Backend } from '../spi/backend';

interface RegistryState {
  readonly backends: Map<string, Backend>;
}

const key = Symbol.for(`heddle.registry.${apiVersion}`);

function state(): RegistryState {
  const holder = globalThis as { [key]?: RegistryState };
  return (holder[key] ??= { backends: new Map() });
}

/**
 * Makes a backend known under its name, for `openDevice(name)`.
 *
 * @throws HeddleError `UNAVAILABLE` for a backend made for another version of the service interface
 */
export function registerBackend(backend: Backend): void {
  assertBackend(backend, 'registerBackend');
  state().backends.set(backend.name, backend);
}

/** The backends registered or loaded so far, by name. */
export function registeredBackends(): ReadonlyMap<string, Backend> {
  return state().backends;
}

/** @throws HeddleError `ARGUMENT` for something that is not a backend, `UNAVAILABLE` if the versions do not fit */
export function assertBackend(value: unknown, origin: string): asserts value is Backend {
  const candidate = value as Partial<Backend> | null | undefined;
  if (
    typeof candidate !== 'object' ||
    candidate === null ||
    typeof candidate.name !== 'string' ||
    typeof candidate.probe !== 'function' ||
    typeof candidate.open !== 'function'
  ) {
    throw argumentError(`${origin}: expected a backend plugin, not ${describe(value)}`, {
      parameter: 'backend',
      hint: 'A backend package exports one as `backend` or as its default export.',
    });
  }
  if (candidate.apiVersion !== apiVersion) {
    const theirs = Number(candidate.apiVersion);
    const upgrade = theirs > apiVersion ? '@heddle/core' : (candidate.packageName ?? candidate.name);
    throw new HeddleError(
      'UNAVAILABLE',
      `backend '${candidate.name}' speaks version ${theirs} of the service interface, @heddle/core ${apiVersion}`,
      { backend: candidate.name, hint: `Upgrade ${upgrade}.` },
    );
  }
}
