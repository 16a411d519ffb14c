/** Where the worker's program lies and how Node runs it: beside this file, compiled or as source. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface WorkerProgram {
  readonly path: string;
  readonly execArgv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export function workerProgram(): WorkerProgram {
  const own = fileURLToPath(import.meta.url);
  const folder = dirname(own);
  if (own.endsWith('.ts')) return sourceProgram(own, join(folder, 'main.ts'));
  const name = own.endsWith('.cjs') ? 'worker.cjs' : 'worker.js';
  return { path: join(folder, name), execArgv: loaderOptions(process.execArgv), environment: {} };
}

/**
 * Only the caller's loaders, which the modules of its observers may need. A debugger's port is already in use, and a
 * program given by `--eval` must not run again.
 */
export function loaderOptions(execArgv: readonly string[]): string[] {
  const kept: string[] = [];
  execArgv.forEach((argument, index) => {
    const [name = ''] = argument.split('=');
    if (!loaderNames.has(name)) return;
    kept.push(argument);
    const value = execArgv[index + 1];
    if (argument === name && value !== undefined) kept.push(value);
  });
  return kept;
}

const loaderNames = new Set(['--import', '--require', '-r', '--loader', '--experimental-loader', '--conditions', '-C']);

// In Heddle's own repository: tsx reads TypeScript, and the tsconfig says where the packages' sources are.
function sourceProgram(own: string, path: string): WorkerProgram {
  const loader = pathToFileURL(createRequire(own).resolve('tsx')).href;
  return { path, execArgv: ['--import', loader], environment: { TSX_TSCONFIG_PATH: tsconfigAbove(dirname(own)) } };
}

function tsconfigAbove(folder: string): string {
  if (existsSync(join(folder, 'tsconfig.base.json'))) return join(folder, 'tsconfig.json');
  const parent = dirname(folder);
  if (parent === folder) throw new Error('the repository that these sources belong to is incomplete: no tsconfig.json');
  return tsconfigAbove(parent);
}
