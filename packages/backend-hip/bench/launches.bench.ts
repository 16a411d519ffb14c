/**
 * The cost of a launch through HIP, compared with one through CUDA in the same process: on an NVIDIA GPU both reach the
 * same driver, the first by way of the library of tools/hip-on-nvidia. The rounds take turns, so that neither has the
 * better half of the time. The line that begins with MEASURED is for tools/gpu-bundle.
 */
import { isHeddleError, openDevice, type Backend, type Device, type Stream } from '@heddle/core';
import { backend } from '@heddle/backend-hip';

const source: string = `__global__ void four(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }`;
const launchesInRound = 500;
const rounds = 200;

interface Contestant {
  readonly who: string;
  readonly stream: Stream;
  readonly launch: () => void;
  readonly microseconds: number[];
}

const contestants: Contestant[] = [await prepare('heddle', await openDevice(backend))];
const peer = await openPeer();
if (peer) contestants.push(await prepare('heddle through nvrtc', peer));

for (let round = 0; round < rounds; round++) for (const one of contestants) measure(one);

const figure = 'launch through HIP, enqueue only, bound';
const measured = contestants.map(({ who, microseconds }) => ({ figure, who, value: median(microseconds), unit: 'us' }));
for (const { who, value } of measured) console.log(`${figure}: ${who} ${value.toFixed(3)} us`);
const [ours, theirs] = measured;
if (ours && theirs) console.log(`ratio ${(ours.value / theirs.value).toFixed(3)}, of at most 1.15`);
console.log(`MEASURED ${JSON.stringify(measured)}`);

async function prepare(who: string, device: Device): Promise<Contestant> {
  const module = await device.compile(source, { cache: false });
  const [x, y] = [device.zeros('float32', 256), device.zeros('float32', 256)];
  const stream = device.createStream();
  const bound = module.kernel('four').bind({ grid: 1, block: 256, stream });
  const launch = (): void => {
    bound(2, x, y, 256);
  };
  return { who, stream, launch, microseconds: [] };
}

/** The same device without HIP; undefined if that is not an NVIDIA GPU, or the other backend is not installed. */
async function openPeer(): Promise<Device | undefined> {
  const specifier = '@heddle/backend-nvrtc';
  try {
    const { backend: other } = (await import(specifier)) as { backend: Backend };
    return await openDevice(other);
  } catch (error) {
    const isAbsent = (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND';
    if (!isAbsent && !isHeddleError(error, 'UNAVAILABLE')) throw error;
    console.log(`no peer: ${String(error)}`);
    return undefined;
  }
}

function measure({ stream, launch, microseconds }: Contestant): void {
  stream.synchronizeBlocking();
  const started = performance.now();
  for (let i = 0; i < launchesInRound; i++) launch();
  microseconds.push(((performance.now() - started) / launchesInRound) * 1000);
  stream.synchronizeBlocking();
}

function median(values: readonly number[]): number {
  // The first rounds warm up.
  const sorted = values.slice(values.length >> 2).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}
