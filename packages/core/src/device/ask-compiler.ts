/**
 * Asks a compiler which way it goes at conditions that only it can decide: on its own macros and headers.
 *
 * It compiles a text of the source's directives that ends in an error, whose message holds the answers. Every compiler
 * has such a message, and nothing else of it has to be known.
 */
import { applyDialect } from '../dialect/dialect';
import { isHeddleError } from '../errors';
import type { SourceLanguage } from '../signature';
import type { Compiler, CompileRequest } from '../spi/compiler';
import type { SourceReader } from './source-reader';

/** A source that is about to be compiled. */
export interface AskedSource {
  readonly compiler: Compiler;
  readonly request: CompileRequest;
  /** The language it is written in. */
  readonly language: SourceLanguage;
  readonly reader: SourceReader;
}

/** Conditions may depend on the outcome of others: as many times a compiler is asked. */
const maximumRounds = 16;

/**
 * Decides the reader's conditions, if what a kernel takes depends on them.
 *
 * A compiler that does not answer leaves them open: what depends on them then has no type.
 *
 * @returns the outcomes, in the order in which the conditions are met; undefined if the compiler was not asked
 */
export async function decideBranches(asked: AskedSource, signal?: AbortSignal): Promise<boolean[] | undefined> {
  const { reader } = asked;
  let known: boolean[] | undefined;
  for (let round = 0; round < maximumRounds && !reader.isDecided; round++) {
    const { conditions, branches } = reader.likely;
    const { askable } = branches;
    if (askable <= (known?.length ?? 0)) break;
    const answers = await ask(asked, branches.asQuestion(macroOf), askable, signal);
    if (!answers) break;
    // After a condition that goes the other way, the rest of the source may differ: ask about it again.
    const wrong = answers.findIndex((holds, i) => conditions[i]?.holds !== holds);
    known = wrong < 0 ? answers : answers.slice(0, wrong + 1);
    reader.decide(known);
  }
  return known;
}

/** As it is kept in an artifact. */
export function branchesText(branches: readonly boolean[]): string {
  return branches.map((holds) => (holds ? '1' : '0')).join('');
}

/** The outcomes that {@link branchesText} wrote. */
export function branchesOf(text: string): boolean[] {
  return Array.from(text, (digit) => digit === '1');
}

const mark = 'heddle-branches:';

function macroOf(index: number): string {
  return `HEDDLE_BRANCH_${index}`;
}

async function ask(
  { compiler, request, language }: AskedSource,
  question: string,
  count: number,
  signal: AbortSignal | undefined,
): Promise<boolean[] | undefined> {
  const isC = request.language === 'c' || request.language === 'opencl';
  const answers = Array.from({ length: count }, (_, i) => macroOf(i)).join(' ');
  const assertion = isC ? '_Static_assert' : 'static_assert';
  const text = `${question}\n#undef ${assertion}\n${assertion}(0, "${mark}" ${answers} ":");\n`;
  const { dialect } = compiler;
  const source = language === 'portable' && dialect ? applyDialect(dialect, text, request.fileName) : text;
  const asking = { ...request, source, userSource: text, kernels: [], names: [], globals: [] };
  try {
    await compiler.compile(signal ? { ...asking, signal } : asking);
    return undefined;
  } catch (error) {
    if (!isHeddleError(error, 'COMPILE')) throw error;
    return answersIn(`${error.message}\n${error.log ?? ''}`, count);
  }
}

// A compiler that compiles in two passes, for the host and the device, may go both ways.
function answersIn(log: string, count: number): boolean[] | undefined {
  const found = new Set([...log.matchAll(/heddle-branches:([01]*):/g)].map(([, digits = '']) => digits));
  const [only, second] = found;
  return only?.length === count && second === undefined ? branchesOf(only) : undefined;
}
