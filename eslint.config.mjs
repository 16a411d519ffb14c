import tseslint from 'typescript-eslint';
import { heddlePlugin } from './tools/architecture/eslint.arrows.config.mjs';

const typeAware = { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } };

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/build/',
      '**/build-asan/',
      '**/generated/',
      '**/node_modules/',
      '**/.heddle-cache/',
      'coverage/',
      '.nx/',
    ],
  },
  {
    files: ['packages/*/{src,test,bench}/**/*.ts', 'examples/**/*.ts', 'tools/*/{src,test,bench}/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: typeAware,
    plugins: { heddle: heddlePlugin },
    rules: {
      'heddle/arrows': 'error',
      'max-lines': ['warn', { max: 450, skipBlankLines: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Numbers and bigints in messages are the rule here: limits, offsets, counts.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNullish: false },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // An async method that happens not to wait keeps the promise of its interface.
      '@typescript-eslint/require-await': 'off',
      // Reads as an error in code that checks what a JavaScript caller passed.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      // A driver takes back the classes it gave out: the service interface is written that way.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unnecessary-type-conversion': 'off',
      // Passing on what was caught.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true, allowRethrowing: true }],
    },
  },
  {
    // Tests and benchmarks poke where types say no, on purpose.
    files: ['packages/*/{test,bench}/**/*.ts', 'examples/**/*.ts', 'tools/*/{test,bench}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-deprecated': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  {
    // A type test declares what it never uses.
    files: ['packages/*/test/types/*.test-d.ts'],
    rules: {
      // Checked by the compiler alone; nothing of it runs.
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/ban-ts-comment': 'off',
    },
  },
);
