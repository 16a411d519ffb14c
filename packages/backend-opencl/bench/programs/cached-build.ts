/**
 * A build from the cache in a process that has built nothing yet: prints its milliseconds by the clock and of processor
 * time, and whether it was one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-opencl';
import { smallSource } from './small-source';

const device = await openDevice(backend);
const source = smallSource(process.argv[2] ?? 'k');
// The loader that strips types still has work to end, on a machine that may have two cores.
await delay(300);
process.cpuUsage();
const used = process.cpuUsage();
const started = performance.now();
const module = await device.compile(source);
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(used);
console.log(JSON.stringify({ milliseconds, processorMilliseconds: (user + system) / 1000, cached: module.cached }));
await device.dispose();
