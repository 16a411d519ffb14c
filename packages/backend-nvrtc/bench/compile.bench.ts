/** Compiles once for every line it is sent, and answers milliseconds: tools/gpu-bundle asks it and CuPy in turn. */
import { createInterface } from 'node:readline';
import { openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-nvrtc';
import { compileNew } from './measure-compilation';

const device = await openDevice(backend);
for await (const _ of createInterface({ input: process.stdin })) console.log((await compileNew(device)).whole);
await device.dispose();
