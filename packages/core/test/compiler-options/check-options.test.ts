/** Options after which a compiler makes no code, in all the ways in which they can be given. */
import { assertMakesCode } from '../../src/compiler-options';
import {
  cOptionRules,
  fortranOptionRules,
  hipOptionRules,
  linkerRules,
  nvccOptionRules,
  nvrtcOptionRules,
  openclOptionRules,
  type OptionRules,
} from '@heddle/core/backend';

const all: Readonly<Record<string, OptionRules>> = {
  c: cOptionRules,
  fortran: fortranOptionRules,
  hip: hipOptionRules,
  nvcc: nvccOptionRules,
  nvrtc: nvrtcOptionRules,
  opencl: openclOptionRules,
  linker: linkerRules,
};

function refusal(rules: OptionRules, options: readonly string[]): { message: string; code: string } | undefined {
  try {
    assertMakesCode(options, rules, { origin: 'cc', backend: 'test', parameter: 'options' });
    return undefined;
  } catch (error) {
    return error as { message: string; code: string };
  }
}

describe.each(Object.keys(all).filter((name) => name !== 'linker'))('the options of %s', (name) => {
  const rules = all[name] as OptionRules;

  it.each([
    ...['-E', '-c', '-S', '-M', '-MM', '-MD', '-fsyntax-only', '--help', '--version', '-###', '-dumpversion'],
    ...['--compile', '--preprocess', '-print-search-dirs', '-o', '-x'],
  ])('do not include %s', (option) => {
    for (const options of [[option], ['-O3', option], [` ${option} `], ['-DX', option, 'value']]) {
      expect(refusal(rules, options)).toMatchObject({
        code: 'ARGUMENT',
        parameter: 'options',
        backend: 'test',
        message: expect.stringContaining(`the option '${option}'`) as string,
      });
    }
  });

  it('include those that only begin alike, and values that look like options', () => {
    const fine = ['-O3', '-Werror', '-w', '-g', '-DE=-E', '-D', '-c', '-I', '-E', '-I-M', '-std=c++17', '-DX=a - b -c'];
    expect(refusal(rules, fine)).toBeUndefined();
  });
});

it.each<[keyof typeof all, readonly string[], string, string?]>([
  ['c', ['-Wp,-E'], '-E', '-Wp,-E'],
  ['c', ['-Wp,-DX=1,-MD,file'], '-MD', '-Wp,-DX=1,-MD,file'],
  ['c', ['-Xpreprocessor', '-M'], '-M'],
  ['c', ['-Wl,-Bsymbolic,-o,x'], '-o', '-Wl,-Bsymbolic,-o,x'],
  ['c', ['-Wl,--help'], '--help', '-Wl,--help'],
  ['c', ['-Wl,-Map=x.map'], '-Map=x.map', '-Wl,-Map=x.map'],
  ['c', ['-Xlinker', '-soname', '-Xlinker', 'x', '-Xlinker', '-r'], '-r'],
  ['c', ['-Wa,--version'], '--version', '-Wa,--version'],
  ['c', ['-Xclang', '-ast-dump'], '-ast-dump'],
  ['c', ['-xfortran'], '-xfortran'],
  ['c', ['-oelsewhere'], '-oelsewhere'],
  ['c', ['--output=elsewhere'], '--output=elsewhere'],
  ['c', ['-dM'], '-dM'],
  ['c', ['-emit-llvm'], '-emit-llvm'],
  ['c', ['-'], '-'],
  ['fortran', ['-Jelsewhere'], '-Jelsewhere'],
  ['hip', ['--cuda-host-only'], '--cuda-host-only'],
  ['hip', ['-Xarch_device', '-E'], '-E'],
  ['nvcc', ['-Xcompiler=-O2,-E'], '-E', '-Xcompiler=-O2,-E'],
  ['nvcc', ['-Xcompiler', '-O2,-c'], '-c', '-O2,-c'],
  ['nvcc', ['--compiler-options=-Wp,-E'], '-E', '--compiler-options=-Wp,-E'],
  ['nvcc', ['-Xptxas=-v,--help'], '--help', '-Xptxas=-v,--help'],
  ['nvcc', ['-Xptxas', '-o=x'], '-o=x'],
  ['nvcc', ['--dryrun'], '--dryrun'],
  ['nvcc', ['-dc'], '-dc'],
  ['nvcc', ['-optix-ir'], '-optix-ir'],
  ['nvcc', ['--keep-dir', 'x'], '--keep-dir'],
  ['nvcc', ['-odir=x'], '-odir=x'],
  ['nvcc', ['-V'], '-V'],
  ['nvrtc', ['-fdevice-syntax-only'], '-fdevice-syntax-only'],
  ['nvrtc', ['--fdevice-time-trace=x'], '--fdevice-time-trace=x'],
  ['opencl', ['-cl-mad-enable -E'], '-E', '-cl-mad-enable -E'],
  ['opencl', ['-create-library'], '-create-library'],
  ['linker', ['--relocatable'], '--relocatable'],
  ['linker', ['-o', 'x'], '-o'],
])('finds, among those of %s, in %j', (...[name, options, culprit, within]) => {
  const found = refusal(all[name] as OptionRules, options);
  expect(found).toMatchObject({ code: 'ARGUMENT' });
  expect(found?.message).toContain(`the option '${culprit}'${within === undefined ? ' ' : ` in '${within}' `}`);
});

it.each<[keyof typeof all, readonly string[]]>([
  ['c', ['-fopenmp', '-lm', '-Wl,-rpath,/opt', '-march=native', '-v', '-save-temps', '-include', 'x.h', 'part.o']],
  ['c', ['-Xlinker']],
  ['c', ['-Wl,']],
  ['fortran', ['-fopenmp', '-ffixed-form', '-cpp', '-I', 'modules']],
  ['hip', ['--offload-arch=gfx90a', '-mllvm', '-E', '-ffast-math', '-fgpu-rdc']],
  ['nvcc', ['-maxrregcount=32', '-m64', '-optf', 'x', '-opt-info', 'inline', '-G', '-lineinfo', '--ptx', '--keep']],
  ['nvcc', ['-Xcompiler=-fopenmp,-O2', '-Xptxas', '-v,-dlcm=ca', '-arch', 'sm_90', '-Xcompiler']],
  ['nvrtc', ['--dlink-time-opt', '--use_fast_math', '-default-device', '--minimal', '--pch', '-Xptxas', '-v']],
  ['opencl', ['-cl-std=CL3.0', '-cl-fast-relaxed-math -cl-mad-enable', '-DX="a -E b"', '-nv-maxrregcount 32']],
])('takes what compiles with %s: %j', (name, options) => {
  expect(refusal(all[name] as OptionRules, options)).toBeUndefined();
});
