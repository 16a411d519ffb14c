/**
 * A program without the declarations that it does not need, which take up to a third of the compilation of a small
 * kernel.
 *
 * NVRTC's `--minimal` leaves out what is declared before every program for textures, surfaces and the CUDA runtime; and
 * portable source has the header of half precision in front whether it names a half or not. A program that names
 * nothing of both becomes the same binary, byte for byte; one that needs it after all does not compile, and is compiled
 * again with everything.
 */
import type { CompileRequest } from '@heddle/core/backend';
import { standardHeaders } from '@heddle/simt-driver';

// All that `--minimal` leaves out has one of these in its name, or is a launch of a kernel by a kernel.
const leftOut = /cuda|CUDA(?!CC_RTC__|_ARCH__)|\btex|\bsurf|<<</;
const halfPrecision = /half|fp16/i;

const include = /^[ \t]*#[ \t]*include(?:_next)?\b[ \t]*(?:[<"]([^>"\n]*)[>"])?/gm;
const halfInclude = /^#include <cuda_fp16\.h>$/m;

// Options by which other texts come in, or which say it already.
const otherTexts = /^--?(?:pre-include|include|minimal|pch|create-pch|use-pch)\b/;

/**
 * The request for the lean program.
 *
 * @param preamble - what portable source has in front
 * @returns undefined if the program may need what would be left out
 */
export function leanRequest(request: CompileRequest, preamble: string): CompileRequest | undefined {
  const { options } = request;
  const isPortable = request.source.startsWith(preamble);
  const own = isPortable ? request.source.slice(preamble.length) : request.source;
  if (leftOut.test(own) || options.some((option) => otherTexts.test(option)) || !includesKnown(own, request)) {
    return undefined;
  }
  if (!isPortable) return withMinimal(request, own);
  const said = [own, ...options, ...request.names, ...Object.entries(request.defines).flat()];
  if (said.some((text) => halfPrecision.test(text))) return undefined;
  // Its line stays empty, so that later lines keep their numbers.
  return withMinimal(request, preamble.replace(halfInclude, '') + own);
}

function withMinimal(request: CompileRequest, source: string): CompileRequest {
  return { ...request, source, options: ['--minimal', ...request.options] };
}

// It does not check the needs of other headers.
function includesKnown(source: string, { headers }: Pick<CompileRequest, 'headers'>): boolean {
  return [...source.matchAll(include)].every(
    ([, name]) => name !== undefined && name in standardHeaders && !(name in headers),
  );
}
