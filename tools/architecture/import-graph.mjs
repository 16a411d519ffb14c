/** Which files of a package import which, and the cycles among them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} Import
 * @property {string} from - the importing file, relative to the package's sources, without its extension
 * @property {string} to - the imported file, spelled the same way
 * @property {boolean} isType - true if nothing of the import remains at run time
 */

/**
 * The imports between the files of one folder.
 *
 * @param {string} source - the folder, such as `packages/core/src`
 * @returns {Import[]}
 */
export function importsOf(source) {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.[cm]?ts$/.test(path));
  return files.flatMap((path) => {
    const file = join(source, path);
    return relativeImports(file).flatMap(({ specifier, isType }) => {
      const target = fileOf(resolve(dirname(file), specifier));
      return target ? [{ from: named(source, file), to: named(source, target), isType }] : [];
    });
  });
}

/**
 * Groups of nodes that reach each other, of two or more.
 *
 * @param {Iterable<{ from: string, to: string }>} edges
 * @returns {string[][]}
 */
export function cyclesOf(edges) {
  const targets = new Map();
  for (const { from, to } of edges) {
    if (from !== to) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  return stronglyConnected(targets).filter((group) => group.length > 1);
}

function relativeImports(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found = [];
  const add = (literal, isType) => {
    if (literal && ts.isStringLiteral(literal) && literal.text.startsWith('.')) {
      found.push({ specifier: literal.text, isType });
    }
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly || areTypes(node.exportClause));
    else if (ts.isImportTypeNode(node)) add(node.argument.literal, true);
    // A dynamic import runs after the modules have loaded, so it closes no cycle of values.
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], true);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isTypeImport(clause) {
  return clause !== undefined && (clause.isTypeOnly || (clause.name === undefined && areTypes(clause.namedBindings)));
}

function areTypes(bindings) {
  if (!bindings || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return false;
  return bindings.elements.length > 0 && bindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function fileOf(path) {
  return [`${path}.ts`, join(path, 'index.ts'), `${path}.mts`, path].find(
    (each) => /ts$/.test(each) && existsSync(each),
  );
}

function named(source, file) {
  return relative(source, file)
    .split(sep)
    .join('/')
    .replace(/\.[cm]?ts$/, '');
}

// Tarjan's algorithm.
function stronglyConnected(targets) {
  const places = new Map();
  const lowest = new Map();
  const stack = [];
  const groups = [];
  const visit = (node) => {
    places.set(node, places.size);
    lowest.set(node, places.get(node));
    stack.push(node);
    for (const target of targets.get(node) ?? []) {
      if (!places.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(node, Math.min(lowest.get(node), lowest.get(target)));
    }
    if (lowest.get(node) === places.get(node)) groups.push(stack.splice(stack.indexOf(node)).sort());
  };
  for (const node of targets.keys()) if (!places.has(node)) visit(node);
  return groups;
}
