import { fork } from 'node:child_process';
import type { ToWorker, WorkerSetup } from '../../src/worker/protocol';
import { loaderOptions, workerProgram } from '../../src/worker/worker-program';

it('gives workers the loaders of the caller, and not its program or its debugger', () => {
  const given = [
    '--inspect=9229',
    '--import',
    'tsx',
    '--require=./setup.cjs',
    '-r',
    'x',
    '-e',
    'tuneKernel()',
    '--expose-gc',
  ];
  expect(loaderOptions(given)).toEqual(['--import', 'tsx', '--require=./setup.cjs', '-r', 'x']);
  expect(loaderOptions(['--eval', '--import'])).toEqual(['--import']);
});

// The workers of the other tests are built ones: see moduleNameMapper in jest.config.mjs.
it('starts from the sources, too', async () => {
  const { path, execArgv, environment } = workerProgram();
  expect(path.endsWith('.ts')).toBe(true);
  const worker = fork(path, [], {
    execArgv: [...execArgv],
    env: { ...process.env, ...environment },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const answer = new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('close', (code) => reject(new Error(`it ended with ${code} before it answered`)));
  });
  const setup: WorkerSetup = {
    address: { backend: 'host', device: undefined },
    inputs: [],
    observers: [],
    compileOnly: true,
  };
  worker.send({ type: 'setup', setup } satisfies ToWorker);
  try {
    expect(await answer).toEqual({ type: 'readyToCompile' });
  } finally {
    worker.kill();
  }
}, 60_000);
