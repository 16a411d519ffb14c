/** Every kernel of the conformance kit, compiled by ROCm's own hiprtc for several architectures; no GPU is needed. */
import type { CompileRequest } from '@heddle/core/backend';
import { HiprtcCompiler } from '@heddle/backend-hip';
import { compareLayouts } from './support/compare-layouts';
import { artifactOf, compileJoined } from './support/compile-joined';
import { hiprtcIfHere } from './support/hiprtc-if-here';
import { kitRequests } from './support/kit-requests';

const library = hiprtcIfHere();

// Sources that cases expect to fail: undeclared names, unknown options, missing headers and names. Core's questions
// about conditions also end in an error.
const expectedToFail =
  /this_is_not_declared|ünbekannt|missing_|nowhere_to_be_found|@#\$%|#error|no-such-option|unknown<float>|no_such_type|heddle-branches/;

function isExpectedToFail({ userSource, names, options, headers }: CompileRequest): boolean {
  return expectedToFail.test([userSource, ...names, ...options, ...Object.values(headers)].join('\n'));
}

if (!library) {
  it.skip('ROCm is not installed', () => undefined);
} else {
  const compilerFor = (architecture: string, warpSize: number): HiprtcCompiler =>
    new HiprtcCompiler(library, { architecture, warpSize, float16: true });
  let requests: readonly CompileRequest[] = [];
  beforeAll(async () => {
    process.env['HEDDLE_CACHE'] = 'off';
    requests = (await kitRequests(compilerFor('gfx90a', 64).dialect)).filter((each) => !isExpectedToFail(each));
  }, 300_000);

  it.each([
    ['gfx906', 64],
    ['gfx90a', 64],
    ['gfx1030', 32],
  ] as const)(
    'compiles all of them for %s',
    async (architecture, warpSize) => {
      const refused: string[] = [];
      let compared = 0;
      expect(requests.length).toBeGreaterThan(120);
      // How far kernels are optimised changes no layout; what cannot be joined is compiled as users' sources are.
      for (const outcome of await compileJoined(compilerFor(architecture, warpSize), requests, ['-O1'])) {
        const { request } = outcome;
        try {
          const artifact = artifactOf(outcome);
          const { format, entryNames } = artifact;
          expect(format).toBe('code-object');
          // Every name that was asked for is found in the binary.
          expect(Object.keys(entryNames)).toEqual(expect.arrayContaining([...request.names, ...request.globals]));
          compared += compareLayouts(request, artifact);
        } catch (error) {
          refused.push(`${error instanceof Error ? error.message : String(error)}\nin\n${request.userSource}`);
        }
      }
      expect(refused).toEqual([]);
      expect(compared).toBeGreaterThan(150);
    },
    600_000,
  );
}
