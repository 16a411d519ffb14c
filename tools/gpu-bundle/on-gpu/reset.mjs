/**
 * Shows how a process can recover after a kernel's fault. Each way is tried in its own process, by driver calls alone:
 * no addon, no waiting thread. It prints every status.
 *
 * `reset.mjs`: all; `reset.mjs <fault> <way>`: one, in this process.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';
import { cuda, initialize } from '@heddle/simt-driver';

const source = `
extern "C" {
__global__ void illegal(int* out) { ((volatile int*)0x10)[threadIdx.x] = 1; }
__global__ void misaligned(int* out) { *(volatile long long*)((char*)out + 4) = 1; }
__global__ void trap(int* out) { asm volatile("trap;"); }
__global__ void assertion(int* out) { assert(out == nullptr); }
__global__ void fine(int* out) { out[0] = 42; }
}
`;
const faults = ['illegal', 'misaligned', 'trap', 'assertion'];

/** Each is given the calls and the lost context, and gives a context. */
const ways = {
  'primary: reset, release, retain': (d) => (d.reset(), d.release(), d.retain()),
  'primary: release, reset, retain': (d) => (d.leave(), d.release(), d.reset(), d.retain()),
  'primary: release to none, retain': (d) => (d.leave(), d.release(), d.retain()),
  'primary: reset, then the same handle': (d) => (d.reset(), d.context),
  'primary: all handles destroyed, release, reset, retain': (d) => (
    d.destroyAll(),
    d.leave(),
    d.release(),
    d.reset(),
    d.retain()
  ),
  'primary: release, reset, 3 s, retain': async (d) => (
    d.leave(),
    d.release(),
    d.reset(),
    await d.pause(3000),
    d.retain()
  ),
  'primary: release, reset, then an own context': (d) => (d.leave(), d.release(), d.reset(), d.create()),
  'primary: an own context beside it': (d) => (d.leave(), d.create()),
  'own: destroy, create': (d) => (d.destroy(), d.create()),
  'own: all handles destroyed, destroy, create': (d) => (d.destroyAll(), d.leave(), d.destroy(), d.create()),
  'own: create, then destroy the lost one': (d) => {
    const next = d.create();
    d.destroy();
    return next;
  },
  'own: destroy, retain the primary': (d) => (d.destroy(), d.retain()),
  'own: destroy, 3 s, create': async (d) => (d.destroy(), await d.pause(3000), d.create()),
  'own: another own one from before': (d) => d.second,
};

if (process.argv.length > 2) await tryOne(process.argv[2], process.argv[3], process.argv[4]);
else await tryAll();

async function tryOne(fault, way, cubin) {
  const api = await initialize(cuda);
  const log = [];
  const call = (name, ...args) => {
    const value = api.functions[name](...args);
    log.push(value === 0 ? name : `${name}=${api.nameStatus(value).name}`);
    return value;
  };
  const word = () => new BigUint64Array(1);
  const make = (name, ...args) => {
    const out = word();
    return call(name, out, ...args) === 0 ? out[0] : 0n;
  };
  const image = readFileSync(cubin);
  const own = way.startsWith('own');
  const create = () => make('contextCreate', 0, 0);
  const second = way.includes('another own one') ? create() : 0n;
  const context = own ? create() : make('primaryContextRetain', 0);
  call('contextSetCurrent', context);
  const [stream, event] = [make('streamCreate', 1, 0), make('eventCreate', 2)];
  const [module, memory, pinned] = [
    make('moduleLoad', image, 0, null, null),
    make('memoryAllocate', 4096),
    make('hostAllocate', 4096, 3),
  ];
  const start = log.splice(0).filter((line) => line.includes('='));
  if (start.length > 0) console.log(`could not start: ${start.join(', ')}`);
  launch(module, fault, stream, memory);
  call('eventRecord', event, stream);
  let status;
  do status = api.functions.eventQuery(event);
  while (status === 600);
  const seen = api.nameStatus(status).name;
  log.length = 0;

  const next = await ways[way]({
    context,
    second,
    create,
    reset: () => call('primaryContextReset', 0),
    release: () => call('primaryContextRelease', 0),
    retain: () => make('primaryContextRetain', 0),
    leave: () => call('contextSetCurrent', 0n),
    destroy: () => call('contextDestroy', context),
    destroyAll: () => {
      call('moduleUnload', module);
      call('memoryFree', memory);
      call('hostFree', pinned);
      call('eventDestroy', event);
      call('streamDestroy', stream);
    },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  console.log(JSON.stringify({ fault, way, seen, works: next !== 0n && works(next), log }));
  process.exit(0);

  function works(fresh) {
    if (call('contextSetCurrent', fresh) !== 0) return false;
    const [again, target, queue] = [
      make('moduleLoad', image, 0, null, null),
      make('memoryAllocate', 4096),
      make('streamCreate', 1, 0),
    ];
    if (!again || !target || !queue) return false;
    const result = new Int32Array(1);
    return (
      launch(again, 'fine', queue, target) === 0 &&
      call('copyDeviceToHostAsync', result, target, 4, queue) === 0 &&
      call('streamSynchronize', queue) === 0 &&
      result[0] === 42
    );
  }

  function launch(from, kernel, queue, argument) {
    const entry = make('moduleFunction', from, kernel);
    const value = BigUint64Array.of(argument);
    const parameters = BigUint64Array.of(BigInt(koffi.address(value)));
    return call('launch', entry, 1, 1, 1, 1, 1, 1, 0, queue, BigInt(koffi.address(parameters)), 0n);
  }
}

async function tryAll() {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-reset-'));
  try {
    const cubin = await compile(folder);
    const jobs = faults.flatMap((fault) => Object.keys(ways).map((way) => [fault, way]));
    const lines = [];
    // A few at a time: most of each is the driver's start.
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let job = jobs.shift(); job; job = jobs.shift()) lines.push(await child([...job, cubin]));
      }),
    );
    for (const line of lines.sort()) console.log(line);
    for (const fault of faults) {
      const working = Object.keys(ways).filter((way) =>
        lines.some((line) => line.startsWith(`${fault} | ${way} | works`)),
      );
      console.log(`after ${fault}: ${working.length === 0 ? 'NOTHING works' : working.join(' / ')}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compile(folder) {
  const { openDevice } = await import('@heddle/core');
  const { backend } = await import('@heddle/backend-nvrtc');
  const device = await openDevice(backend);
  const { artifact } = await device.compile(source);
  const file = join(folder, 'faults.cubin');
  writeFileSync(file, artifact.bytes);
  await device.dispose();
  return file;
}

function child(args) {
  return new Promise((resolve) => {
    const started = spawn(process.execPath, [process.argv[1], ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    started.stdout.on('data', (chunk) => (output += chunk));
    started.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => started.kill('SIGKILL'), 20_000);
    started.on('close', (code, signal) => {
      clearTimeout(timer);
      const last = output.trim().split('\n').at(-1) ?? '';
      const prefix = `${args[0]} | ${args[1]} | `;
      if (!last.startsWith('{'))
        return resolve(`${prefix}died (${signal ?? code}): ${output.slice(-400).replaceAll('\n', ' ')}`);
      const { works, seen, log } = JSON.parse(last);
      resolve(`${prefix}${works ? 'works' : 'FAILED'} | ${seen} | ${log.join(', ')}`);
    });
  });
}
