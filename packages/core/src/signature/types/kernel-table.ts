/**
 * The kernels of a source that is known as a literal type, found by the compiler: what makes `tsc` check the
 * arguments of a launch.
 *
 * This is a convenience; the run-time parser is the authority. It knows kernels marked `__global__`, `__kernel`,
 * `kernel` and `KERNEL`, templates whose arguments are plain types, and C's own types. Everything else
 * degrades to arguments of any type, and if a source could hide kernels from it (macros, conditions, namespaces) it
 * also accepts any name.
 */
import type { ParameterType, ParseParameters } from './parameter-list';
import type { OneLine, SplitCommas, Steps, Trim, WithoutComments, Words } from './text';

/** A kernel as the type level sees it. */
export interface KernelType {
  /** Names of template parameters; `'loose'` if the header is beyond this parser. */
  readonly templates: readonly string[] | 'loose';
  readonly parameters: readonly ParameterType[] | 'loose';
}

/** What the type level knows of a source. */
export interface KernelTableType {
  readonly kernels: object;
  /** The names that `module.kernel(name)` takes. */
  readonly names: string;
}

/** The table of a source of which nothing is known: any name, any arguments. */
export interface LooseKernelTable {
  readonly kernels: object;
  readonly names: AnyName;
}

/** A kernel that takes any arguments. */
export interface LooseKernel {
  readonly templates: 'loose';
  readonly parameters: 'loose';
}

/** The kernels of a source. A source that is not a literal, or too long for the compiler, gives a loose table. */
export type KernelTable<Source extends string> = string extends Source
  ? LooseKernelTable
  : WithoutComments<Source> extends infer Text extends string
    ? TableOf<Text, ParseKernels<Text>>
    : LooseKernelTable;

type TableOf<Text extends string, Kernels> = [Kernels] extends [undefined]
  ? LooseKernelTable
  : {
      readonly kernels: Kernels;
      // Without an alias of its own, for which an error of the compiler would show the alias instead of the names.
      readonly names:
        | {
            [Name in keyof Kernels & string]: Kernels[Name] extends { readonly templates: readonly [] }
              ? Name
              : `${Name}<${string}>`;
          }[keyof Kernels & string]
        | (IsOpen<Text> extends true ? AnyName : never);
    };

// Not `string` alone, which would swallow the names that an editor offers.
type AnyName = string & Record<never, never>;

type IsOpen<Text extends string> =
  Text extends `${string}${'#define' | '#if' | '#include "' | 'namespace' | '# '}${string}` ? true : false;

/**
 * Name -> {@link KernelType} of a source without comments; undefined if nothing marks a kernel, or too much does.
 * A name declared twice in different ways is loose.
 */
export type ParseKernels<Text extends string> = Text extends `${string}__global__${string}`
  ? FindKernels<Text, '__global__'>
  : Text extends `${string}__kernel${string}`
    ? FindKernels<Text, '__kernel'>
    : Text extends `${string}KERNEL ${string}`
      ? FindKernels<Text, 'KERNEL '>
      : Text extends `${string}kernel void ${string}`
        ? FindKernels<Text, 'kernel '>
        : undefined;

type FindKernels<
  Text extends string,
  Marker extends string,
  Found = unknown,
  S extends Steps = [],
> = S['length'] extends 200
  ? undefined
  : Text extends `${infer Before}${Marker}${infer After}`
    ? Declaration<After> extends [infer Name extends string, infer List extends string, infer Rest extends string]
      ? FindKernels<
          Rest,
          Marker,
          Add<Found, Name, { templates: TemplateNames<Before>; parameters: ParseParameters<List> }>,
          [...S, 0]
        >
      : FindKernels<After, Marker, Found, [...S, 0]>
    : Found;

type Add<Found, Name extends string, Kernel> = Name extends `${string}${'<' | '>' | '"' | ')'}${string}`
  ? Found
  : Name extends keyof Found
    ? [Found[Name], Kernel] extends [Kernel, Found[Name]]
      ? Found
      : Omit<Found, Name> & { readonly [N in Name]: LooseKernel }
    : Found & { readonly [N in Name]: Kernel };

/** Attributes that stand before a kernel's name and take a list in parentheses. */
type ListAttribute = '__launch_bounds__' | '__cluster_dims__' | '__maxnreg__' | '__block_size__';

/** `[name, parameter list, rest]` of what follows a kernel's mark, past its attributes. */
type Declaration<Text extends string, S extends Steps = []> = S['length'] extends 8
  ? undefined
  : Text extends `${infer Head}(${infer List})${infer Rest}`
    ? LastWord<Head> extends infer Name extends string
      ? Name extends ListAttribute
        ? Declaration<Rest, [...S, 0]>
        : Name extends '__attribute__'
          ? Rest extends `)${infer Behind}`
            ? Declaration<Behind, [...S, 0]>
            : Declaration<Rest, [...S, 0]>
          : [Name, List, Rest]
      : undefined
    : undefined;

type LastWord<Text extends string> =
  Words<OneLine<Text>> extends readonly [...string[], infer Last extends string] ? Last : undefined;

/** The names in the `template<...>` that ends what stands before a kernel's mark; none for a plain kernel. */
type TemplateNames<Before extends string> = Before extends `${string}template${infer After}` ? LastHeader<After> : [];

type LastHeader<After extends string, S extends Steps = []> = S['length'] extends 200
  ? 'loose'
  : After extends `${string}template${infer Later}`
    ? LastHeader<Later, [...S, 0]>
    : After extends `${string}${';' | '{' | '}'}${string}`
      ? []
      : Trim<After> extends `<${infer Header}>${string}`
        ? Header extends `${string}${'<' | '...' | '('}${string}`
          ? 'loose'
          : NamesOf<SplitCommas<OneLine<Header>>>
        : [];

type NamesOf<Parts, Names extends readonly string[] = []> = Parts extends readonly string[]
  ? Parts extends readonly [infer First extends string, ...infer Rest extends string[]]
    ? NamesOf<Rest, [...Names, NameOf<First>]>
    : Names
  : 'loose';

type NameOf<Part extends string> = Part extends `${infer Declared}=${string}` ? WordOf<Declared> : WordOf<Part>;

type WordOf<Text extends string> = LastWord<Text> extends infer Name extends string ? Name : '';
