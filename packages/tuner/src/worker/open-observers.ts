/** From what a user wrote to the observers that watch. */
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HeddleError, isHeddleError, type Device } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { accuracyObserver } from '../observer/accuracy';
import { amdSmiObserver } from '../observer/amd-smi';
import { hardwareCountersObserver } from './counters/hardware-counters';
import { nvmlObserver } from '../observer/nvml';
import { userFailure } from '../options';
import type { ModuleObserver, Observer, ObserverSpecification } from '../observer/observer';
import { observerName } from '../observer/observer-name';
import { registersObserver } from '../observer/registers';
import { isSpecification, type AnyObserver } from '../observer/specification';

/**
 * Makes the observers and shows them the device.
 *
 * @throws HeddleError `ARGUMENT` for an exception of an observer; an observer's own HeddleError is passed on unchanged
 */
export async function openObservers(given: readonly AnyObserver[], device: Device): Promise<Observer[]> {
  const observers: Observer[] = [];
  for (const each of given) {
    const observer = isSpecification(each) ? await create(each, device) : each;
    await calledFor(observer, observers.length, 'registerDevice', () => observer.registerDevice?.(device));
    observers.push(observer);
  }
  return observers;
}

/**
 * Disposes of all observers.
 *
 * @throws HeddleError for the first that threw, once all have been asked
 */
export async function disposeObservers(observers: readonly Observer[]): Promise<void> {
  const disposed = await Promise.allSettled(
    observers.map((observer, place) => calledFor(observer, place, 'dispose', () => observer.dispose?.())),
  );
  const failed = disposed.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

async function calledFor(
  observer: Observer,
  place: number,
  hook: string,
  call: () => void | Promise<void>,
): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (isHeddleError(error)) throw error;
    throw userFailure(`${hook} of the observer ${observerName(observer, place)}`, error, { parameter: 'observers' });
  }
}

function create(specification: ObserverSpecification, device: Device): Observer | Promise<Observer> {
  if ('module' in specification) return importObserver(specification);
  switch (specification.builtIn) {
    case 'registers':
      return registersObserver();
    case 'accuracy':
      return accuracyObserver(specification.options);
    case 'nvml':
      return nvmlObserver(specification.options, device);
    case 'amdSmi':
      return amdSmiObserver(specification.options, device);
    case 'hardwareCounters':
      return hardwareCountersObserver(specification.options, device);
  }
}

async function importObserver({
  module: specifier,
  export: name = 'default',
  options,
}: ModuleObserver): Promise<Observer> {
  const loaded = await importModule(specifier);
  const make = loaded[name];
  if (typeof make !== 'function') {
    throw argumentError(`${specifier} has no function ${name} that makes an observer`, { parameter: 'observers' });
  }
  let observer: Partial<Observer> | undefined;
  try {
    observer = (await (make as (options: unknown) => unknown)(options)) as Partial<Observer> | undefined;
  } catch (error) {
    if (isHeddleError(error)) throw error;
    throw userFailure(`${name} of ${specifier}`, error, { parameter: 'observers' });
  }
  if (typeof observer?.getResults !== 'function') {
    throw argumentError(`${name} of ${specifier} made no observer: it lacks getResults`, { parameter: 'observers' });
  }
  return { ...bindHooks(observer as Observer), name: observer.name ?? name };
}

// An instance of a class keeps its `this` where it is spread into a plain object.
function bindHooks(observer: Observer): Observer {
  const hooks = [
    'registerDevice',
    'registerConfiguration',
    'processOutput',
    'beforeStart',
    'afterStart',
    'during',
    'afterFinish',
    'getResults',
    'dispose',
  ] as const;
  const bound: Record<string, unknown> = {
    kind: observer.kind,
    continuousMilliseconds: observer.continuousMilliseconds,
  };
  for (const hook of hooks)
    if (observer[hook]) bound[hook] = (observer[hook] as (...args: unknown[]) => unknown).bind(observer);
  return bound as unknown as Observer;
}

async function importModule(specifier: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const isUrl = /^(file|data|node):/.test(specifier);
    const path = isUrl ? specifier : createRequire(join(process.cwd(), 'index.js')).resolve(specifier);
    return (await import(isAbsolute(path) ? pathToFileURL(path).href : path)) as Record<string, unknown>;
  } catch (error) {
    throw new HeddleError('ARGUMENT', `the observer ${specifier} cannot be imported: ${String(error)}`, {
      parameter: 'observers',
      cause: error,
    });
  }
}
