/** Which elements of the dense array a view shows, computed on the host. */
import type { ArrayRecipe, ViewStep } from './case';
import { sizeOf, type Shape } from './shapes';

interface Geometry {
  readonly shape: Shape;
  readonly strides: readonly number[];
  readonly offset: number;
}

/** The shape of a recipe's view, and the places of its elements in the dense array, in row-major order. */
export function viewedPlaces({ shape, steps }: ArrayRecipe): { readonly shape: Shape; readonly places: number[] } {
  const view = steps.reduce(stepped, { shape, strides: rowMajorStrides(shape), offset: 0 });
  return { shape: view.shape, places: placesOf(view) };
}

/** Places of the elements of an array that is stretched to a shape. */
export function stretchedPlaces(recipe: ArrayRecipe, shape: Shape): number[] {
  const { shape: own, places } = viewedPlaces(recipe);
  return placesOf(stretched({ shape: own, strides: rowMajorStrides(own), offset: 0 }, shape)).map(
    (k) => places[k] ?? 0,
  );
}

function rowMajorStrides(shape: Shape): number[] {
  return shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
}

function stepped(array: Geometry, step: ViewStep): Geometry {
  if ('transpose' in step) {
    return {
      ...array,
      shape: step.transpose.map((axis) => array.shape[axis] ?? 0),
      strides: step.transpose.map((axis) => array.strides[axis] ?? 0),
    };
  }
  if ('slice' in step) return sliced(array, step.slice);
  return stretched(array, step.broadcast);
}

function sliced(array: Geometry, slices: readonly (readonly [number | null, number | null, number])[]): Geometry {
  let { offset } = array;
  const shape = slices.map(([start, stop, step], axis) => {
    const length = array.shape[axis] ?? 0;
    const first = start ?? (step > 0 ? 0 : length - 1);
    offset += first * (array.strides[axis] ?? 0);
    return Math.max(0, Math.ceil(((stop ?? (step > 0 ? length : -1)) - first) / step));
  });
  return { shape, strides: array.strides.map((stride, axis) => stride * (slices[axis]?.[2] ?? 1)), offset };
}

function stretched(array: Geometry, shape: Shape): Geometry {
  const added = shape.length - array.shape.length;
  const strides = shape.map((_, axis) =>
    axis < added || array.shape[axis - added] === 1 ? 0 : (array.strides[axis - added] ?? 0),
  );
  return { ...array, shape, strides };
}

function placesOf({ shape, strides, offset }: Geometry): number[] {
  return Array.from({ length: sizeOf(shape) }, (_, index) => {
    let place = offset;
    let rest = index;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const length = shape[axis] ?? 1;
      place += (rest % length) * (strides[axis] ?? 0);
      rest = Math.floor(rest / length);
    }
    return place;
  });
}
