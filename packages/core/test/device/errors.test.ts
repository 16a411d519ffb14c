import { Worker } from 'node:worker_threads';
import { jest } from '@jest/globals';
import { HeddleError, isHeddleError } from '@heddle/core';

describe('isHeddleError', () => {
  it('knows errors by their code, and nothing else for one', () => {
    const error = new HeddleError('COMPILE', 'no');
    expect(isHeddleError(error)).toBe(true);
    expect(isHeddleError(error, 'COMPILE')).toBe(true);
    expect(isHeddleError(error, 'ARGUMENT')).toBe(false);
    const others = [undefined, null, 'COMPILE', new Error('no'), Object.assign(new Error('no'), { code: 'ENOENT' })];
    for (const other of others) expect(isHeddleError(other)).toBe(false);
  });

  it('knows the copy that the thread of a worker ended with', async () => {
    // As a HeddleError has them: enumerable and its own.
    const thrown = "throw Object.assign(new Error('no'), { name: 'HeddleError', code: 'COMPILE', log: 'why' })";
    const error = await new Promise((done) => new Worker(thrown, { eval: true }).once('error', done));
    expect(Object.keys(new HeddleError('COMPILE', 'no', { log: 'why' })).sort()).toEqual(['code', 'log', 'name']);
    expect(isHeddleError(error, 'COMPILE')).toBe(true);
    expect(isHeddleError(error, 'ARGUMENT')).toBe(false);
    expect(error).toMatchObject({ message: 'no', log: 'why' });
    expect(error instanceof HeddleError).toBe(true);
  });
});

describe('instanceof HeddleError', () => {
  it('holds for errors of another copy of the package, as a program has that imports one and requires another', async () => {
    await jest.isolateModulesAsync(async () => {
      const other = await import('@heddle/core');
      expect(other.HeddleError).not.toBe(HeddleError);
      expect(new other.HeddleError('COMPILE', 'no') instanceof HeddleError).toBe(true);
      expect(new HeddleError('COMPILE', 'no') instanceof other.HeddleError).toBe(true);
    });
  });

  it('holds for nothing else', () => {
    for (const other of [null, undefined, 'COMPILE', {}, new Error('no'), new TypeError('no')]) {
      expect(other instanceof HeddleError).toBe(false);
    }
    expect(new HeddleError('COMPILE', 'no') instanceof Error).toBe(true);
  });
});
