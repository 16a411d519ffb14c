/**
 * Index vectors of raw arrays, as CuPy has them: `ptrdiff_t at[] = {i, 0}; y = x[at]`, and `x[_ind.get()]` with the
 * coordinates of the element. OpenCL C has no operators of one's own, so the text is rewritten: `x[at[0] * d1 + at[1]]`.
 */
import type { ProgramOperand } from './program';
import { withoutComments } from './independent';

const integers =
  '(?:ptrdiff_t|size_t|(?:u?int(?:32|64)_t)|(?:unsigned\\s+|signed\\s+)?(?:int|long|short)(?:\\s+long)?|U?INT64)';
const declaration = new RegExp(`\\b${integers}(?:\\s+(\\w+)\\s*\\[|\\s*\\*\\s*(?:const\\s+)?(\\w+)\\s*=)`, 'g');
const coordinates = /\b_ind\s*\.\s*get\s*\(\s*\)/g;
const coordinatesName = 'heddle_ind';

/** Stands for the shape that is walked, among names of arrays. */
export const walkedName = '';

/** How an operation indexes raw arrays by vectors. */
export interface RawIndices {
  /** Names of the raw arrays that it indexes so. */
  readonly arrays: readonly string[];
  /** It asks for the coordinates of the element. */
  readonly coordinates: boolean;
}

/** @param raw - names of the raw parameters */
export function rawIndices(operation: string, raw: readonly string[]): RawIndices {
  const text = withoutComments(operation).replaceAll(coordinates, coordinatesName);
  const vectors = vectorsOf(text);
  return {
    arrays: raw.filter((name) => indexed(name, vectors).test(text)),
    coordinates: text.includes(coordinatesName),
  };
}

function vectorsOf(text: string): string[] {
  const declared = [...text.matchAll(declaration)].map(([, array, pointer]) => array ?? pointer ?? '');
  return [...new Set([...declared, coordinatesName])];
}

function indexed(name: string, vectors: readonly string[], flags = ''): RegExp {
  return new RegExp(`\\b${name}\\s*\\[\\s*(${vectors.join('|')})\\s*\\]`, flags);
}

/** The lengths that a rewritten operation needs, as scalars of the program: those of all axes but the first. */
export function lengthScalars(name: string, rank: number): ProgramOperand[] {
  return Array.from({ length: Math.max(0, rank - 1) }, (_, k) => ({ name: lengthName(name, k + 1), dtype: 'int64' }));
}

function lengthName(name: string, axis: number): string {
  return name === walkedName ? `heddle_length${axis}` : `heddle_${name}_length${axis}`;
}

/** @param ranks - of the arrays that are indexed by vectors, by name */
export function withOffsets(operation: string, ranks: ReadonlyMap<string, number>): string {
  const text = operation.replaceAll(coordinates, coordinatesName);
  const vectors = vectorsOf(withoutComments(text));
  return [...ranks].reduce(
    (rewritten, [name, rank]) =>
      rewritten.replaceAll(
        indexed(name, vectors, 'g'),
        (_, vector: string) => `${name}[${offset(name, rank, vector)}]`,
      ),
    text,
  );
}

// In row-major order, as raw arrays are.
function offset(name: string, rank: number, vector: string): string {
  if (rank === 0) return '0';
  let text = `(INT64)${vector}[0]`;
  for (let axis = 1; axis < rank; axis++) text = `(${text} * ${lengthName(name, axis)} + (INT64)${vector}[${axis}])`;
  return text;
}

/** Declares the coordinates of element `i` in the shape that is walked. */
export function coordinatesSource(rank: number): string {
  if (rank === 0) return `    const ptrdiff_t ${coordinatesName}[1] = {0};`;
  const steps = Array.from({ length: rank }, (_, axis) => {
    const inner = Array.from({ length: rank - 1 - axis }, (_value, k) => lengthName(walkedName, axis + 1 + k));
    const quotient = inner.length === 0 ? 'i' : `i / (${inner.join(' * ')})`;
    return axis === 0 ? `(ptrdiff_t)(${quotient})` : `(ptrdiff_t)((${quotient}) % ${lengthName(walkedName, axis)})`;
  });
  return `    const ptrdiff_t ${coordinatesName}[${rank}] = {${steps.join(', ')}};`;
}
