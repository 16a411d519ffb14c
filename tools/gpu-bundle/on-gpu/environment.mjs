/** The environment of a step: where the vendor's parts lie on this machine. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const openclLibraries = [
  '/usr/local/nvidia/lib64/libnvidia-opencl.so.1',
  '/usr/lib/x86_64-linux-gnu/libnvidia-opencl.so.1',
  '/usr/lib64/libnvidia-opencl.so.1',
];

/** Where steps write their reports. */
export const reportFolder = join(process.cwd(), 'reports');

/** @param {Record<string, string>} extra */
export function environmentFor(extra) {
  const { OUT: _out, ...environment } = process.env;
  const opencl = openclLibraries.find((path) => existsSync(path));
  const cache = join(process.cwd(), '..', 'cache');
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  return {
    ...environment,
    PYTHONUNBUFFERED: '1',
    HEDDLE_CACHE_DIR: cache,
    HEDDLE_REPORTS: reportFolder,
    // A machine without an ICD file still has the library.
    ...(opencl && !environment.OCL_ICD_FILENAMES ? { OCL_ICD_FILENAMES: opencl } : {}),
    ...extra,
  };
}
