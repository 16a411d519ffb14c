/** Signatures given by hand, for binaries and for sources that the parser cannot see through. */
import { describe } from '../diagnostics/describe';
import { dtypes } from '../dtype/dtype';
import { argumentError } from '../errors';
import { splitAtCommas } from './brackets';
import { scalarFacts } from './builtin-types';
import { dataModelOf, type DataModel } from './data-model';
import { readParameterDeclarator } from './kernel-declaration';
import { parameterOf, pointerTo, type ResolvedType } from './resolved-type';
import { Scope } from './scope';
import type { KernelSignature, Parameter, SourceLanguage } from './signature';
import { tokenize, type Token } from './tokenizer';
import { TypeResolver } from './type-resolver';

export interface ExplicitSignatureOptions {
  /** Name of the kernel. Default: `kernel`. */
  readonly name?: string;
  /** Language whose types the text uses. Default `cuda`. */
  readonly language?: SourceLanguage;
  /** Default: {@link dataModelOf} the language. */
  readonly dataModel?: DataModel;
}

/**
 * A signature from a parameter list as C writes it, or from one string per parameter.
 *
 * ```ts
 * parseSignature('float a, const float* x, float* y, int n')
 * parseSignature(['float32', 'const float32*', 'pointer', 'int32'])
 * ```
 * Either form takes C types and dtype names; `pointer` (of anything), `local`, `texture`, `image`, `sampler` and
 * `bytes[16]` for the rest.
 *
 * @throws HeddleError `ARGUMENT` for a type that is unknown
 */
export function parseSignature(
  parameters: string | readonly string[],
  options: ExplicitSignatureOptions = {},
): KernelSignature {
  const { name = 'kernel', language = 'cuda', dataModel = dataModelOf(language) } = options;
  const resolver = new TypeResolver(language, dataModel);
  const scope = explicitScope();
  const lists = typeof parameters === 'string' ? splitList(parameters) : parameters.map(tokensOf);
  return {
    name,
    parameters: lists.map((tokens, index) => explicitParameter(tokens, index, name, scope, resolver)),
    templateParameters: [],
    line: 0,
  };
}

function tokensOf(text: unknown): readonly Token[] {
  if (typeof text !== 'string') throw argumentError(`a signature is made of strings, not ${describe(text)}`);
  return tokenize(text.slice(0, 10_000));
}

/** The parameters of a list, with or without its parentheses. */
function splitList(text: string): readonly (readonly Token[])[] {
  const tokens = tokensOf(text);
  const isWrapped = tokens[0]?.text === '(' && tokens.at(-1)?.text === ')';
  const list = isWrapped ? tokens.slice(1, -1) : tokens;
  return list.length === 0 || (list.length === 1 && list[0]?.text === 'void') ? [] : splitAtCommas(list);
}

/** The names that only explicit signatures know. */
function explicitScope(): Scope {
  const scope = new Scope();
  const add = (name: string, type: ResolvedType) => scope.types.set(name, { form: 'resolved', type });
  for (const dtype of dtypes) {
    // C++ has a bool of its own.
    if (dtype !== 'bool') add(dtype, { form: 'value', spelling: dtype, facts: scalarFacts(dtype) });
  }
  add('pointer', { ...pointerTo({ form: 'void', spelling: 'void' }), spelling: 'pointer' });
  const byte: ResolvedType = { form: 'value', spelling: 'uint8', facts: scalarFacts('uint8') };
  add('local', { ...pointerTo({ ...byte, isLocal: true }), spelling: 'local' });
  for (const kind of ['texture', 'image', 'sampler'] as const) {
    add(kind, { form: 'value', spelling: kind, facts: { kind, byteLength: 8, alignment: 8 } });
  }
  return scope;
}

function explicitParameter(
  tokens: readonly Token[],
  index: number,
  kernel: string,
  scope: Scope,
  resolver: TypeResolver,
): Parameter {
  const bytes = bytesParameter(tokens);
  if (bytes) return bytes;
  const { name, type, isPack } = readParameterDeclarator(tokens, scope, resolver);
  const parameter = parameterOf(name, type);
  const isSized =
    parameter.kind === 'local' || (parameter.byteLength !== undefined && parameter.alignment !== undefined);
  if (isSized && !isPack && isKnown(type)) return parameter;
  const text = tokens.map((token) => token.text).join(' ');
  throw argumentError(`${kernel}: parameter ${index + 1} of the signature is not a known type: ${describe(text)}`, {
    kernel,
    hint: `Known are C's types, ${dtypes.join(', ')}, pointers to these, pointer, local, texture, image, sampler and bytes[n].`,
  });
}

/** False for what only looks like a type: the parser of sources lets it pass, since a compiler judges after it. */
function isKnown(type: ResolvedType): boolean {
  if (type.form === 'reference' || type.form === 'function') return false;
  const pointee = type.form === 'pointer' ? type.to : type.form === 'array' ? type.of : undefined;
  return pointee?.form !== 'value' || pointee.facts.kind !== 'bytes';
}

/** `bytes[24]` with an optional name: aligned as the widest number that its size allows. */
function bytesParameter(tokens: readonly Token[]): Parameter | undefined {
  const [word, open, extent, close, name] = tokens;
  if (word?.text !== 'bytes' || open?.text !== '[' || close?.text !== ']' || tokens.length > 5) return undefined;
  const byteLength = Number(extent?.text);
  if (!Number.isSafeInteger(byteLength) || byteLength < 1 || byteLength > 65536) return undefined;
  const alignment = [8, 4, 2, 1].find((candidate) => byteLength % candidate === 0) ?? 1;
  return { name: name?.text ?? '', kind: 'bytes', type: `bytes[${byteLength}]`, byteLength, alignment };
}
