/** Kernels with barriers made at random, in which no thread reads what another may be writing. */
import fc from 'fast-check';

/** Draws from an arbitrary. */
export type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

interface Names {
  /** Whose values differ from thread to thread, and may be changed. */
  readonly own: readonly string[];
  /** Of both kinds, to be read. */
  readonly readable: readonly string[];
  /** The same for all threads, and used by nothing else. */
  readonly uniform: readonly string[];
}

/** A kernel `void name(unsigned* out, const unsigned* in, unsigned n)` for blocks of `block` threads. */
export class RandomKernel {
  readonly #draw: Draw;
  #count = 0;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  text(name: string, threads: number, prologue: string): string {
    const start: Names = {
      own: ['a', 'b'],
      readable: ['a', 'b', 't', 'g', 'n', 'two.y', 'few[1]', '*from'],
      uniform: ['n'],
    };
    const body = this.#statements(start, 3, 5);
    return `__global__ void ${name}(unsigned* out, const unsigned* in, unsigned n) {
      ${prologue}
      __shared__ unsigned tile[${threads}];
      const unsigned t = threadIdx.x + blockDim.x * threadIdx.y, g = blockIdx.x * ${threads}u + t;
      unsigned a = in[g], b = t * 7u + n, few[3] = {a, 5u, t};
      const unsigned *from = in + g;
      uint2 two = make_uint2(t, n);
      // Others may read it when the thread has returned.
      tile[t] = g;
      ${body}
      ${this.#exchange(start, 'b')}
      few[t % 3] += a;
      out[g] = a + 31u * b + 1000u * few[0] + few[1] + 7u * few[2] + *from + two.x;
    }`;
  }

  #pick<T>(values: readonly T[]): T {
    return this.#draw(fc.constantFrom(...values));
  }

  #name(prefix: string): string {
    return `${prefix}${this.#count++}`;
  }

  #value({ readable }: Names): string {
    const simple = (): string => this.#pick([...readable, '3u', '17u', 'blockDim.x', 'blockIdx.x']);
    const operator = this.#pick(['+', '-', '*', '^', '&', '|']);
    return this.#pick([
      simple(),
      `(${simple()} ${operator} ${simple()})`,
      `(${simple()} % 5u ? ${simple()} : ${simple()})`,
    ]);
  }

  #statements(names: Names, depth: number, most: number): string {
    const count = this.#draw(fc.integer({ min: 1, max: most }));
    let known = names;
    const lines: string[] = [];
    for (let i = 0; i < count; i++) {
      const [text, more] = this.#statement(known, depth);
      lines.push(text);
      known = more;
    }
    return lines.join('\n');
  }

  #statement(names: Names, depth: number): readonly [string, Names] {
    const own = this.#pick(names.own);
    const kinds = [
      'assign',
      'exchange',
      'declare',
      'compute',
      'array',
      'branch',
      'inner',
      'pointer',
      'member',
      'return',
    ];
    const kind = this.#pick(depth > 0 ? [...kinds, 'loop', 'halving', 'while', 'uniform branch', 'block'] : kinds);
    switch (kind) {
      case 'assign':
        return [`${own} ${this.#pick(['=', '+=', '^=', '*='])} ${this.#value(names)};`, names];
      case 'exchange':
        return [this.#exchange(names, own), names];
      case 'declare': {
        const name = this.#name('v');
        const text = `unsigned ${name} = ${this.#value(names)}, ${name}_else = ${own};`;
        return [text, { ...names, own: [...names.own, name], readable: [...names.readable, name, `${name}_else`] }];
      }
      case 'compute': {
        const name = this.#name('c');
        const text = `const int ${name} = (int)(t * 2u) + ${this.#pick(['1', 'int(blockIdx.x)', '(int)g'])};`;
        return [text, { ...names, readable: [...names.readable, `(unsigned)${name}`] }];
      }
      case 'array':
        return [`few[${this.#draw(fc.nat(2))}] ${this.#pick(['=', '+='])} ${this.#value(names)};`, names];
      case 'branch':
        return [
          `if (${this.#value(names)} & 1u) { ${own} = ${this.#value(names)}; } else ${own} ^= ${this.#value(names)};`,
          names,
        ];
      case 'inner':
        return [
          `#pragma unroll\nfor (int i = 0; i < 4; i++) { if (i == 2 && (t & 1)) continue; ${own} += ${this.#value(names)} + i; }`,
          names,
        ];
      case 'pointer':
        return [`from = in + ${this.#value(names)} % 64u;`, names];
      case 'return':
        return [`if (${this.#value(names)} % 13u == 3u) return;`, names];
      case 'member':
        return [`two.${this.#pick(['x', 'y'])} += ${this.#value(names)};`, names];
      default:
        return this.#structured(kind, names, depth - 1);
    }
  }

  #structured(kind: string, names: Names, depth: number): readonly [string, Names] {
    const name = this.#name('u');
    const isUniform = kind !== 'block';
    const inside: Names = {
      ...names,
      readable: [...names.readable, name],
      uniform: isUniform ? [...names.uniform, name] : names.uniform,
    };
    const body = `${this.#statements(inside, depth, 3)}\n${this.#exchange(inside, this.#pick(names.own))}`;
    const [low, high] = [this.#draw(fc.nat(2)), this.#draw(fc.nat(4))];
    switch (kind) {
      case 'loop':
        return [
          `for (unsigned ${name} = ${low}; ${name} < ${this.#pick([`${high}u`, 'n % 4u'])}; ${name}++) {\n${body}\n}`,
          names,
        ];
      case 'halving':
        return [`for (unsigned ${name} = blockDim.x / 8; ${name} > 0; ${name} >>= 1)\n{\n${body} }`, names];
      case 'while':
        return [
          `unsigned ${name} = ${low};\nwhile (${name} < ${high}u) {\n${body}\n${name} += 2;\n${this.#statements(inside, 0, 2)}\n}`,
          inside,
        ];
      case 'uniform branch':
        return [
          `const unsigned ${name} = ${this.#pick(names.uniform)} + blockIdx.x;\nif (${name} % 2u) {\n${body}\n} else {\n${this.#exchange(inside, this.#pick(names.own))}\n}`,
          inside,
        ];
      default:
        return [`{ unsigned ${name} = ${this.#value(names)};\n${body} }`, names];
    }
  }

  #exchange(names: Names, own: string): string {
    const by = this.#pick(['1u', '5u', 'blockDim.x', 'n']);
    const size = 'blockDim.x * blockDim.y';
    return `tile[t] = ${this.#value(names)};
      __syncthreads();
      ${own} += tile[(t + ${by}) % (${size})];
      __syncthreads();`;
  }
}
