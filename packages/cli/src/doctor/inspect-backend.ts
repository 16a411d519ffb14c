/**
 * Looks at one backend: its probe, and each of its devices opened once.
 *
 * The doctor does this in a process of its own per backend: a vendor's library that takes its process down is one of
 * the findings, not the end of the examination.
 */
import { isHeddleError, openDevice, type Backend } from '@heddle/core';
import { isNotInstalled, loadBackend, type DeviceSummary } from '@heddle/core/backend';
import { messageOf } from '../command-line/report-failure';
import type { BackendReport, DeviceFacts, DeviceReport } from './doctor-report';

/**
 * @param name - a first-party name or a module specifier
 * @returns what was found; never throws
 */
export async function inspectBackend(name: string): Promise<BackendReport> {
  let backend: Backend;
  try {
    backend = await loadBackend(name);
  } catch (error) {
    const state = isNotInstalled(error) ? 'not-installed' : 'broken';
    return { name, state, devices: [], ...explanation(error) };
  }
  try {
    const probe = await backend.probe();
    if (!probe.available) {
      return { name: backend.name, state: 'unavailable', reason: probe.reason, hint: probe.hint, devices: [] };
    }
    const devices: DeviceReport[] = [];
    for (const summary of probe.devices) devices.push(await inspectDevice(backend, summary));
    const serves = devices.some(({ facts }) => facts !== undefined);
    const reason = serves ? {} : { reason: devices[0]?.failure ?? 'it has no device' };
    return { name: backend.name, state: serves ? 'serves' : 'broken', version: probe.version, ...reason, devices };
  } catch (error) {
    return { name: backend.name, state: 'broken', devices: [], ...explanation(error) };
  }
}

async function inspectDevice(backend: Backend, { index, name, type }: DeviceSummary): Promise<DeviceReport> {
  try {
    await using device = await openDevice(backend, { device: index });
    const { properties } = device;
    const clock = properties.clockKilohertz;
    const facts: DeviceFacts = {
      vendor: properties.vendor,
      driverVersion: properties.driverVersion,
      architecture: properties.architecture,
      totalBytes: properties.totalBytes,
      multiprocessors: properties.multiprocessors,
      warpSize: properties.warpSize,
      ...(clock === undefined ? {} : { clockMegahertz: Math.round(clock / 1000) }),
      threadsPerBlock: properties.limits.threadsPerBlock,
      sharedBytes: properties.limits.sharedBytesOptIn,
      compilers: device.compilers,
      capabilities: [...device.capabilities].sort(),
    };
    return { index, name: properties.name, type: properties.type, facts };
  } catch (error) {
    return { index, name, type, failure: messageOf(error) };
  }
}

// Separates the hint from the reason: it is the last line of the message.
function explanation(error: unknown): { readonly reason: string; readonly hint?: string } {
  const message = messageOf(error);
  const hint = isHeddleError(error) ? error.hint : undefined;
  return hint === undefined ? { reason: message } : { reason: message.replace(`\n${hint}`, ''), hint };
}
