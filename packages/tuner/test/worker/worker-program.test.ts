import { loaderOptions } from '../../src/worker/worker-program';

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
