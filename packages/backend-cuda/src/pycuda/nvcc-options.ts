/** The options of PyCUDA's compiler, and nvcc's options for them. */
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import { deviceIfOpen } from './current-device';

/** How a source is compiled, by PyCUDA's names in camelCase. */
export interface NvccOptions {
  /** A path or name of nvcc. Default `nvcc`, found as the backend finds it. */
  readonly nvcc?: string;
  /** Options of nvcc, one per entry. */
  readonly options?: readonly string[];
  /** Keeps what nvcc makes on the way; the log says where. Such a module is compiled every time. Default false. */
  readonly keep?: boolean;
  /**
   * Leaves the source unchanged. Otherwise it is put into an `extern "C"` block, which takes no templates. Default
   * false.
   */
  readonly noExternC?: boolean;
  /** Architecture to compile for: `sm_90`, `sm_90a`, `compute_80`. Default: the current device's. */
  readonly arch?: string;
  /** What code to generate for it: `sm_90`, `compute_90`. */
  readonly code?: string;
  /** Folder of compiled modules; false compiles every time. Default: Heddle's cache. */
  readonly cacheDir?: string | false;
  /** Folders for `#include`. */
  readonly includeDirs?: readonly string[];
}

const nvccOptionNames = optionNames<NvccOptions>({
  nvcc: true,
  options: true,
  keep: true,
  noExternC: true,
  arch: true,
  code: true,
  cacheDir: true,
  includeDirs: true,
});

/**
 * @param more - options that only this function takes
 * @throws HeddleError `ARGUMENT` for an option that does not exist
 */
export function assertNvccOptions(operation: string, given: unknown, ...more: readonly string[]): void {
  assertOptions(operation, given, [...nvccOptionNames, ...more]);
}

/** A source and options as the compiler takes them. */
export interface NvccCommand {
  /** The text to compile. */
  readonly text: string;
  readonly options: readonly string[];
  /** Architecture of the device: what is compiled for where the options do not say it. */
  readonly architecture: string;
  /** Macros that the options define: the signatures of kernels are read with them. */
  readonly defines: Readonly<Record<string, string>>;
}

/**
 * @throws HeddleError `ARGUMENT` for a source that is none, and where neither an architecture nor a device is there
 */
export function nvccCommand(source: string, given: NvccOptions): NvccCommand {
  if (typeof source !== 'string' || source.trim() === '') {
    throw argumentError(`the source is text, not ${typeof source === 'string' ? 'empty' : describe(source)}`);
  }
  const { options = [], arch, code, noExternC = false } = given;
  if (!Array.isArray(options)) throw argumentError(`options is an array of strings, not ${describe(options)}`);
  const architecture = arch ?? deviceIfOpen()?.properties.architecture;
  if (architecture === undefined) {
    throw argumentError('no device is open, so there is no architecture to compile for', {
      hint: "Begin with: await autoinit(). Or say it: { arch: 'sm_90' }.",
    });
  }
  return {
    text: noExternC ? source : `extern "C" {\n#line 1\n${source}\n}\n`,
    options: [
      ...(arch === undefined ? [] : [`-arch=${arch}`]),
      ...(code === undefined ? [] : [`-code=${code}`]),
      ...(options as readonly string[]),
    ],
    architecture,
    defines: definesOf(options as readonly string[]),
  };
}

/** `-DN=4`, `-D N`, `--define-macro=N=4`. */
function definesOf(options: readonly string[]): Record<string, string> {
  const defines: Record<string, string> = {};
  for (const [i, option] of options.entries()) {
    const match = /^(?:-D|--define-macro(?:=|$))\s*(.*)$/.exec(option);
    const definition = match?.[1] === '' ? options[i + 1] : match?.[1];
    const [, name, text = '1'] = /^([A-Za-z_]\w*)(?:=(.*))?$/.exec(definition ?? '') ?? [];
    if (name !== undefined) defines[name] = text;
  }
  return defines;
}
