/**
 * What C leaves to the platform: the size of `long`, the sign of `char`, the alignment of short vectors. Kernels
 * and their arguments must agree on it.
 */
import type { Parameter, SourceLanguage } from './signature';

export interface DataModel {
  /** Bytes of `long`: 8, but 4 in C++ on Windows. */
  readonly longBytes: 4 | 8;
  /** False in C and C++ on ARM under Linux. */
  readonly charIsSigned: boolean;
  /**
   * - `cuda`: three lanes are packed (float3 is 12 bytes), nothing is aligned beyond 16 bytes
   * - `hip`: as CUDA, but double4 is aligned to its 32 bytes
   * - `opencl`: three lanes take the room of four; every vector is aligned to its size
   */
  readonly vectorLayout: 'cuda' | 'hip' | 'opencl';
  /**
   * True if `#pragma pack` also limits a member that asks for an alignment, as in GCC and clang; false in nvcc and NVRTC,
   * where such a member does not add to the alignment of a packed struct that asks for its own. Undefined: a struct on which they differ has no layout.
   */
  readonly packingLimitsAlignas?: boolean;
  /**
   * False in NVRTC 13, which ignores `[[gnu::...]]` and attributes after a struct's brace, and has several sizes for a
   * struct with an attribute that asks for less than the natural alignment. GCC, clang and nvcc agree. Default true.
   */
  readonly gnuAttributes?: boolean;
  /** An option that may change how structs and enums are laid out: they then have no layout. */
  readonly layoutOption?: string;
}

/** Why a layout is not known if {@link DataModel.gnuAttributes} is false, see {@link Parameter.unknown}. */
export const ownAttributes = 'depends on an attribute that this compiler handles in its own way';

/** Why a layout is not known under an option, see {@link Parameter.unknown}; undefined if there is no such option. */
export function whyOfOption({ layoutOption }: DataModel): Parameter['unknown'] {
  return layoutOption === undefined ? undefined : `depends on the option '${layoutOption}'`;
}

/** The two facts about a machine that matter here, as Node names them. */
export interface Platform {
  readonly platform: string;
  readonly arch: string;
}

/**
 * The data model of a language on a platform, by default this process's.
 *
 * Portable source is laid out as CUDA does; a device that compiles it as OpenCL passes `dataModelOf('opencl')`.
 */
export function dataModelOf(language: SourceLanguage, on: Platform = process): DataModel {
  // All compilers of OpenCL C are made from clang.
  if (language === 'opencl') {
    return { longBytes: 8, charIsSigned: true, vectorLayout: 'opencl', packingLimitsAlignas: true };
  }
  const isOfGcc = language === 'c' || language === 'c++' || language === 'hip';
  return {
    longBytes: on.platform === 'win32' ? 4 : 8,
    charIsSigned: !((on.arch === 'arm64' || on.arch === 'arm') && on.platform === 'linux'),
    vectorLayout: language === 'hip' ? 'hip' : 'cuda',
    ...(isOfGcc ? { packingLimitsAlignas: true } : {}),
  };
}
