/** The same as one-core.mjs, as CommonJS. */
const check = require('./one-core-checks.cjs');

check({
  core: require('@heddle/core'),
  backend: require('@heddle/core/backend'),
  testing: require('@heddle/core/testing'),
}).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
