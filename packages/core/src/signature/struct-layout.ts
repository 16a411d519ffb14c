/** Offsets and sizes by the rules of C. */
import { alignUp } from './align';
import { parameterOf, type ResolvedType, type TypeFacts } from './resolved-type';
import type { StructField } from './signature';

/** A member that takes room. */
export interface Member {
  readonly name: string;
  readonly type: ResolvedType;
  /** The alignment its own attributes ask for; undefined where unknown. */
  readonly alignment: number | undefined;
}

export interface StructRules {
  readonly isUnion: boolean;
  /** The struct is more than its fields, so a value can only be given as bytes. */
  readonly isOpaque: boolean;
  /** Something in front of the fields moves them: base classes, virtual functions. */
  readonly isUnknown: boolean;
  /** Members are not aligned at all. */
  readonly isPacked: boolean;
  /** Members are aligned to no more than this. */
  readonly packing: number | undefined;
  /** `packing` also limits what members ask for; undefined where that is unknown. */
  readonly packingLimitsAlignas: boolean | undefined;
  /** The alignment that the struct's attributes ask for; undefined where unknown. */
  readonly alignment: number | undefined;
}

/** More bytes than any device takes as arguments are not looked into. */
const maximumBytes = 65536;

/** The struct's size, alignment and fields; `bytes` where its fields cannot be told or do not tell it all. */
export function layoutStruct(members: readonly Member[], rules: StructRules): TypeFacts {
  if (rules.alignment === undefined || rules.isUnknown) return { kind: 'bytes' };
  const { packing, packingLimitsAlignas } = rules;
  const layout = layoutMembers(members, rules, rules.alignment, packingLimitsAlignas === true);
  const isCertain = packing === undefined || packingLimitsAlignas !== undefined;
  if (isCertain || !members.some(({ alignment = 1 }) => alignment > packing)) return layout;
  const limited = layoutMembers(members, rules, rules.alignment, true);
  return JSON.stringify(limited) === JSON.stringify(layout) ? layout : { kind: 'bytes' };
}

function layoutMembers(
  members: readonly Member[],
  rules: StructRules,
  ownAlignment: number,
  packingLimitsAll: boolean,
): TypeFacts {
  const { packing = Infinity } = rules;
  const fields: StructField[] = [];
  let end = 0;
  let size = 0;
  let alignment = 1;
  for (const member of members) {
    const field = fieldOf(member);
    if (field === undefined) return { kind: 'bytes' };
    const natural = rules.isPacked ? 1 : Math.min(field.alignment, packing);
    const asked = member.alignment ?? 1;
    const wanted = Math.max(natural, packingLimitsAll ? Math.min(asked, packing) : asked);
    const offset = rules.isUnion ? 0 : alignUp(end, wanted);
    end = offset + field.byteLength;
    size = Math.max(size, end);
    alignment = Math.max(alignment, wanted);
    const { name, extents, type } = field;
    fields.push(extents.length === 0 ? { name, offset, type } : { name, offset, type, extents });
  }
  alignment = Math.max(alignment, ownAlignment);
  // A struct without members has one byte, so that no two of them share an address.
  const byteLength = alignUp(Math.max(1, size), alignment);
  if (rules.isUnion || rules.isOpaque || byteLength > maximumBytes) return { kind: 'bytes', byteLength, alignment };
  return { kind: 'struct', byteLength, alignment, fields };
}

function fieldOf({ name, type, alignment }: Member) {
  if (alignment === undefined) return undefined;
  const extents: number[] = [];
  let element = type;
  let count = 1;
  for (; element.form === 'array'; element = element.of) {
    if (element.extent === undefined) return undefined;
    extents.push(element.extent);
    count *= element.extent;
  }
  if (element.form === 'reference' || element.form === 'void') return undefined;
  const parameter = parameterOf(name, element);
  if (parameter.byteLength === undefined || parameter.alignment === undefined) return undefined;
  return { name, type: parameter, extents, byteLength: parameter.byteLength * count, alignment: parameter.alignment };
}
