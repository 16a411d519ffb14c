/** The lint rule `heddle/arrows`: an import that points against the design's arrows is an error. */
import { dirname, relative, resolve, sep } from 'node:path';
import { arrowsOf, folderOf, isAgainstOrder } from './arrows.mjs';

/**
 * @param {string} root - the repository's root
 * @returns {import('eslint').Rule.RuleModule}
 */
export function arrowsRule(root) {
  return {
    meta: {
      type: 'problem',
      docs: { description: 'keeps imports along the arrows of docs/architecture.md' },
      schema: [],
      messages: {
        unknown: "Package '{{from}}' has no entry in tools/architecture/arrows.mjs; say there what it may import.",
        package:
          "'{{from}}' may not import '@heddle/{{to}}': it imports {{allowed}}. See tools/architecture/arrows.mjs.",
        outside: "'{{specifier}}' leaves the package; import another package by its name, never its files by path.",
        order:
          '{{package}}/{{from}} may not import {{package}}/{{to}}: {{to}} stands above it. See tools/architecture/arrows.mjs.',
      },
    },
    create(context) {
      const place = placeOf(root, context.filename);
      if (!place) return {};
      const check = (node, source) => {
        if (typeof source?.value !== 'string') return;
        const problem = refusal(root, place, source.value);
        if (problem) context.report({ node: source, ...problem });
      };
      return {
        ImportDeclaration: (node) => check(node, node.source),
        ExportNamedDeclaration: (node) => check(node, node.source),
        ExportAllDeclaration: (node) => check(node, node.source),
        ImportExpression: (node) => check(node, node.source),
        TSImportType: (node) => check(node, node.source ?? node.argument?.literal),
      };
    },
  };
}

/** Where a file stands: its package, and whether it is part of what is published. */
function placeOf(root, filename) {
  const [folder, name, area, ...rest] = relative(root, filename).split(sep);
  if (folder !== 'packages' || !rest.length) return undefined;
  return { package: name, inTests: area !== 'src', packageFolder: resolve(root, folder, name), filename };
}

function refusal(root, place, specifier) {
  const named = /^@heddle\/([a-z0-9-]+)/.exec(specifier)?.[1];
  if (named) return refusedPackage(place, named);
  if (!specifier.startsWith('.')) return undefined;

  const target = resolve(dirname(place.filename), specifier);
  if (!isBelow(place.packageFolder, target)) {
    // Configuration at the root is shared on purpose; only other packages' files are closed.
    return isBelow(resolve(root, 'packages'), target) ? { messageId: 'outside', data: { specifier } } : undefined;
  }
  return place.inTests ? undefined : refusedByOrder(place, target);
}

function refusedPackage(place, to) {
  const from = place.package;
  const arrows = arrowsOf(from);
  if (!arrows) return { messageId: 'unknown', data: { from } };
  const allowed = [...arrows.imports, ...(place.inTests ? [from, ...arrows.inTests] : [])];
  if (allowed.includes(to)) return undefined;
  return { messageId: 'package', data: { from, to, allowed: allowed.join(', ') || 'no other package' } };
}

function refusedByOrder({ package: name, packageFolder, filename }, target) {
  const [from, to] = [filename, target].map((path) => pathInSource(resolve(packageFolder, 'src'), path));
  if (!isAgainstOrder(name, from, to)) return undefined;
  return { messageId: 'order', data: { package: name, from: folderOf(name, from), to: folderOf(name, to) } };
}

function pathInSource(source, path) {
  return relative(source, path)
    .split(sep)
    .join('/')
    .replace(/\.[cm]?[jt]s$/, '');
}

function isBelow(folder, path) {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !way.startsWith(sep);
}
