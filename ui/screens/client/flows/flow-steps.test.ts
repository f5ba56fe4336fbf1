import { describe, expect, test } from 'vitest';
import { flowRows } from './flow-rows.ts';
import {
  inserted,
  moved,
  newStep,
  stepAt,
  withoutStep,
  withStep,
  type FlowStep,
  type Move,
} from './flow-steps.ts';

const send = (request: string): FlowStep => ({ type: 'send', collection: '', request });
const STEPS: readonly FlowStep[] = [
  send('a'),
  { type: 'loop', times: 2, over: '', variable: '', while: null, steps: [send('b'), send('c')] },
  {
    type: 'condition',
    when: { left: '', op: 'equals', right: '' },
    then: [send('d')],
    else: [send('e')],
  },
  send('f'),
];

/** Returns the rows as text, such as `2.1 b`. */
const shown = (steps: readonly FlowStep[]): readonly string[] =>
  flowRows(steps).map((row) => {
    if (row.type === 'branch') return row.title;
    return `${row.shown} ${row.step.type === 'send' ? row.step.request : row.step.type}`;
  });

test('steps in order, with numbers for people', () => {
  expect(shown(STEPS)).toEqual([
    '1 a',
    '2 loop',
    '2.1 b',
    '2.2 c',
    '3 condition',
    'then',
    '3.1 d',
    'else',
    '3.2 e',
    '4 f',
  ]);
  expect(flowRows(STEPS).map(({ key }) => key)).toContain('3.else.1');
  expect(shown([newStep('loop')])).toEqual(['1 loop', 'steps']);
});

test('a step is read, changed, inserted and removed at any depth', () => {
  expect(stepAt(STEPS, '3.else.1')).toEqual(send('e'));
  expect(stepAt(STEPS, '1.steps.1')).toBeUndefined();
  expect(shown(withStep(STEPS, '2.steps.2', send('x')))[3]).toBe('2.2 x');
  expect(shown(withoutStep(STEPS, '3.then.1'))).not.toContain('3.1 d');
  const { steps, number } = inserted(STEPS, '3.else.', 1, send('x'));
  expect(number).toBe('3.else.2');
  expect(stepAt(steps, number)).toEqual(send('x'));
});

describe('a step moves', () => {
  test.each<[number: string, move: Move, to: string | null]>([
    ['1', 'up', null],
    ['1', 'down', '2'],
    ['4', 'up', '3'],
    ['4', 'in', '3.then.2'],
    ['3', 'in', '2.steps.3'],
    ['2.steps.1', 'out', '3'],
    ['2.steps.1', 'down', '2.steps.2'],
    ['2.steps.1', 'up', null],
    ['2.steps.1', 'in', null],
    ['3.then.1', 'down', '3.else.1'],
    ['3.else.1', 'up', '3.then.2'],
    ['3.else.1', 'out', '4'],
    ['2.steps.2', 'down', null],
  ])('%s %s to %s', (number, move, to) => {
    const step = stepAt(STEPS, number);
    const result = moved(STEPS, number, move);
    expect(result?.number ?? null).toBe(to);
    if (result === null) return;
    expect(stepAt(result.steps, result.number)).toEqual(step);
    const requests = (steps: readonly FlowStep[]): readonly string[] =>
      shown(steps)
        .map((row) => row.split(' ').at(-1)!)
        .filter((name) => name.length === 1)
        .toSorted();
    expect(requests(result.steps)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
