/** Tests run on the sources: swc strips the types, and @heddle/* resolves to packages/<name>/src. */
export default {
  testEnvironment: '<rootDir>/tools/jest/environment.cjs',
  roots: ['<rootDir>/packages', '<rootDir>/tools'],
  testMatch: ['**/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/', '/build/', '/.heddle-cache/'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript', explicitResourceManagement: true }, target: 'es2022' },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '^@heddle/([a-z-]+)/testing$': '<rootDir>/packages/$1/src/testing/index.ts',
    '^@heddle/([a-z-]+)/(api|cuda|cupy|double-texture|pycuda)$': '<rootDir>/packages/$1/src/$2/index.ts',
    '^@heddle/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
    // As the tuner's sources import it; its own test names it by another path.
    '^\\./worker-program$': '<rootDir>/tools/sources/test/worker-program.ts',
  },
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  testTimeout: 60_000,
  testSequencer: '<rootDir>/tools/jest/slowest-first.cjs',
};
