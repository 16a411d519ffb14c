/** From a recipe to a source with its headers, options and environment. */
import { chainOf } from './branches';
import { scalarName } from './builtin-names';
import { macroLibrary } from './conditions';
import type { DeclaredExtent, DeclaredType } from './declared-type';
import { pick } from './pick';
import { placed, type Piece } from './places';
import { scalar } from './shape';
import { folderMark, type SourceCase, type SourceParameter } from './source-case';
import type { SourceRecipe } from './source-recipe';
import type { DeclarationContext } from './struct-text';
import { switchOf, type PlacedSwitch } from './switches';
import type { Target } from './target';
import { declarationOf } from './type-text';

/** A piece, and whether it can stand before the compiler's own headers. */
interface FreePiece extends Piece {
  readonly needsHeaders: boolean;
}

export function sourceOf(recipe: SourceRecipe, target: Target): SourceCase {
  let mayRefuse = false;
  const switches = recipe.switches.map((each, i) => switchOf(each, i, target));
  const context = { switches, target, onUnknown: () => (mayRefuse = true) };
  const declared = declare(recipe, context);
  const parameters = parametersOf(recipe, declared.types, target);
  const parameterList = listOf(recipe, parameters, context);
  const usesHidden = declared.types.some(
    ({ name, isHidden }) => isHidden && parameters.some(({ type }) => type === name),
  );
  const pieces = [...librariesAndSwitches(switches), ...declared.pieces];
  const place = placedPieces(recipe, pieces, switches, target);
  if (usesHidden || asksAhead(forcedPieces(recipe, pieces, target), target) || isContested(place.options)) {
    mayRefuse = true;
  }
  return {
    target,
    parameters: parameters.map(({ name, shape }) => ({ name, shape })),
    parameterList,
    ...place,
    mayRefuse,
  };
}

/** True if the compiler decides something in a file that it reads before the source, about which it cannot be asked. */
function asksAhead(forced: readonly FreePiece[], { known }: Target): boolean {
  return forced.some(({ text }) => known.some((condition) => text.includes(condition)));
}

/** True if a folder is one for quoted names and one of the system's: compilers differ on which one it is then. */
function isContested(options: readonly string[]): boolean {
  const folders = options.filter((_, i) => options[i - 1] === '-iquote');
  return folders.some((folder) =>
    options.some((option, i) => option === `-isystem${folder}` || (option === folder && options[i - 1] !== '-iquote')),
  );
}

function librariesAndSwitches(switches: readonly PlacedSwitch[]): FreePiece[] {
  const texts = switches.flatMap(({ text, otherText }) =>
    text === undefined ? [] : [{ text, decoy: otherText ?? '' }],
  );
  return [{ text: macroLibrary, decoy: macroLibrary }, ...texts].map((piece) => ({ ...piece, needsHeaders: false }));
}

/** The types, each with a decoy in which its branches have changed places. */
function declare(recipe: SourceRecipe, context: Omit<DeclarationContext, 'types' | 'extents'>) {
  const types: DeclaredType[] = [];
  const extents: DeclaredExtent[] = [];
  const pieces: FreePiece[] = [];
  recipe.types.forEach((type, index) => {
    pieces.push(...redefinitionsBefore(recipe, index, context));
    const among = { ...context, types: [...types], extents: [...extents] };
    const { text, type: newType, extent } = declarationOf(type, index, among);
    const decoy = declarationOf({ ...type, variants: type.variants.toReversed() }, index, among).text;
    pieces.push({ text, decoy, needsHeaders: newType?.needsHeaders ?? false });
    if (newType) types.push(newType);
    if (extent) extents.push(extent);
  });
  return { types, pieces };
}

function redefinitionsBefore(
  { redefinitions }: SourceRecipe,
  index: number,
  { switches }: Pick<DeclarationContext, 'switches'>,
): FreePiece[] {
  return redefinitions
    .filter(({ before }) => before === index)
    .map(({ of, value }) => {
      const { name } = pick(switches, of);
      return {
        text: `#undef ${name}\n#define ${name} ${value}`,
        decoy: `#undef ${name}\n#define ${name} 1`,
        needsHeaders: false,
      };
    });
}

interface WrittenParameter extends SourceParameter {
  readonly type: string;
  readonly text: string;
}

function parametersOf(recipe: SourceRecipe, types: readonly DeclaredType[], target: Target): WrittenParameter[] {
  return recipe.parameters.map(({ type, spelling }, i) => {
    const name = `p${i}`;
    // Some parameters have a type that nobody declares.
    const declared = types.length > 0 && type < 90 ? pick(types, type) : undefined;
    const written = declared?.name ?? scalarName(target, spelling).replace('bool', 'int');
    if (spelling % 11 === 10) {
      const space = target.language === 'opencl' ? '__global ' : '';
      return { name, type: `${space}${written}*`, shape: { form: 'pointer' }, text: `${space}${written}* ${name}` };
    }
    const text = pick(
      [
        `${written} ${name}`,
        `const ${written} ${name}`,
        `${written} const ${name}`,
        `CASE_IDENTITY(${written}) ${name}`,
      ],
      spelling,
    );
    return { name, type: written, shape: declared?.shape ?? scalar, text };
  });
}

/** The parameters, whose order a condition may choose; now and then out of a macro. */
function listOf(
  { order, spelling }: SourceRecipe,
  parameters: readonly WrittenParameter[],
  context: Parameters<typeof chainOf>[2],
): string {
  const texts = parameters.map(({ text }) => text);
  if (spelling % 5 !== 0) return texts.join(', ');
  const turned = (branch: number) => [...texts.slice(branch % texts.length), ...texts.slice(0, branch % texts.length)];
  return `\n${chainOf(order, (branch) => turned(branch).join(', '), context)}\n`;
}

function placedPieces(
  recipe: SourceRecipe,
  pieces: readonly FreePiece[],
  switches: readonly PlacedSwitch[],
  target: Target,
) {
  const forced = forcedPieces(recipe, pieces, target);
  const rest = pieces.slice(forced.length);
  const places = rest.map((piece, i) => placed(piece, i, pick(recipe.places, i), target));
  const joined = <T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]) =>
    Object.assign({}, ...parts) as Record<string, T>;
  return {
    declarations: `${places.map(({ lines }) => lines).join('\n')}\n`,
    options: [
      ...pick(target.standards, recipe.standard),
      ...switches.flatMap(({ options }) => options),
      ...(forced.length > 0 ? pick(target.forcing, recipe.spelling)(`${folderMark}/forced.h`) : []),
      ...places.flatMap(({ options = [] }) => options),
    ],
    defines: joined(switches.map(({ defines }) => defines)),
    includeDirs: [...new Set(places.flatMap(({ includeDirs = [] }) => includeDirs))],
    headers: joined(places.map(({ headers }) => headers)),
    files: joined([
      forced.length > 0 ? { 'forced.h': forced.map(({ text }) => text).join('\n') } : {},
      ...places.map(({ files }) => files),
    ]),
    environment: joined([
      ...switches.map(({ environment }) => environment),
      ...places.map(({ environment }) => environment),
    ]),
  };
}

/** The first pieces, as many as need no header of the compiler's. */
function forcedPieces(
  { forced, spelling }: SourceRecipe,
  pieces: readonly FreePiece[],
  target: Target,
): readonly FreePiece[] {
  if (forced === 0 || target.forcing.length === 0) return [];
  const needing = pieces.findIndex(({ needsHeaders }) => needsHeaders);
  const possible = needing < 0 ? pieces.length : needing;
  const macrosOnly = pick(target.forcing, spelling)('')[0] === '-imacros' ? 1 : possible;
  return pieces.slice(0, Math.min(forced, possible, macrosOnly));
}
