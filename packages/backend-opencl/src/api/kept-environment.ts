/**
 * The variables by which users tell the OpenCL loader where drivers are. Khronos' loader reads lists by strtok, in
 * place: after the first call `OCL_ICD_FILENAMES=a.so:b.so` reads `a.so`, and every program that this process starts
 * finds the first driver alone.
 */
const lists = ['OCL_ICD_FILENAMES', 'OCL_ICD_VENDORS', 'OPENCL_LAYERS'] as const;

/** True if one of the variables is set. */
export function namesDrivers(): boolean {
  return lists.some((name) => process.env[name] !== undefined);
}

/** Runs what may make the loader read its variables, and gives them their values back. */
export function withKeptEnvironment<T>(body: () => T): T {
  const before = lists.map((name) => process.env[name]);
  try {
    return body();
  } finally {
    lists.forEach((name, i) => {
      const value = before[i];
      if (value !== undefined && process.env[name] !== value) process.env[name] = value;
    });
  }
}
