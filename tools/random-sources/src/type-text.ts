/** The text of a declaration, and what it declares. */
import { chainOf } from './branches';
import { scalarName, vectorName } from './builtin-names';
import type { DeclaredType } from './declared-type';
import { pick } from './pick';
import { scalar, type Shape } from './shape';
import { structDeclaration, unionDeclaration, type Declaration, type DeclarationContext } from './struct-text';
import type { TypeRecipe } from './type-recipes';

/** Declares the type of a recipe under a name that ends in its number. */
export function declarationOf(recipe: TypeRecipe, index: number, context: DeclarationContext): Declaration {
  const name = `Type_${index}`;
  const isCpp = context.target.language === 'cuda';
  switch (recipe.form) {
    case 'scalar':
      return aliasOf(
        name,
        scalar,
        8,
        false,
        (branch) => scalarName(context.target, scalarAt(recipe, branch)),
        recipe,
        context,
      );
    case 'pasted':
      return pastedAlias(name, recipe, context);
    case 'vector': {
      const lanes = pick([2, 3, 4], recipe.detail);
      const shape: Shape = { form: 'vector', lanes };
      return aliasOf(name, shape, 32, true, (branch) => vectorName(lanes, scalarAt(recipe, branch)), recipe, context);
    }
    case 'enum':
      return enumDeclaration(name, recipe, context);
    case 'struct':
      return structDeclaration(name, recipe, context);
    case 'union':
      return unionDeclaration(name, recipe, context);
    case 'template':
      return isCpp ? templateDeclaration(name, recipe, context) : structDeclaration(name, recipe, context);
    case 'extent':
      return extentDeclaration(`EXTENT_${index}`, recipe, context);
    case 'hidden':
      return isCpp ? hiddenDeclaration(name, recipe, context) : structDeclaration(name, recipe, context);
  }
}

function scalarAt({ variants }: TypeRecipe, branch: number): number {
  return pick(variants, branch).scalars[0] ?? 0;
}

function typeOf(name: string, shape: Shape, atMost: number, needsHeaders = false, isHidden = false): DeclaredType {
  return { name, shape, atMost, needsHeaders, isHidden };
}

/** Another name for a type that the conditions choose. */
function aliasOf(
  name: string,
  shape: Shape,
  atMost: number,
  needsHeaders: boolean,
  typeAt: (branch: number) => string,
  { chain, spelling }: TypeRecipe,
  context: DeclarationContext,
): Declaration {
  const text = chainOf(chain, (branch) => alias(name, typeAt(branch), spelling, !needsHeaders, context), context);
  return { text, type: typeOf(name, shape, atMost, needsHeaders) };
}

/** @param isNumber - of a single number: of nothing else is the alignment of a typedef looked into */
function alias(
  name: string,
  type: string,
  spelling: number,
  isNumber: boolean,
  { target }: DeclarationContext,
): string {
  const forms = [`typedef ${type} ${name};`, `#define ${name} ${type}`, `typedef CASE_IDENTITY(${type}) ${name};`];
  // NVRTC does not lower the alignment of a number for its typedef, nvcc does: Heddle presumes neither.
  if (target.name === 'host' && isNumber) forms.push(`typedef ${type} ${name} __attribute__((aligned(1)));`);
  if (target.language === 'cuda') forms.push(`using ${name} = ${type};`);
  return pick(forms, spelling);
}

/** A macro whose value is only known where it is used: the name of the type is pasted from a switch's value. */
function pastedAlias(name: string, recipe: TypeRecipe, context: DeclarationContext): Declaration {
  const digits = context.switches.filter(({ isDigit }) => isDigit);
  if (digits.length === 0) return declarationOf({ ...recipe, form: 'scalar' }, Number(name.slice(5)), context);
  const typedefs = [0, 1, 2, 3].map(
    (n) => `typedef ${scalarName(context.target, scalarAt(recipe, n) + n)} ${name}_${n};`,
  );
  const macro = `#define ${name} CASE_JOIN(${name}_, ${pick(digits, recipe.detail).name})`;
  return { text: [...typedefs, macro].join('\n'), type: typeOf(name, scalar, 8) };
}

function enumDeclaration(
  name: string,
  { chain, detail, spelling }: TypeRecipe,
  context: DeclarationContext,
): Declaration {
  const isCpp = context.target.language === 'cuda';
  const underlying = (branch: number) =>
    isCpp && detail % 2 === 1
      ? ` : ${pick(['short', 'unsigned char', 'int', 'long long', 'unsigned'], detail + branch)}`
      : '';
  const isOpen = isCpp && detail % 2 === 0 && detail % 3 !== 0;
  const large = isOpen ? pick(['', '0x100000000 + ', '0x80000000 + ', '-0x7000000000 + '], detail >> 1) : '';
  const body = (branch: number) => `{ ${name}_A, ${name}_B = ${large}${branch + 3}, ${name}_C }`;
  const scoped = isCpp && detail % 3 === 0 ? ' class' : '';
  const text = chainOf(
    chain,
    (branch) =>
      isCpp && spelling % 2 === 0
        ? `enum${scoped} ${name}${underlying(branch)} ${body(branch)};`
        : `typedef enum ${body(branch)} ${name};`,
    context,
  );
  return { text, type: typeOf(name, { form: 'enum' }, 8) };
}

function templateDeclaration(name: string, recipe: TypeRecipe, context: DeclarationContext): Declaration {
  const { chain, spelling, detail } = recipe;
  const extent = context.extents.length > 0 ? pick(context.extents, detail).name : '2';
  const members = detail % 2 === 0 ? '  A f0[N];\n  B f1;' : '  B f1;\n  A f0[N];';
  const template = `template <class A, class B, int N> struct ${name}_of {\n${members}\n};`;
  const argumentsAt = (branch: number) => {
    const { scalars } = pick(recipe.variants, branch);
    return `${scalarName(context.target, scalars[0] ?? 0)}, ${scalarName(context.target, scalars[1] ?? 0)}, ${extent}`;
  };
  const aliases = chainOf(
    chain,
    (branch) =>
      spelling % 2 === 0
        ? `typedef ${name}_of<${argumentsAt(branch)}> ${name};`
        : `using ${name} = ${name}_of<${argumentsAt(branch)}>;`,
    context,
  );
  const f0 = { name: 'f0', shape: { form: 'array', of: scalar } } as const;
  const shape: Shape = { form: 'struct', fields: [f0, { name: 'f1', shape: scalar }] };
  return { text: `${template}\n${aliases}`, type: typeOf(name, shape, 64) };
}

/** A constant of 1 to 3: a macro, an enumerator, a variable. */
function extentDeclaration(
  name: string,
  { chain, spelling, variants }: TypeRecipe,
  context: DeclarationContext,
): Declaration {
  const declarationAt = (branch: number) => {
    const value = ((pick(variants, branch).scalars[0] ?? 0) % 3) + 1;
    const forms = [
      `#define ${name} ${value}`,
      `enum { ${name} = ${value} };`,
      `enum { ${name}_BEFORE = ${value - 1}, ${name} };`,
    ];
    if (context.target.language === 'cuda')
      forms.push(`constexpr int ${name} = ${value};`, `static const int ${name} = ${value};`);
    return pick(forms, spelling);
  };
  return { text: chainOf(chain, declarationAt, context), extent: { name } };
}

/** A type that the compiler's own rules of overloading and specialisation decide. */
function hiddenDeclaration(
  name: string,
  { spelling, chain, variants }: TypeRecipe,
  context: DeclarationContext,
): Declaration {
  const typeAt = (branch: number) => scalarName(context.target, pick(variants, branch).scalars[0] ?? 0);
  const forms = [
    `typedef decltype(1 + 2.5f) ${name};`,
    `template <bool B, class A, class C> struct ${name}_choice { typedef A type; };
template <class A, class C> struct ${name}_choice<false, A, C> { typedef C type; };
typedef ${name}_choice<(sizeof(long) > 4), ${typeAt(0)}, ${typeAt(1)}>::type ${name};`,
    `__device__ ${typeAt(0)} ${name}_function(int);\n__device__ float ${name}_function(double);\ntypedef decltype(${name}_function(1)) ${name};`,
  ];
  return {
    text: chainOf({ ...chain, conditions: [] }, () => pick(forms, spelling), context),
    type: typeOf(name, { form: 'hidden' }, 8, false, true),
  };
}
