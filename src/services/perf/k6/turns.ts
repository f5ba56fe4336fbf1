// The iterations of a k6 script: which requests each sends, and which row of data it takes.
import type { Mix } from '../mix.ts';
import { stageEnds, type Stage } from '../profile.ts';

interface Turns {
  /** Lines before the default function. */
  readonly init: readonly string[];
  /** Lines of the default function. */
  readonly lines: readonly string[];
}

/** `requests`: the lines of each step. */
export function turnsSource(mix: Mix, requests: readonly (readonly string[])[], dataPerUser: boolean): Turns {
  const linesOf = (part: readonly number[]): readonly string[] => part.flatMap((index) => requests[index]!);
  const userRow = 'rows[(exec.vu.idInTest - 1) % rows.length]';
  const row = (number: string): string =>
    `row = rows.length === 0 ? {} : ${dataPerUser ? userRow : `rows[${number} % rows.length]`};`;
  if (mix.parts.length === 1)
    return { init: [], lines: [row('exec.scenario.iterationInTest'), ...linesOf(mix.parts[0]!)] };
  return {
    init: [
      '// Each iteration sends one part of the test: turns are dealt out by weight.',
      `const turns = ${JSON.stringify(mix.turns)};`,
      `const earlier = ${JSON.stringify(mix.earlier)};`,
      `const counts = ${JSON.stringify(mix.counts)};`,
    ],
    lines: [
      'const iteration = exec.scenario.iterationInTest;',
      'const turn = iteration % turns.length;',
      'const part = turns[turn];',
      row('(Math.floor(iteration / turns.length) * counts[part] + earlier[turn])'),
      ...mix.parts.flatMap((part, at) => [
        `if (part === ${at}) {`,
        ...linesOf(part).map((line) => `  ${line}`),
        '}',
      ]),
    ],
  };
}

/** Returns lines that tag what is sent with its stage; none without a threshold about one. */
export function stageSource(stages: readonly Stage[], isNeeded: boolean): Turns {
  if (!isNeeded) return { init: [], lines: [] };
  return {
    init: [
      `const stageEnds = ${JSON.stringify(stageEnds(stages).slice(0, -1))};`,
      '/** Tags the metrics of this user with the stage, counted from 1. */',
      'function tagStage() {',
      '  const { currentTestRunDuration: time } = exec.instance;',
      '  exec.vu.metrics.tags.stage = String(1 + stageEnds.filter((end) => time >= end).length);',
      '}',
    ],
    lines: ['tagStage();'],
  };
}
