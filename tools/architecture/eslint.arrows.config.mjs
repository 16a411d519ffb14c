/** The arrows alone, without type information: for a quick look, and for the rule's own test. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import { arrowsRule } from './arrows-rule.mjs';

const root = join(fileURLToPath(import.meta.url), '../../..');

export const heddlePlugin = { rules: { arrows: arrowsRule(root) } };

export default [
  {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { heddle: heddlePlugin },
    rules: { 'heddle/arrows': 'error' },
  },
];
