/** Finds the variables of a source that the host may read and write by name. */
import { withoutAttributes } from './attributes';
import { splitAtCommas } from './brackets';
import { noReaderInputs } from './reader-inputs';
import { dataModelOf } from './data-model';
import { readDeclarations, type RawDeclaration } from './declaration-reader';
import { declare } from './declarations';
import type { ParseOptions } from './parse-kernels';
import { readEveryWay } from './possible-readings';
import { Preprocessor } from './preprocessor';
import { Scope } from './scope';
import { readTemplateHeader } from './template-header';
import type { Token } from './tokenizer';
import { TypeResolver } from './type-resolver';

const markers = new Set(['__device__', '__constant__', '__managed__']);
const signs = [...markers, '##', '\\'];

/**
 * Names of the variables declared with `__device__`, `__constant__` or `__managed__`, with their namespaces.
 *
 * Only what is certainly a variable is named: compilers are asked for each of these, and a wrong one would make them
 * refuse a source that is right.
 */
export function parseGlobals(source: string, options: ParseOptions): string[] {
  const { language, defines = {}, headers = {}, inputs = noReaderInputs } = options;
  if (language !== 'cuda' && language !== 'hip') return [];
  if (!mayDeclare(`${source}\n${Object.values(headers).join('\n')}\n${Object.values(defines).join('\n')}`)) return [];
  const { all } = readEveryWay(
    (branches) => {
      const resolver = new TypeResolver(language, options.dataModel ?? dataModelOf(language));
      const names = new Set<string>();
      const preprocessor = new Preprocessor(source, { language, defines, headers, inputs, branches });
      readDeclarations(preprocessor, new Scope(), (raw) => {
        declare(raw, resolver);
        for (const name of variablesOf(raw)) names.add(raw.scope.qualify(name));
      });
      return names;
    },
    source.length,
    options.branches,
  );
  const [{ result: likely }, ...others] = all;
  return [...likely].filter((name) => others.every(({ result }) => result.has(name)));
}

// Most kernels have no such variable, and what is compiled again and again comes from a cache, where to read the whole
// source would take longest. A marker may also be put together by a macro, or broken over two lines.
function mayDeclare(text: string): boolean {
  for (const sign of signs) if (text.includes(sign)) return true;
  return false;
}

function variablesOf(raw: RawDeclaration): string[] {
  if (raw.isFunctionDefinition || !raw.head.some(({ kind, text }) => kind === 'word' && markers.has(text))) return [];
  const { parameters, declaration } = readTemplateHeader(raw.head);
  if (!declaration || (parameters ?? []).length > 0 || declaration[0]?.text === 'extern') return [];
  const tokens = raw.body === undefined ? withoutAttributes(declaration) : raw.tail;
  return splitAtCommas(tokens).flatMap((part) => nameOf(part) ?? []);
}

/** The last word before an extent or an initialiser; nothing for a function or a qualified name. */
function nameOf(part: readonly Token[]): string | undefined {
  const end = part.findIndex(
    ({ kind, text }) => kind === 'punctuation' && (text === '[' || text === '=' || text === '{'),
  );
  const declarator = end < 0 ? part : part.slice(0, end);
  if (declarator.some(({ text }) => text === '(' || (text === '::' && declarator.at(-2)?.text === '::')))
    return undefined;
  const name = declarator.at(-1);
  return name?.kind === 'word' && !markers.has(name.text) ? name.text : undefined;
}
