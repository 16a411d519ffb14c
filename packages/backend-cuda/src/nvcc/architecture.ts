/** The architecture that nvcc builds for. */
import { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';

/** The binary forms that a compilation gives. */
export type BinaryFormat = 'cubin' | 'ptx' | 'fatbin';

export interface ArchitectureChoice {
  /** The option to add; undefined if the user's own options say it. */
  readonly option: string | undefined;
  readonly format: BinaryFormat;
}

const architectureOption = /^--?(?:gpu-architecture|arch)(?:=(.*))?$/;
const codeOption = /^--?(?:gencode|generate-code|gpu-code|code)(?:=|$)/;
const formatOption = /^--?(cubin|ptx|fatbin)$/;

/**
 * Machine code for the device if this nvcc knows it; else PTX for the newest architecture below, which the driver
 * compiles. Options of the user come before both.
 *
 * @param device - `sm_90`
 * @param supported - compute capabilities that nvcc makes machine code for, ascending
 */
export function chooseArchitecture(
  options: readonly string[],
  device: string,
  supported: readonly number[],
): ArchitectureChoice {
  const form = options.map((option) => formatOption.exec(option)?.[1]).find((found) => found !== undefined);
  if (options.some((option) => codeOption.test(option))) {
    return { option: undefined, format: (form ?? 'fatbin') as BinaryFormat };
  }
  const chosen = userArchitecture(options);
  if (chosen !== undefined) {
    return { option: undefined, format: (form ?? (chosen.startsWith('compute_') ? 'ptx' : 'cubin')) as BinaryFormat };
  }
  const wanted = Number(/\d+/.exec(device)?.[0] ?? 0);
  if (supported.includes(wanted)) return { option: `-arch=sm_${wanted}`, format: (form ?? 'cubin') as BinaryFormat };
  const below = supported.filter((capability) => capability < wanted).at(-1);
  if (below !== undefined) return { option: `-arch=compute_${below}`, format: (form ?? 'ptx') as BinaryFormat };
  throw new HeddleError(
    'UNSUPPORTED',
    `this nvcc no longer compiles for ${device}; its oldest is sm_${supported[0] ?? 0}`,
    {
      backend: 'cuda',
      hint: 'Install an older CUDA toolkit beside it and name its nvcc in HEDDLE_NVCC.',
    },
  );
}

/**
 * Options for LTO-IR, which is machine code for one architecture only when it is linked.
 *
 * @param options - the user's
 * @throws HeddleError `ARGUMENT` for options that name several architectures
 */
export function intermediateOptions(
  options: readonly string[],
  device: string,
  supported: readonly number[],
): readonly string[] {
  if (options.some((option) => codeOption.test(option))) {
    throw argumentError('link-time optimisation is for one architecture: -arch=sm_90', { backend: 'cuda' });
  }
  const chosen = userArchitecture(options) ?? chooseArchitecture([], device, supported).option ?? '';
  const others = withoutFormat(options).filter(
    (option, i, all) => !architectureOption.test(option) && !isArchitectureName(option, all[i - 1]),
  );
  return ['-ltoir', '-dlto', `-arch=${chosen.replace(/^-arch=/, '').replace(/^(?:sm|compute)_/, 'lto_')}`, ...others];
}

// The value of `-arch sm_90`, which is an entry of its own.
function isArchitectureName(option: string, before: string | undefined): boolean {
  return /^(?:sm|compute|lto)_\d/.test(option) && before !== undefined && architectureOption.test(before);
}

/** Options without those that only say which form the output has. */
export function withoutFormat(options: readonly string[]): string[] {
  return options.filter((option) => !formatOption.test(option));
}

function userArchitecture(options: readonly string[]): string | undefined {
  for (const [i, option] of options.entries()) {
    const match = architectureOption.exec(option);
    if (match) return match[1] ?? options[i + 1] ?? '';
  }
  return undefined;
}
