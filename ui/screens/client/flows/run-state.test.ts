import { expect, test } from 'vitest';
import type { ChannelEvent } from '../../../api/channels.ts';
import { afterEvents, begunRun, resultsOf, valuesAfter } from './run-state.ts';

let number = 0;
const event = (type: string, fields: object): ChannelEvent => ({
  channel: 'c',
  number: (number += 1),
  type,
  time: 5,
  ...fields,
});
const step = (name: string, fields: object = {}): ChannelEvent =>
  event('step', {
    step: name,
    rounds: [],
    iteration: 0,
    ms: 1,
    error: null,
    status: null,
    hasFailed: false,
    reason: null,
    hasResponse: false,
    result: null,
    set: [],
    ...fields,
  });
const set = (name: string, value: string | null) => [{ scope: 'local', name, value }];

test('the steps that go on, their results by round, and the end', () => {
  let state = afterEvents(begunRun('c', 0), [
    event('step begun', { step: '1' }),
    event('step begun', { step: '1.steps.1' }),
  ]);
  expect(state.going).toEqual(['1', '1.steps.1']);
  state = afterEvents(state, [
    step('1.steps.1', { rounds: [1] }),
    step('1.steps.1', { rounds: [2] }),
    step('1'),
    event('end', { outcome: 'ended', success: false, totals: { stopped: 'step 2: no', durationMs: 9 } }),
  ]);
  expect(state.going).toEqual([]);
  expect(resultsOf(state, '1.steps.1').map(({ rounds }) => rounds)).toEqual([[1], [2]]);
  expect(state.end).toEqual({ success: false, reason: 'step 2: no', durationMs: 9 });
});

test('the values after a step are those that were set up to it, each by the step that set it last', () => {
  const state = afterEvents(begunRun('c', 0), [
    step('1', { set: set('a', '1') }),
    step('2.steps.1', { rounds: [1], set: set('b', '1') }),
    step('2.steps.1', { rounds: [2], set: set('b', '2') }),
    // A step that contains others repeats what they have set.
    step('2', { set: set('b', '2') }),
    step('3', { set: [...set('a', null), ...set('c', '3')] }),
  ]);
  const [first, second] = resultsOf(state, '2.steps.1');
  const shown = (result = first): readonly string[] =>
    valuesAfter(state, result!).map(({ name, value, step: by }) => `${name} ${value} ${by}`);
  expect(shown()).toEqual(['a 1 1', 'b 1 2.steps.1']);
  expect(shown(second)).toEqual(['a 1 1', 'b 2 2.steps.1']);
  expect(shown(state.results.at(-1))).toEqual(['b 2 2.steps.1', 'c 3 3']);
});
