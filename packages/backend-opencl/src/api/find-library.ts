/** Where the OpenCL loader is. */
const names: Partial<Record<string, readonly string[]>> = {
  win32: ['OpenCL.dll'],
  darwin: ['/System/Library/Frameworks/OpenCL.framework/OpenCL'],
};

/**
 * Names of the loader's library to try, in order. HEDDLE_OPENCL_LIBRARY names the only one, for a loader in an unusual
 * place or a vendor's library without one. The loader itself reads OCL_ICD_VENDORS, OCL_ICD_FILENAMES and the like.
 */
export function libraryNames(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const named = environment.HEDDLE_OPENCL_LIBRARY;
  if (named !== undefined && named !== '') return [named];
  return names[process.platform] ?? ['libOpenCL.so.1', 'libOpenCL.so'];
}
