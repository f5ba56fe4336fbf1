// The formats in which `spec diff` prints changes.
import { printable } from '../../base/printable.ts';
import type { ChangeLog, LoggedChange } from '../../specs/change-log/contract.ts';
import { htmlLog } from '../../specs/change-log/html.ts';
import { markdownLog } from '../../specs/change-log/markdown.ts';
import type { Level } from '../../specs/diff/index.ts';
import { annotation } from '../run/github.ts';

/** Prints everything that has a format of its own; the summary goes to standard error. */
export const FORMATS: Readonly<Record<string, (log: ChangeLog, all: readonly LoggedChange[]) => string>> = {
  text: textOf,
  markdown: markdownLog,
  html: htmlLog,
  json: (_, all) => `${JSON.stringify(all, null, 2)}\n`,
  github: githubOf,
};

function textOf({ changes, notCompared }: ChangeLog): string {
  const lines = changes.map(
    ({ level, operation, what }) => `${level.padEnd(7)}  ${printable(operation)}  ${printable(what)}\n`,
  );
  return [...lines, ...notCompared.map((sentence) => `not compared  ${printable(sentence)}\n`)].join('');
}

const COMMANDS: Readonly<Record<Level, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

/** Annotations for GitHub, at the lines of the operations in the new version. */
function githubOf({ changes, notCompared, file }: ChangeLog): string {
  return [
    ...changes.map(({ level, operation, what, line }) =>
      annotation(COMMANDS[level], { file, line: line ?? 1, title: operation }, what),
    ),
    ...notCompared.map((sentence) => annotation('notice', { file, title: 'not compared' }, sentence)),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
