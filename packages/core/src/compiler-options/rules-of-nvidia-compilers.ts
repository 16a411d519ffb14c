/** The options of nvcc and NVRTC, from nvcc 13's `--help` and NVRTC's manual. */
import type { OptionRules, ReservedOption } from './option-rules';
import { cOptionRules, informs, linkerRules, namesLanguage, namesOutput, stopsEarly } from './rules-of-c-compilers';

const dependencies =
  '-M --generate-dependencies -MM --generate-nonsystem-dependencies -MD --generate-dependencies-with-compile -MMD ' +
  '--generate-nonsystem-dependencies-with-compile -MF= --dependency-output= -MP --generate-dependency-targets -MT= ' +
  '--dependency-target-name=';

const reserved: readonly ReservedOption[] = [
  ...stopsEarly,
  ...informs,
  { ...namesOutput, names: ['-o=', '--output-file='] },
  { ...namesLanguage, names: ['-x=', '--x='] },
  { names: ['-fdevice-syntax-only', '--fdevice-syntax-only'], effect: 'only checks the source, and makes no code' },
  { names: ['-V', '-h'], effect: 'prints facts instead of compiling' },
  { names: dependencies.split(' '), effect: 'writes dependencies, to a file or instead of code' },
  {
    names: ['-cuda', '--cuda', '-optix-ir', '--optix-ir'],
    effect: 'makes another form than device code',
  },
  {
    names: ['-ltoir', '--ltoir'],
    effect: 'makes code that is not linked yet',
    instead: 'device.compileObject makes it, with { linkTimeOptimization: true }.',
  },
  {
    names: ['-dc', '--device-c', '-dw', '--device-w', '-dlink', '--device-link', '-link', '--link', '-lib', '--lib'],
    effect: 'chooses how far nvcc goes, which Heddle chooses',
    instead: 'device.compile, device.compileObject and device.link do these steps.',
  },
  {
    names: ['-run', '--run', '-r', '--relocatable-link', '-clean', '--clean-targets'],
    effect: 'makes no code to load',
  },
  {
    names: ['-code-ls', '--list-gpu-code', '-arch-ls', '--list-gpu-arch'],
    effect: 'prints the architectures instead of compiling',
  },
  {
    names: ['-odir=', '--output-directory=', '-keep-dir=', '--keep-dir=', '-time=', '--time='],
    effect: 'writes files of its own',
  },
  { names: ['-fdevice-time-trace=', '--fdevice-time-trace='], effect: 'writes files of its own' },
];

const ptxasRules: OptionRules = {
  ...linkerRules,
  reserved: [
    { ...namesOutput, names: ['-o=', '--output-file='] },
    {
      names: ['--help', '-h', '--version', '-V', '--list-arch', '-arch-ls'],
      effect: 'prints facts instead of compiling',
    },
    { names: ['--options-file=', '-optf='], effect: 'reads further options from a file' },
    { names: ['-link-map*', '--link-map*'], effect: 'prints a map of what is linked' },
  ],
  valued: [],
};

const folders = ['--include-path', '--system-include', '-isystem', '-I', '--library-path', '-L'];

/** nvcc: it compiles, and it links. */
export const nvccOptionRules: OptionRules = {
  reserved,
  passing: [
    { names: ['-Xcompiler=', '--compiler-options='], form: 'list', rules: { ...cOptionRules, lists: false } },
    { names: ['-Xptxas=', '--ptxas-options=', '-Xnvlink=', '--nvlink-options='], form: 'list', rules: ptxasRules },
    { names: ['-Xlinker=', '--linker-options='], form: 'list', rules: linkerRules },
  ],
  valued: ['-D', '--define-macro', '-U', '--undefine-macro', '-l', '--library', '-arch', '--gpu-architecture'],
  folders,
  files: ['--pre-include', '-include'],
  lists: true,
  wordsInEntries: false,
};

/** NVRTC, which has no linker and reads no files but headers. */
export const nvrtcOptionRules: OptionRules = {
  ...nvccOptionRules,
  passing: nvccOptionRules.passing.filter(({ names }) => names.includes('-Xptxas=')),
  lists: false,
};
