// Runs and steps of agents as lines of a terminal. Captured text is escaped, so that it cannot control the terminal.
import { styleText, type InspectColor } from 'node:util';
import { amountText } from '../../base/amount-text.ts';
import { durationText } from '../../base/duration-text.ts';
import { printable } from '../../base/printable.ts';
import type { AgentStep, ListedRun } from '../../agents/index.ts';
import {
  costText,
  counted,
  joinedText,
  KIND_TEXTS,
  numberText,
  outcomeText,
  programText,
  stepTimeText,
  tokensText,
  unpricedText,
} from '../../agents/render/texts.ts';

const HEAD = ['RUN', 'STARTED', 'PROGRAM', 'STEPS', 'TIME', 'TOKENS', 'COST', 'ERRORS', 'REFUSED', 'ASKED'];
const NUMBERS = new Set(['STEPS', 'TIME', 'TOKENS', 'ERRORS', 'REFUSED']);

/** Returns a table of runs. */
export function runLines(runs: readonly ListedRun[], colors: boolean): readonly string[] {
  const rows = runs.map((run) => {
    const { totals } = run;
    return [
      `#${run.id}`,
      clock(run.startedAt),
      programText(run),
      numberText(totals.steps),
      durationText(totals.durationMs),
      numberText(totals.tokens),
      costText(totals),
      numberText(totals.errors),
      numberText(totals.refused),
      run.name,
    ].map(printable);
  });
  const widths = HEAD.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (NUMBERS.has(HEAD[at]!) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd();
  return [paint(colors, 'dim', line(HEAD)), ...rows.map(line)];
}

/** Returns a step as one line: number, time from the start of the run, kind, name, what it did, figures. */
export function stepLine(step: AgentStep, run: ListedRun, colors: boolean): string {
  const { number, depth, kind, outcome, startedAt, model } = step;
  const after = `+${((startedAt - run.startedAt) / 1000).toFixed(2)}s`;
  const cost = model === null ? '' : model.cost === null ? 'cost unknown' : amountText(model.cost);
  const figures = [tokensText(step), cost, stepTimeText(step)].filter((text) => text !== '').join(', ');
  const isBad = outcome !== 'ok' && outcome !== 'open';
  const what = printable(outcomeText(step));
  return [
    paint(colors, 'dim', `${String(number).padStart(3)} ${after.padStart(8)}`),
    `${'  '.repeat(depth)}${KIND_TEXTS[kind].padEnd(4)} ${printable(step.name)}`,
    ...(what === '' ? [] : [isBad ? paint(colors, 'red', what) : what]),
    paint(colors, 'dim', `[${figures}]`),
  ].join('  ');
}

/** Returns the sums of a run, and how it was joined. */
export function totalLines(run: ListedRun): readonly string[] {
  const { totals } = run;
  const { steps, models, tools, durationMs, input, cachedInput, output, errors, refused } = totals;
  const sums = [
    `${counted(steps, 'step')} (${counted(models, 'call')} of LLMs, ${counted(tools, 'call')} of tools)`,
    durationText(durationMs),
    `${numberText(input)} tokens in (${numberText(cachedInput)} cached), ${numberText(output)} out`,
    costText(totals),
    counted(errors, 'error'),
    `${numberText(refused)} refused`,
  ];
  return [sums.join(', '), joinedText(run), unpricedText(totals)]
    .filter((line) => line !== '')
    .map(printable);
}

export function headLine(run: ListedRun): string {
  return printable(`Run #${run.id} of ${programText(run)}, ${clock(run.startedAt)}: ${run.name}`);
}

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function paint(colors: boolean, color: InspectColor, text: string): string {
  return colors ? styleText(color, text, { validateStream: false }) : text;
}
