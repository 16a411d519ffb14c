/** hiprtc's options: the architecture, macros, folders, and the user's own options after them. */
import type { CompileRequest } from '@heddle/core/backend';

const architectureOption = /^--?(?:offload-arch|gpu-architecture)(?:=(.*))?$/;

/** Options, and the architecture they say. */
export interface CompilePlan {
  readonly options: readonly string[];
  readonly architecture: string;
}

/**
 * The options for a request. They are clang's; a library over NVRTC accepts these too.
 *
 * @param device - architecture of the device with its features: `gfx90a:sramecc+:xnack-`
 */
export function compilePlan(
  { options, defines, includeDirs }: Pick<CompileRequest, 'options' | 'defines' | 'includeDirs'>,
  device: string,
): CompilePlan {
  const chosen = chosenArchitecture(options);
  return {
    architecture: chosen ?? device,
    options: [
      ...(chosen === undefined ? [`--offload-arch=${device}`] : []),
      ...Object.entries(defines).map(([name, text]) => `-D${name}=${text}`),
      ...includeDirs.map((folder) => `-I${folder}`),
      ...options,
    ],
  };
}

function chosenArchitecture(options: readonly string[]): string | undefined {
  for (const [i, option] of options.entries()) {
    const match = architectureOption.exec(option.trim());
    if (match) return match[1] ?? options[i + 1] ?? '';
  }
  return undefined;
}
