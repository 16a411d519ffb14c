/** `npm run new-backend -- <name>`: copies template/ with the name filled in. */
const { readFileSync, readdirSync } = require('node:fs');
const { join, relative } = require('node:path');

const template = join(__dirname, 'template');

/**
 * @param {{ write(path: string, content: string): void, exists(path: string): boolean }} tree - nx's view of the workspace
 * @param {{ name: string, directory?: string }} options
 */
module.exports = async function generateBackend(tree, { name, directory = `packages/backend-${name}` }) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error(`a backend's name is of lower-case words with hyphens between them, not '${name}'`);
  }
  if (tree.exists(`${directory}/package.json`)) throw new Error(`${directory} exists already`);
  const words = name.split('-').map((word) => word[0].toUpperCase() + word.slice(1));
  const values = { name, Name: words.join(''), title: words.join(' '), directory };
  for (const path of filesBelow(template)) {
    const text = readFileSync(path, 'utf8').replace(/<%= (\w+) %>/g, (_, key) => values[key]);
    tree.write(`${directory}/${relative(template, path).replace(/\.template$/, '')}`, text);
  }
  tree.write(`${directory}/LICENSE`, readFileSync(join(__dirname, '../../LICENSE'), 'utf8'));
};

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
