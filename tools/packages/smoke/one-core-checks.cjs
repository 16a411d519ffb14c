/** The entry points of core share their classes: what one makes, the others know. */
const { ok } = require('node:assert/strict');

module.exports = async ({ core, backend, testing }) => {
  const error = backend.argumentError('wrong');
  ok(error instanceof core.HeddleError && core.isHeddleError(error, 'ARGUMENT'));

  const memory = testing.memoryBackend();
  backend.registerBackend(memory);
  const device = await core.openDevice(memory.name, { cache: new core.ArtifactCache({ enabled: false }) });
  ok(device instanceof core.Device);
  const buffer = await device.upload(Float32Array.of(1, 2));
  ok(buffer instanceof core.Buffer);
  ok(testing.LibraryArray.prototype[backend.turnSymbol]);
  await device.dispose();
};
