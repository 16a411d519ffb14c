/**
 * Builds: long calls into a compiler, kept off the event loop's thread by the native addon, or else by koffi. Where
 * koffi's stacks are too small for a compiler the call holds the event loop: slow is better than a crash.
 */
import { nativeAddon } from '@heddle/native';
import { constants, type Handle } from './api';
import { hasDeepStacks } from './api/deep-stacks';
import type { Context } from './context';
import { addressOf, cString, keepAlive } from './native-memory';

/** `clBuildProgram` for the context's device. @returns its status */
export async function buildProgram(context: Context, program: Handle, options: string): Promise<number> {
  const devices = BigUint64Array.of(context.device);
  const native = nativeAddon();
  if (native) {
    const text = cString(options);
    const words = [program, 1n, addressOf(devices), addressOf(text), 0n, 0n];
    const status = await native.wait([{ function: context.library.address('clBuildProgram'), arguments: words }]);
    keepAlive(devices, text);
    return status;
  }
  const args = [program, 1, devices, options, null, null] as const;
  if (!hasDeepStacks()) return context.calls.clBuildProgram(...args);
  return context.library.callAsync('clBuildProgram', ...args);
}

/** `clBuildProgram` for a binary that holds machine code. @returns its status */
export async function buildBinary(context: Context, program: Handle): Promise<number> {
  // If a finished binary is only unpacked (a millisecond), a thread costs more than it spares.
  if (!context.facts.makesCodeLate) return buildProgram(context, program, '');
  return context.calls.clBuildProgram(program, 1, BigUint64Array.of(context.device), '', null, null);
}

/** `clCompileProgram` with headers from memory: name -> program made of the header's text. @returns its status */
export async function compileProgram(
  context: Context,
  program: Handle,
  options: string,
  headers: ReadonlyMap<string, Handle>,
): Promise<number> {
  const devices = BigUint64Array.of(context.device);
  const programs = headers.size === 0 ? null : BigUint64Array.from(headers.values());
  const names = [...headers.keys()].map(cString);
  const pointers = headers.size === 0 ? null : BigUint64Array.from(names, addressOf);
  const native = nativeAddon();
  let status: number;
  if (native) {
    const text = cString(options);
    const lists = [BigInt(headers.size), programs ? addressOf(programs) : 0n, pointers ? addressOf(pointers) : 0n];
    const words = [program, 1n, addressOf(devices), addressOf(text), ...lists, 0n, 0n];
    status = await native.wait([{ function: context.library.address('clCompileProgram'), arguments: words }]);
    keepAlive(devices, text);
  } else {
    const args = [program, 1, devices, options, headers.size, programs, pointers, null, null] as const;
    status = hasDeepStacks()
      ? await context.library.callAsync('clCompileProgram', ...args)
      : context.calls.clCompileProgram(...args);
  }
  keepAlive(names, programs, pointers);
  return status;
}

/**
 * `clLinkProgram`. It gives a pointer, which the addon's threads have no room for, so it goes through koffi.
 *
 * @returns the linked program, 0n if it failed without one, and the status
 */
export async function linkProgram(
  context: Context,
  programs: readonly Handle[],
  options: string,
): Promise<{ readonly program: Handle; readonly status: number }> {
  const status = new Int32Array(1);
  const devices = BigUint64Array.of(context.device);
  const inputs = BigUint64Array.from(programs);
  // PoCL forgets the parameters' names and types unless its linker is asked for them too; others refuse the option.
  const text = context.facts.makesCodeLate ? `-cl-kernel-arg-info ${options}` : options;
  const args = [context.handle, 1, devices, text, inputs.length, inputs, null, null, status] as const;
  const program = hasDeepStacks()
    ? await context.library.callAsync('clLinkProgram', ...args)
    : context.calls.clLinkProgram(...args);
  keepAlive(devices, inputs);
  return { program, status: status[0] ?? 0 };
}

/** The device's binary of a program, where making it is work for a compiler: see `makesCodeLate`. */
export async function binaryOffThread(context: Context, program: Handle): Promise<Uint8Array> {
  const size = new BigUint64Array(1);
  await programInfo(context, program, constants.CL_PROGRAM_BINARY_SIZES, size);
  const bytes = new Uint8Array(Number(size[0] ?? 0n));
  await programInfo(context, program, constants.CL_PROGRAM_BINARIES, BigUint64Array.of(addressOf(bytes)));
  keepAlive(bytes);
  return bytes;
}

async function programInfo(context: Context, program: Handle, question: number, answer: BigUint64Array): Promise<void> {
  const native = nativeAddon();
  let status: number;
  if (native) {
    const words = [program, BigInt(question), 8n, addressOf(answer), 0n];
    status = await native.wait([{ function: context.library.address('clGetProgramInfo'), arguments: words }]);
    keepAlive(answer);
  } else {
    const args = [program, question, 8, answer, null] as const;
    status = hasDeepStacks()
      ? await context.library.callAsync('clGetProgramInfo', ...args)
      : context.calls.clGetProgramInfo(...args);
  }
  context.check('clGetProgramInfo', status, 'creation');
}
