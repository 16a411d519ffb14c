/** Builds loaders that answer as tests tell them to: with failures, or as another vendor's. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';

export interface FaultyLoader {
  readonly path: string;
  setFault(functionName: string, status: number): void;
  setExecutionStatus(status: number): void;
}

/** See nvidia-opencl.c. */
export interface NvidiaLoader {
  readonly path: string;
  setSaid(text: string): void;
  buildCount(): number;
  compilationCount(): number;
}

const overRealLoader = ['-Wl,--no-as-needed', '-l:libOpenCL.so.1', '-ldl'];

const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-opencl-'));
  made.push(folder);
  return folder;
}

/** @returns undefined if no C compiler or no loader is here */
export function buildFaultyLoader(): FaultyLoader | undefined {
  const path = compile(join(__dirname, 'faulty-opencl.c'), overRealLoader);
  if (path === undefined) return undefined;
  const library = koffi.load(path);
  const setFault = library.func('set_fault', 'void', ['str', 'int32_t']) as (name: string, status: number) => void;
  const setExecutionStatus = library.func('set_execution_status', 'void', ['int32_t']) as (status: number) => void;
  return { path, setFault, setExecutionStatus };
}

/** @returns undefined if no C compiler or no loader is here */
export function buildNvidiaLoader(): NvidiaLoader | undefined {
  const path = compile(join(__dirname, 'nvidia-opencl.c'), overRealLoader);
  if (path === undefined) return undefined;
  const library = koffi.load(path);
  const setSaid = library.func('set_said', 'void', ['str']) as (text: string) => void;
  const buildCount = library.func('build_count', 'int', []) as () => number;
  const compilationCount = library.func('compilation_count', 'int', []) as () => number;
  return { path, setSaid, buildCount, compilationCount };
}

/** A library with one function of OpenCL 1.0 and no other, like a loader of long ago. */
export function buildOldLoader(): string | undefined {
  const source = join(newFolder(), 'old.c');
  writeFileSync(
    source,
    'int clGetPlatformIDs(unsigned n, void *p, unsigned *count) { if (count) *count = 0; return 0; }\n',
  );
  return compile(source, []);
}

/** A loader that has no platform, and reads its list of drivers as Khronos' loader does: in place. */
export function buildListReader(): string | undefined {
  const source = join(newFolder(), 'list.c');
  writeFileSync(
    source,
    `#include <stdlib.h>
#include <string.h>
int clGetPlatformIDs(unsigned n, void *p, unsigned *count) {
  char *list = getenv("OCL_ICD_FILENAMES");
  for (char *each = list ? strtok(list, ":") : 0; each; each = strtok(0, ":")) {}
  if (count) *count = 0;
  return -1001;
}
`,
  );
  return compile(source, []);
}

function compile(source: string, libraries: readonly string[]): string | undefined {
  const path = join(newFolder(), 'libOpenCL-test.so');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', path, source, ...libraries], { stdio: 'pipe' });
    return path;
  } catch {
    return undefined;
  }
}
