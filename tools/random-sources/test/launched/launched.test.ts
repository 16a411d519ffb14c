/**
 * What the reader of signatures makes of random sources, against what compilers make of them. HEDDLE_TEST_BACKENDS names
 * the backends, as for the tests of gpuarray.
 */
import { ArtifactCache, openDevice } from '@heddle/core';
import { launchSource } from '../../src/launch-source';
import { targetOf } from '../../src/target';
import { testSources } from '../../src/test-sources';

const backends = (process.env['HEDDLE_TEST_BACKENDS'] ?? 'host,opencl').split(',');
/** PoCL takes three times as long for each as the host. */
const counts: Readonly<Record<string, number>> = { opencl: 50 };

it.each(backends)(
  'a kernel receives what is passed to it, whatever decides the types of its parameters, on %s',
  async (backend) => {
    await using device = await openDevice(backend, { cache: new ArtifactCache({ enabled: false }) });
    await testSources({
      target: targetOf(backend),
      count: counts[backend] ?? 200,
      attempt: (source, folder) => launchSource(device, source, folder),
    });
  },
  1_800_000,
);
