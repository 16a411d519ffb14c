/** The lines after a source that make its kernels and variables findable in the compiled module. */
import { isHeddleError } from '@heddle/core';
import { expressionByParameters, signatureFor, type CompileRequest, type KernelSignature } from '@heddle/core/backend';
import { indexType, kernelBodies, waits, walksColumns } from './kernel-bodies';

/** What diagnostics call the generated lines. */
export const generatedFile = 'heddle-entries';

/**
 * A line for each plain kernel and each name expression, and one for each variable. The form that a kernel's line names
 * decides into what it is compiled; any of them is right for any kernel, and the simplest that is fast takes the compiler
 * least time. An overloaded kernel's line names it by its parameters too, and that of a kernel whose blocks a function of
 * its own executes names the function.
 */
export function entryLines(
  request: CompileRequest,
  overloaded: ReadonlySet<string> = new Set(),
  blockFunctions: ReadonlyMap<string, string> = new Map(),
): string {
  const plain = request.kernels.filter(({ templateParameters }) => templateParameters.length === 0);
  const kernels = [...new Set([...plain.map(nameOf), ...request.names])];
  const bodies = kernelBodies(request.userSource, request.kernels);
  const loop = loopForm(request);
  // The kernel that a name means; undefined for one that the reader of signatures does not find.
  const signatures = new Map(kernels.map((name) => [name, signatureNamed(request, name)]));
  const blockFunctionOf = (signature: KernelSignature | undefined): string | undefined =>
    signature === undefined || signature.overload !== undefined ? undefined : blockFunctions.get(pathOf(signature));
  const formOf = (name: string): string => {
    const signature = signatures.get(name);
    if (blockFunctionOf(signature) !== undefined) return 'HEDDLE_WHOLE_BLOCK_FORM';
    const parameters = new Set(signature?.parameters.map((parameter) => parameter.name));
    return formOfBody((signature && bodies.get(pathOf(signature))) ?? '', parameters, loop);
  };
  const expressionOf = (name: string): string => {
    const signature = signatures.get(name);
    const blockFunction = blockFunctionOf(signature);
    if (signature && blockFunction !== undefined)
      return `${blockFunction}${signature.name.slice(pathOf(signature).length)}`;
    return overloaded.has(name) && signature ? expressionByParameters(signature) : name;
  };
  // A macro after a kernel may have its name: the name stands for the kernel here.
  const hidden = [...new Set(plain.map(({ name }) => name))].filter((name) => defines(request.userSource, name));
  return [
    ...hidden.map((name) => `#undef ${name}`),
    ...kernels.map((name, index) => `HEDDLE_ENTRY(${formOf(name)}, ${index}, ${quoted(name)}, ${expressionOf(name)})`),
    ...request.globals.map((name, index) => `HEDDLE_GLOBAL(${index}, ${quoted(name)}, ${name})`),
    '',
  ].join('\n');
}

/**
 * The request without the kernels whose generated lines the compiler refused, if it refused nothing else. These are
 * kernels under a compiler's own macro (`#if __GNUC__ < 5`), which is not known before, and overloads, which only a
 * name expression can choose. Undefined if nothing of the kind can be left out.
 */
export function withoutRefusedKernels(request: CompileRequest, log: string): CompileRequest | undefined {
  const refused = refusedNames(request, log);
  const kernels = request.kernels.filter(
    (kernel) => !refused.includes(nameOf(kernel)) || request.names.includes(nameOf(kernel)),
  );
  const isLess = kernels.length < request.kernels.length;
  return isLess && kernels.length + request.names.length > 0 ? { ...request, kernels } : undefined;
}

/**
 * The kernels whose generated lines the compiler refused and whose names may be those of ordinary functions, such as
 * `exp`. Only the user can choose among several kernels of one name.
 */
export function overloadedKernels(request: CompileRequest, log: string): ReadonlySet<string> {
  const refused = refusedNames(request, log);
  const names = new Set(request.kernels.filter(({ overload }) => overload === undefined).map(({ name }) => name));
  return new Set(refused.filter((name) => names.has(name)));
}

/** The names whose lines the compiler refused, if it refused nothing else: the source itself compiled. */
export function refusedNames(request: CompileRequest, log: string): readonly string[] {
  if (foreignError.test(log)) return [];
  const lines = entryLines(request).split('\n');
  const numbers = new Set(Array.from(log.matchAll(generatedLine), ([, number]) => Number(number)));
  return [...numbers].flatMap((number) => nameInLine(lines[number - 1]) ?? []);
}

function nameInLine(line = ''): string | undefined {
  const name = /^HEDDLE_\w+\((?:[^,]*, )?\d+, ("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  return name === undefined ? undefined : (JSON.parse(name) as string);
}

const generatedLine = new RegExp(`^${generatedFile}:(\\d+):`, 'gm');

// The expansion of a generated line fails if several functions have the name.
const foreignError = new RegExp(
  `^(?!${generatedFile}:|\\S*heddle/entry_point\\.h:).*?:\\d+:\\d+: (?:fatal )?error:`,
  'm',
);

function formOfBody(body: string, parameters: ReadonlySet<string>, loop: LoopForm | undefined): string {
  if (waits(body) || loop === undefined) return 'HEDDLE_SCALAR_FORM';
  const forms: string[] = [loop];
  const index = indexType(body);
  if (index !== undefined) forms.push(`HEDDLE_${index.replace(' ', '_').toUpperCase()}_INDEX_FORM`);
  if (walksColumns(body, parameters)) forms.push('HEDDLE_COLUMN_FORM');
  return forms.join(' | ');
}

type LoopForm = 'HEDDLE_BLOCK_FORM' | 'HEDDLE_ROW_FORM';

// Undefined if no kernel asks for its thread's index. That comes from threadIdx, a macro of the portable dialect, or a
// group's thread_rank; whatever else is included, defined or asked for may hold one of them.
function loopForm(request: CompileRequest): LoopForm | undefined {
  const { userSource, headers, includeDirs, defines, options } = request;
  const given = [userSource, ...Object.values(headers), ...Object.values(defines), ...options];
  const has = (what: RegExp): boolean => given.some((text) => what.test(text));
  const mayHaveMore = includeDirs.length > 0 || has(/#\s*include/);
  if (!mayHaveMore && !has(/thread|GLOBAL_INDEX/i)) return undefined;
  const asksForRow = has(/\.\s*[yz]\b|thread_(?:rank|index)|(?:THREAD|GLOBAL)_INDEX\s*\(\s*[^\s0]/);
  return mayHaveMore || asksForRow ? 'HEDDLE_BLOCK_FORM' : 'HEDDLE_ROW_FORM';
}

function defines(source: string, name: string): boolean {
  return /^\w+$/.test(name) && new RegExp(`^\\s*#\\s*define\\s+${name}\\b`, 'm').test(source);
}

// The name that selects a kernel: an expression if others have its name.
function nameOf({ name, overload }: KernelSignature): string {
  return overload ?? name;
}

// `ns::scale` of `ns::scale<float, 3>`.
function pathOf({ name, declared }: KernelSignature): string {
  return declared?.qualifiedName ?? name;
}

function signatureNamed({ kernels }: CompileRequest, name: string): KernelSignature | undefined {
  try {
    return kernels.find((kernel) => nameOf(kernel) === name) ?? signatureFor(kernels, name);
  } catch (error) {
    if (isHeddleError(error, 'ARGUMENT')) return undefined;
    throw error;
  }
}

function quoted(name: string): string {
  return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}
