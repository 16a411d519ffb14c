/** The options and parameters of the public API that may name a path. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const pathNames = /(path|paths|file|folder|folders|dir|dirs|dirname|directory|cache|journal|output|page)$/i;

/**
 * @returns {string[]} `Interface.property`, `function(parameter)`, `Class.method(parameter)`: those that take text or a
 * URL and are called like a path
 */
export function pathOptions(root) {
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  const entries = packages.flatMap(entriesOf);
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: entries, include: [] }, ts.sys, root);
  const program = ts.createProgram(entries, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const found = new Set();
  for (const entry of entries) {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      for (const declaration of real.declarations ?? []) visit(declaration, symbol.name, { checker, found });
    }
  }
  return [...found].sort();
}

function entriesOf(folder) {
  if (!existsSync(join(folder, 'package.json'))) return [];
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys(exports)
    .map((subpath) => join(folder, 'src', subpath, 'index.ts'))
    .filter(existsSync);
}

function visit(declaration, name, context) {
  if (ts.isFunctionDeclaration(declaration)) visitParameters(declaration, name, context);
  else if (ts.isTypeAliasDeclaration(declaration)) visitType(declaration.type, name, context);
  else if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration))
    for (const member of declaration.members) visitMember(member, name, context);
}

function visitType(node, name, context) {
  if (ts.isTypeLiteralNode(node)) for (const member of node.members) visitMember(member, name, context);
  else if (!ts.isFunctionTypeNode(node)) ts.forEachChild(node, (child) => visitType(child, name, context));
}

function visitMember(member, owner, context) {
  if (ts.isConstructorDeclaration(member)) return visitParameters(member, `new ${owner}`, context);
  const name = member.name && ts.isIdentifier(member.name) ? member.name.text : undefined;
  if (name === undefined || isHidden(member)) return;
  if (ts.isMethodSignature(member) || ts.isMethodDeclaration(member))
    visitParameters(member, `${owner}.${name}`, context);
  else if (ts.isPropertySignature(member) && isPath(member, name, context)) context.found.add(`${owner}.${name}`);
}

function visitParameters(declaration, name, context) {
  for (const parameter of declaration.parameters)
    if (ts.isIdentifier(parameter.name) && isPath(parameter, parameter.name.text, context))
      context.found.add(`${name}(${parameter.name.text})`);
}

function isHidden(member) {
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
}

function isPath(node, name, { checker }) {
  const type = checker.getTypeAtLocation(node);
  const parts = type.isUnion() ? type.types : [type];
  if (parts.some((part) => part.symbol?.name === 'URL')) return true;
  return pathNames.test(name) && /\bstring\b/.test(checker.typeToString(type));
}
