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
    '^@heddle/([a-z-]+)/(api|backend|cuda|cupy|double-texture|pycuda|testing)$':
      '<rootDir>/packages/$1/src/$2/index.ts',
    '^@heddle/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
    // As the tuner's sources import it; its own test names it by another path.
    '^\\./worker-program$': '<rootDir>/tools/sources/test/worker-program.ts',
  },
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  testTimeout: 60_000,
  // Looking up a global takes a microsecond in jest's contexts, whatever the code; these become parameters of each file.
  sandboxInjectedGlobals: [
    ...['Math', 'Number', 'Object', 'BigInt', 'Array', 'String', 'Infinity', 'DataView'],
    ...['Map', 'Set', 'Error', 'JSON', 'ArrayBuffer', 'Promise', 'Symbol'],
    ...['Uint8Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
  ],
  setupFilesAfterEnv: ['<rootDir>/tools/jest/equal-arrays.cjs'],
  testSequencer: '<rootDir>/tools/jest/slowest-first.cjs',
};
