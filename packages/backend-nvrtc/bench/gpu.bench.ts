/**
 * Launches, waits, copies and compilation on an NVIDIA GPU. tools/gpu-bundle runs it beside the same in C++ and CuPy
 * and prints the ratios; the line that begins with MEASURED is for it.
 */
import { openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-nvrtc';
import { measureCompilation } from './measure-compilation';
import { measureCopies } from './measure-copies';
import { measureLaunches } from './measure-launches';
import { measurements } from './measurements';

const device = await openDevice(backend);
await measureLaunches(device);
await measureCompilation(device);
await measureCopies(device);
await device.dispose();
console.log(`MEASURED ${JSON.stringify(measurements)}`);
