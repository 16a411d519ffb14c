/** Many operations that share an AbortSignal. */
import { spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactCache, openDevice } from '@heddle/core';
import { inCompilerTurn, onAbort, runCompiler } from '@heddle/core/backend';
import { memoryBackend } from '@heddle/core/testing';
import { builtEntry } from '../../../tools/sources/test/built-sources';

const count = 50;
const many = [...new Array<undefined>(count).keys()];
const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('onAbort', () => {
  it('has one listener, which calls every action once, in their order', () => {
    const { signal, ...controller } = controlled();
    const called: number[] = [];
    const undo = many.map((i) => onAbort(signal, () => void called.push(i)));
    expect(listeners(signal)).toBe(1);
    undo[7]?.();
    undo[7]?.();
    controller.abort();
    expect(called).toEqual(many.filter((i) => i !== 7));
    for (const each of undo) each();
    expect(listeners(signal)).toBe(0);
  });

  it('leaves nothing when all actions are taken back, and begins anew', () => {
    const { signal, abort } = controlled();
    let called = 0;
    const action = (): void => {
      called++;
    };
    for (let round = 0; round < 3; round++) {
      // One function passed twice is two actions.
      const [first, second] = [onAbort(signal, action), onAbort(signal, action)];
      first();
      expect(listeners(signal)).toBe(1);
      second();
      expect(listeners(signal)).toBe(0);
    }
    onAbort(signal, action);
    abort();
    expect(called).toBe(1);
  });
});

describe('a signal that many operations share', () => {
  it('has one listener while they run and none afterwards: compilations', async () => {
    const device = await openDevice(memoryBackend({ kernels: {} }), { cache: new ArtifactCache({ folder }) });
    const { signal } = controlled();
    for (const cache of [true, false]) {
      // Every source twice: equal ones share a compilation.
      const sources = many.map((i) => `__global__ void k(int* x) { x[0] = ${i >> 1}; }`);
      const compiling = sources.map((source) => device.compile(source, { signal, cache }));
      await new Promise((resolve) => setImmediate(resolve));
      expect(listeners(signal)).toBeLessThanOrEqual(1);
      await Promise.all(compiling);
      expect(listeners(signal)).toBe(0);
    }
    await device.dispose();
  });

  it('has one listener while they run and none afterwards: reads', async () => {
    const device = await openDevice(memoryBackend(), { cache: new ArtifactCache({ folder }) });
    const { signal } = controlled();
    const buffer = await device.upload(new Float32Array(8));
    const reads = many.map(() => buffer.read({ signal }));
    expect(listeners(signal)).toBe(1);
    await Promise.all(reads);
    expect(listeners(signal)).toBe(0);
    await device.dispose();
  });

  it('has one listener while they run and none afterwards: programs, in turn', async () => {
    const { signal } = controlled();
    const running = many.map(() => runCompiler('true', [], { signal }));
    expect(listeners(signal)).toBe(1);
    await Promise.all(running);
    expect(listeners(signal)).toBe(0);
  });

  it('ends all of them, and keeps nothing', async () => {
    const { signal, abort } = controlled();
    const running = many.map(() => runCompiler('sleep', ['600'], { signal }));
    const waiting = many.map(() => inCompilerTurn(() => Promise.resolve(), signal));
    abort();
    const ended = await Promise.allSettled([...running, ...waiting]);
    expect(ended.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code)).toEqual(
      ended.map(() => 'ABORTED'),
    );
    expect(listeners(signal)).toBe(0);
  });

  it('prints no warning', () => {
    const program = `
      import { getEventListeners } from 'node:events';
      import { ArtifactCache, openDevice } from ${JSON.stringify(builtEntry('core'))};
      import { backend } from ${JSON.stringify(builtEntry('backend-host'))};
      const { signal } = new AbortController();
      const warnings = [];
      process.on('warning', ({ name }) => warnings.push(name));
      const device = await openDevice(backend, { cache: new ArtifactCache({ folder: ${JSON.stringify(folder)} }) });
      const kernels = [...new Array(12).keys()];
      await Promise.all(kernels.map((i) => device.compile('__global__ void k(int* x) { x[0] = ' + i + '; }', { signal })));
      await Promise.all(kernels.map((i) => device.compile('int f() { return ' + i + '; }', { signal, language: 'c', cache: false })));
      const buffer = await device.upload(new Float32Array(8));
      await Promise.all(kernels.map(() => buffer.read({ signal })));
      await new Promise((resolve) => setImmediate(resolve));
      console.log(JSON.stringify({ warnings, listeners: getEventListeners(signal, 'abort').length }));
      await device.dispose();`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ warnings: [], listeners: 0 });
  });
});

/** A signal, and what fires it. */
function controlled(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort();
    },
  };
}
