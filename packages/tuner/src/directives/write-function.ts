/** Writes a region as a function that runs it once and returns its time in milliseconds. */
import type { DataMovement } from './data-movement';
import type { DirectiveParameter } from './parameters';
import type { Region } from './read-regions';

export interface FunctionParts {
  readonly region: Region;
  readonly parameters: readonly DirectiveParameter[];
  readonly movement: DataMovement;
  readonly preprocessor: readonly string[];
  readonly dimensions: Readonly<Record<string, number>>;
  readonly initialize: readonly Region[];
  readonly deinitialize: readonly Region[];
}

export function writeC(parts: FunctionParts, language: 'c' | 'c++'): string {
  const { region, parameters, movement } = parts;
  const restrict = language === 'c' ? 'restrict' : '__restrict__';
  const list = parameters.map(({ name, type, isArray }) => `${type} ${isArray ? `*${restrict} ` : ''}${name}`);
  const clock = language === 'c' ? cClock : cxxClock;
  return lines(
    macros(parts),
    clock.include,
    `${language === 'c' ? '' : 'extern "C" '}double ${region.name}(${list.join(', ')}) {`,
    parts.initialize.map((each) => marked('#line', each, each.body)),
    movement.before,
    clock.start,
    marked('#line', region, movement.body),
    clock.stop,
    movement.after,
    parts.deinitialize.map((each) => marked('#line', each, each.body)),
    clock.result,
    '}',
  );
}

const cClock = {
  include: '#include <time.h>',
  start: 'struct timespec heddle_from, heddle_to;\nclock_gettime(CLOCK_MONOTONIC, &heddle_from);',
  stop: 'clock_gettime(CLOCK_MONOTONIC, &heddle_to);',
  result: 'return (heddle_to.tv_sec - heddle_from.tv_sec) * 1e3 + (heddle_to.tv_nsec - heddle_from.tv_nsec) / 1e6;',
};

const cxxClock = {
  include: '#include <chrono>',
  start: 'const auto heddle_from = std::chrono::steady_clock::now();',
  stop: 'const auto heddle_to = std::chrono::steady_clock::now();',
  result: 'return std::chrono::duration<double, std::milli>(heddle_to - heddle_from).count();',
};

export function writeFortran(parts: FunctionParts): string {
  const { region, parameters, movement } = parts;
  // A line of Fortran has 132 characters at most.
  const list = parameters.map(({ name }) => name).join(', &\n  ');
  return lines(
    macros(parts),
    `function ${region.name}(${list}) result(heddle_time) bind(c)`,
    'use iso_c_binding',
    'implicit none',
    parameters.map(fortranDeclaration),
    'integer(c_long_long) :: heddle_from, heddle_to, heddle_rate',
    'real(c_double) :: heddle_time',
    parts.initialize.map((each) => marked('#', each, each.body)),
    movement.before,
    'call system_clock(heddle_from, heddle_rate)',
    marked('#', region, movement.body),
    'call system_clock(heddle_to)',
    movement.after,
    parts.deinitialize.map((each) => marked('#', each, each.body)),
    'heddle_time = real(heddle_to - heddle_from, c_double) * 1e3 / real(heddle_rate, c_double)',
    `end function ${region.name}`,
  );
}

const fortranTypes: Readonly<Record<string, string>> = {
  float32: 'real(c_float)',
  float64: 'real(c_double)',
  bool: 'logical(c_bool)',
  int8: 'integer(c_int8_t)',
  int16: 'integer(c_int16_t)',
  int32: 'integer(c_int)',
  int64: 'integer(c_int64_t)',
};

/** True if Fortran has the type of a parameter. */
export function isFortranType({ dtype }: DirectiveParameter): boolean {
  return dtype !== undefined && Object.hasOwn(fortranTypes, dtype);
}

/** The types that a Fortran region's arguments may have, by their names in C. */
export const fortranTypeNames = 'float, double, bool, char, short, int and long';

function fortranDeclaration({ name, dtype, isArray, dimensions }: DirectiveParameter): string {
  const type = fortranTypes[dtype ?? ''] ?? '';
  return `${type}, ${isArray ? `dimension(${dimensions.join(',')})` : 'value'} :: ${name}`;
}

// A tunable parameter is a macro already, and so is a size that the caller gives: theirs holds, not the program's.
function macros({ preprocessor, dimensions }: FunctionParts): string[] {
  const given = Object.entries(dimensions).map(([name, value]) => `#define ${name} ${value}`);
  const own = preprocessor.map((line) => {
    const name = /^\s*#\s*define\s+(\w+)(?!\w|\()/.exec(line)?.[1];
    return name === undefined ? line : `#ifndef ${name}\n${line}\n#endif`;
  });
  return [...given, ...own];
}

// Diagnostics then have the lines of the program.
function marked(directive: '#line' | '#', { bodyLine }: Region, body: string): string {
  return `${directive} ${bodyLine} "source"\n${body}`;
}

function lines(...parts: readonly (string | readonly string[])[]): string {
  return `${parts.flat().join('\n')}\n`;
}
