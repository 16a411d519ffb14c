/** Runs a user's TypeScript or JavaScript program in a process of its own. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { argumentError } from '@heddle/core/backend';
import { topLevelAwaitHint } from '../command-line/top-level-await';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the program with this Node, through tsx, which strips types; the terminal is the program's.
 *
 * @param args - for the program
 * @returns the program's exit code; 128 + n where signal n ended it
 * @throws HeddleError `ARGUMENT` if there is no such file
 */
export async function runProgram(file: string, args: readonly string[]): Promise<number> {
  const path = resolve(file);
  if (!existsSync(path)) throw argumentError(`there is no file ${file}`, { parameter: 'file' });
  const child = spawn(process.execPath, ['--import', typeScriptLoader(), path, ...args], { stdio: 'inherit' });
  // Ctrl-C reaches both; this process stays to tell the program's own end.
  const forward = forwarded.map((signal) => {
    const pass = (): void => {
      if (signal !== 'SIGINT') child.kill(signal);
    };
    process.on(signal, pass);
    return (): void => void process.off(signal, pass);
  });
  try {
    const code = await new Promise<number>((done, fail) => {
      child.on('error', fail);
      child.on('exit', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
    const hint = code === 1 ? topLevelAwaitHint(path) : undefined;
    if (hint !== undefined) console.error(`heddle: ${hint}`);
    return code;
  } finally {
    for (const stop of forward) stop();
  }
}

/** What Node's `--import` takes to load TypeScript: the URL of tsx, found from this package. */
export function typeScriptLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
