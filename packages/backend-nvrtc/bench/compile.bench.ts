/** Compiling alone, in a process of its own: tools/gpu-bundle runs it in turn with CuPy's. */
import { openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-nvrtc';
import { measureCompilation } from './measure-compilation';
import { measurements } from './measurements';

const device = await openDevice(backend);
await measureCompilation(device);
await device.dispose();
console.log(`MEASURED ${JSON.stringify(measurements)}`);
