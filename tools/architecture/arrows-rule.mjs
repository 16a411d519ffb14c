/** The lint rule `heddle/arrows`: an import that points against the design's arrows is an error. */
import { dirname, relative, resolve, sep } from 'node:path';
import { arrowsOf, coreOrder } from './arrows.mjs';

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
        order: 'core/{{from}} may not import core/{{to}}: {{to}} stands above it. See tools/architecture/arrows.mjs.',
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
  return place.package === 'core' && !place.inTests ? refusedByOrder(place, target) : undefined;
}

function refusedPackage(place, to) {
  const from = place.package;
  const arrows = arrowsOf(from);
  if (!arrows) return { messageId: 'unknown', data: { from } };
  const allowed = [...arrows.imports, ...(place.inTests ? [from, ...arrows.inTests] : [])];
  if (allowed.includes(to)) return undefined;
  return { messageId: 'package', data: { from, to, allowed: allowed.join(', ') || 'no other package' } };
}

function refusedByOrder(place, target) {
  const source = resolve(place.packageFolder, 'src');
  const [from, to] = [place.filename, target].map((path) => layerOf(relative(source, path)));
  const [fromIndex, toIndex] = [coreOrder.indexOf(from), coreOrder.indexOf(to)];
  // A folder that the order does not name is free; naming it is how it gets a place.
  if (fromIndex < 0 || toIndex < 0 || toIndex <= fromIndex) return undefined;
  return { messageId: 'order', data: { from, to } };
}

// A file may have a place of its own, so the longest entry that the path begins with is its layer.
function layerOf(path) {
  const plain = path
    .split(sep)
    .join('/')
    .replace(/\.[cm]?[jt]s$/, '');
  const above = coreOrder.filter((layer) => plain === layer || plain.startsWith(`${layer}/`));
  return above.sort((a, b) => b.length - a.length)[0];
}

function isBelow(folder, path) {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !way.startsWith(sep);
}
