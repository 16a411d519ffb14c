/** Which header declares a name that a CUDA or HIP compiler did not know. */

// As GCC, clang (hiprtc) and NVRTC say it.
const unknownName =
  /['"\u2018](\w+)['"\u2019] (?:was not declared|does not name a type|has not been declared|is undefined)|(?:undeclared identifier|unknown type name) '(\w+)'/;

const headers: readonly { readonly names: RegExp; readonly cuda: string; readonly hip: string }[] = [
  {
    names: /^(?:(?:__)?half2?|__float2half\w*|__half2float|__low2\w+|__high2\w+|__h(?:add|sub|mul|fma|div)2?)$/,
    cuda: 'cuda_fp16.h',
    hip: 'hip/hip_fp16.h',
  },
  {
    names: /^(?:(?:__)?nv_bfloat16\w*|__hip_bfloat16\w*|__float2bfloat16\w*|__bfloat162float)$/,
    cuda: 'cuda_bf16.h',
    hip: 'hip/hip_bf16.h',
  },
  { names: /^(?:cooperative_groups|cg)$/, cuda: 'cooperative_groups.h', hip: 'hip/hip_cooperative_groups.h' },
  {
    names: /^(?:cu|hip)(?:Complex|FloatComplex|DoubleComplex|C(?:add|sub|mul|div|abs|real|imag)f?)$/,
    cuda: 'cuComplex.h',
    hip: 'hip/hip_complex.h',
  },
];

/** @returns a hint for a compiler's message that a name is not known; undefined if no header of these has it */
export function missingHeader(message: string): string | undefined {
  const match = unknownName.exec(message);
  const name = match?.[1] ?? match?.[2];
  if (name === undefined) return undefined;
  const header = headers.find(({ names }) => names.test(name));
  return header && `${name} is declared by <${header.cuda}>, in HIP by <${header.hip}>.`;
}
