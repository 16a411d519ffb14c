/** A kernel's parameter list, read by the compiler. */
import type { IsKnownType } from './c-types';
import type { Join, OneLine, Replace, SplitCommas, Words } from './text';

/** One parameter: how it is passed, and its C type without qualifiers. */
export interface ParameterType<Kind extends string = string, Type extends string = string> {
  readonly kind: Kind;
  readonly type: Type;
}

/** The parameters of a list; `'loose'` where the type level cannot read it. */
export type ParseParameters<List extends string> = List extends `${infer Before}DYNAMIC_SHARED_PARAMETER(${string}`
  ? ParseParameters<Before>
  : List extends `${string}${Unreadable}${string}`
    ? 'loose'
    : IsEmpty<OneLine<List>> extends true
      ? []
      : SplitCommas<OneLine<List>> extends infer Parts extends readonly string[]
        ? ParseEach<Parts>
        : 'loose';

/** Function pointers, class templates, defaults, directives: beyond this parser. */
type Unreadable = '(' | '<' | '{' | '=' | '#' | '::' | '...';

type IsEmpty<List extends string> = List extends '' | ' ' | 'void' | ' void' | 'void ' | ' void ' ? true : false;

type ParseEach<Parts extends readonly string[], Done extends readonly unknown[] = []> = Parts extends readonly [
  infer Part extends string,
  ...infer Rest extends string[],
]
  ? ParseEach<Rest, [...Done, ParseParameter<Part>]>
  : Done;

type ParseParameter<Part extends string> = Part extends `${infer Before}[${string}`
  ? PointerTo<Words<Spaced<Before>>, 'named'>
  : Part extends `${string}&${string}`
    ? ParameterType<'reference', Part>
    : Part extends `${infer Before}*${infer After}`
      ? After extends `${string}*${string}`
        ? ParameterType<'pointer', 'unsigned long long'>
        : PointerTo<Words<Spaced<Before>>, 'alone'>
      : ByValue<Words<Part>>;

type Spaced<Text extends string> = Replace<Text, '*', ' * '>;

/** Words that say nothing about what the host passes. */
type Qualifier =
  | 'const'
  | 'volatile'
  | 'restrict'
  | '__restrict'
  | '__restrict__'
  | '__grid_constant__'
  | 'GLOBAL'
  | 'CONSTANT'
  | '__global'
  | 'global'
  | '__constant'
  | 'constant'
  | '__private'
  | 'private'
  | '__read_only'
  | 'read_only'
  | '__write_only'
  | 'write_only'
  | '__read_write'
  | 'read_write';

/** Words that put the pointee into the memory a block shares: the argument is a byte count. */
type LocalSpace = '__local' | 'local' | 'LOCAL' | 'LOCAL_ARG';

type WithoutQualifiers<List extends readonly string[], Kept extends readonly string[] = []> = List extends readonly [
  infer First extends string,
  ...infer Rest extends string[],
]
  ? WithoutQualifiers<Rest, First extends Qualifier ? Kept : [...Kept, First]>
  : Kept;

/** @typeParam Form - `named` where the parameter's name is among the words, as in `float x[]` */
type PointerTo<List, Form extends 'named' | 'alone'> = List extends readonly string[]
  ? LocalSpace & List[number] extends never
    ? PointerToWords<WithoutQualifiers<List>, Form>
    : ParameterType<'local', ''>
  : ParameterType<'pointer', ''>;

type PointerToWords<List extends readonly string[], Form extends 'named' | 'alone'> = '*' extends List[number]
  ? ParameterType<'pointer', 'unsigned long long'>
  : Form extends 'named'
    ? ParameterType<'pointer', TypeOf<List>>
    : ParameterType<'pointer', Join<List>>;

type ByValue<List> = List extends readonly string[]
  ? ParameterType<'value', TypeOf<WithoutQualifiers<List>>>
  : ParameterType<'value', ''>;

/** The type that words spell, the last of which may be the parameter's name. */
type TypeOf<List extends readonly string[]> =
  IsKnownType<Join<List>> extends true
    ? Join<List>
    : List extends readonly [infer Only extends string]
      ? Only
      : List extends readonly [...infer Type extends string[], string]
        ? Join<Type>
        : '';
