/** Reads the attributes of a compiled kernel. */
import type { EntryAttributes } from '@heddle/core/backend';
import { constants, numberOf, readInfo, textOf, wordsOf, type Handle } from './api';
import type { Context } from './context';

/** One argument as the driver knows it. */
export interface KernelArgument {
  readonly name: string;
  /** As the source spells it, without qualifiers: `float*`, `uint`, `image2d_t`. */
  readonly type: string;
  readonly addressSpace: 'global' | 'local' | 'constant' | 'private';
  readonly isConst: boolean;
}

const addressSpaces: Readonly<Record<number, KernelArgument['addressSpace']>> = {
  [constants.CL_KERNEL_ARG_ADDRESS_GLOBAL]: 'global',
  [constants.CL_KERNEL_ARG_ADDRESS_LOCAL]: 'local',
  [constants.CL_KERNEL_ARG_ADDRESS_CONSTANT]: 'constant',
  [constants.CL_KERNEL_ARG_ADDRESS_PRIVATE]: 'private',
};

/** How many arguments it takes. */
export function argumentCount({ calls }: Context, kernel: Handle): number {
  return numberOf(readInfo((...rest) => calls.clGetKernelInfo(kernel, constants.CL_KERNEL_NUM_ARGS, ...rest))) ?? 0;
}

/** Its arguments; undefined if the driver does not tell, as for most binaries. */
export function readArguments(context: Context, kernel: Handle): KernelArgument[] | undefined {
  const { calls } = context;
  const described: KernelArgument[] = [];
  for (let index = 0; index < argumentCount(context, kernel); index++) {
    const ask = (question: number): Uint8Array | undefined =>
      readInfo((...rest) => calls.clGetKernelArgInfo(kernel, index, question, ...rest));
    const type = textOf(ask(constants.CL_KERNEL_ARG_TYPE_NAME));
    const addressSpace = addressSpaces[numberOf(ask(constants.CL_KERNEL_ARG_ADDRESS_QUALIFIER)) ?? 0];
    if (type === '' || addressSpace === undefined) return undefined;
    const qualifiers = numberOf(ask(constants.CL_KERNEL_ARG_TYPE_QUALIFIER)) ?? 0;
    described.push({
      name: textOf(ask(constants.CL_KERNEL_ARG_NAME)),
      type,
      addressSpace,
      isConst: (qualifiers & constants.CL_KERNEL_ARG_TYPE_CONST) !== 0,
    });
  }
  return described;
}

/** An argument as its declaration: `__global const float* x`. */
export function declarationOf({ name, type, addressSpace, isConst }: KernelArgument): string {
  const space = addressSpace === 'private' ? '' : `__${addressSpace} `;
  return `${space}${isConst ? 'const ' : ''}${type} ${name}`.trimEnd();
}

/** Limits and needs of a kernel on the context's device. */
export function kernelAttributes(context: Context, kernel: Handle): EntryAttributes {
  const { calls, device, facts } = context;
  const ask = (question: number): Uint8Array | undefined =>
    readInfo((...rest) => calls.clGetKernelWorkGroupInfo(kernel, device, question, ...rest));
  const known = (key: keyof EntryAttributes, question: number, notItsOwn = 0): EntryAttributes => {
    const value = numberOf(ask(question));
    return value === undefined ? {} : { [key]: Math.max(0, value - notItsOwn) };
  };
  const [x = 0n, y = 0n, z = 0n] = wordsOf(ask(constants.CL_KERNEL_COMPILE_WORK_GROUP_SIZE));
  return {
    ...known('maxThreadsPerBlock', constants.CL_KERNEL_WORK_GROUP_SIZE),
    ...known('sharedBytes', constants.CL_KERNEL_LOCAL_MEM_SIZE, facts.reservedLocalBytes),
    ...known('localBytesPerThread', constants.CL_KERNEL_PRIVATE_MEM_SIZE),
    ...known('preferredBlockMultiple', constants.CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE),
    vendorAttributes: {
      CL_KERNEL_NUM_ARGS: argumentCount(context, kernel),
      ...(x > 0n ? { requiredBlockX: Number(x), requiredBlockY: Number(y), requiredBlockZ: Number(z) } : {}),
    },
  };
}
