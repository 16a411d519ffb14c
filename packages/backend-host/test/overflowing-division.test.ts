/** The least integer divided by -1 wraps around, as on a GPU; the processor's own instruction faults. */
import { openHost, type OpenHost } from './open-host';

let host: OpenHost;

beforeAll(async () => {
  host = await openHost();
});
afterAll(async () => {
  await host.close();
});

const least = [-(2 ** 31), -(2n ** 63n)] as const;

it('wraps around in every kind of kernel, with remainder 0', async () => {
  const { device } = host;
  const module = await device.compile(`
    __global__ void divide(const int* a, const int* b, int* q, int* r, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) { q[i] = a[i] / b[i]; r[i] = a[i] % b[i]; }
    }
    __global__ void divide_long(const long long* a, const long long* b, long long* q, long long* r) {
      __shared__ long long tile[64];
      tile[threadIdx.x] = b[threadIdx.x];
      __syncthreads();
      q[threadIdx.x] = a[threadIdx.x] / tile[threadIdx.x];
      r[threadIdx.x] = a[threadIdx.x] % tile[threadIdx.x];
    }`);
  const dividends = Array.from({ length: 64 }, (_, i) => [-(2 ** 31), 7, -9, 2 ** 31 - 1][i % 4] ?? 0);
  const divisors = Array.from({ length: 64 }, (_, i) => [-1, -1, 2, -5, 3, -2][i % 6] ?? 0);
  const a = await device.upload(Int32Array.from(dividends));
  const b = await device.upload(Int32Array.from(divisors));
  const [q, r] = [device.zeros('int32', 64), device.zeros('int32', 64)];
  module.kernel('divide').launch({ grid: 4, block: 16 }, a, b, q, r, 64);
  expect([...(await q.read())]).toEqual(dividends.map((x, i) => Math.trunc(x / (divisors[i] ?? 1)) | 0));
  expect([...(await r.read())]).toEqual(dividends.map((x, i) => (x % (divisors[i] ?? 1)) | 0));

  const long = dividends.map((x) => (x === least[0] ? least[1] : BigInt(x)));
  const c = await device.upload(BigInt64Array.from(long));
  const d = await device.upload(BigInt64Array.from(divisors, BigInt));
  const [u, v] = [device.zeros('int64', 64), device.zeros('int64', 64)];
  module.kernel('divide_long').launch({ grid: 1, block: 64 }, c, d, u, v);
  expect([...(await u.read())]).toEqual(long.map((x, i) => BigInt.asIntN(64, x / BigInt(divisors[i] ?? 1))));
  expect([...(await v.read())]).toEqual(long.map((x, i) => x % BigInt(divisors[i] ?? 1)));
});

// Every way in which the instruction may name its divisor: registers, and places in memory.
const operands = [
  ...['%%rbx', '%%rsi', '%%rdi', '%%r8', '%%r9', '%%r12', '%%r13', '%%r15'],
  ...['(%%rsi)', '(%%r12)', '8(%%rsi)', '8(%%r13)', '-8(%%rdi)', '4096(%%rsi)', '4096(%%r12)'],
  ...['(%%rsi,%%rcx,8)', '(%%r13,%%r9,4)', '8(%%r12,%%rcx,2)', '-4096(%%rdi,%%r9)', '4096(%%rsi,%%r9,8)'],
  ...['0(,%%r8)', '16(,%%r8,1)', 'heddle_minus_one(%%rip)'],
];

(process.arch === 'x64' ? it : it.skip)(
  'is told from a division by zero in every form of the instruction',
  async () => {
    const { device } = host;
    // Memory all around is -1, or 0, wherever a form looks for it; 77 shows that the next instruction is reached.
    const cases = operands.flatMap((operand, k) =>
      (['l', 'q'] as const).map((size) => {
        const register =
          size === 'l' ? operand.replace(/^%%r(\d+)$/, '%%r$1d').replace(/^%%r([a-z]+)$/, '%%e$1') : operand;
        return `if (which == ${2 * k + (size === 'q' ? 1 : 0)}) asm volatile(
          "mov %[m], %%rsi; mov %%rsi, %%rdi; mov %%rsi, %%r12; mov %%rsi, %%r13; mov %%rsi, %%r8;"
          "mov $0, %%ecx; mov $0, %%r9d; ${
            operand.startsWith('%%') ? `mov %[v], ${operand}; ` : ''
          }mov %[low], %%rax; cqto; ${size === 'l' ? 'cltd; ' : ''}idiv${size} ${register}; movq $77, %[reached]"
          : "=&a"(q), "=&d"(r), [reached] "=m"(reached) : [m] "m"(m), [v] "m"(v), [low] "m"(low_${size})
          : "rbx", "rcx", "rsi", "rdi", "r8", "r9", "r12", "r13", "r15", "memory");`;
      }),
    );
    const source: string = `
    extern "C" __attribute__((visibility("hidden"))) long long heddle_minus_one = 0;
    __global__ void k(int which, long long value, long long* around, long long* out) {
      for (int i = 0; i < 2048; i++) around[i] = value;
      heddle_minus_one = value;
      long long *m = around + 1024, v = value, q = 0, r = 5, reached = 0;
      long long low_l = -2147483648ll, low_q = -9223372036854775807ll - 1;
      ${cases.join('\n')}
      out[0] = q; out[1] = r; out[2] = reached;
    }`;
    for (let which = 0; which < cases.length; which++) {
      const [around, out] = [device.zeros('int64', 2048), device.zeros('int64', 3)];
      const kernel = (await device.compile(source)).kernel('k');
      kernel.launch({ grid: 1, block: 1 }, which, -1n, around, out);
      const wide = which % 2 === 1;
      expect({ which: operands[which >> 1], results: [...(await out.read())] }).toEqual({
        which: operands[which >> 1],
        results: [wide ? least[1] : 2n ** 31n, 0n, 77n],
      });
      kernel.launch({ grid: 1, block: 1 }, which, 0n, around, out);
      await expect(device.synchronize()).rejects.toMatchObject({
        code: 'DEVICE_LOST',
        message: expect.stringContaining('divided by zero'),
      });
      await device.reset();
    }
  },
);
