import fc from 'fast-check';
import { artifactKey, type ArtifactRequest } from '../../src/cache';
import { noInputs } from '../../src/compiler-environment';

// Names and options that are not paths, so that nothing on this machine's disk takes part.
const word = fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replace(/[./\\@]/g, '_'));
const text = fc.string({ unit: 'binary', maxLength: 40 });

/** A request with what identifies the environment, as text. */
type Described = Omit<ArtifactRequest, 'inputs' | 'givenInputs'> & { readonly environment?: string };

const request: fc.Arbitrary<Required<Omit<Described, 'language' | 'sourceFolder'>>> = fc.record({
  compiler: text,
  fingerprint: text,
  architecture: text,
  dialect: text,
  source: text,
  options: fc.array(word, { maxLength: 4 }),
  fileName: text,
  form: text,
  names: fc.array(text, { maxLength: 4 }),
  globals: fc.array(text, { maxLength: 3 }),
  defines: fc.dictionary(word, text, { maxKeys: 3 }),
  headers: fc.dictionary(word, text, { maxKeys: 3 }),
  includeDirs: fc.array(word, { maxLength: 3 }),
  environment: text,
});

async function keyOf({ environment = '', ...wanted }: Described): Promise<string> {
  const { key } = await artifactKey({ ...wanted, inputs: () => ({ ...noInputs, identity: environment }) });
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  return String(key);
}

describe('artifactKey', () => {
  it('is the same for equal requests, in any order of names', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (wanted) => {
        const reordered = { ...structuredClone(wanted), names: [...wanted.names].reverse() };
        expect(await keyOf(reordered)).toBe(await keyOf(wanted));
      }),
    );
  });

  it('changes with every single field', async () => {
    const fields = [
      'compiler',
      'fingerprint',
      'architecture',
      'dialect',
      'source',
      'options',
      'fileName',
      'form',
      'names',
      'globals',
      'defines',
      'headers',
      'includeDirs',
      'environment',
    ] as const;
    await fc.assert(
      fc.asyncProperty(request, request, fc.constantFrom(...fields), async (wanted, other, field) => {
        const canonical = (value: unknown): string =>
          JSON.stringify(
            field === 'names'
              ? [...(value as string[])].sort()
              : field === 'headers' || field === 'defines'
                ? Object.entries(value as object).sort()
                : value,
          );
        fc.pre(canonical(wanted[field]) !== canonical(other[field]));
        expect(await keyOf({ ...wanted, [field]: other[field] })).not.toBe(await keyOf(wanted));
      }),
      { numRuns: 500 },
    );
  });

  it('does not confuse text that moves from one field or list item to the next', async () => {
    const base = { compiler: 'c', fingerprint: 'f', architecture: 'a', source: '' };
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 12 }), fc.nat(12), fc.nat(12), async (whole, a, b) => {
        const [first, second] = [a % (whole.length + 1), b % (whole.length + 1)];
        fc.pre(first !== second);
        const cut = (at: number): ArtifactRequest => ({
          ...base,
          dialect: whole.slice(0, at),
          source: whole.slice(at),
        });
        expect(await keyOf(cut(first))).not.toBe(await keyOf(cut(second)));
        const named = (at: number): ArtifactRequest => ({ ...base, names: [whole.slice(0, at), whole.slice(at), 'z'] });
        const same =
          [whole.slice(0, first), whole.slice(first)].sort().join('\n') ===
          [whole.slice(0, second), whole.slice(second)].sort().join('\n');
        fc.pre(!same);
        expect(await keyOf(named(first))).not.toBe(await keyOf(named(second)));
      }),
    );
  });

  it('does not confuse an item of one list with one of the next', async () => {
    const base = { compiler: 'c', fingerprint: 'f', architecture: 'a', source: '' };
    const lists = [{ options: ['x', 'y'] }, { options: ['x'], names: ['y'] }, { names: ['x', 'y'] }];
    const more = [{ headers: { x: 'y' } }, { includeDirs: ['x', 'y'] }, { names: ['x'], includeDirs: ['y'] }];
    const keys = await Promise.all([...lists, ...more].map((list) => keyOf({ ...base, ...list })));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is of the environment that was read for the request, and tells that it is another now', async () => {
    let now = { ...noInputs, identity: 'first' };
    const plain = { compiler: 'c', fingerprint: '', architecture: '', source: 'int x;' };
    const asked = await artifactKey({ ...plain, givenInputs: now, inputs: () => now });
    if (asked.key === undefined) throw new Error(asked.uncacheable);
    expect(asked.key).toBe(await keyOf({ ...plain, environment: 'first' }));
    expect(await asked.unchanged?.()).toBe(true);
    now = { ...noInputs, identity: 'second' };
    expect(await asked.unchanged?.()).toBe(false);
  });

  it('tells characters apart that UTF-8 cannot', async () => {
    const base = { compiler: 'c', fingerprint: 'f', architecture: 'a' };
    expect(await keyOf({ ...base, source: '\ud800' })).not.toBe(await keyOf({ ...base, source: '\ufffd' }));
  });
});
