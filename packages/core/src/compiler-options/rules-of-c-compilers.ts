/**
 * The options of GCC, gfortran and clang, of hipcc and hiprtc, which are clang, and of their linkers.
 *
 * From GCC 12's and clang 19's manuals, and from what both do with `-shared - -o file` before or after the option.
 */
import type { OptionRules, PassingOption, ReservedOption } from './option-rules';

/** Options with the same name in all compilers. */
export const stopsEarly: readonly ReservedOption[] = [
  { names: ['-E', '--preprocess'], effect: 'only preprocesses the source' },
  { names: ['-fsyntax-only', '--syntax-only'], effect: 'only checks the source, and makes no code' },
  { names: ['-S', '--assemble'], effect: 'stops at assembly text' },
  { names: ['-c', '--compile'], effect: 'compiles without linking', instead: 'device.compileObject does that.' },
];

export const informs: readonly ReservedOption[] = [
  { names: ['--help', '--help=*', '-help', '--target-help'], effect: 'prints help instead of compiling' },
  { names: ['--version', '-version'], effect: "prints the compiler's version instead of compiling" },
  { names: ['-###', '--dryrun', '-dryrun'], effect: 'prints commands instead of running them' },
  {
    names: ['-dumpversion', '-dumpfullversion', '-dumpmachine', '-dumpspecs', '-print-*', '--print-*'],
    effect: 'prints facts about the compiler instead of compiling',
  },
];

export const namesOutput: ReservedOption = {
  names: ['-o*', '--output='],
  effect: 'names the output, whose file is temporary',
  instead: 'What was compiled is in module.artifact.bytes.',
};

export const namesLanguage: ReservedOption = {
  names: ['-x*', '--language='],
  effect: 'changes the language of the source',
  instead: "Give the language to compile: { language: 'c++' }.",
};

const dependencies = 'writes dependencies, to a file or instead of code';

const writesFiles: readonly ReservedOption[] = [
  { names: ['-M*', '--dependencies', '--user-dependencies'], effect: dependencies },
  {
    names: ['--write-dependencies', '--write-user-dependencies', '--print-missing-file-dependencies'],
    effect: dependencies,
  },
  { names: ['-dM', '-dD', '-dN', '-dI', '-dU', '-d', '--dump='], effect: 'dumps macros or the state of the compiler' },
  {
    names: ['-aux-info*', '-dumpdir*', '-dumpbase*', '-foptimization-record-file=', '-ftime-trace=', '-MJ*'],
    effect: 'writes files of its own',
  },
  {
    names: [
      '-fdiagnostics-add-output=',
      '-fdiagnostics-set-output=',
      '--serialize-diagnostics',
      '-serialize-diagnostics',
    ],
    effect: 'writes messages to a file',
  },
];

const otherForms: readonly ReservedOption[] = [
  {
    names: ['-emit-llvm', '-emit-ast', '-emit-pch', '--precompile', '-emit-interface-stubs', '-extract-api'],
    effect: 'makes another form than machine code',
  },
  { names: ['-fmodule-header*', '-rewrite-*', '--analyze'], effect: 'makes no machine code' },
  { names: ['-ccc-print-*', '-fdriver-only', '--autocomplete=', '-module-file-info'], effect: 'does not compile' },
  { names: ['-r', '--emit-static-lib'], effect: 'makes an object or a library instead of a program' },
  { names: ['-', '--'], effect: 'changes which files are read' },
];

const none: Omit<OptionRules, 'reserved'> = {
  passing: [],
  valued: [],
  folders: [],
  files: [],
  lists: false,
  wordsInEntries: false,
};

/** GNU's linker and LLVM's. */
export const linkerRules: OptionRules = {
  ...none,
  reserved: [
    { ...namesOutput, names: ['-o*', '--output='] },
    { names: ['-r', '-i', '--relocatable'], effect: 'makes an object that is linked again' },
    {
      names: ['-Map*', '--Map*', '--dependency-file=', '--out-implib*', '--plugin-opt=', '-plugin-opt='],
      effect: 'writes files of its own, or changes what is written',
    },
    { names: ['--help', '-help', '--target-help', '--version', '-V'], effect: 'prints facts instead of linking' },
  ],
  valued: ['-z', '-T', '-e', '-u', '-l', '-h', '-soname'],
  folders: ['-L', '--library-path', '-rpath-link'],
};

const assemblerRules: OptionRules = {
  ...none,
  reserved: [
    namesOutput,
    { names: ['--help', '--target-help', '--version', '-version'], effect: 'prints facts instead of assembling' },
    { names: ['-MD', '--MD'], effect: dependencies },
    { names: ['-a*'], effect: 'prints a listing' },
  ],
  folders: ['-I'],
};

const includeFolders = [
  '-isystem-after',
  '-isystem',
  '-iquote',
  '-idirafter',
  '-cxx-isystem',
  '--include-directory-after',
  '--include-directory',
  '-I',
];
const forcedFiles = ['-include-pch', '-include', '-imacros', '--include', '--imacros'];
const valued = ['-D', '-U', '-A', '-l', '-u', '-T', '-z', '-e', '-wrapper', '-specs', '--param', '-mllvm', '-target'];
valued.push('-isysroot', '-iprefix', '-iwithprefix', '-iwithprefixbefore', '-imultilib', '-framework', '-arch', '-B');

const preprocessorRules: OptionRules = {
  ...none,
  reserved: [...stopsEarly, ...informs, namesOutput, ...writesFiles],
  valued,
  folders: includeFolders,
  files: forcedFiles,
};

// The compiler proper, which clang's driver starts.
const clangFrontEndRules: OptionRules = {
  ...preprocessorRules,
  reserved: [
    ...preprocessorRules.reserved,
    ...otherForms,
    {
      names: ['-emit-*', '-ast-*', '-dump-*', '-analyze', '-init-only', '-Eonly', '-eonly', '-dependency-file'],
      effect: 'makes another form than machine code',
    },
    namesLanguage,
  ],
};

const passing: readonly PassingOption[] = [
  { names: ['-Wp,*'], form: 'list', rules: preprocessorRules },
  { names: ['-Wl,*'], form: 'list', rules: linkerRules },
  { names: ['-Wa,*'], form: 'list', rules: assemblerRules },
  { names: ['-Xpreprocessor'], form: 'one', rules: preprocessorRules },
  { names: ['-Xlinker', '-Xoffload-linker'], form: 'one', rules: linkerRules },
  { names: ['-Xassembler'], form: 'one', rules: assemblerRules },
  { names: ['-Xclang', '-Xarch_host', '-Xarch_device'], form: 'one', rules: clangFrontEndRules },
];

/** GCC and clang, of C and C++. */
export const cOptionRules: OptionRules = {
  ...none,
  reserved: [...stopsEarly, ...informs, namesOutput, namesLanguage, ...writesFiles, ...otherForms],
  passing,
  valued,
  folders: [...includeFolders, '-L', '--library-directory'],
  files: forcedFiles,
};

/** gfortran and flang. */
export const fortranOptionRules: OptionRules = {
  ...cOptionRules,
  reserved: [
    { names: ['-J*', '-module-dir*'], effect: 'names the folder of modules, which is temporary' },
    {
      names: ['-fdump-parse-tree', '-fdump-fortran-*', '-fc-prototypes*'],
      effect: 'prints the program in another form',
    },
    ...cOptionRules.reserved,
  ],
  folders: [...cOptionRules.folders, '-fintrinsic-modules-path'],
};

/** hipcc and hiprtc: clang for AMD's GPUs, with options about both sides of a HIP program. */
export const hipOptionRules: OptionRules = {
  ...cOptionRules,
  reserved: [
    ...cOptionRules.reserved,
    {
      names: ['--cuda-host-only', '--offload-host-only', '--hip-link', '--short-version'],
      effect: 'makes no code for the device',
    },
  ],
};
