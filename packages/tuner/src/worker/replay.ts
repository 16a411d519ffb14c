/** Runs one configuration once, in a process of its own that a profiler started. */
import { closeSync, openSync } from 'node:fs';
import { DeviceInputs } from './device-inputs';
import { FileInputs } from './input-store';
import { createLauncher } from './launcher';
import { openAddress } from './local-executor';
import { inputsFile, readReplay } from './replay-folder';
import { compileTrial } from './trial-runner';

const watchMilliseconds = 500;

/** Uploads, launches once, waits. */
export async function replay(folder: string): Promise<void> {
  const { address, trial, inputs, requester } = readReplay(folder);
  const watch = setInterval(() => {
    if (!isAlive(requester)) process.exit(1);
  }, watchMilliseconds);
  const file = openSync(inputsFile(folder), 'r');
  const device = await openAddress(address);
  const deviceInputs = new DeviceInputs(device, new FileInputs(inputs, file));
  try {
    const module = await compileTrial(device, trial.source);
    const launcher = await createLauncher(device, module, trial, deviceInputs);
    await launcher.burst(1);
  } finally {
    deviceInputs.dispose();
    await device.dispose();
    closeSync(file);
    clearInterval(watch);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process, under a profiler that runs as root, is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
