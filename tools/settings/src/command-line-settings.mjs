/** Every argument and option of `heddle`: what to do with one that names a path, and what the others are. */
import { runCommandLine } from '@heddle/cli';
import { cacheFile, input, scratch } from './inputs.mjs';

const kernels = input('kernels.cu', '__global__ void k(float* x) { x[0] = 1; }');
const tuning = input(
  'new.mjs',
  `export default {
    kernel: 'k', source: '__global__ void k(float* x) { x[0] = n; }', problemSize: 1,
    arguments: [new Float32Array(1)], tune: { block_size_x: [1], n: [1, 2] },
    iterations: 1, device: 'host', isolation: 'none', benchmark: { warmupMilliseconds: 0 },
  };`,
);
/** Runs a command. @returns its exit code, and all that it printed */
async function heddle(...words) {
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  let printed = '';
  for (const stream of streams)
    stream.write = (text) => {
      printed += text;
      return true;
    };
  try {
    const code = await runCommandLine(words);
    return `exit code ${code}: ${printed}`;
  } finally {
    streams.forEach((stream, i) => (stream.write = writes[i]));
  }
}

/** Runs a command in a folder. */
async function inFolder(folder, ...words) {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await heddle(...words);
  } finally {
    process.chdir(before);
  }
}

const besideCache = ['.journal', '.lock', '.damaged', '.01234567-89ab-cdef-0123-456789abcdef.part'];

/** Those that name a path, and places that commands choose by themselves. */
export const settings = {
  'doctor --report-folder': {
    role: 'folder',
    inTheWay: ['host.json', 'host.md'],
    own: /\/host\.(json|md)$/,
    run: (path) => heddle('doctor', 'host', '--conformance', '--filter', 'arguments/order', '--report-folder', path),
  },
  'run file': { role: 'input', ending: '.cu', run: (path) => heddle('run', path, '-b', 'host', '-g', '1', '-B', '1') },
  'run --arg': {
    role: 'input',
    run: (path) => heddle('run', kernels, '-b', 'host', '-g', '1', '-B', '1', '-a', `float32@${path}`),
  },
  'run --option': {
    role: 'folder',
    isSilent: true,
    run: (path) => heddle('run', kernels, '-b', 'host', '-g', '1', '-B', '1', '-a', 'float32[1]', '-O', `-I${path}`),
  },
  'tune file': { role: 'input', ending: '.mjs', run: (path) => inFolder(scratch, 'tune', path) },
  'tune --output': {
    role: 'output',
    ending: '.json',
    inTheWay: besideCache.map((ending) => `new.json${ending}`),
    own: /\/new\.json$/,
    run: (path) => heddle('tune', tuning, '--output', path),
  },
  'tune --output by default': {
    role: 'working folder',
    inTheWay: ['new.cache.json', ...besideCache.map((ending) => `new.cache.json${ending}`)],
    own: /\/new\.cache\.json$/,
    run: (path) => inFolder(path, 'tune', tuning),
  },
  'tune --report': {
    role: 'output',
    ending: '.html',
    own: /\/new\.html$/,
    run: (path) => inFolder(scratch, 'tune', tuning, '--report', path),
  },
  'tune --report by default': {
    role: 'working folder',
    inTheWay: ['new.cache.html'],
    own: /\/new\.(cache\.json|cache\.html|html)$/,
    run: (path) => inFolder(path, 'tune', tuning, '--report'),
  },
  'report results': { role: 'input', ending: '.json', run: (path) => heddle('report', path) },
  'report --output': {
    role: 'output',
    ending: '.html',
    own: /\/new\.html$/,
    run: (path) => heddle('report', cacheFile, '--output', path),
  },
};

/** Those that name no path. */
export const others = [
  ...['doctor backends', 'doctor --filter'],
  ...['arguments', '--backend', '--device', '--kernel', '--grid', '--block', '--shared', '--define'].map(
    (name) => `run ${name}`,
  ),
  ...['run --time', 'run --print'],
  ...['--evaluations', '--seconds', '--strategy', '--strategy-option', '--seed', '--backend', '--device'].map(
    (name) => `tune ${name}`,
  ),
  ...['tune --objective', 'tune --iterations', 'tune --isolation'],
];
