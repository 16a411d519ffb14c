/** From the names users call kernels by to signatures. */
import { argumentError, isHeddleError, type HeddleError } from '../errors';
import { describe } from '../diagnostics/describe';
import { spell } from './brackets';
import { didYouMean, nearestNames } from '../diagnostics/nearest-names';
import { parametersOf } from './names/function-types';
import { nameParts, type NameParts } from './names/name-expression-parts';
import { expressionByParameters } from './names/overloads';
import { spellPath } from './names/spell-type';
import { compareArguments, comparePaths, compareTypeLists, type Likeness, type TypeNode } from './names/type-tree';
import type { KernelSignature } from './signature';
import { tokenize, type Token } from './tokenizer';

/**
 * The signature of a kernel by a C++ name expression, such as `saxpy`, `ns::poly<double, 3>` or `(void (*)(int*))f`,
 * looked up as C++ does at the end of the source: through inline namespaces, `using` and namespace aliases.
 *
 * @param compiled - name expressions that the source was compiled with, for messages
 * @throws HeddleError `ARGUMENT` for a name that is none, with the nearest ones; for a template without arguments,
 * or with arguments that do not fit; for a name that several overloads share
 */
export function signatureFor(
  signatures: readonly KernelSignature[],
  nameExpression: string,
  compiled: readonly string[] = [],
): KernelSignature {
  if (typeof nameExpression !== 'string')
    throw argumentError(`a kernel's name is a string, not ${describe(nameExpression)}`);
  const parts = nameParts(tokensOf(nameExpression));
  const named = parts ? signaturesNamed(signatures, parts) : [];
  if (!parts || named.length === 0) throw unknownName(signatures, nameExpression, parts, compiled);
  const plain = named.filter(({ templateParameters }) => templateParameters.length === 0);
  const templates = named.filter(({ templateParameters }) => templateParameters.length > 0);
  const { list } = parts;
  const written = list
    ? plain.filter((one) => isSpecialisedFor(one, list))
    : plain.filter((one) => !isSpecialised(one));
  // An overload of its own comes before an instance of a template.
  if (written.length > 0) return onlyOne(written, parts, nameExpression);
  const [first] = templates;
  if (!first) throw unknownName(signatures, nameExpression, parts, compiled);
  if (!list) throw missingArguments(first);
  return onlyOne(instances(templates, list.map(spell)), parts, nameExpression);
}

/** True if two spellings are one name: `scale<float,3>` and `::scale< float, 3 >`. */
export function isSameName(one: string, other: string): boolean {
  return one === other || canonicalText(one) === canonicalText(other);
}

/** True if two name expressions mean one kernel of these: `f<real>` and `f<float>`, `kv` and `v1::kv`. */
export function isSameKernel(signatures: readonly KernelSignature[], one: string, other: string): boolean {
  if (isSameName(one, other)) return true;
  const [a, b] = [found(signatures, one)?.declared, found(signatures, other)?.declared];
  if (!a || !b || a.qualifiedName !== b.qualifiedName) return false;
  const parameters = compareTypeLists(a.parameters, b.parameters);
  return comparePaths(a.path, b.path) === 'same' && parameters === 'same';
}

/**
 * The name of a kernel in full: through inline namespaces and `using`, template arguments as compilers write them. A
 * binary's kernel is found by it.
 */
export function canonicalName({ name, overload, declared, templateParameters }: KernelSignature): string {
  if (!declared || overload !== undefined || templateParameters.length > 0) return overload ?? name;
  return declared.path.at(-1)?.arguments === undefined ? name : spellPath(declared.path);
}

function found(signatures: readonly KernelSignature[], name: string): KernelSignature | undefined {
  try {
    return signatureFor(signatures, name);
  } catch (error) {
    if (isHeddleError(error, 'ARGUMENT')) return undefined;
    throw error;
  }
}

function canonicalText(name: string): string {
  const tokens = tokensOf(name);
  return spell(tokens[0]?.text === '::' ? tokens.slice(1) : tokens);
}

function tokensOf(nameExpression: string): readonly Token[] {
  return tokenize(nameExpression.slice(0, 10_000));
}

/** What C++ finds by a path; else what a linker has under it: a function of C linkage by its last name. */
function signaturesNamed(signatures: readonly KernelSignature[], { path, list }: NameParts): KernelSignature[] {
  const text = path.filter((part) => part !== '').join('::');
  const known = signatures.filter(({ name, declared }) => (declared ? declared.isFoundBy(path) : name === text));
  if (known.length > 0 || path.length !== 1 || list) return known;
  return signatures.filter(({ declared }) => declared?.hasCLinkage === true && declared.path.at(-1)?.name === text);
}

function isSpecialised({ declared }: KernelSignature): boolean {
  return declared?.path.at(-1)?.arguments !== undefined;
}

function isSpecialisedFor({ declared }: KernelSignature, list: readonly (readonly Token[])[]): boolean {
  const written = declared?.path.at(-1)?.arguments;
  return (
    declared !== undefined &&
    written !== undefined &&
    compareArguments(declared.readArguments(list), written) !== 'different'
  );
}

/** The templates that take these arguments, with them; throws the first one's objection if none does. */
function instances(templates: readonly KernelSignature[], list: readonly string[]): KernelSignature[] {
  const made: KernelSignature[] = [];
  let objection: HeddleError | undefined;
  for (const template of templates) {
    try {
      if (template.instantiate) made.push(template.instantiate(list));
    } catch (error) {
      if (!isHeddleError(error, 'ARGUMENT')) throw error;
      objection ??= error;
    }
  }
  if (made.length === 0 && objection !== undefined) throw objection;
  return made;
}

/** The one that the cast of a name expression chooses, or the only one there is. */
function onlyOne(candidates: readonly KernelSignature[], { cast }: NameParts, name: string): KernelSignature {
  const chosen = cast ? chosenBy(candidates, cast) : candidates;
  const [only, second] = chosen;
  if (only && !second) return only;
  const expressions = candidates.map(expressionByParameters);
  if (cast && !only) {
    throw argumentError(`no kernel '${name}': none of that name has these parameters`, {
      kernel: name,
      hint: `The source has ${expressions.join(', ')}.`,
    });
  }
  throw argumentError(`${name} is overloaded: ${candidates.length} kernels have that name`, {
    kernel: name,
    hint: `Choose one by its parameters: ${expressions.join(', ')}.`,
  });
}

function chosenBy(candidates: readonly KernelSignature[], cast: readonly Token[]): readonly KernelSignature[] {
  const of = (wanted: Likeness): KernelSignature[] =>
    candidates.filter(({ declared }) => {
      const parameters: readonly TypeNode[] | undefined = declared && parametersOf(declared.readType(cast));
      return declared && parameters && compareTypeLists(declared.parameters, parameters) === wanted;
    });
  const same = of('same');
  return same.length > 0 ? same : of('possible');
}

function missingArguments(template: KernelSignature): HeddleError {
  const { name, templateParameters } = template;
  return argumentError(`${name} is a template of <${templateParameters.join(', ')}>`, {
    kernel: name,
    hint: `Compile it with arguments, for example { names: ['${exampleOf(template)}'] }, and ask for it by the same name.`,
  });
}

/** A template with arguments that it is likely to take. */
function exampleOf({ name, declared }: KernelSignature): string {
  return `${name}<${declared?.templateExample.join(', ') ?? ''}>`;
}

/** Name expressions that mean the kernels of a source: each can be asked for as it is written here. */
export function kernelExpressions(signatures: readonly KernelSignature[]): readonly string[] {
  const all = signatures.map((signature) =>
    signature.templateParameters.length === 0 ? (signature.overload ?? signature.name) : exampleOf(signature),
  );
  return [...new Set(all)];
}

function unknownName(
  signatures: readonly KernelSignature[],
  asked: string,
  parts: NameParts | undefined,
  compiled: readonly string[],
): HeddleError {
  const shown = describe(asked).slice(1, -1);
  if (signatures.length === 0)
    return argumentError(`no kernel '${shown}': the source has no kernels`, { kernel: shown });
  const path = parts?.path.filter((part) => part !== '').join('::') ?? '';
  const plain = kernelExpressions(signatures.filter(({ templateParameters }) => templateParameters.length === 0));
  const names = [...new Set([...plain, ...compiled])];
  const templates = signatures.filter(({ templateParameters }) => templateParameters.length > 0);
  const unqualified = names.filter((name) => name.endsWith(`::${path}`));
  const near = unqualified.length > 0 ? unqualified : nearest(path, names, templates);
  const all = listed(
    names,
    templates.map(({ name }) => name),
  );
  return argumentError(`no kernel '${shown}'`, { kernel: shown, hint: didYouMean(near, all) });
}

/** Those that may be meant, templates with arguments: with those that they were compiled with, if they were. */
function nearest(path: string, names: readonly string[], templates: readonly KernelSignature[]): readonly string[] {
  const instances = new Map<string, readonly string[]>();
  for (const template of templates) {
    const compiled = names.filter((name) => canonicalText(name).startsWith(`${template.name}<`));
    instances.set(template.name, compiled.length > 0 ? compiled : [exampleOf(template)]);
  }
  const found = nearestNames(path, [...names, ...instances.keys()]).flatMap((name) => instances.get(name) ?? [name]);
  return [...new Set(found)];
}

function listed(names: readonly string[], templates: readonly string[]): string {
  const few = (list: readonly string[]): string =>
    `${list.slice(0, 10).join(', ')}${list.length > 10 ? ' and more' : ''}`;
  const unique = [...new Set(templates)];
  const some = unique.length === 0 ? '' : `the ${unique.length === 1 ? 'template' : 'templates'} ${few(unique)}`;
  return `The source has ${[names.length === 0 ? '' : few(names), some].filter((text) => text !== '').join('; and ')}.`;
}
