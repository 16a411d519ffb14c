import { ArtifactCache, openDevice, type Backend, type Device } from '@heddle/core';
import { apiVersion, type Driver } from '@heddle/core/backend';
import { MemoryDriver, memoryBackend } from '@heddle/core/testing';
import { gpuArrays } from '@heddle/gpuarray';

const most = 8;

describe('the way of a.add(b) to the driver', () => {
  let stacks: string[];
  let device: Device;

  beforeAll(async () => {
    device = await openDevice(
      recordingBackend((stack) => stacks.push(stack)),
      {
        cache: new ArtifactCache({ enabled: false }),
      },
    );
  });

  afterAll(async () => {
    await device.dispose();
  });

  it(`has at most ${most} calls`, async () => {
    const ga = gpuArrays(device);
    const [a, b] = [ga.empty(4, 'float32'), ga.empty(4, 'float32')];
    a.add(b);
    await ga.synchronize();
    stacks = [];
    withLongStacks(() => {
      a.add(b);
    });
    expect(stacks).toHaveLength(1);
    const frames = framesBetween(stacks[0] as string);
    // Compared as lists, so that a failure prints the calls.
    expect(frames.length > most ? frames : []).toEqual([]);
    expect(frames.length).toBeGreaterThan(1);
  });
});

/** Calls with stacks long enough to hold all calls. */
function withLongStacks(body: () => void): void {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  try {
    body();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** The calls between the driver and the user, both of which are in this file. */
function framesBetween(stack: string): string[] {
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const below = frames.slice(frames.findIndex((line) => !line.includes(__filename)));
  return below.slice(
    0,
    below.findIndex((line) => line.includes(__filename)),
  );
}

function recordingBackend(record: (stack: string) => void): Backend {
  const options = { kernels: { heddle_add: () => undefined } };
  return {
    ...memoryBackend(options),
    name: 'recording',
    apiVersion,
    open: async () => withRecordedLaunches(new MemoryDriver('recording', 0, options), record),
  };
}

function withRecordedLaunches(driver: MemoryDriver, record: (stack: string) => void): Driver {
  driver.prepareLaunch = () => ({
    setGeometry: () => undefined,
    enqueue: () => {
      record(new Error('the launch').stack ?? '');
    },
    time: async (_queue, count) => new Float64Array(count),
    dispose: () => undefined,
  });
  return driver;
}
