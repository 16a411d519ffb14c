/**
 * The overhead of the compiler over NVRTC, and what it saves. It needs only libnvrtc, no GPU. The peer is NVRTC called
 * as its documentation shows, without headers or options but the architecture.
 */
import { parseKernels } from '@heddle/core/backend';
import { NvrtcLibrary, NvrtcProgram } from '@heddle/backend-nvrtc/api';
import { NvrtcCompiler } from '../src/compile/nvrtc-compiler';
import { median } from './measurements';

const architecture = 'sm_90';
const rounds = 30;
const library = NvrtcLibrary.load();
const compiler = new NvrtcCompiler(library, { architecture, float16: true });

let made = 0;

async function throughHeddle(): Promise<void> {
  const [name, source] = nextSource();
  await compiler.compile({
    source,
    userSource: source,
    fileName: 'kernel.cu',
    language: 'cuda',
    names: [`${name}<float>`],
    globals: [],
    kernels: parseKernels(source, { language: 'cuda' }),
    options: [],
    defines: {},
    includeDirs: [],
    headers: {},
  });
}

async function byNvrtcAlone(): Promise<void> {
  const [name, source] = nextSource();
  using program = new NvrtcProgram(library, { source, fileName: 'kernel.cu', headers: {} });
  program.addNameExpression(`${name}<float>`);
  const result = await program.compile([`--gpu-architecture=${architecture}`]);
  if (result !== 'NVRTC_SUCCESS') throw new Error(`${result}: ${program.log()}`);
  program.loweredName(`${name}<float>`);
  program.binary('cubin');
}

// A name of its own each time: NVRTC keeps what it has compiled.
function nextSource(): [name: string, source: string] {
  const name = `scale_${process.pid}_${made++}`;
  return [
    name,
    `template <class T> __global__ void ${name}(T a, const T* x, T* y, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }`,
  ];
}

const programs = { heddle: throughHeddle, alone: byNvrtcAlone };
const spent: Record<keyof typeof programs, { wall: number[]; processor: number[] }> = {
  heddle: { wall: [], processor: [] },
  alone: { wall: [], processor: [] },
};
for (let i = 0; i < rounds; i++) {
  // Alternating, so that a busy machine slows both.
  for (const [who, body] of Object.entries(programs) as [keyof typeof programs, () => Promise<void>][]) {
    const [started, startedAt] = [process.cpuUsage(), performance.now()];
    await body();
    spent[who].wall.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(started);
    spent[who].processor.push((user + system) / 1000);
  }
}
const { major, minor } = library.version;
for (const [kind, title] of [
  ['processor', 'processor time'],
  ['wall', 'from start to end'],
] as const) {
  const [figure, peer] = [median(spent.heddle[kind]), median(spent.alone[kind])];
  console.log(
    `compile a small template module, ${title}, NVRTC ${major}.${minor}: heddle ${figure.toFixed(1)} ms, ` +
      `NVRTC alone ${peer.toFixed(1)} ms (heddle ${(figure / peer).toFixed(2)}x)`,
  );
}
