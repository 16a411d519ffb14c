/** Finds a backend by name or module specifier, as the application would import it. */
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HeddleError, isHeddleError } from '../errors';
import { didYouMean, nearestNames } from '../diagnostics';
import type { Backend } from '../spi/backend';
import { importEntry, importTwin } from './import-entry';
import { assertBackend, registerBackend, registeredBackends } from './registry';

/** The first-party backends, in the order in which they are tried when nobody chooses. */
export const firstPartyBackends = ['nvrtc', 'cuda', 'hip', 'opencl', 'host'] as const;

/**
 * Loads a backend and registers it.
 *
 * @param name - a first-party name (`opencl`), a registered name, or a module specifier, resolved from the
 * application's folder so that strict package managers work
 * @throws HeddleError `UNAVAILABLE` if no such package is installed, with the command that installs it
 */
export async function loadBackend(name: string): Promise<Backend> {
  const known = registeredBackends().get(name);
  if (known) return known;
  if (name === '') throw notInstalled(name, name);
  const specifier = (firstPartyBackends as readonly string[]).includes(name) ? `@heddle/backend-${name}` : name;
  const module = await importFromApplication(specifier, name);
  const backend: unknown = module.backend ?? module.default;
  assertBackend(backend, specifier);
  registerBackend(backend);
  return backend;
}

/** True if the error says that the package itself is absent, not that something inside it failed. */
export function isNotInstalled(error: unknown): boolean {
  return isHeddleError(error, 'UNAVAILABLE') && error.status === 'NOT_INSTALLED';
}

async function importFromApplication(specifier: string, name: string): Promise<Record<string, unknown>> {
  const isPath = specifier.startsWith('.') || isAbsolute(specifier);
  // The application's own folder first; then this package's, for a hoisted or linked installation.
  const anchors = [join(process.cwd(), 'index.js'), fileURLToPath(import.meta.url)];
  for (const anchor of anchors) {
    const require = createRequire(anchor);
    let path: string;
    try {
      path = isPath ? resolve(specifier) : resolvePackage(require, specifier, anchor);
      return (await importFile(require, path, specifier)) as Record<string, unknown>;
    } catch (error) {
      if (!isMissing(error, specifier)) {
        throw new HeddleError('UNAVAILABLE', `backend '${name}' could not be loaded: ${String(error)}`, {
          backend: name,
          cause: error,
        });
      }
    }
  }
  throw notInstalled(specifier, name);
}

// A user who misspelt a name of ours must not be told to install a stranger's package of that name.
function notInstalled(specifier: string, name: string): HeddleError {
  const near = specifier === name ? nearestNames(name, firstPartyBackends) : [];
  if (near.length === 0 && name !== '') {
    return new HeddleError('UNAVAILABLE', `backend '${name}' is not installed`, {
      backend: name,
      status: 'NOT_INSTALLED',
      hint: `Install it: npm install ${specifier}`,
    });
  }
  return new HeddleError('UNAVAILABLE', `there is no backend '${name}'`, {
    backend: name,
    status: 'NOT_INSTALLED',
    hint: didYouMean(near, `Heddle's own are ${firstPartyBackends.join(', ')}.`),
  });
}

// A package that can only be imported has no entry for require to find; its manifest says where its module lies.
function resolvePackage(require: NodeJS.Require, specifier: string, anchor: string): string {
  try {
    return require.resolve(specifier);
  } catch (error) {
    const path =
      (error as { code?: string }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' && importEntry(specifier, anchor);
    if (path) return path;
    throw error;
  }
}

// If this module is an ES module, so are the application's: a backend required there would bring a second copy of
// this package with it.
const amongModules = typeof module === 'undefined';

// Else require first: it takes the same files under every loader. Node 20 cannot require an ES module; import can.
async function importFile(require: NodeJS.Require, path: string, specifier: string): Promise<unknown> {
  const twin = amongModules ? importTwin(specifier, path) : undefined;
  if (twin !== undefined) return import(pathToFileURL(twin).href);
  try {
    return require(path) as unknown;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code !== 'ERR_REQUIRE_ESM' && code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    return import(pathToFileURL(path).href);
  }
}

function isMissing(error: unknown, specifier: string): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    (code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') && (message ?? '').includes(specifier)
  );
}
