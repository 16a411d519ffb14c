/** From the name of a kernel to the arguments of its launch, at the level of types. */
import type { LooseArgument, PointerArgument, ValueArgument } from './c-types';
import type { KernelTableType, KernelType, LooseKernel } from './kernel-table';
import type { ParameterType } from './parameter-list';
import type { SplitCommas, Trim } from './text';

/** A type that carries a message into the compiler's error; no value has it. */
export interface KernelTypeError<Message extends string> {
  readonly __kernelTypeError: Message;
}

/**
 * The names that `module.kernel(name)` takes: plain kernels by name, templates by name expression, and any name
 * if the source may have kernels that the compiler cannot see.
 */
export type KernelName<Table extends KernelTableType> = Table['names'];

/** The kernel of that name, template arguments put in; loose if the compiler does not know it. */
export type KernelNamed<Table extends KernelTableType, Name extends string> = string extends Name
  ? LooseKernel
  : Name extends keyof Table['kernels']
    ? Table['kernels'][Name]
    : Name extends `${infer Base}<${infer Arguments}>`
      ? Trim<Base> extends keyof Table['kernels']
        ? Instantiate<Table['kernels'][Trim<Base>], Arguments>
        : LooseKernel
      : LooseKernel;

/** Puts plain type arguments in the place of template parameters; anything cleverer makes the kernel loose. */
type Instantiate<Kernel, Arguments extends string> = Arguments extends `${string}<${string}`
  ? LooseKernel
  : Kernel extends { readonly templates: infer Names extends readonly string[]; readonly parameters: infer Parameters }
    ? Parameters extends readonly ParameterType[]
      ? SplitCommas<Arguments> extends infer Given extends readonly string[]
        ? { templates: []; parameters: Substitute<Parameters, Names, Given> }
        : LooseKernel
      : LooseKernel
    : LooseKernel;

type Substitute<
  Parameters extends readonly ParameterType[],
  Names extends readonly string[],
  Given extends readonly string[],
> = {
  [I in keyof Parameters]: ParameterType<Parameters[I]['kind'], ArgumentFor<Parameters[I]['type'], Names, Given>>;
};

type ArgumentFor<
  Type extends string,
  Names extends readonly string[],
  Given extends readonly string[],
> = Names extends readonly [infer Name, ...infer MoreNames extends string[]]
  ? Given extends readonly [infer Argument extends string, ...infer MoreGiven extends string[]]
    ? Type extends Name
      ? Plain<Trim<Argument>>
      : ArgumentFor<Type, MoreNames, MoreGiven>
    : Type
  : Type;

/** A pointer as a template argument is not looked into. */
type Plain<Type extends string> = Type extends `${string}${'*' | '&' | 'const '}${string}` ? '' : Type;

/** The arguments of a kernel's launch: a tuple, or any list where the kernel is loose. */
export type KernelArguments<Kernel> = Kernel extends KernelType
  ? Kernel['parameters'] extends infer Parameters extends readonly ParameterType[]
    ? { -readonly [I in keyof Parameters]: ArgumentOf<Parameters[I]> }
    : LooseArgument[]
  : LooseArgument[];

type ArgumentOf<Parameter extends ParameterType> = Parameter['kind'] extends 'pointer'
  ? PointerArgument<Parameter['type']>
  : Parameter['kind'] extends 'local'
    ? number
    : Parameter['kind'] extends 'reference'
      ? KernelTypeError<`'${Trim<Parameter['type']>}' is a reference, which a kernel cannot take`>
      : ValueArgument<Parameter['type']>;
