/**
 * The worker's program: opens a device and tries the configurations it receives. It ends with the process that started
 * it.
 *
 * With `--replay` it runs one configuration once instead, for a profiler that started it.
 */
import { writeFileSync, writeSync } from 'node:fs';
import { openObservers } from './open-observers';
import { classifyFailure } from './classify-failure';
import { FileInputs } from './input-store';
import { deviceFacts, openAddress, openCompilerAt } from './local-executor';
import { toPlainError } from './plain-error';
import type { FromWorker, SharedOutput, ToWorker, TrialSource, Verdict, WorkerSetup } from './protocol';
import { replay } from './replay';
import { replayFlag } from './replay-folder';
import { compileOptions, TrialRunner, type ReadOutput } from './trial-runner';
import { inputsHandle, killGroup, outputsHandle } from './worker-process';
import type { Device, DeviceCompiler } from '@heddle/core';
import { internalError, debug } from '@heddle/core/backend';

let device: Device | undefined;
let runner: TrialRunner | undefined;
let openedCompiler: (() => Promise<DeviceCompiler>) | undefined;
let onVerdict: ((verdict: Verdict) => void) | undefined;

function tell(message: FromWorker): void {
  process.send?.(message);
}

async function setUp({ address, inputs, observers, compileOnly }: WorkerSetup): Promise<void> {
  if (compileOnly) {
    let compiler: Promise<DeviceCompiler> | undefined;
    openedCompiler = () => (compiler ??= openCompilerAt(address));
    tell({ type: 'readyToCompile' });
    return;
  }
  device = await openAddress(address);
  const store = new FileInputs(inputs, inputsHandle);
  runner = new TrialRunner(device, store, await openObservers(observers, device), {
    phase: (phase) => {
      tell({ type: 'phase', phase });
    },
    verify: askForVerdict,
  });
  tell({ type: 'ready', device: deviceFacts(device) });
}

function askForVerdict(outputs: readonly ReadOutput[]): Promise<Verdict> {
  let byteOffset = 0;
  const shared: SharedOutput[] = outputs.map(({ argument, dtype, array }) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let done = 0; done < bytes.byteLength;) {
      done += writeSync(outputsHandle, bytes, done, bytes.byteLength - done, byteOffset + done);
    }
    byteOffset += bytes.byteLength;
    return { argument, dtype, byteOffset: byteOffset - bytes.byteLength, byteLength: bytes.byteLength };
  });
  return new Promise((resolve) => {
    onVerdict = resolve;
    tell({ type: 'outputs', outputs: shared });
  });
}

async function compile(source: TrialSource): Promise<void> {
  if (!openedCompiler) throw internalError('a compilation before the setup');
  const compiler = await openedCompiler();
  tell({ type: 'phase', phase: 'compile' });
  try {
    await compiler.compile(source.text, compileOptions(source));
    tell({ type: 'compiled' });
  } catch (error) {
    const { failure, requestError } = classifyFailure(error);
    tell({ type: 'compiled', ...(failure ? { failure } : {}), ...(requestError ? { requestError } : {}) });
  }
}

async function receive(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'setup':
      return setUp(message.setup);
    case 'trial': {
      if (!runner) throw internalError('a trial before the setup');
      tell({ type: 'outcome', outcome: await runner.run(message.trial) });
      return;
    }
    case 'compile':
      return compile(message.source);
    case 'verdict':
      onVerdict?.(message.verdict);
      return;
    case 'end':
      try {
        await runner?.dispose();
        await device?.dispose();
      } catch (error) {
        // The caller has all results, and only waits for the end.
        console.error(toPlainError(error).message);
      }
      process.exit(0);
  }
}

function serve(): void {
  preferAsVictim();
  // Without the searching process nobody needs the result; a kernel that never ends must not outlive it.
  process.on('disconnect', () => {
    killGroup(process.pid);
    process.exit(1);
  });
  // Ctrl-C reaches the whole group: the searching process decides what happens then.
  process.on('SIGINT', () => undefined);
  process.on('message', (message: ToWorker) => {
    receive(message).catch((error: unknown) => {
      tell({ type: 'failed', error: toPlainError(error) });
    });
  });
}

// Where memory runs out, this process is to go, not the one that holds the results. A sandbox may forbid the wish.
function preferAsVictim(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch (error) {
    debug('no say in who goes when memory runs out: %s', error);
  }
}

const [flag, folder] = process.argv.slice(2);
if (flag === replayFlag && folder !== undefined) {
  replay(folder).catch((error: unknown) => {
    console.error(toPlainError(error).message);
    process.exitCode = 1;
  });
} else {
  serve();
}
