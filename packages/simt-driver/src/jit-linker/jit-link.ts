/** Objects, LTO-IR among them, linked into what the driver loads. */
import { HeddleError } from '@heddle/core';
import { argumentError, entryNamesIn, type Artifact } from '@heddle/core/backend';
import { loadableImage } from '../module/binary-image';
import { kernelSymbols } from '../module/kernel-symbols';
import { nvJitLinkCandidates, preferMajor } from './find-nvjitlink';
import { linkFailure } from './link-failure';
import { nvJitLinkInputs, type NvJitLinkInput } from './nvjitlink-functions';
import { NvJitLinkLibrary } from './nvjitlink-library';
import { NvJitLinker } from './nvjitlink-linker';

/** Where a link is for, and who asks. */
export interface JitLinkTarget {
  /** The backend, for errors. */
  readonly backend: string;
  /** `sm_90` */
  readonly architecture: string;
  /** nvJitLink's own, one per entry: `-maxrregcount=32`, `-ptx`, `-arch=sm_90a`. */
  readonly options?: readonly string[];
  /** The compiler that made the objects: a linker of its release is preferred. */
  readonly compiler?: { readonly path?: string; readonly major?: number };
}

/** True for objects that the driver's linker does not take. */
export function needsJitLink(objects: readonly Pick<Artifact, 'format'>[]): boolean {
  return objects.some(({ format }) => format === 'ltoir');
}

/**
 * Links by libnvJitLink. Objects of LTO-IR (Link-Time Optimisation's Intermediate Representation) are compiled to
 * machine code here, all together, so that a function of one is inlined in another.
 *
 * @param objects - LTO-IR, cubin, PTX, fatbin; host objects and libraries with device code in them
 * @returns a cubin for the architecture; PTX where the options say `-ptx`
 * @throws HeddleError `UNSUPPORTED` without libnvJitLink or for an architecture that it does not know, `COMPILE` for a
 * function that none defines or several do, `CORRUPT` for a damaged object, `ARGUMENT` for one of another architecture
 */
export async function jitLink(objects: readonly Artifact[], target: JitLinkTarget): Promise<Artifact> {
  const { backend, options = [] } = target;
  const inputs = objects.map((object) => inputOf(object, backend));
  const library = NvJitLinkLibrary.load(backend, placesFor(target));
  const linkOptions = optionsFor(objects, target);
  const failed = { library, architecture: target.architecture, options };
  using linker = new NvJitLinker(library, linkOptions);
  if (linker.created !== 'NVJITLINK_SUCCESS')
    throw linkFailure(failed, 'nvJitLinkCreate', linker.created, linker.log());
  // A refused object is not a reason for nvJitLink to refuse the link: it would go on without.
  for (const [i, { input, bytes }] of inputs.entries()) {
    const added = linker.add(input, bytes, `part-${i + 1}`);
    if (added !== 'NVJITLINK_SUCCESS') throw linkFailure(failed, 'nvJitLinkAddData', added, linker.log(), i + 1);
  }
  const completed = linker.complete();
  const log = linker.log();
  if (completed !== 'NVJITLINK_SUCCESS') throw linkFailure(failed, 'nvJitLinkComplete', completed, log);
  const format = options.some((option) => /^--?ptx$/.test(option)) ? 'ptx' : 'cubin';
  const bytes = linker.binary(format);
  return { format, bytes, entryNames: entryNames(objects, format, bytes), log: withoutSuccessLine(log) };
}

function inputOf({ format, bytes }: Artifact, backend: string): { input: NvJitLinkInput; bytes: Uint8Array } {
  switch (format) {
    case 'ltoir':
      checkIntermediate(bytes, backend);
      return { input: format, bytes };
    case 'cubin':
    case 'ptx':
    case 'fatbin':
      return { input: format, bytes: loadableImage({ format, bytes }, backend) };
    case 'object':
    case 'library':
      return { input: format, bytes };
    default:
      throw argumentError(
        `nvJitLink links no ${format}; it links ${Object.keys(nvJitLinkInputs).slice(0, -1).join(', ')}`,
        { backend },
      );
  }
}

const intermediateMagic = 0x7f4e43ed;

function checkIntermediate(bytes: Uint8Array, backend: string): void {
  const begin = bytes.byteLength < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  if (begin === intermediateMagic) return;
  throw new HeddleError('CORRUPT', 'LTO-IR begins with its own magic number; this does not', { backend });
}

const architectureOption = /^--?arch=/;

function optionsFor(objects: readonly Artifact[], { architecture, options = [] }: JitLinkTarget): string[] {
  return [
    ...(options.some((option) => architectureOption.test(option)) ? [] : [`-arch=${architecture}`]),
    ...(needsJitLink(objects) && !options.includes('-lto') ? ['-lto'] : []),
    ...options,
  ];
}

function placesFor({ compiler }: JitLinkTarget): string[] {
  const places = nvJitLinkCandidates(compiler?.path);
  return compiler?.major === undefined ? places : preferMajor(places, compiler.major);
}

// LTO-IR does not tell its kernels as a cubin does, so the linked program is asked.
function entryNames(objects: readonly Artifact[], format: string, bytes: Uint8Array): Record<string, string> {
  return Object.assign(
    entryNamesIn(kernelSymbols(format, bytes)),
    ...objects.map((object) => object.entryNames),
  ) as Record<string, string>;
}

// Removes the message that nvJitLink prints for every successful link.
function withoutSuccessLine(log: string): string {
  return log
    .split('\n')
    .filter((line) => !/^SUCCESS: .* Container created/.test(line))
    .join('\n')
    .trim();
}
