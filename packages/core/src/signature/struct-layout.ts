/** Offsets and sizes by the rules of C. */
import { alignUp } from './align';
import type { LayoutAttributes } from './attributes';
import { ownAttributes } from './data-model';
import { parameterOf, unknownFacts, type ResolvedType, type TypeFacts } from './resolved-type';
import type { Parameter, StructField } from './signature';

/** A member that takes room. */
export interface Member {
  readonly name: string;
  readonly type: ResolvedType;
  readonly attributes: LayoutAttributes;
}

export interface StructRules {
  readonly isUnion: boolean;
  /** The struct is more than its fields, so a value can only be given as bytes. */
  readonly isOpaque: boolean;
  /** Something moves the fields: base classes, virtual functions, an attribute or a directive that is not known. */
  readonly isUnknown: boolean;
  /** What is not known of it, see {@link Parameter.unknown}. */
  readonly why: string | undefined;
  /** Members are not aligned at all. */
  readonly isPacked: boolean;
  /** Members are aligned to no more than this. */
  readonly packing: number | undefined;
  /** `packing` is also for members that ask for an alignment; undefined if that is unknown. */
  readonly packingLimitsAlignas: boolean | undefined;
  /** See {@link DataModel.gnuAttributes}. */
  readonly gnuAttributes: boolean;
  /** The alignment that the struct's attributes ask for; undefined if they ask for none. */
  readonly alignment: number | undefined;
}

const differs = 'depends on how its compiler packs members that ask for an alignment';

/** More bytes than any device takes as arguments are not looked into. */
const maximumBytes = 65536;

/** The struct's size, alignment and fields; `bytes` if its fields are not known, or not all of them. */
export function layoutStruct(members: readonly Member[], rules: StructRules): TypeFacts {
  if (rules.isUnknown) return unknownFacts(rules.why);
  const { packing, packingLimitsAlignas } = rules;
  if (!rules.gnuAttributes && asksForLess(members, rules)) return unknownFacts(ownAttributes);
  const layout = layoutMembers(members, rules, packingLimitsAlignas === true);
  if ((packing === undefined && !rules.isPacked) || packingLimitsAlignas !== undefined) return layout;
  const limited = layoutMembers(members, rules, true);
  return JSON.stringify(limited) === JSON.stringify(layout) ? layout : unknownFacts(differs);
}

function layoutMembers(members: readonly Member[], rules: StructRules, packingLimitsAll: boolean): TypeFacts {
  const fields: StructField[] = [];
  let end = 0;
  let size = 0;
  let alignment = 1;
  for (const member of members) {
    const field = fieldOf(member);
    if (field === undefined) return unknownFacts(whyOf(member.type));
    const wanted = alignmentOf(field.alignment, member, rules, packingLimitsAll);
    const offset = rules.isUnion ? 0 : alignUp(end, wanted);
    end = offset + field.byteLength;
    size = Math.max(size, end);
    alignment = Math.max(alignment, wanted);
    const { name, extents, type } = field;
    fields.push(extents.length === 0 ? { name, offset, type } : { name, offset, type, extents });
  }
  // A packed struct that asks for an alignment gets no more than that from nvcc.
  const isOwn = rules.isPacked && rules.alignment !== undefined && !packingLimitsAll;
  alignment = Math.max(isOwn ? 1 : alignment, rules.alignment ?? 1);
  // A struct without members has one byte, so that no two of them share an address.
  const byteLength = alignUp(Math.max(1, size), alignment);
  if (rules.isUnion || rules.isOpaque || byteLength > maximumBytes) return { kind: 'bytes', byteLength, alignment };
  return { kind: 'struct', byteLength, alignment, fields };
}

/** True if a member or the struct asks for less than its natural alignment. */
function asksForLess(members: readonly Member[], rules: StructRules): boolean {
  const isLess = members.some((member) => {
    const { alignment, isPacked } = member.attributes;
    const natural = rules.isPacked || isPacked ? 1 : (fieldOf(member)?.alignment ?? 1);
    return alignment !== undefined && alignment < natural;
  });
  const largest = Math.max(
    1,
    ...members.map((member) => alignmentOf(fieldOf(member)?.alignment ?? 1, member, rules, false)),
  );
  return isLess || (rules.alignment !== undefined && rules.alignment < largest);
}

/** @param natural - of the member's type */
function alignmentOf(natural: number, { attributes }: Member, rules: StructRules, packingLimitsAll: boolean): number {
  const { alignment: asked } = attributes;
  const wanted = Math.max(rules.isPacked || attributes.isPacked ? 1 : natural, asked ?? 1);
  const isLimited = asked === undefined || packingLimitsAll;
  return isLimited ? Math.min(wanted, rules.packing ?? wanted) : wanted;
}

/** Why a member has no size, if known. */
function whyOf(type: ResolvedType): Parameter['unknown'] {
  if (type.form === 'array') {
    if (type.extent === undefined) return 'depends on the extent of an array, which Heddle cannot compute';
    return whyOf(type.of);
  }
  return type.form === 'value' ? type.facts.unknown : undefined;
}

function fieldOf({ name, type }: Member) {
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
