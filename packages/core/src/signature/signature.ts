/**
 * A kernel's parameters, as data. The source parser, explicit signatures, argument packing and the drivers share it.
 */
import type { DType } from '../dtype/dtype';
import type { ArgumentNode, NamePart, TypeNode } from './names/type-tree';
import type { Token } from './tokenizer';

/** The languages whose signatures core reads. `portable` is the form of the dialect preambles. */
export const readLanguages = ['cuda', 'hip', 'opencl', 'portable', 'c', 'c++', 'fortran'] as const;

export type ReadLanguage = (typeof readLanguages)[number];

/**
 * The language a kernel is written in. A backend may name one of its own, such as `wgsl`: its kernels need an explicit
 * signature, unless the driver knows it.
 */
export type SourceLanguage = ReadLanguage | (string & Record<never, never>);

/** True if core reads signatures from sources in the language. */
export function isReadLanguage(language: SourceLanguage): language is ReadLanguage {
  return (readLanguages as readonly string[]).includes(language);
}

/**
 * - `pointer`: device memory, 8 bytes in the argument record
 * - `scalar`: one number by value
 * - `vector`: a short vector by value (`float4`), passed as an array of numbers
 * - `struct`: by value, passed as an object with its fields or as its bytes
 * - `local`: OpenCL `__local` pointer, passed as a byte count
 * - `image`, `sampler`: OpenCL handles; `texture`: a 64-bit texture or surface object
 * - `bytes`: a type the parser cannot see into, passed as its bytes in a typed array
 */
export type ParameterKind =
  'pointer' | 'scalar' | 'vector' | 'struct' | 'local' | 'image' | 'sampler' | 'texture' | 'bytes';

export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** The type as the source spells it, without qualifiers. */
  readonly type: string;
  /** Element type of a pointer, type of a scalar, type of a vector's lanes. Absent where the parser cannot know. */
  readonly dtype?: DType;
  /** Lanes of a vector, or of the elements a pointer points to. Default 1. */
  readonly lanes?: number;
  /** Bytes in the argument record; absent for `bytes` of unknown size and for `local`. */
  readonly byteLength?: number;
  /** Alignment in the argument record; absent where unknown. */
  readonly alignment?: number;
  /** The pointee is const: the kernel only reads it. */
  readonly readonly?: boolean;
  /** The fields of a struct, where its definition was seen. */
  readonly fields?: readonly StructField[];
  /**
   * Why the type is not known, the end of a sentence about it: "depends on '#if __X' (line 3), which …". It is then
   * passed as bytes, or as a pointer to anything.
   */
  readonly unknown?: string;
}

/** A field of a by-value struct. */
export interface StructField {
  readonly name: string;
  /** Bytes from the start of the struct. */
  readonly offset: number;
  readonly type: Parameter;
  /** Elements of an array field, outermost extent first. Absent for a single value. */
  readonly extents?: readonly number[];
}

/** How the source that declares a kernel knows it. */
export interface DeclaredName {
  /** With the namespaces it is in, inline ones too. */
  readonly qualifiedName: string;
  /** The same in parts, with the template arguments of an instance or a specialisation. */
  readonly path: readonly NamePart[];
  /** Types of the parameters. */
  readonly parameters: readonly TypeNode[];
  /** Its name in a binary is its last name alone. */
  readonly hasCLinkage: boolean;
  /** Kinds of a template's parameters. */
  readonly templateKinds: readonly string[];
  /** Arguments that a template is likely to take, for messages. */
  readonly templateExample: readonly string[];
  /** Whether a name means it in the source's outermost scope. @param parts - an empty name first for a leading `::` */
  isFoundBy(parts: readonly string[]): boolean;
  /** A type as it is meant in the source's outermost scope. */
  readType(tokens: readonly Token[]): TypeNode;
  /** Template arguments as they are meant there. */
  readArguments(list: readonly (readonly Token[])[]): readonly ArgumentNode[];
}

export interface KernelSignature {
  /** The name in the source, with its namespace: `ns::saxpy`. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Names of template parameters, in order; empty for a plain kernel. */
  readonly templateParameters: readonly string[];
  /** Line of the kernel's name in the source, from 1; 0 for an explicit signature or one from a header. */
  readonly line: number;
  /** What a plain function returns (its own time, say). Absent if it returns nothing, as kernels do. */
  readonly returns?: DType;
  /** True if the parameter list ends in the dialect's `DYNAMIC_SHARED_PARAMETER`, which takes no argument. */
  readonly dynamicShared?: boolean;
  /**
   * The name expression that means this kernel alone, if others have its name: `(void (*)(int*))f`.
   */
  readonly overload?: string;
  /** Name of the function in the binary, if the source gives it one: Fortran's `bind(C, name="...")`. */
  readonly entryName?: string;
  /**
   * If a condition that only the compiler can decide changes the kernel's parameters: all possible signatures, and the
   * reason. Not enumerable.
   */
  readonly alternatives?: { readonly signatures: readonly KernelSignature[]; readonly reason: string };
  /**
   * Of a template: the signature for given template arguments, as C++ text. Not enumerable, so that a signature
   * stays plain data for code that copies or compares it.
   *
   * @throws HeddleError `ARGUMENT` for too many or too few arguments
   */
  readonly instantiate?: (templateArguments: readonly string[]) => KernelSignature;
  /** How the source knows it; absent for signatures given by hand. Not enumerable, as `instantiate`. */
  readonly declared?: DeclaredName;
}

/** A signature with what its source knows of it, which is not plain data: a spread drops it. */
export function withDeclared(signature: KernelSignature, declared: DeclaredName | undefined): KernelSignature {
  return Object.defineProperty(signature, 'declared', { value: declared });
}
