/** Parameters as CuPy writes them: `'T x, raw T y, int32 n'`. */
import { dtypes, type DType } from '@heddle/core';
import { argumentError, didYouMean, isDType, nearestNames } from '@heddle/core/backend';

export interface KernelParameter {
  readonly name: string;
  /** A dtype, or one letter that stands for the dtype of the argument. */
  readonly type: DType | { readonly placeholder: string };
  /** Indexed by the body itself. */
  readonly raw: boolean;
}

const aliases: Readonly<Record<string, DType>> = { half: 'float16', float: 'float32', double: 'float64', int: 'int32' };

/** Names that a body has a meaning for already. */
const reserved = new Set(['i', '_ind']);

/**
 * @param role - `input` or `output`: named in errors
 * @throws HeddleError `ARGUMENT` if a parameter cannot be read, with its text
 */
export function parseParameters(text: string, role: 'input' | 'output'): KernelParameter[] {
  if (typeof text !== 'string') throw argumentError(`the ${role} parameters are a string: 'T x, float32 y'`);
  if (text.trim() === '') return [];
  return text.split(',').map((part) => parseParameter(part.trim(), role));
}

function parseParameter(text: string, role: string): KernelParameter {
  const match = /^(raw\s+)?(?:const\s+)?(\w+)\s+(\w+)$/.exec(text);
  const [, raw, type = '', name = ''] = match ?? [];
  if (!match || !/^[A-Za-z_]\w*$/.test(name)) {
    throw argumentError(`the ${role} parameter '${text}' is none`, {
      hint: text.includes('*')
        ? 'With pointers a kernel takes two texts, and its name by option: (arguments, operation, { name }).'
        : "Write '<dtype> <name>' or 'raw <dtype> <name>'.",
    });
  }
  if (reserved.has(name) || name.startsWith('heddle_')) {
    throw argumentError(`a parameter cannot be called '${name}', which means something in every operation`, {
      parameter: name,
    });
  }
  return { name, type: parseType(type, name), raw: raw !== undefined };
}

function parseType(type: string, name: string): KernelParameter['type'] {
  if (/^[A-Za-z]$/.test(type)) return { placeholder: type };
  const dtype = aliases[type] ?? type;
  if (isDType(dtype)) return dtype;
  throw argumentError(`'${type}' of parameter '${name}' is not a dtype`, {
    parameter: name,
    hint: didYouMean(
      nearestNames(type, dtypes),
      `The dtypes are ${dtypes.join(', ')}; one letter stands for the dtype of the argument.`,
    ),
  });
}
