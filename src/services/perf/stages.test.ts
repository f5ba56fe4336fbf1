import { expect, test } from 'vitest';
import { checkStages, parseStage } from './stages.ts';

test.each([
  ['30s:50', { seconds: 30, to: 50 }],
  ['1m30s:5', { seconds: 90, to: 5 }],
  ['0s:10', { seconds: 0, to: 10 }],
  ['500ms:0', { seconds: 0.5, to: 0 }],
  ['0.5m:7', { seconds: 30, to: 7 }],
])('%s', (text, stage) => {
  expect(parseStage(text)).toEqual(stage);
});

test.each(['', '30:50', '30s', '30s:', '30s:-1', '30s:5:1', 's:5', '30s:1.5'])('%j is no stage', (text) => {
  expect(() => parseStage(text)).toThrow(/--stage .* is not a stage/);
});

test.each([
  [[], 'less than a second'],
  [[{ seconds: 0.5, to: 5 }], 'less than a second'],
  [[{ seconds: 5, to: 0 }], 'no load'],
  [[{ seconds: 61, to: 1 }], 'more than 60'],
  [[{ seconds: 5, to: 11 }], 'beyond 10'],
])('%j is no test', (stages, reason) => {
  expect(() => checkStages(stages, 60, 10)).toThrow(reason);
});
