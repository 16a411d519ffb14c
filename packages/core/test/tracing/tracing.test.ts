import { spawnSync } from 'node:child_process';
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import {
  onTrace,
  traceCache,
  traceChannels,
  traceCompile,
  traceCopy,
  traceLaunch,
  traceLeak,
  traceTune,
  type TracePayloads,
} from '../../src/tracing';

const compile = {
  backend: 'host',
  compiler: 'c++',
  architecture: 'x86-64',
  names: ['scale'],
  options: ['-O3'],
  origin: 'compiled',
  durationMilliseconds: 12,
} as const;
const tune = { kernel: 'scale', configuration: { block: 64 }, tried: 1, milliseconds: 0.5 } as const;
const leak = { backend: 'host', resource: 'buffer', byteLength: 512 } as const;
const stream = {};

const publish: Record<keyof TracePayloads, () => void> = {
  'heddle:compile': () => traceCompile(() => compile),
  'heddle:launch': () => traceLaunch('host', 'scale', [4, 1, 1], [64, 1, 1], 128, stream),
  'heddle:copy': () => traceCopy('host', 'host-to-device', 4096, stream),
  'heddle:tune': () => traceTune(() => tune),
  'heddle:leak': () => traceLeak(() => leak),
  'heddle:cache': () => traceCache('disk-hit', 'ab', 100),
};

const expected: TracePayloads = {
  'heddle:compile': compile,
  'heddle:launch': { backend: 'host', kernel: 'scale', grid: [4, 1, 1], block: [64, 1, 1], sharedBytes: 128, stream },
  'heddle:copy': { backend: 'host', direction: 'host-to-device', byteLength: 4096, stream },
  'heddle:tune': tune,
  'heddle:leak': leak,
  'heddle:cache': { action: 'disk-hit', key: 'ab', byteLength: 100, reason: undefined, error: undefined },
};

describe.each(traceChannels)('%s', (name) => {
  it('carries its events to those who subscribe, until they stop', () => {
    const received: unknown[] = [];
    const stop = onTrace(name, (payload) => received.push(payload));
    publish[name]();
    stop();
    publish[name]();
    expect(received).toEqual([expected[name]]);
  });

  it('is a channel of node:diagnostics_channel like any other', () => {
    const received: unknown[] = [];
    const listener = (payload: unknown): void => void received.push(payload);
    subscribe(name, listener);
    publish[name]();
    unsubscribe(name, listener);
    expect(received).toEqual([expected[name]]);
  });

  it('has no subscribers of ours', () => {
    expect(channel(name).hasSubscribers).toBe(false);
  });
});

it('rare events are not described while nobody listens', () => {
  const describeEvent = jest.fn();
  traceCompile(describeEvent);
  traceTune(describeEvent);
  traceLeak(describeEvent);
  expect(describeEvent).not.toHaveBeenCalled();
});

it.each([
  ['heddle', /HEDDLE \d+: heddle:copy \{ backend: 'host'.*byteLength: 7/],
  ['other', /^$/],
])('NODE_DEBUG=%s', (section, output) => {
  const source = join(__dirname, '../../src/tracing/index.ts');
  const program = `import(${JSON.stringify(source)}).then(({ traceCopy }) => traceCopy('host', 'fill', 7, undefined))`;
  const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DEBUG: section },
  });
  expect(stderr).toMatch(output);
});
