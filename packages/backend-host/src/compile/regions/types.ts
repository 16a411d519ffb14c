/** Facts about a type from its words alone. */

const builtIn =
  /^(?:(?:unsigned|signed|long|short|int|char|float|double|bool|typename|GLOBAL|CONSTANT|LOCAL|INT64|UINT64|size_t|ssize_t|ptrdiff_t|u?int(?:_fast|_least)?(?:8|16|32|64)_t|u?intptr_t|u(?:char|short|int|long)|(?:std|cuda::std)::\w+_t) ?)+$/;
const vector =
  /^(?:const )?(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]$|^dim3$|^(?:__)?(?:half|nv_bfloat16)2?$|^__nv_\w+$|^cu(?:Float|Double)?Complex$/;

/** Whether a type is of those numbers that every compiler has, by one of their own names. */
export function isBuiltIn(type: string): boolean {
  return builtIn.test(type);
}

/** Whether a type is one of CUDA's with members, `float4`, or with operators, `__half`. */
export function isVector(type: string): boolean {
  return vector.test(type);
}
