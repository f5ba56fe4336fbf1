import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Engine } from './engine.ts';
import { LIMITS } from './job.ts';
import { plainSetup } from './plain-setup.ts';
import { Runner } from './runner.ts';
import { Turns } from './turns.ts';

test('a job begins when the one before has ended, or rests', async () => {
  const turns = new Turns();
  const lines: string[] = [];
  const ends = Promise.withResolvers<null>();
  const first = turns.take(async (onRunning) => {
    lines.push('first begins');
    await turn();
    onRunning(false);
    await ends.promise;
    lines.push('first ends');
    return 1;
  });
  const second = turns.take(() => {
    lines.push('second');
    return Promise.resolve(2);
  });
  expect(await second).toBe(2);
  ends.resolve(null);
  expect(await first).toBe(1);
  expect(lines).toEqual(['first begins', 'second', 'first ends']);
});

test('a job that fails gives the next its turn', async () => {
  const turns = new Turns(1);
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take(() => Promise.resolve(3))).toBe(3);
});

test('jobs that arrive together share one engine', async () => {
  const created = vi.spyOn(Engine, 'create');
  const nothing = (): void => undefined;
  const runner = new Runner({
    setups: [plainSetup],
    call: nothing,
    output: nothing,
    alive: nothing,
    running: nothing,
  });
  const job = {
    setup: plainSetup.id,
    script: 'globalThis.left = 1',
    modules: null,
    setupInput: 'null',
    call: null,
    input: 'null',
    bodies: [],
    limits: LIMITS,
    notAfter: null,
    reuse: null,
    state: null,
    isFollowed: false,
  };
  await runner.run(0, job);
  created.mockClear();
  const completed = await Promise.all(Array.from({ length: 20 }, (_, index) => runner.run(index + 1, job)));
  expect(completed.map(({ result }) => result.outcome.type)).toEqual(Array(20).fill('value'));
  expect(created.mock.calls.length).toBeLessThan(2);
});
