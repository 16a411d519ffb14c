/** Finds the machine's compilers without starting any: looking must be free, since every program start looks. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute } from 'node:path';
import { HeddleError } from '@heddle/core';

export type CompiledLanguage = 'c++' | 'c' | 'fortran';

/** A compiler on this machine. */
export interface FoundCompiler {
  readonly language: CompiledLanguage;
  /** What is executed. */
  readonly path: string;
  /** The file behind that name, which may be a chain of links to a compiler that an upgrade replaces. */
  readonly program: string;
  /** Changes whenever the program behind the path does. */
  readonly fingerprint: string;
}

interface CompilerNames {
  /** The environment variable that chooses it. */
  readonly variable: string;
  readonly names: readonly string[];
  readonly debianPackage: string;
}

const programs: Readonly<Record<CompiledLanguage, CompilerNames>> = {
  'c++': { variable: 'HEDDLE_CXX', names: ['c++', 'g++', 'clang++'], debianPackage: 'g++' },
  c: { variable: 'HEDDLE_CC', names: ['cc', 'gcc', 'clang'], debianPackage: 'gcc' },
  fortran: { variable: 'HEDDLE_FC', names: ['gfortran', 'flang'], debianPackage: 'gfortran' },
};

/**
 * The compiler for a language: what the environment variable names (a program or a path), else the first of the usual
 * names on the PATH.
 */
export function findCompiler(
  language: CompiledLanguage,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): FoundCompiler | undefined {
  const { variable, names } = programs[language];
  const chosen = environment[variable];
  for (const name of chosen ? [chosen] : names) {
    const path = findProgram(name, environment);
    if (path === undefined) continue;
    const program = realpathSync.native(path);
    return { language, path, program, fingerprint: fingerprintOf(program) };
  }
  return undefined;
}

/** @returns the error for a language without a compiler: what was looked for, and what to do */
export function noCompiler(language: CompiledLanguage): HeddleError {
  const { variable, names, debianPackage } = programs[language];
  const chosen = process.env[variable];
  if (chosen) {
    return new HeddleError('UNAVAILABLE', `${variable} names '${chosen}', which is not a program that can be run`, {
      backend: 'host',
      hint: `Name one on the PATH or by its path, or unset ${variable}.`,
    });
  }
  return new HeddleError('UNAVAILABLE', `no ${language} compiler was found (${names.join(', ')})`, {
    backend: 'host',
    hint: `Install one (Debian: apt-get install ${debianPackage}), or name one in ${variable}.`,
  });
}

/**
 * Whether the compiler is GCC: only then may GCC's own options be used. The name of the file tells without starting it.
 * For another name (ccache, a script, a plain `c++`) the compiler is run once.
 */
export function isGcc({ program, path, fingerprint }: FoundCompiler): boolean {
  const name = basename(program);
  if (/(?:^|-)g(?:cc|\+\+)(?:-[\d.]+)?$/.test(name)) return true;
  if (name.includes('clang')) return false;
  const known = asked.get(fingerprint);
  if (known !== undefined) return known;
  // As what it was called: ccache goes by that.
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const isOne = /Free Software Foundation/.test(stdout);
  asked.set(fingerprint, isOne);
  return isOne;
}

const asked = new Map<string, boolean>();

/** The absolute path of a program, as a shell would find it. */
export function findProgram(
  name: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const candidates =
    isAbsolute(name) || name.includes('/')
      ? [name]
      : (environment.PATH ?? '')
          .split(delimiter)
          .filter(isAbsolute)
          .map((folder) => `${folder}/${name}`);
  return candidates.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    // Most folders of the PATH have no such file, and an error for each would take longer than the look.
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fingerprintOf(program: string): string {
  const { size, mtimeMs, ino } = statSync(program);
  return `${program}:${size}:${mtimeMs}:${ino}`;
}
