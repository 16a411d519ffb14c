/** Programs: what is made of source, of a binary or of intermediate code, and asked for afterwards. */
import { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { constants, numberOf, readInfo, textOf, wordsOf, type Handle } from './api';
import type { Context } from './context';
import { addressOf, cString } from './native-memory';
import { openClError } from './status';

/** A program that has not been built. */
export function programFromSource(context: Context, text: string): Handle {
  const bytes = cString(text);
  const program = context.create('clCreateProgramWithSource', 'creation', (status) =>
    context.calls.clCreateProgramWithSource(
      context.handle,
      1,
      BigUint64Array.of(addressOf(bytes)),
      BigUint64Array.of(BigInt(bytes.byteLength - 1)),
      status,
    ),
  );
  context.opened('program');
  return program;
}

/** @throws HeddleError `ARGUMENT` for bytes that are not binary of this device */
export function programFromBinary(context: Context, bytes: Uint8Array): Handle {
  if (bytes.byteLength === 0) throw argumentError('the binary is empty', { backend: 'opencl' });
  const binaryStatus = new Int32Array(1);
  const status = new Int32Array(1);
  const program = context.calls.clCreateProgramWithBinary(
    context.handle,
    1,
    BigUint64Array.of(context.device),
    BigUint64Array.of(BigInt(bytes.byteLength)),
    BigUint64Array.of(addressOf(bytes)),
    binaryStatus,
    status,
  );
  const failed = (status[0] ?? 0) || (binaryStatus[0] ?? 0);
  if (failed !== 0) {
    if (program !== 0n) context.calls.clReleaseProgram(program);
    throw binaryError(context, openClError('clCreateProgramWithBinary', failed, 'creation'));
  }
  context.opened('program');
  return program;
}

/**
 * @param bytes - SPIR-V
 * @throws HeddleError `UNSUPPORTED` if the device takes none
 */
export function programFromIntermediate(context: Context, bytes: Uint8Array): Handle {
  const { facts, calls, library, platform } = context;
  if (facts.intermediateLanguages.length === 0) {
    throw new HeddleError('UNSUPPORTED', `${facts.properties.name} takes no SPIR-V`, {
      backend: 'opencl',
      hint: 'It needs OpenCL 2.1 or cl_khr_il_program, and a CL_DEVICE_IL_VERSION that is not empty.',
    });
  }
  // Before 2.1 it was an extension, with the same parameters.
  const create =
    facts.version >= 2.1
      ? calls.clCreateProgramWithIL
      : library.extension(platform.handle, 'clCreateProgramWithILKHR', 'clCreateProgramWithIL');
  if (!create)
    throw new HeddleError('UNSUPPORTED', 'this driver has no clCreateProgramWithILKHR', { backend: 'opencl' });
  const program = context.create('clCreateProgramWithIL', 'creation', (status) =>
    create(context.handle, bytes, bytes.byteLength, status),
  );
  context.opened('program');
  return program;
}

export function releaseProgram(context: Context, program: Handle): void {
  context.calls.clReleaseProgram(program);
  context.closed('program');
}

/** What the compiler said. */
export function buildLog({ calls, device }: Context, program: Handle): string {
  return textOf(
    readInfo((...rest) => calls.clGetProgramBuildInfo(program, device, constants.CL_PROGRAM_BUILD_LOG, ...rest)),
  );
}

/** The device's binary of a program that has been built. */
export function binaryOf(context: Context, program: Handle): Uint8Array {
  const { calls } = context;
  const sizes = readInfo((...rest) => calls.clGetProgramInfo(program, constants.CL_PROGRAM_BINARY_SIZES, ...rest));
  const bytes = new Uint8Array(Number(wordsOf(sizes)[0] ?? 0n));
  if (bytes.byteLength === 0) return bytes;
  const pointers = BigUint64Array.of(addressOf(bytes));
  const status = calls.clGetProgramInfo(program, constants.CL_PROGRAM_BINARIES, pointers.byteLength, pointers, null);
  context.check('clGetProgramInfo', status, 'creation');
  return bytes;
}

/** Names of the kernels in a program that has been built. */
export function kernelNames({ calls }: Context, program: Handle): string[] {
  const names = textOf(
    readInfo((...rest) => calls.clGetProgramInfo(program, constants.CL_PROGRAM_KERNEL_NAMES, ...rest)),
  );
  return names.split(';').filter(Boolean);
}

/** Whether a program is an executable, a compiled object or a library. */
export function binaryTypeOf({ calls, device }: Context, program: Handle): number {
  const answer = readInfo((...rest) =>
    calls.clGetProgramBuildInfo(program, device, constants.CL_PROGRAM_BINARY_TYPE, ...rest),
  );
  return numberOf(answer) ?? constants.CL_PROGRAM_BINARY_TYPE_NONE;
}

/** The error for a binary that the device refuses, whatever way it was noticed. */
export function binaryError({ facts }: Context, cause: HeddleError): HeddleError {
  const { status, call } = cause;
  return new HeddleError('ARGUMENT', `${facts.properties.name} does not load this binary: ${cause.message}`, {
    backend: 'opencl',
    ...(call === undefined ? {} : { call }),
    ...(status === undefined ? {} : { status }),
    hint: 'A binary fits the device and the driver version that it was made by; compile the source again.',
    cause,
  });
}
