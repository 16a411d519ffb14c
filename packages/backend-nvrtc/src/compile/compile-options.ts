/** NVRTC's options: the architecture, macros, folders, and the user's own options after them. */
import { HeddleError } from '@heddle/core';
import type { CompileRequest } from '@heddle/core/backend';
import type { BinaryFormat } from './nvrtc-program';

/** Options and the form of the binary they make. */
export interface CompilePlan {
  readonly options: readonly string[];
  readonly format: BinaryFormat;
}

const architectureOption = /^--?(?:gpu-architecture|gpu-arch|arch)(?:=(.*))?$/;

const precompiledOption = /^--?(?:pch|create-pch|use-pch)\b(?!-messages)/;

/**
 * The options for a request.
 *
 * @param device - architecture of the device: `sm_90`
 * @param supported - compute capabilities that this NVRTC makes machine code for, ascending
 * @param toolkitFolders - searched for headers after the request's own
 */
export function compilePlan(
  request: Pick<CompileRequest, 'options' | 'defines' | 'includeDirs'>,
  device: string,
  supported: readonly number[],
  toolkitFolders: readonly string[],
): CompilePlan {
  const chosen = chosenArchitecture(request.options);
  const architecture = chosen ?? defaultArchitecture(device, supported);
  return {
    options: [
      ...(chosen === undefined ? [`--gpu-architecture=${architecture}`] : []),
      ...Object.entries(request.defines).map(
        ([name, text]) => `--define-macro=${name}${text === '' ? '=' : `=${text}`}`,
      ),
      ...request.includeDirs.map((folder) => `--include-path=${folder}`),
      // If the user asked for precompiled headers, NVRTC's notes about them are not wanted.
      ...(request.options.some((option) => precompiledOption.test(option)) ? ['--pch-messages=false'] : []),
      ...request.options,
      // Last, as a compiler searches its own folders.
      ...toolkitFolders.map((folder) => `--include-path=${folder}`),
    ],
    format: formatOf(architecture, request.options),
  };
}

// Machine code if this NVRTC knows the device; else PTX for the newest one it knows below, which the driver compiles.
function defaultArchitecture(device: string, supported: readonly number[]): string {
  const wanted = Number(/\d+/.exec(device)?.[0] ?? 0);
  if (supported.includes(wanted)) return `sm_${wanted}`;
  const below = supported.filter((capability) => capability < wanted).at(-1);
  if (below !== undefined) return `compute_${below}`;
  throw new HeddleError(
    'UNSUPPORTED',
    `this NVRTC no longer compiles for ${device}; its oldest is sm_${supported[0] ?? 0}`,
    {
      backend: 'nvrtc',
      hint: 'Install an older CUDA toolkit beside it and name its libnvrtc in HEDDLE_NVRTC_LIBRARY.',
    },
  );
}

function chosenArchitecture(options: readonly string[]): string | undefined {
  for (const [i, option] of options.entries()) {
    const match = architectureOption.exec(option.trim());
    if (match) return match[1] ?? options[i + 1] ?? '';
  }
  return undefined;
}

function formatOf(architecture: string, options: readonly string[]): BinaryFormat {
  if (options.some((option) => /^--?(?:dlink-time-opt|dlto)\b/.test(option.trim()))) return 'ltoir';
  return architecture.startsWith('compute_') ? 'ptx' : 'cubin';
}
