/** The lines behind a source that make its kernels and variables findable in the compiled module. */
import type { CompileRequest, KernelSignature, Parameter } from '@heddle/core';
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
  const kernels = [...new Set([...plain.map(({ name }) => name), ...request.names])];
  const bodies = kernelBodies(request.userSource, request.kernels);
  const loop = loopForm(request);
  const formOf = (name: string): string => {
    const plainName = withoutArguments(name);
    if (blockFunctions.has(plainName)) return 'HEDDLE_WHOLE_BLOCK_FORM';
    const parameters = request.kernels.flatMap((one) => (one.name === plainName ? one.parameters : []));
    return formOfBody(bodies.get(plainName) ?? '', new Set(parameters.map((parameter) => parameter.name)), loop);
  };
  const expressionOf = (name: string): string => {
    const plainName = withoutArguments(name);
    const blockFunction = blockFunctions.get(plainName);
    if (blockFunction !== undefined) return `${blockFunction}${name.slice(plainName.length)}`;
    const kernel = overloaded.has(name) ? plain.find((one) => one.name === name) : undefined;
    return kernel ? byParameters(kernel) : name;
  };
  // A macro behind a kernel may have its name: the name stands for the kernel here.
  const hidden = plain.map(({ name }) => name).filter((name) => defines(request.userSource, name));
  return [
    ...hidden.map((name) => `#undef ${name}`),
    ...kernels.map((name, index) => `HEDDLE_ENTRY(${formOf(name)}, ${index}, ${quoted(name)}, ${expressionOf(name)})`),
    ...request.globals.map((name, index) => `HEDDLE_GLOBAL(${index}, ${quoted(name)}, ${name})`),
    '',
  ].join('\n');
}

/**
 * The request without the kernels whose own lines the compiler refused, where it refused nothing else: those that stand
 * where a compiler's own macro (`#if __GNUC__ < 5`) decided, which is not known before, and overloads, of which one is
 * meant only by a name expression. Undefined where nothing of the kind can be left out.
 */
export function withoutRefusedKernels(request: CompileRequest, log: string): CompileRequest | undefined {
  const refused = refusedNames(request, log);
  const kernels = request.kernels.filter(({ name }) => !refused.includes(name) || request.names.includes(name));
  const isLess = kernels.length < request.kernels.length;
  return isLess && kernels.length + request.names.length > 0 ? { ...request, kernels } : undefined;
}

/**
 * Of the kernels whose own lines the compiler refused, those that may share their names with functions that are none, as
 * `exp` does: kernels of one name are told apart by the user alone.
 */
export function overloadedKernels(request: CompileRequest, log: string): ReadonlySet<string> {
  const refused = refusedNames(request, log);
  const names = request.kernels.map(({ name }) => name);
  return new Set(refused.filter((name) => names.filter((other) => other === name).length === 1));
}

/** The name expression of one kernel of several functions of its name: `(void (*)(const float*, int))exp`. */
export function byParameters({ name, parameters }: KernelSignature): string {
  return `(void (*)(${parameters.map(typeOf).join(', ')}))${name}`;
}

// Not told: where a const or volatile stands behind the first pointer.
function typeOf({ type, readonly: isConst }: Parameter): string {
  return isConst === true ? `const ${type}` : type;
}

/** The names whose lines the compiler refused, where it refused nothing else: the source itself compiled. */
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

// What the generated lines expand to fails where a name is that of several functions.
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

// Undefined where no kernel asks for its thread's index. That comes from threadIdx, a macro of the portable dialect, or a
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

// `ns::scale<float, 3>` -> `ns::scale`
function withoutArguments(name: string): string {
  return name.replace(/\s*<[^]*$/, '');
}

function quoted(name: string): string {
  return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}
