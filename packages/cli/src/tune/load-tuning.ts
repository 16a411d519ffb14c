/** Loads what is to be tuned: a module's default export, or a T1 file. */
import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isHeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { readT1File, type TuneKernelOptions, type Tuning, type TuningResult } from '@heddle/tuner';
import { runsFromSource } from '../command-line/package-folder';
import { messageOf } from '../command-line/report-failure';
import { topLevelAwaitHint } from '../command-line/top-level-await';
import { typeScriptLoader } from '../run/run-program';

/** What a module gives: options for a run, a run that it has begun, or the result of one. */
export type LoadedTuning =
  | { readonly kind: 'options'; readonly options: TuneKernelOptions }
  | { readonly kind: 'run'; readonly run: Tuning }
  | { readonly kind: 'result'; readonly result: TuningResult };

/**
 * Reads a T1 file; or imports a module, TypeScript or JavaScript, and looks at its default export. A function is
 * called for it.
 *
 * @throws HeddleError `ARGUMENT` for a file that is not there, that throws, or exports nothing to tune; `CORRUPT` for
 * a `.json` that is not a T1 file
 */
export async function loadTuning(file: string): Promise<LoadedTuning> {
  const path = resolve(file);
  if (!existsSync(path)) throw argumentError(`there is no file ${file}`, { parameter: 'file' });
  if (extname(path).toLowerCase() === '.json') return { kind: 'options', options: readT1File(path) };
  const { exported } = await defaultExport(path, file);
  if (isRun(exported)) return { kind: 'run', run: exported };
  if (isResult(exported)) return { kind: 'result', result: exported };
  if (isOptions(exported)) return { kind: 'options', options: exported };
  throw argumentError(`the default export of ${file} is nothing to tune`, {
    parameter: 'file',
    hint: 'Export the options of tuneKernel, with kernel, source, problemSize, arguments and tune; or what tuneKernel(…) gives.',
  });
}

// In an object: a run can be awaited, and is to be followed instead.
async function defaultExport(path: string, file: string): Promise<{ readonly exported: unknown }> {
  try {
    await loadTypeScript();
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
    // A CommonJS module's exports are its default, and may have a default of their own.
    const exported = nestedDefault(module.default);
    if (typeof exported !== 'function') return { exported };
    const given = (exported as () => unknown)();
    return { exported: isRun(given) ? given : await given };
  } catch (error) {
    if (isHeddleError(error)) throw error;
    const hint = topLevelAwaitHint(path);
    throw argumentError(`${file} could not be loaded: ${messageOf(error)}${placeIn(path, error)}`, {
      parameter: 'file',
      ...(hint === undefined ? {} : { hint }),
      cause: error,
    });
  }
}

let loader: Promise<unknown> | undefined;

// Loading tsx lets this process import TypeScript from now on, as `node --import` does from the start.
async function loadTypeScript(): Promise<void> {
  if (!runsFromSource) await (loader ??= import(typeScriptLoader()));
}

function nestedDefault(exported: unknown): unknown {
  const holder = exported as { readonly __esModule?: boolean; readonly default?: unknown } | null | undefined;
  return holder?.__esModule === true ? holder.default : exported;
}

// The first line of the stack that is in the user's own file.
function placeIn(path: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const at = stack.indexOf(`${path}:`);
  const place = at < 0 ? undefined : /^[^\s)]+/.exec(stack.slice(at))?.[0];
  return place === undefined ? '' : `\n  at ${place}`;
}

function isRun(value: unknown): value is Tuning {
  const run = value as Partial<Tuning> | null | undefined;
  return typeof run?.then === 'function' && typeof run[Symbol.asyncIterator] === 'function' && 'records' in run;
}

function isResult(value: unknown): value is TuningResult {
  const result = value as Partial<TuningResult> | null | undefined;
  return Array.isArray(result?.results) && typeof result.environment === 'object';
}

function isOptions(value: unknown): value is TuneKernelOptions {
  const options = value as Partial<TuneKernelOptions> | null | undefined;
  return typeof options === 'object' && options !== null && 'kernel' in options && 'tune' in options;
}
