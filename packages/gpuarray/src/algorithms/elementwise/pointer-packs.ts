/**
 * Finds the operations on pointers that can be done by packs: those that touch only `x[i]`, element i of each array.
 * Their text is used as it is, with a variable in the place of each `x[i]`. Unless this clearly means the same, the
 * operation indexes its pointers itself, which every operation can do.
 */
import type { DType } from '@heddle/core';
import { blank, isIndependent, withoutComments } from './independent';
import { assignsFirst } from './operation-text';
import type { ProgramOperand, ProgramOutput } from './program';

export interface Pointer {
  readonly name: string;
  readonly dtype: DType;
  /** A pointer to const. */
  readonly constant: boolean;
}

export interface PackedOperation {
  /** The operation with `x` and blanks for `x[i]`: lines and columns are those of the user. */
  readonly text: string;
  readonly inputs: readonly ProgramOperand[];
  readonly outputs: readonly ProgramOutput[];
  /** Everything is read before the one output is written: an input may be the array of the output. */
  readonly readsFirst: boolean;
}

export interface OperationContext {
  readonly preamble: string;
  readonly loopPrep: string;
  readonly afterLoop: string;
  readonly options: readonly string[];
}

/** @returns undefined if the operation must index its pointers itself */
export function packedOperation(
  operation: string,
  pointers: readonly Pointer[],
  context: OperationContext,
): PackedOperation | undefined {
  const plain = withoutComments(operation);
  if (!isPlain(plain, context)) return undefined;
  const uses = new Map<Pointer, Use>();
  let text = plain;
  for (const pointer of pointers) {
    const use = useOf(plain, pointer);
    if (use === 'unclear' || packedDType(pointer.dtype) === undefined) return undefined;
    uses.set(pointer, use);
    text = text.replaceAll(elementOf(pointer.name), (found) => pointer.name + blank(found.slice(pointer.name.length)));
  }
  const used = (wanted: Use) => pointers.filter((pointer) => uses.get(pointer) === wanted).map(operandOf);
  const outputs = used('written').map((operand) => ({ ...operand, loaded: !assignsFirst(text, operand.name) }));
  // What is written here and there only would be read and written everywhere.
  if (outputs.length === 0 || (/\b(?:if|for|while|switch)\b/.test(plain) && outputs.some(({ loaded }) => loaded))) {
    return undefined;
  }
  return { text, inputs: used('read'), outputs, readsFirst: isOneAssignment(plain) };
}

type Use = 'none' | 'read' | 'written' | 'unclear';

/** `x[i]`, with blanks anywhere. */
function elementOf(name: string): RegExp {
  return new RegExp(`\\b${name}\\s*\\[\\s*i\\s*\\]`, 'g');
}

/** How an operation uses an array; unclear where it does more than to name its element. */
function useOf(text: string, { name, constant }: Pointer): Use {
  const all = text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? [];
  const found = [...text.matchAll(elementOf(name))];
  if (found.length !== all.length || found.some(({ index }) => /(?:\.|->)\s*$/.test(text.slice(0, index)))) {
    return 'unclear';
  }
  if (found.length === 0) return 'none';
  if (constant) return 'read';
  const uses = found.map(({ 0: match, index }) => accessOf(text.slice(0, index), text.slice(index + match.length)));
  if (uses.includes('unclear')) return 'unclear';
  return uses.includes('written') ? 'written' : 'read';
}

const assignment = /^(?:=(?!=)|[-+*/%^|&]=|<<=|>>=|\+\+|--)/;

/** What is done to an element, by what stands before and after it. */
function accessOf(before: string, after: string): Use {
  const rest = after.replace(/^(?:\s*\.\s*\w+)*\s*/, '');
  if (assignment.test(rest) || /(?:\+\+|--)\s*$/.test(before)) return 'written';
  const enclosed = /^(?:\)\s*)+/.exec(rest)?.[0] ?? '';
  const changed = assignment.test(rest.slice(enclosed.length)) || /(?:\+\+|--)[\s(]+$/.test(before);
  // A call of a member, an index, an arrow: not what numbers have.
  return changed || /^(?:\(|\[|->)/.test(rest) ? 'unclear' : 'read';
}

/**
 * Nothing in the text can reach an element by other means than its name: no address, reference, macro or string, no
 * variable that takes the place of `i`.
 */
function isPlain(text: string, { preamble, loopPrep, afterLoop, options }: OperationContext): boolean {
  if (loopPrep.trim() !== '' || afterLoop.trim() !== '' || !isIndependent(text, preamble)) return false;
  if (options.some((option) => /^[-/]+(?:D|U|define|undef|include|pre-include)/.test(option))) return false;
  const hidden = /["'#\\]|::|(?<!&)&(?![&=])|\b(?:auto|decltype|typeof|__typeof__|static|volatile|swap)\b/;
  return !hidden.test(text) && !/#|(?<!&)&(?!&)/.test(withoutComments(preamble)) && !redefinesIndex(text);
}

function redefinesIndex(text: string): boolean {
  return /\w\s+i\b|,\s*i\s*[,;]|\bi\s*(?:=(?!=)|[-+*/%^|&]=|<<=|>>=|\+\+|--)|(?:\+\+|--)\s*i\b/.test(text);
}

/** One statement, which ends by writing what it has worked out, and writes nothing else. */
function isOneAssignment(text: string): boolean {
  const [, value] = /^\w+\s*\[\s*i\s*\]\s*(?:[-+*/%^|&]|<<|>>)?=(?!=)(.*)$/s.exec(text.trim().replace(/;$/, '')) ?? [];
  if (value === undefined || /(?<![=<>!])=(?!=)|(?:<<|>>)=|\+\+|--/.test(value)) return false;
  let outside = value;
  for (let before = ''; before !== outside;) {
    before = outside;
    outside = outside.replaceAll(/\([^()]*\)/g, ' ');
  }
  return !/[;{}]/.test(value) && !outside.includes(',');
}

function operandOf({ name, dtype }: Pointer): ProgramOperand {
  return { name, dtype: packedDType(dtype) ?? dtype };
}

/**
 * The dtype whose variable has the type of `x[i]`. Halves have a type of their own in memory, and are float in a
 * variable.
 */
function packedDType(dtype: DType): DType | undefined {
  if (dtype === 'float16') return undefined;
  if (dtype === 'bool') return 'uint8';
  return dtype === 'bfloat16' ? 'uint16' : dtype;
}
