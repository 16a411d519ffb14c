/** How many functions are between a user's call and the driver. docs/architecture.md shows them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryDevice, type MemoryDriver } from '../support/memory-driver';

const most = 6;
const mostToCompiler = 11;

/** Names of the functions on the stack, the driver's own first and the test's last; both are left out. */
function functionsBetween(stack: string | undefined): string[] {
  const frames = (stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  const outer = frames.findIndex((line, i) => i > 0 && line.includes('call-path.test'));
  return frames.slice(1, outer).map((line) => / at (?:async )?(?:\w+\.)?(\w+)/.exec(line)?.[1] ?? line);
}

/** Keeps the stack of every launch that comes to the driver. */
function watchLaunches(driver: MemoryDriver): string[][] {
  const seen: string[][] = [];
  const prepare = driver.prepareLaunch.bind(driver);
  driver.prepareLaunch = (...args) => {
    const prepared = prepare(...args);
    const enqueue = prepared.enqueue.bind(prepared);
    prepared.enqueue = (queue) => {
      seen.push(functionsBetween(new Error('a launch').stack));
      enqueue(queue);
    };
    return prepared;
  };
  return seen;
}

it('few functions are between a launch and the driver, and the docs name them', async () => {
  const { device, driver } = await openMemoryDevice({ kernels: { k: () => undefined } });
  const seen = watchLaunches(driver);
  const kernel = (await device.compile('__global__ void k(int* x) {}')).kernel('k');
  const x = device.zeros('int32', 1);
  kernel.launch({ grid: 1, block: 1 }, x);
  kernel.bind({ grid: 1, block: 1 })(x);
  await device.dispose();
  const [launch = [], bound = []] = seen.map((functions) => functions.reverse());
  console.log(`kernel.launch: ${launch.join(' > ')}\nbound launch: ${bound.join(' > ')}`);
  expect(launch.length).toBeGreaterThan(0);
  expect(launch.length).toBeLessThanOrEqual(most);
  expect(bound.length).toBeLessThan(launch.length);
  const docs = readFileSync(join(import.meta.dirname, '../../../../docs/architecture.md'), 'utf8');
  const rows = docs.replace(/ +/g, ' ');
  expect(rows).toContain(`| \`kernel.launch(options, ...args)\` | ${launch.join(' → ')} |`);
  expect(rows).toContain(`| \`bound(...args)\` | ${bound.join(' → ')} |`);
});

/** Named functions of this package on the stack, the outermost first, by the engine's own names. */
function functionsHere(): string[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  let sites: readonly NodeJS.CallSite[] = [];
  Error.stackTraceLimit = 100;
  Error.prepareStackTrace = (_, all) => {
    sites = all;
    return '';
  };
  try {
    // The trace is made when it is read.
    String(new Error('the functions').stack);
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
  const ofCore = sites.filter((site) => /core[/\\]src[/\\]/.test(site.getFileName() ?? ''));
  return ofCore.flatMap((site) => nameOf(site)).reverse();
}

function nameOf(site: NodeJS.CallSite): string[] {
  const [type, name] = [site.getTypeName(), site.getFunctionName()];
  if (name === null) return [];
  return [type === null || type === 'Object' ? name : `${type}.${name}`];
}

/** An abort signal that tells of every look at it. */
function watchedSignal(see: () => void): AbortSignal {
  const look = (): boolean => {
    see();
    return false;
  };
  return Object.defineProperty(new AbortController().signal, 'aborted', { get: look });
}

it('few functions are between device.compile and the compiler, and the docs name them', async () => {
  const { device, driver } = await openMemoryDevice();
  const seen: string[][] = [];
  const compile = driver.compiler.compile.bind(driver.compiler);
  driver.compiler.compile = (request) => {
    seen.push(functionsHere());
    return compile(request);
  };
  await device.compile('__global__ void k(int* x) {}', { signal: watchedSignal(() => seen.push(functionsHere())) });
  await device.dispose();
  // The engine forgets who called before the first wait, and who waits for a compilation that several share.
  const called = seen.find((names) => names.includes('Device.compile')) ?? [];
  const asked = seen.find((names) => names.includes('ArtifactCache.getOrCompile')) ?? [];
  const compiled = seen.find((names) => names.includes('compileAs')) ?? [];
  const names = [
    ...called.slice(0, called.indexOf('compileSource') + 1),
    ...asked.slice(asked.indexOf('compilePrepared')),
    ...compiled,
  ];
  console.log(`device.compile: ${names.join(' > ')}`);
  for (const name of ['Device.compile', 'ArtifactCache.getOrCompile', 'compileAs']) expect(names).toContain(name);
  expect(names.length).toBeLessThanOrEqual(mostToCompiler);
  const docs = readFileSync(join(import.meta.dirname, '../../../../docs/architecture.md'), 'utf8');
  expect(docs).toContain(names.join(' → '));
});
