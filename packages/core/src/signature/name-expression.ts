/** From the names users call kernels by to signatures. */
import { argumentError, isHeddleError, type HeddleError } from '../errors';
import { describe } from '../diagnostics/describe';
import { spell } from './brackets';
import { didYouMean, nearestNames } from '../diagnostics/nearest-names';
import { splitTemplateArguments } from './kernel-declaration';
import type { KernelSignature } from './signature';
import { tokenize, type Token } from './tokenizer';

/**
 * The signature of a kernel by name or, for a template, by a C++ name expression such as `ns::poly<double, 3>`.
 *
 * @throws HeddleError `ARGUMENT` for a name that is none, with the nearest ones; for a template without arguments,
 * or with arguments that do not fit; for a name that several overloads share
 */
export function signatureFor(signatures: readonly KernelSignature[], nameExpression: string): KernelSignature {
  if (typeof nameExpression !== 'string')
    throw argumentError(`a kernel's name is a string, not ${describe(nameExpression)}`);
  const name = tokensOf(nameExpression);
  const spelled = spell(name);
  // A plain kernel, or a specialisation that the source spells out.
  const exact = signatures.filter(
    (signature) => signature.name === spelled && signature.templateParameters.length === 0,
  );
  if (exact.length > 0) return onlyOne(exact, spelled);
  const { path, list } = splitTemplateArguments(name);
  const templates = signatures.filter(
    (signature) => signature.name === spell(path) && signature.templateParameters.length > 0,
  );
  const [first] = templates;
  if (!first) throw unknownName(signatures, nameExpression, spell(path));
  if (!list) throw missingArguments(first);
  return onlyOne(instances(templates, list), spelled);
}

/** True where two names are one: `scale<float,3>` and `::scale< float, 3 >`. */
export function isSameName(one: string, other: string): boolean {
  return one === other || spell(tokensOf(one)) === spell(tokensOf(other));
}

function tokensOf(nameExpression: string): readonly Token[] {
  const tokens = tokenize(nameExpression.slice(0, 10_000));
  return tokens[0]?.text === '::' ? tokens.slice(1) : tokens;
}

/** The templates that take these arguments, with them; throws the first one's objection where none does. */
function instances(templates: readonly KernelSignature[], list: readonly string[]): KernelSignature[] {
  const found: KernelSignature[] = [];
  let objection: HeddleError | undefined;
  for (const template of templates) {
    try {
      if (template.instantiate) found.push(template.instantiate(list));
    } catch (error) {
      if (!isHeddleError(error, 'ARGUMENT')) throw error;
      objection ??= error;
    }
  }
  if (found.length === 0 && objection !== undefined) throw objection;
  return found;
}

function onlyOne(candidates: readonly KernelSignature[], name: string): KernelSignature {
  const [only, second] = candidates;
  if (only && !second) return only;
  throw argumentError(`${name} is overloaded: ${candidates.length} kernels have that name`, {
    kernel: name,
    hint: 'Give the kernels different names; a launch cannot choose between them.',
  });
}

function missingArguments({ name, templateParameters }: KernelSignature) {
  return argumentError(`${name} is a template`, {
    kernel: name,
    hint: `Compile it with its arguments, { names: ['${name}<${templateParameters.join(', ')}>'] }, and ask for it so.`,
  });
}

function unknownName(signatures: readonly KernelSignature[], asked: string, path: string) {
  const names = [...new Set(signatures.map(({ name }) => name))];
  const shown = describe(asked).slice(1, -1);
  if (names.length === 0) return argumentError(`no kernel '${shown}': the source has no kernels`, { kernel: shown });
  const unqualified = names.filter((name) => name.endsWith(`::${path}`));
  const near = unqualified.length > 0 ? unqualified : nearestNames(path, names);
  const all = `The source has ${names.slice(0, 10).join(', ')}${names.length > 10 ? ' and more' : ''}.`;
  return argumentError(`no kernel '${shown}'`, { kernel: shown, hint: didYouMean(near, all) });
}
