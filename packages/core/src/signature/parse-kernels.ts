/**
 * Finds the kernels of a source and what they take.
 *
 * This reads declarations, not a whole language: what it does not understand it leaves unknown, and the compiler
 * has the last word on whether the source is right.
 */
import { argumentError } from '../errors';
import type { Branches } from './branches';
import { noReaderInputs, type ReaderInputs } from './reader-inputs';
import { dataModelOf, type DataModel } from './data-model';
import { readDeclarations, type RawDeclaration } from './declaration-reader';
import { declare } from './declarations';
import { parseFortran } from './fortran';
import {
  isExternC,
  readFunction,
  returnTypeOf,
  signatureOf,
  type FunctionDeclaration,
  type SignatureContext,
} from './kernel-declaration';
import { mergeReadings } from './merge-signatures';
import { nameOverloads } from './names/overloads';
import { compareTypeLists } from './names/type-tree';
import { readEveryWay, type Readings } from './possible-readings';
import { Preprocessor } from './preprocessor';
import { Scope } from './scope';
import { nameParts } from './names/name-expression-parts';
import { tokenize } from './tokenizer';
import { isReadLanguage, withDeclared, type KernelSignature, type SourceLanguage } from './signature';
import { TypeResolver } from './type-resolver';

/** How a source is to be read. */
export interface ParseOptions {
  readonly language: SourceLanguage;
  /** Macros as a compiler's `-D` gives them: name -> text. */
  readonly defines?: Readonly<Record<string, string>>;
  /** Headers by the name that `#include` uses. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further inputs of the compiler. Default: none; headers that are not in `headers` are then out of sight. */
  readonly inputs?: ReaderInputs;
  /** Outcomes of conditions that only the compiler could decide, in the order in which they are met. */
  readonly branches?: readonly boolean[];
  /** Plain C++ functions wanted although they are not `extern "C"`. */
  readonly names?: readonly string[];
  /** Default: {@link dataModelOf} the language. */
  readonly dataModel?: DataModel;
}

/**
 * Finds every kernel of a source: `__global__` functions, `__kernel` functions, the dialect's `KERNEL` functions,
 * and for `c`, `c++` and `fortran` the plain functions with C linkage that return nothing or a number.
 *
 * If a function is declared several times, its definition counts; all overloads are listed. Parameters that depend on a
 * condition which only the compiler can decide are left open: see {@link Parameter.unknown}.
 *
 * A language that a backend names itself is not read: there are no kernels in its sources.
 */
export function parseKernels(source: string, options: ParseOptions): KernelSignature[] {
  return mergeReadings(kernelReadings(source, options).all);
}

/** The kernels of a source on every way through the conditions that only its compiler can decide. */
export function kernelReadings(source: string, options: ParseOptions): Readings<KernelSignature[]> {
  if (typeof source !== 'string') throw argumentError('the source must be a string');
  return readEveryWay((branches) => readKernels(source, options, branches), source.length, options.branches);
}

function readKernels(source: string, options: ParseOptions, branches: Branches): KernelSignature[] {
  const { language, defines = {}, headers = {}, inputs = noReaderInputs, dataModel = dataModelOf(language) } = options;
  if (!isReadLanguage(language)) return [];
  if (language === 'fortran') return parseFortran(source, dataModel);
  const resolver = new TypeResolver(language, dataModel);
  const isPlain = language === 'c' || language === 'c++';
  const outOfSight = (): string | undefined => branches.foreign.at(-1);
  const context: SignatureContext = { resolver, outOfSight };
  const kernels = new Kernels();
  const isWanted = isPlain ? plainFunctionFilter(language, options.names ?? []) : kernelFilter(language);
  const isWantedName = isPlain ? plainNameFilter(language, options.names ?? []) : () => true;
  const preprocessor = new Preprocessor(source, { language, defines, headers, inputs, branches });
  readDeclarations(preprocessor, new Scope(), (raw) => {
    const found = isWanted(raw) ? readFunction(raw) : undefined;
    if (!found || !isWantedName(found)) {
      declare(raw, resolver);
      return;
    }
    const signature = isPlain ? plainSignature(found, context) : signatureOf(found, context);
    if (!signature) return;
    raw.scope.root.declareKernel(found.qualifiedName);
    kernels.add(signature, raw.isFunctionDefinition);
  });
  return nameOverloads(kernels.all());
}

type DeclarationFilter = (raw: RawDeclaration) => boolean;

/** Tells kernels by the word that marks them. */
function kernelFilter(language: SourceLanguage): DeclarationFilter {
  const markers = kernelMarkers[language] ?? [];
  return ({ head }) => head.some(({ kind, text }) => kind === 'word' && markers.includes(text));
}

const kernelMarkers: Partial<Record<SourceLanguage, readonly string[]>> = {
  cuda: ['__global__'],
  hip: ['__global__'],
  opencl: ['__kernel', 'kernel'],
  portable: ['KERNEL', '__global__', '__kernel'],
};

/** Tells definitions of functions that other files can call: all in C, those of C linkage and those named in C++. */
function plainFunctionFilter(language: SourceLanguage, names: readonly string[]): DeclarationFilter {
  return ({ head, isFunctionDefinition, hasCLinkage }) => {
    if (!isFunctionDefinition || head.some(({ text }) => text === 'static')) return false;
    return language === 'c' || hasCLinkage || isExternC(head) || names.length > 0;
  };
}

/** Functions of C++ linkage are there if they were asked for. */
function plainNameFilter(language: SourceLanguage, names: readonly string[]): (found: FunctionDeclaration) => boolean {
  const wanted = new Set(
    names.map((name) =>
      nameParts(tokenize(name))
        ?.path.filter((part) => part !== '')
        .join('::'),
    ),
  );
  return ({ hasCLinkage, qualifiedName }) => language === 'c' || hasCLinkage || wanted.has(qualifiedName);
}

/** Undefined for a function that returns something else than a number. */
function plainSignature(found: FunctionDeclaration, context: SignatureContext): KernelSignature | undefined {
  const returned = returnTypeOf(found, context.resolver);
  if (returned === undefined) return undefined;
  const signature = signatureOf(found, context);
  if (returned === 'none') return signature;
  const withReturn = withDeclared({ ...signature, returns: returned }, signature.declared);
  if (signature.instantiate) Object.defineProperty(withReturn, 'instantiate', { value: signature.instantiate });
  return withReturn;
}

/** Kernels in the order of the source, declarations and definitions of the same one taken together. */
class Kernels {
  readonly #byName = new Map<string, { signature: KernelSignature; isDefinition: boolean }[]>();

  add(signature: KernelSignature, isDefinition: boolean): void {
    const same = this.#byName.get(signature.name) ?? [];
    this.#byName.set(signature.name, same);
    const twin = same.find(
      (other) => isSameFunction(other.signature, signature) && !(other.isDefinition && isDefinition),
    );
    if (!twin) {
      // More overloads than anyone writes would make this search slow.
      if (same.length < 256) same.push({ signature, isDefinition });
    } else if (isDefinition) {
      twin.signature = signature;
      twin.isDefinition = true;
    }
  }

  all(): KernelSignature[] {
    return [...this.#byName.values()].flat().map(({ signature }) => signature);
  }
}

/** Template parameters may be called differently in a declaration and its definition: of those only the kinds count. */
function isSameFunction(a: KernelSignature, b: KernelSignature): boolean {
  if (!a.declared || !b.declared || a.parameters.length !== b.parameters.length) return false;
  if (a.declared.templateKinds.join() !== b.declared.templateKinds.join()) return false;
  return compareTypeLists(a.declared.parameters, b.declared.parameters) !== 'different';
}
