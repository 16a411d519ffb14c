/** The names of kernels in binaries: which symbol a name expression means, and how each kernel is written. */
import { Scope } from '../scope';
import { dataModelOf } from '../data-model';
import type { KernelSignature } from '../signature';
import { tokenize, type Token } from '../tokenizer';
import { TypeResolver } from '../type-resolver';
import { castTo, parametersOf } from './function-types';
import { nameParts, type NameParts } from './name-expression-parts';
import { argumentKind, readArgument } from './read-argument';
import { contextOf } from './read-type';
import { readSymbol, type SymbolName } from './read-symbol';
import { spellPath, spellType } from './spell-type';
import type { TreeContext } from './tree-context';
import {
  compareArguments,
  comparePaths,
  compareTypeLists,
  flattened,
  weakest,
  type ArgumentNode,
  type Likeness,
  type NamePart,
} from './type-tree';

/**
 * The symbols that a name expression may mean: one, or several if it says too little. A symbol means itself.
 *
 * A binary does not tell which namespaces are inline and what has a second name, so names are compared in full.
 */
export function symbolsNamed(nameExpression: string, symbols: readonly string[]): readonly string[] {
  if (symbols.includes(nameExpression)) return [nameExpression];
  return meantBy(nameExpression, readable(symbols));
}

/** Name expressions for the kernels of a binary, each of which means that kernel alone. */
export function symbolExpressions(symbols: readonly string[]): ReadonlyMap<string, string> {
  const names = readable(symbols);
  const isOnly = (expression: string, symbol: string): boolean => {
    const meant = meantBy(expression, names);
    return meant.length === 1 && meant[0] === symbol;
  };
  const expressions = new Map(symbols.map((symbol) => [symbol, symbol]));
  const counts = new Map<string, number>();
  for (const { path } of names) counts.set(plainPath(path), (counts.get(plainPath(path)) ?? 0) + 1);
  for (const { symbol, path, parameters } of names) {
    const written = spellPath(path);
    const cast = parameters ? [`(${spellType(castTo(parameters))})${written}`] : [];
    // Beside instances of a template of its name, C++ takes no plain function's name alone.
    const isShared = path.at(-1)?.arguments === undefined && (counts.get(plainPath(path)) ?? 0) > 1;
    const candidates = isShared ? [...cast, written] : [written, ...cast];
    const expression = candidates.find((candidate) => isOnly(candidate, symbol));
    if (expression !== undefined) expressions.set(symbol, expression);
  }
  return expressions;
}

/** A name without the arguments of its last part. */
function plainPath(path: readonly NamePart[]): string {
  const last = path.at(-1);
  return spellPath(last ? [...path.slice(0, -1), { name: last.name }] : path);
}

/** The same, as an artifact has them: those that differ. */
export function entryNamesIn(symbols: readonly string[]): Record<string, string> {
  const pairs = [...symbolExpressions(symbols)].map(([symbol, expression]) => [expression, symbol] as const);
  return Object.fromEntries(pairs.filter(([expression, symbol]) => expression !== symbol));
}

function readable(symbols: readonly string[]): readonly SymbolName[] {
  return symbols.flatMap((symbol) => readSymbol(symbol) ?? []);
}

function meantBy(nameExpression: string, names: readonly SymbolName[]): readonly string[] {
  const parts = nameParts(tokenize(nameExpression.slice(0, 10_000)));
  if (!parts) return [];
  const context = contextOf(new TypeResolver('cuda', dataModelOf('cuda')), 'class');
  return bestOf(names, (name) => likeness(name, parts, context)).map(({ symbol }) => symbol);
}

/**
 * The symbols of a source's kernels that are not templates, by the expressions that mean them: those that differ.
 *
 * @param symbols - the kernels in the binary that was made of the source
 */
export function entryNamesOf(
  signatures: readonly KernelSignature[],
  symbols: readonly string[],
): Record<string, string> {
  const read = readable(symbols);
  const entryNames: Record<string, string> = {};
  for (const signature of signatures) {
    if (signature.templateParameters.length > 0) continue;
    const key = signature.overload ?? signature.name;
    const [first, second] = bestOf(read, (name) => likenessTo(signature, name));
    const found = first ? (second ? undefined : first) : onlyOfItsName(signature, read);
    if (found && found.symbol !== key) entryNames[key] = found.symbol;
  }
  return entryNames;
}

/**
 * The one symbol of a kernel's name. A compiler may give a type of the source another name than the source does, as HIP
 * does with `cudaTextureObject_t`.
 */
function onlyOfItsName({ declared, name, overload }: KernelSignature, symbols: readonly SymbolName[]) {
  const hasName = ({ path }: SymbolName): boolean =>
    declared ? comparePaths(declared.path, path) !== 'different' : spellPath(path) === name;
  const [only, second] = overload === undefined ? symbols.filter(hasName) : [];
  return second ? undefined : only;
}

/** Those that are surely the same, else those that may be. */
function bestOf(names: readonly SymbolName[], likenessOf: (name: SymbolName) => Likeness): readonly SymbolName[] {
  const found = names.map((name) => [name, likenessOf(name)] as const).filter(([, how]) => how !== 'different');
  const same = found.filter(([, how]) => how === 'same');
  return (same.length > 0 ? same : found).map(([name]) => name);
}

function likenessTo({ declared, name }: KernelSignature, symbol: SymbolName): Likeness {
  if (!declared) return symbol.symbol === name ? 'same' : 'different';
  const { path, parameters } = declared;
  if (!symbol.parameters) {
    const isIt = path.at(-1)?.name === symbol.symbol;
    // C linkage may come from a declaration that was not seen.
    return !isIt ? 'different' : declared.hasCLinkage ? 'same' : 'possible';
  }
  if (declared.hasCLinkage) return 'different';
  return weakest([comparePaths(path, symbol.path), compareTypeLists(parameters, symbol.parameters)]);
}

function likeness(symbol: SymbolName, { path, list, cast }: NameParts, context: TreeContext): Likeness {
  const names = path.filter((name) => name !== '');
  // A symbol of C linkage does not tell its namespace.
  if (!symbol.parameters && names.at(-1) === symbol.symbol && !list) return names.length === 1 ? 'same' : 'possible';
  const isPath = names.length === symbol.path.length && names.every((name, i) => symbol.path[i]?.name === name);
  if (!isPath) return 'different';
  const own = symbol.path.at(-1)?.arguments;
  if ((own === undefined) !== (list === undefined)) return 'different';
  return weakest([
    own && list ? compareArguments(argumentsLike(flattened(own), list, context), flattened(own)) : 'same',
    cast ? likenessOfParameters(symbol, cast, context) : 'same',
  ]);
}

function likenessOfParameters(symbol: SymbolName, cast: readonly Token[], context: TreeContext): Likeness {
  const wanted = parametersOf(context.readType(cast, outermost()));
  if (!wanted) return 'different';
  return symbol.parameters ? compareTypeLists(wanted, symbol.parameters) : 'possible';
}

/** Arguments; those that may be types or values are read as what stands in their place in the symbol. */
function argumentsLike(
  own: readonly ArgumentNode[],
  list: readonly (readonly Token[])[],
  context: TreeContext,
): readonly ArgumentNode[] {
  return list.map((tokens, i) => {
    const kind = argumentKind(tokens, outermost()) ?? (own[i]?.kind === 'type' ? 'type' : 'value');
    return readArgument(tokens, { name: '', isPack: false, kind }, outermost(), context);
  });
}

// Nothing is declared if a binary is all there is.
function outermost(): Scope {
  return new Scope();
}
