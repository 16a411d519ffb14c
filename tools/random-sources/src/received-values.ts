/** Compares what a kernel has received with what was passed to it. */
import type { Parameter } from '@heddle/core/backend';
import type { Shape } from './shape';

/** Reads the report of one launch, in the order in which the kernel writes it. */
export class ReceivedValues {
  readonly #numbers: ArrayLike<number>;
  #at = 0;

  constructor(numbers: ArrayLike<number>) {
    this.#numbers = numbers;
  }

  /** How many numbers were compared. */
  get count(): number {
    return this.#at;
  }

  /** @returns what differs; undefined if the kernel has what was passed */
  difference(shape: Shape, parameter: Parameter, passed: unknown, path: string): string | undefined {
    switch (shape.form) {
      case 'scalar':
      case 'enum':
        return this.#compare(Number(passed), path);
      case 'pointer':
        return this.#compare(1, `${path} is the pointer`);
      case 'vector':
        return first(shape.lanes, (lane) => this.#compare(Number((passed as number[])[lane]), `${path}[${lane}]`));
      case 'struct':
        return this.#structDifference(shape, parameter, passed as Record<string, unknown>, path);
      case 'union':
        return this.#bytesDifference(passed as Uint8Array, path);
      case 'hidden':
        return this.#hiddenDifference(passed, path);
      case 'array':
        throw new Error('an array is a field');
    }
  }

  #structDifference(
    { fields }: Shape & { form: 'struct' },
    parameter: Parameter,
    passed: Record<string, unknown>,
    path: string,
  ): string | undefined {
    return (
      this.#compare(parameter.byteLength ?? -1, `sizeof(${path})`) ??
      first(fields.length, (i) => {
        const { name, shape } = fields[i] as (typeof fields)[number];
        const read = parameter.fields?.find((field) => field.name === name);
        if (!read) return `${path}.${name} is not in the signature`;
        return (
          this.#compare(read.offset, `the offset of ${path}.${name}`) ??
          this.#fieldDifference(shape, read.type, read.extents ?? [], passed[name], `${path}.${name}`)
        );
      })
    );
  }

  #fieldDifference(
    shape: Shape,
    type: Parameter,
    extents: readonly number[],
    passed: unknown,
    path: string,
  ): string | undefined {
    if (shape.form !== 'array') {
      return extents.length > 0 ? `${path} is not an array` : this.difference(shape, type, passed, path);
    }
    const [extent, ...inner] = extents;
    if (extent === undefined) return `${path} is an array`;
    return (
      this.#compare(extent, `the length of ${path}`) ??
      first(extent, (i) => this.#fieldDifference(shape.of, type, inner, (passed as unknown[])[i], `${path}[${i}]`))
    );
  }

  #bytesDifference(passed: Uint8Array, path: string): string | undefined {
    return (
      this.#compare(passed.byteLength, `sizeof(${path})`) ??
      first(passed.byteLength, (i) => this.#compare(passed[i] ?? -1, `byte ${i} of ${path}`))
    );
  }

  // Passed as bytes it has those; as a number it has that value.
  #hiddenDifference(passed: unknown, path: string): string | undefined {
    if (passed instanceof Uint8Array) {
      const difference = this.#bytesDifference(passed, path);
      this.#at++;
      return difference;
    }
    this.#at += (this.#numbers[this.#at] ?? 0) + 1;
    return this.#compare(Number(passed), path);
  }

  #compare(expected: number, what: string): string | undefined {
    const received = this.#numbers[this.#at++];
    return received === expected
      ? undefined
      : `${what}: the kernel has ${String(received)}, the signature says ${expected}`;
  }
}

function first(count: number, problemAt: (index: number) => string | undefined): string | undefined {
  for (let i = 0; i < count; i++) {
    const problem = problemAt(i);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
