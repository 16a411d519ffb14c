/** What Kernel Tuner calls options that have other names here. */

/** The option here, or a few words if there is none. */
const ours: Readonly<Record<string, string>> = {
  kernelname: 'kernel',
  kernelsource: 'source',
  kernelstring: 'source',
  tuneparams: 'tune',
  params: 'configuration',
  lang: 'language, and device for the backend',
  platform: "device: { backend: 'opencl', device: 'a part of its name' }",
  compiler: 'HEDDLE_CXX, HEDDLE_CC, HEDDLE_FC and HEDDLE_NVCC',
  atol: 'tolerance',
  smemargs: 'sharedMemory',
  cmemargs: 'constantMemory',
  texmemargs: 'textureMemory',
  parallel: 'compileWorkers, or several devices: device: [...]',
  parallelworkers: 'compileWorkers',
  maxfevals: 'budget: { evaluations }',
  timelimit: 'budget: { seconds }',
  quiet: 'onRecord: nothing is printed otherwise',
  verbose: 'onRecord: nothing is printed otherwise',
  log: 'NODE_DEBUG=heddle',
};

/** @returns what stands for an option of Kernel Tuner's, in its spelling or in camelCase; undefined for other names */
export function optionHere(name: string): string | undefined {
  const plain = name.replaceAll('_', '').toLowerCase();
  return Object.hasOwn(ours, plain) ? ours[plain] : undefined;
}
