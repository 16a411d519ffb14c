import { capabilities } from '@heddle/core/backend';
import { conformanceCases, topics } from '@heddle/conformance';

describe('the cases', () => {
  it('are many, each with an id of its own that begins with its topic', () => {
    expect(conformanceCases.length).toBeGreaterThanOrEqual(150);
    expect(new Set(conformanceCases.map(({ id }) => id)).size).toBe(conformanceCases.length);
    for (const { id, topic } of conformanceCases) expect(id).toMatch(new RegExp(`^${topic}/[a-z0-9-]+$`));
  });

  it('cover every topic', () => {
    expect(new Set(conformanceCases.map(({ topic }) => topic))).toEqual(new Set(topics));
  });

  it('say in a sentence what holds', () => {
    for (const { title } of conformanceCases) expect(title).toMatch(/^\S.{8,140}[^.]$/);
  });

  it('require capabilities that exist', () => {
    for (const { requires } of conformanceCases) for (const each of requires) expect(capabilities).toContain(each);
  });

  it('name no backend', () => {
    const text = conformanceCases.map(({ title, run }) => `${title} ${run.toString()}`).join('\n');
    expect(text).not.toMatch(/\b(nvrtc|hiprtc|pocl|nvcc|backend-[a-z]+)\b/i);
    expect(text).not.toMatch(/\.backend\b/);
  });
});
