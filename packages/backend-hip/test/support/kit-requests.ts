/**
 * Records the compile requests of the conformance kit: its cases run on a device that computes nothing. Their results
 * and waits do not matter.
 */
import { tmpdir } from 'node:os';
import type { Backend } from '@heddle/core';
import { capabilities, hipOptionRules, type Compiler, type CompileRequest, type Dialect } from '@heddle/core/backend';
import { memoryBackend } from '@heddle/core/testing';
import { conformanceCases, runCases } from '@heddle/conformance';
import { withCompilers } from './with-compilers';

/** Capabilities that HIP devices do not declare, at least not with this compiler. */
const notOfHip = ['bfloat16', 'images', 'linking', 'plain-functions', 'out-of-order-streams', 'sanitizers'];
/** Cases wait for results that never come. Groups of them wait together. */
const groups = 24;
const timeoutMilliseconds = 1500;

/** The requests, each once; but for those whose headers lie in folders of the cases. */
export async function kitRequests(dialect: Dialect): Promise<readonly CompileRequest[]> {
  const requests = new Map<string, CompileRequest>();
  const memory = memoryBackend({
    name: 'hip without a device',
    capabilities: capabilities.filter((each) => !notOfHip.includes(each)),
    defects: ['loads-anything'],
    devices: 1,
  });
  const backend: Backend = {
    ...memory,
    open: async (index, options) => {
      const driver = await memory.open(index, options);
      return withCompilers(driver, [keeping(requests, driver.compilers[0] as Compiler, dialect)]);
    },
  };
  const cases = conformanceCases.map((each) => ({ ...each, timeoutMilliseconds }));
  const group = (index: number) => cases.filter((_, i) => i % groups === index);
  await Promise.all(Array.from({ length: groups }, (_, index) => runCases({ backend, cases: group(index) })));
  return [...requests.values()];
}

function keeping(requests: Map<string, CompileRequest>, standIn: Compiler, dialect: Dialect): Compiler {
  return {
    id: 'kit',
    languages: ['hip', 'cuda'],
    dialect,
    // Core refuses some options before a compiler sees them: those are not requests.
    optionRules: hipOptionRules,
    fingerprint: () => 'kit',
    compile: (request) => {
      const { source, fileName, names, globals, options, defines, headers, includeDirs } = request;
      // A case's folder of headers is gone when the request is compiled.
      const namesFolder = includeDirs.length > 0 || options.some((option) => option.includes(tmpdir()));
      if (namesFolder) return standIn.compile(request);
      requests.set(JSON.stringify([source, fileName, names, globals, options, defines, headers]), request);
      return standIn.compile(request);
    },
  };
}
