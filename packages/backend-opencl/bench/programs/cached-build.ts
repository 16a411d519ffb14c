/**
 * A build from the cache in a process that has built nothing yet: prints its milliseconds by the clock and of processor
 * time, and whether it was one.
 */
import { openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-opencl';
import { smallSource } from './small-source';

const device = await openDevice(backend);
const source = smallSource(process.argv[2] ?? 'k');
process.cpuUsage();
const used = process.cpuUsage();
const started = performance.now();
const module = await device.compile(source);
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(used);
console.log(JSON.stringify({ milliseconds, processorMilliseconds: (user + system) / 1000, cached: module.cached }));
await device.dispose();
