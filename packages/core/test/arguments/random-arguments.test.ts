/** Random arguments against random signatures: the right bytes, or an ARGUMENT error, and nothing else. */
import fc from 'fast-check';
import { isHeddleError } from '../../src/errors';
import { packerFor, ways } from './memory';
import { anyValue, parameterCases, structSource, type ParameterCase } from './parameter-cases';

interface Call {
  readonly parameters: readonly ParameterCase[];
  readonly args: readonly unknown[];
}

/** Mostly fitting arguments, since one wrong one is enough to be refused. */
const calls: fc.Arbitrary<Call> = fc.array(fc.constantFrom(...parameterCases), { maxLength: 6 }).chain((parameters) =>
  fc.record({
    parameters: fc.constant(parameters),
    args: fc
      .tuple(
        fc.tuple(
          ...parameters.map(({ values }) =>
            fc.oneof({ weight: 12, arbitrary: values }, { weight: 1, arbitrary: anyValue }),
          ),
        ),
        fc.oneof(
          { weight: 20, arbitrary: fc.constant('as many') },
          { weight: 1, arbitrary: fc.constantFrom('fewer', 'more') },
        ),
      )
      .map(([args, count]) => (count === 'more' ? [...args, null] : count === 'fewer' ? args.slice(1) : args)),
  }),
);

function isRight({ parameters, args }: Call): boolean {
  return args.length === parameters.length && parameters.every((parameter, i) => parameter.isRight(args[i]));
}

/** Reads the record by C's rules alone. */
function isWritten({ parameters, args }: Call, view: DataView): boolean {
  let end = 0;
  return parameters.every((parameter, i) => {
    const offset = Math.ceil(end / parameter.alignment) * parameter.alignment;
    end = offset + parameter.byteLength;
    return parameter.isWritten(view, offset, args[i] as never);
  });
}

it.each(ways)('%s: 10,000 random argument lists', (_, pack) => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(calls, (call) => {
      const packer = packerFor(call.parameters.map(({ type }, i) => `${type} p${i}`).join(', '), structSource);
      new Uint8Array(packer.record).fill(0xaa);
      try {
        pack(packer, call.args);
      } catch (error) {
        seen.refused++;
        return isHeddleError(error, 'ARGUMENT') && !isRight(call);
      }
      seen.accepted++;
      return isRight(call) && isWritten(call, new DataView(packer.record));
    }),
    { numRuns: 10_000 },
  );
  // Both must have been tried in earnest.
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(1000);
});
