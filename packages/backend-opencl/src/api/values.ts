/** From the words of the function table to TypeScript's types and koffi's. */
import type { functions } from './functions';

/** Address of an object of OpenCL's; 0n is none. */
export type Handle = bigint;

/** Something a C function reads or writes: bytes of JavaScript, an address, or nothing. */
export type Memory = ArrayBufferView | ArrayBuffer | bigint | null;

interface ParameterTypes {
  readonly uint: number;
  readonly int: number;
  readonly flags: number | bigint;
  readonly size: number | bigint;
  readonly handle: Handle;
  readonly memory: Memory;
  readonly text: string | null;
  /** Address of a C function. One of `koffi.register` holds its caller until the event loop is free: see the README. */
  readonly handler: bigint | null;
}

interface ResultTypes {
  /** 0, or a negative code that `statusName` spells. */
  readonly status: number;
  readonly handle: Handle;
  readonly address: bigint;
  readonly nothing: undefined;
}

/** koffi's types for the kinds of the table. Handles pass as integers, which costs least. */
export const koffiTypes: Readonly<Record<keyof ParameterTypes | keyof ResultTypes, string>> = {
  uint: 'uint32_t',
  int: 'int32_t',
  flags: 'uint64_t',
  size: 'size_t',
  handle: 'uintptr_t',
  memory: 'void *',
  text: 'str',
  handler: 'void *',
  status: 'int32_t',
  address: 'void *',
  nothing: 'void',
};

type Versions = typeof functions;

/** A version of OpenCL that brought functions. */
export type Version = keyof Versions;

type Union<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer All) => void ? All : never;

/** Name of a function -> its text in the table. */
type Table = Union<Versions[Version]>;

export type FunctionName = keyof Table;

type Kind<Parameter extends string> = Parameter extends `${infer K extends keyof ParameterTypes} ${string}` ? K : never;

type Arguments<List extends string> = List extends `${infer First}, ${infer Rest}`
  ? [ParameterTypes[Kind<First>], ...Arguments<Rest>]
  : [ParameterTypes[Kind<List>]];

type FunctionOf<Text> = Text extends `${infer Result extends keyof ResultTypes}(${infer List})`
  ? (...args: Arguments<List>) => ResultTypes[Result]
  : never;

/** Every function of the table, typed: `calls.clFinish(queue)`. */
export type OpenClCalls = { readonly [Name in FunctionName]: FunctionOf<Table[Name]> };
