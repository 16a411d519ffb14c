/** The programs, and the languages in which each is written. */
export const programs = [
  { name: 'cache-folder', languages: ['cuda', 'opencl'] },
  { name: 'awaited-copies', languages: ['cuda', 'opencl'] },
  { name: 'order-of-streams', languages: ['cuda', 'opencl'] },
  { name: 'pending-operations', languages: ['cuda', 'opencl'] },
  { name: 'macros-from-options', languages: ['cuda', 'opencl'] },
  { name: 'kernel-names', languages: ['cuda'] },
];

/** Those that a backend can run. @param {string} backend - `host`, `opencl`, `nvrtc`… */
export function programsFor(backend) {
  const language = backend === 'opencl' ? 'opencl' : 'cuda';
  return programs.filter(({ languages }) => languages.includes(language)).map(({ name }) => name);
}
