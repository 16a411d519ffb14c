/** Arguments that stand for something of the driver's: textures, images, samplers, local memory. */
import { describe } from '../diagnostics/describe';
import type { Parameter } from '../signature/signature';
import type { ValueWriter, WritingContext } from './argument-writer';
import { textureSymbol } from './device-reference';

const greatestHandle = 2n ** 64n - 1n;

/** Takes a 64-bit handle, or an object that gives one. */
export function handleWriter(parameter: Parameter, offset: number, context: WritingContext): ValueWriter {
  const { view } = context.record;
  // A texture is read through one handle, written and sampled through others, which look alike to a driver.
  const part = /surface/i.test(parameter.type) ? 'surface' : parameter.kind === 'sampler' ? 'sampler' : undefined;
  return (value) => {
    if (part !== undefined && typeof value === 'object' && value !== null && part in value) {
      return `got ${describe(value)}; it takes the texture's ${part}: texture.${part}`;
    }
    const handle = handleOf(value);
    if (typeof handle !== 'bigint') return `got ${describe(value)}; it takes what device.createTexture makes`;
    if (handle < 0n || handle > greatestHandle) return `got ${handle}n, which is not a 64-bit handle`;
    view.setBigUint64(offset, handle, true);
    return undefined;
  };
}

function handleOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const method = (value as { [textureSymbol]?: unknown })[textureSymbol];
  return typeof method === 'function' ? (method.call(value) as unknown) : undefined;
}

/** Takes the bytes of local memory that a `__local` pointer gets: the driver allocates, so only the count is written. */
export function localWriter(_: Parameter, offset: number, context: WritingContext): ValueWriter {
  const { view } = context.record;
  return (value) => {
    if (typeof value !== 'number') return `got ${describe(value)}; it takes a byte count`;
    if (!Number.isSafeInteger(value) || value <= 0) return `got ${value}; it takes a byte count above 0`;
    view.setUint32(offset, value >>> 0, true);
    view.setUint32(offset + 4, Math.floor(value / 2 ** 32), true);
    return undefined;
  };
}
