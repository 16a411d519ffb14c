/** An observer whose failures become failures of the configuration that it watches. */
import { isHeddleError } from '@heddle/core';
import type { Observer } from '../observer/observer';
import { isReplayObserver } from './replay-observer';
import { TrialFailure } from './trial-failure';

/** Hooks of a trial; the device is registered before all of them, and disposal comes after. */
const hooks = [
  'registerConfiguration',
  'processOutput',
  'beforeStart',
  'afterStart',
  'during',
  'afterFinish',
  'getResults',
] as const;

type Hook = (...facts: unknown[]) => unknown;

/**
 * The observer with hooks that throw {@link TrialFailure} where its own throw something. A HeddleError stays what it is:
 * it may be the kernel's own failure, met inside a hook.
 *
 * @param name - what messages call it
 */
export function guarded(observer: Observer, name: string): Observer {
  const given = observer as unknown as Readonly<Record<string, Hook | undefined>>;
  const guard = (hook: string): Hook => {
    const fail = (error: unknown): never => {
      if (isHeddleError(error)) throw error;
      throw new TrialFailure({ kind: 'observer', message: `observer ${name}: ${String(error)}` });
    };
    return (...facts) => {
      let answer: unknown;
      try {
        answer = given[hook]?.(...facts);
      } catch (error) {
        return fail(error);
      }
      // Hooks that are synchronous have to stay so: the kernel is running meanwhile.
      return answer instanceof Promise ? answer.catch(fail) : answer;
    };
  };
  const { kind, continuousMilliseconds } = observer;
  const own: Record<string, unknown> = { name, kind, continuousMilliseconds };
  for (const hook of hooks) if (given[hook]) own[hook] = guard(hook);
  if (isReplayObserver(observer)) own.replay = guard('replay');
  if (observer.dispose) own.dispose = observer.dispose.bind(observer);
  return own as unknown as Observer;
}
