/** The text of structs and unions: fields in the order and of the types that each branch has, attributes, packing. */
import { chainOf, type ConditionContext } from './branches';
import { scalarName } from './builtin-names';
import type { DeclaredExtent, DeclaredType } from './declared-type';
import { pick } from './pick';
import { scalar, type Shape } from './shape';
import type { FieldRecipe, TypeRecipe, VariantRecipe } from './type-recipes';

/** What a declaration is made among. */
export interface DeclarationContext extends ConditionContext {
  readonly types: readonly DeclaredType[];
  readonly extents: readonly DeclaredExtent[];
}

/** A declaration: its text, and the type or constant that it gives. */
export interface Declaration {
  readonly text: string;
  readonly type?: DeclaredType;
  readonly extent?: DeclaredExtent;
}

interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly atMost: number;
  readonly needsHeaders: boolean;
  /** Its declaration, in a branch. */
  readonly textIn: (variant: VariantRecipe) => string;
}

/** Larger types are used by value no more: a kernel takes about a thousand bytes on every device. */
const mostBytes = 160;
const mostBytesOfScalar = 8;
const mostElements = 3;

export function structDeclaration(name: string, recipe: TypeRecipe, context: DeclarationContext): Declaration {
  const fields = limited(recipe.fields.map((field, i) => fieldOf(field, i, context)));
  const bodyIn = (variant: VariantRecipe) => inOrder(fields, variant.order).map((field) => field.textIn(variant));
  const variantAt = (branch: number) => pick(recipe.variants, branch);
  const { chain, spelling } = recipe;
  const text =
    spelling % 2 === 0
      ? wrapped(
          name,
          chainOf(chain, (branch) => lines(bodyIn(variantAt(branch))), context),
          recipe,
          context,
        )
      : chainOf(chain, (branch) => wrapped(name, lines(bodyIn(variantAt(branch))), recipe, context), context);
  return { text, type: structType(name, fields) };
}

export function unionDeclaration(name: string, recipe: TypeRecipe, context: DeclarationContext): Declaration {
  const members = recipe.fields.slice(0, 3).map((_, i) => `f${i}`);
  const memberIn = (branch: number, member: string, i: number) =>
    // Any bytes are a number, and not any byte is a bool.
    `${scalarName(context.target, pick(recipe.variants, branch).scalars[i] ?? 0).replace('bool', 'int')} ${member};`;
  const body = chainOf(
    recipe.chain,
    (branch) => lines(members.map((member, i) => memberIn(branch, member, i))),
    context,
  );
  const isTypedef = context.target.language === 'opencl' || recipe.spelling % 2 === 0;
  return {
    text: isTypedef ? `typedef union {\n${body}\n} ${name};` : `union ${name} {\n${body}\n};`,
    type: { name, shape: { form: 'union' }, atMost: 8, needsHeaders: false, isHidden: false },
  };
}

function structType(name: string, fields: readonly Field[]): DeclaredType {
  return {
    name,
    shape: { form: 'struct', fields: fields.map((field) => ({ name: field.name, shape: field.shape })) },
    // Each field may begin at a multiple of sixteen.
    atMost: fields.reduce((sum, field) => sum + field.atMost + 16, 16),
    needsHeaders: fields.some((field) => field.needsHeaders),
    isHidden: false,
  };
}

function fieldOf(recipe: FieldRecipe, index: number, context: DeclarationContext): Field {
  const name = `f${index}`;
  const earlier = context.types.filter((type) => !type.isHidden && type.atMost <= mostBytes);
  const used = recipe.of === 'earlier' && earlier.length > 0 ? pick(earlier, recipe.earlier) : undefined;
  const isPointer = recipe.of === 'pointer' && context.target.language !== 'opencl';
  const elements = mostElements ** recipe.extents.length;
  const isArray = elements * (used?.atMost ?? mostBytesOfScalar) <= mostBytes;
  const extents = isArray && !isPointer ? recipe.extents : [];
  const inner = isPointer ? ({ form: 'pointer' } as const) : (used?.shape ?? scalar);
  const suffix = extents.map((extent) => `[${extentText(extent, context)}]`).join('');
  const typeIn = ({ scalars }: VariantRecipe) =>
    isPointer
      ? pick(['float*', 'const int*', 'void*'], recipe.earlier)
      : (used?.name ?? scalarName(context.target, scalars[index] ?? 0));
  return {
    name,
    shape: extents.reduce<Shape>((of) => ({ form: 'array', of }), inner),
    atMost: (isArray ? elements : 1) * (used?.atMost ?? mostBytesOfScalar),
    needsHeaders: used?.needsHeaders ?? false,
    textIn: (variant) => aligned(`${typeIn(variant)} ${name}${suffix}`, recipe.alignment, context),
  };
}

function aligned(declarator: string, alignment: number, { target }: DeclarationContext): string {
  if (alignment === 3) return `${declarator} __attribute__((packed));`;
  if (!target.hasAlignedTypes) return `${declarator};`;
  // Of less than the natural alignment NVRTC makes a layout of its own.
  const bytes = target.name === 'nvrtc' ? 16 : 8;
  if (alignment === 4) return `__attribute__((aligned(${bytes}))) ${declarator};`;
  if (alignment === 5) return `${declarator} __attribute__((packed, aligned(2)));`;
  if (alignment === 1) return `${declarator} __attribute__((aligned(16)));`;
  if (alignment === 2 && target.language === 'cuda')
    return `alignas(${pick(['16', '2 * 8', '2 * sizeof(double)'], declarator.length)}) ${declarator};`;
  return `${declarator};`;
}

/** An extent of 1 to 3 in one of the ways in which they are spelled. */
function extentText(recipe: number, { extents, types }: DeclarationContext): string {
  const known = types.filter((type) => !type.isHidden);
  const forms = ['2', '1 + 1', '3u - 1', 'sizeof(short)'];
  if (known.length > 0) forms.push(`sizeof(${pick(known, recipe).name}) > 4 ? 1 : 2`);
  if (extents.length > 0) {
    const { name } = pick(extents, recipe);
    forms.push(
      name,
      `(${name})`,
      `${name} > 1 ? 1 : 2`,
      `CASE_TWICE(${name}) / 2`,
      `4 - ${name}`,
      `CASE_IDENTITY(${name})`,
    );
  }
  return pick(forms, recipe);
}

/** As many of the first fields as fit. */
function limited(fields: readonly Field[]): readonly Field[] {
  const taken: Field[] = [];
  let sum = 0;
  for (const field of fields) {
    sum += field.atMost;
    if (taken.length > 0 && sum > 2 * mostBytes) break;
    taken.push(field);
  }
  return taken;
}

function inOrder(fields: readonly Field[], order: readonly number[]): readonly Field[] {
  const keyOf = (i: number) => order[i] ?? 0;
  return fields
    .map((field, i) => ({ field, i }))
    .sort((a, b) => keyOf(a.i) - keyOf(b.i) || a.i - b.i)
    .map(({ field }) => field);
}

/** A struct around its members, in one of the ways in which structs are declared and laid out. */
function wrapped(
  name: string,
  body: string,
  { spelling, detail }: TypeRecipe,
  { target, onUnknown }: DeclarationContext,
): string {
  const aligned = [' __attribute__((aligned(16)))', ' __attribute__((packed, aligned(4)))'];
  const attribute = pick(
    ['', '', '', '', ' __attribute__((packed))', ...(target.hasAlignedTypes ? aligned : [''])],
    detail,
  );
  const isTypedef = target.language === 'opencl' || spelling % 3 === 0;
  const declaration = isTypedef
    ? `typedef struct${attribute} {\n${body}\n} ${name};`
    : `struct${attribute} ${name} {\n${body}\n};`;
  const packing = attribute === '' ? detail % 8 : 7;
  const isCuda = target.language === 'cuda';
  // nvcc and NVRTC lay out such members in another way than GCC: which one it is Heddle does not presume.
  const differs = isCuda && target.name !== 'host' && /align/.test(body);
  if (differs && (packing < 2 || /packed.*aligned/.test(attribute))) {
    if (spelling % 8 !== 1) return declaration.replace(attribute, '');
    onUnknown();
  }
  if (packing === 0 && isCuda && spelling % 4 === 1) {
    return `_Pragma("pack(push, ${pick([1, 2, 4], spelling)})")\n${declaration}\n_Pragma("pack(pop)")`;
  }
  if (packing === 0) return `#pragma pack(push, ${pick([1, 2, 4], spelling)})\n${declaration}\n#pragma pack(pop)`;
  if (packing === 1) return `#pragma pack(${pick([1, 2, 4], spelling)})\n${declaration}\n#pragma pack()`;
  return isCuda && packing === 2
    ? `namespace space_${name} {\n${declaration}\n}\nusing space_${name}::${name};`
    : declaration;
}

function lines(members: readonly string[]): string {
  return members.map((member) => `  ${member}`).join('\n');
}
