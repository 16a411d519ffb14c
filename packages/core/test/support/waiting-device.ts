/** A device of memory with an array of a library, whose operation waits until a test lets it go. */
import type { Buffer, Device, Kernel, Module } from '@heddle/core';
import { HeldCompilation, LibraryArray, openMemoryDevice, type MemoryCall, type MemoryDriver } from './memory-driver';

const source = `
struct Pair { int* x; int value; };
__global__ void append(int* x, int digit) { x[threadIdx.x] = 10 * x[threadIdx.x] + digit; }
__global__ void join(const int* x, int* y) { y[0] = 10 * y[0] + x[0]; }
__global__ void appendPair(Pair pair) { pair.x[0] = 10 * pair.x[0] + pair.value; }
`;

function append({ args, forEachThread }: MemoryCall): void {
  const [x, digit] = args as [Int32Array, number];
  forEachThread(({ thread: [i] }) => {
    x[i] = 10 * (x[i] ?? 0) + digit;
  });
}

function join({ args }: MemoryCall): void {
  const [x, y] = args as [Int32Array, Int32Array];
  y[0] = 10 * (y[0] ?? 0) + (x[0] ?? 0);
}

export const one = { grid: 1, block: 1 };
export const kernels = { append, join, appendPair: () => undefined };

/** All of it, ready to be used. */
export class WaitingDevice {
  readonly kernel: Kernel;
  readonly compilation = new HeldCompilation();
  readonly array: LibraryArray;
  readonly out: Buffer<'int32'>;

  constructor(
    readonly device: Device,
    readonly driver: MemoryDriver,
    readonly module: Module,
  ) {
    this.kernel = module.kernel('append');
    this.array = new LibraryArray(device, device.zeros('int32', 4));
    this.out = device.zeros('int32', 4);
  }

  static async open(): Promise<WaitingDevice> {
    const { device, driver } = await openMemoryDevice({ kernels });
    const opened = new WaitingDevice(device, driver, await device.compile(source));
    await device.synchronize();
    return opened;
  }

  /** An operation that has to wait: it fills the array with ones. */
  readonly pending = (): void => {
    this.array.operation(this.compilation, (buffer) => {
      buffer.fillPattern(Int32Array.of(1));
    });
  };

  readonly launch = (x: unknown, digit: number, options: object = {}): void => {
    this.kernel.launch({ ...one, ...options }, x as never, digit);
  };

  /** @throws if a promise of the test was rejected with nobody to hear of it */
  async close(unhandled: jest.Mock): Promise<void> {
    await this.device.dispose();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  }
}
