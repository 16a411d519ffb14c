/** Runs one configuration of a kernel once. */
import { argumentError } from '@heddle/core/backend';
import { checkOptionsOf, type KindsOf } from '../options';
import { checkDevice, checkParts, refuseDeviceNumber } from '../request/check-options';
import {
  descriptionKinds,
  inputKinds,
  kindsOfRegion,
  type KernelDescription,
  type KernelInputs,
} from '../request/kernel-options';
import { inputsOf, isTypedArray } from '../request/run-inputs';
import { trialMaker } from '../request/trial-maker';
import type { DeviceChoice } from '../request/tune-options';
import type { Configuration, ParameterValue } from '../space';
import { DeviceInputs } from '../worker/device-inputs';
import { LocalInputs } from '../worker/input-store';
import { createLauncher } from '../worker/launcher';
import { isDevice, openAddress } from '../worker/local-executor';
import type { DeviceAddress } from '../worker/protocol';
import { layoutInputs } from '../worker/shared-file';
import { compileTrial } from '../worker/trial-runner';

export interface RunKernelOptions extends KernelDescription, KernelInputs {
  readonly configuration: Configuration;
  readonly device?: DeviceChoice;
}

const optionKinds: KindsOf<RunKernelOptions> = {
  ...descriptionKinds,
  ...inputKinds,
  configuration: 'object',
  device: ['text', 'object'],
};

const required = ['kernel', 'source', 'problemSize', 'arguments', 'configuration'] as const;

/**
 * Runs a kernel once, with the parameters of one configuration, in this process.
 *
 * @returns the arguments afterwards: arrays as the kernel left them, all else as it was given. The arrays given are
 * untouched.
 * @throws HeddleError `ARGUMENT` for an unknown option or a value of another kind, and for a configuration that
 * cannot be launched
 */
export async function runKernel(options: RunKernelOptions): Promise<unknown[]> {
  refuseDeviceNumber(options);
  checkOptionsOf('runKernel', { ...optionKinds, ...kindsOfRegion(options) }, options, required);
  checkParts(options);
  checkDevice(options.device);
  const { configuration, device: choice } = options;
  const tune = Object.fromEntries(
    Object.entries(configuration).map(([name, value]): [string, readonly ParameterValue[]] => [name, [value]]),
  );
  const request = { ...options, tune };
  const runInputs = inputsOf(request);
  const trial = { ...trialMaker(request, runInputs)(configuration), best: undefined };
  if (trial.failure) throw argumentError(trial.failure.message, { parameter: 'configuration' });
  const address = addressOf(choice);
  const device = await openAddress(address);
  const inputs = new DeviceInputs(device, new LocalInputs(layoutInputs(runInputs.arrays), runInputs.arrays));
  try {
    const module = await compileTrial(device, trial.source);
    const launcher = await createLauncher(device, module, trial, inputs);
    await launcher.time(1);
    const results: unknown[] = [...options.arguments];
    for (const { argument, buffer, isWritable } of launcher.arrays) {
      if (isWritable) results[argument] = await buffer.read();
      else results[argument] = copyOf(options.arguments[argument]);
    }
    module.dispose();
    return results;
  } finally {
    inputs.dispose();
    if (device !== address) await device.dispose();
  }
}

function copyOf(argument: unknown): unknown {
  return isTypedArray(argument) ? argument.slice() : argument;
}

function addressOf(choice: DeviceChoice | undefined): Parameters<typeof openAddress>[0] {
  if (choice === undefined) return { backend: undefined, device: undefined };
  if (typeof choice === 'string') return { backend: choice, device: undefined };
  if (isDevice(choice as DeviceAddress)) return choice as Parameters<typeof openAddress>[0];
  return { backend: undefined, device: undefined, ...(choice as Partial<DeviceAddress>) };
}
