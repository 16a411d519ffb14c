/**
 * Regions of C, C++ and Fortran programs with OpenMP or OpenACC, as functions that can be tuned: Kernel Tuner's form,
 * `#pragma tuner start add a(float*:N) n(int:N)` … `#pragma tuner stop`, and `!$tuner` in Fortran.
 */
import { argumentError } from '@heddle/core/backend';
import { checkOptionsOf, checkWord, type KindsOf } from '../options';
import { dataMovement } from './data-movement';
import { parametersOf, type DirectiveParameter } from './parameters';
import { directiveError, readRegions, type MarkedProgram, type Region } from './read-regions';
import { Dimensions } from './sizes';
import { fortranTypeNames, isFortranType, writeC, writeFortran, type FunctionParts } from './write-function';
import { suggestion } from '../options/suggestion';

export interface DirectiveOptions {
  /** Default: `fortran` where the marks are `!$tuner`, else `c++`. */
  readonly language?: 'c' | 'c++' | 'fortran';
  /** Values of names in sizes; they hold before the program's `#define`s. */
  readonly dimensions?: Readonly<Record<string, number>>;
}

const optionKinds: KindsOf<DirectiveOptions> = { language: 'text', dimensions: 'object' };

/** A region as a function. Spread it into the options of `tuneKernel`. */
export interface DirectiveFunction {
  readonly kernel: string;
  /** The whole function with what it includes: it runs the region once and returns its milliseconds. */
  readonly source: string;
  readonly language: 'c' | 'c++' | 'fortran';
  /** What GNU's compilers need for the region's directives: `-fopenmp`, `-fopenacc`. */
  readonly compilerOptions: readonly string[];
  /** A function has no grid: always 1. */
  readonly problemSize: 1;
  readonly parameters: readonly DirectiveParameter[];
  /** Where the region begins in the program, from 1. */
  readonly line: number;
}

/**
 * All regions of a program, in its order.
 *
 * @throws HeddleError `ARGUMENT` with its line for marks that do not fit together, arguments and sizes that cannot be
 * read, for a program without a region, and for an unknown option
 */
export function directiveFunctions(source: string, options: DirectiveOptions = {}): DirectiveFunction[] {
  checkOptionsOf('directiveFunctions', optionKinds, options);
  checkWord('language', options.language, ['c', 'c++', 'fortran']);
  const program = readRegions(source);
  const regions = program.regions.filter(({ kind }) => kind === 'start');
  if (regions.length === 0) {
    throw argumentError('the program marks no region', {
      parameter: 'source',
      hint: 'Put #pragma tuner start name … and #pragma tuner stop around it; !$tuner in Fortran.',
    });
  }
  return regions.map((region) => functionOf(region, program, options));
}

/** One region by its name. @throws HeddleError as {@link directiveFunctions} does, and if there is none of the name */
export function directiveFunction(source: string, name: string, options: DirectiveOptions = {}): DirectiveFunction {
  const all = directiveFunctions(source, options);
  const found = all.find(({ kernel }) => kernel === name);
  if (found) return found;
  const names = all.map(({ kernel }) => kernel);
  throw argumentError(`the program marks no region ${name}`, { parameter: 'name', hint: suggestion(name, names) });
}

function functionOf(region: Region, program: MarkedProgram, options: DirectiveOptions): DirectiveFunction {
  const { language = program.isFortran ? 'fortran' : 'c++', dimensions = {} } = options;
  const isFortran = language === 'fortran';
  const parameters = parametersOf(region, new Dimensions(dimensions, program.preprocessor));
  if (isFortran) checkTypes(region, parameters);
  const ofKind = (kind: Region['kind']): Region[] => program.regions.filter((each) => each.kind === kind);
  const parts: FunctionParts = {
    region,
    parameters,
    movement: dataMovement(region.body, parameters, isFortran),
    preprocessor: program.preprocessor,
    dimensions,
    initialize: ofKind('initialize'),
    deinitialize: ofKind('deinitialize'),
  };
  return {
    // Fortran's names have no case.
    kernel: isFortran ? region.name.toLowerCase() : region.name,
    source: isFortran ? writeFortran(parts) : writeC(parts, language),
    language,
    compilerOptions: compilerOptionsFor([region, ...parts.initialize, ...parts.deinitialize]),
    problemSize: 1,
    parameters,
    line: region.line,
  };
}

function checkTypes({ line }: Region, parameters: readonly DirectiveParameter[]): void {
  const wrong = parameters.find((parameter) => !isFortranType(parameter));
  if (!wrong) return;
  const hint = `It is one of ${fortranTypeNames}, with a star for an array.`;
  throw directiveError(line, `${wrong.name} has the type ${wrong.type}, which Fortran lacks`, hint);
}

function compilerOptionsFor(regions: readonly Region[]): string[] {
  const uses = (sentinel: string): boolean =>
    regions.some(({ body }) => new RegExp(`^\\s*(#\\s*pragma\\s+|!\\$)${sentinel}\\b`, 'im').test(body));
  return [...(uses('omp') ? ['-fopenmp'] : []), ...(uses('acc') ? ['-fopenacc'] : [])];
}
