// `flow run --steps`: a line for each step when it ends, with what it found and the variables that it set.
import { printable } from '../../base/printable.ts';
import type { ObserveSteps } from '../../runs/flows/step-events.ts';

/** Characters of a value. */
const MAX_VALUE = 200;

/** Returns an observer that prints the steps. `hide` masks secrets. */
export function stepLines(hide: (text: string) => string): ObserveSteps {
  return (event) => {
    if (event.type === 'begun') return;
    const { number, rounds, ms, error, run, set } = event;
    const round = rounds.length === 0 ? '' : ` (round ${rounds.join('.')})`;
    const response = run?.response ?? null;
    const status = response === null ? [] : [String(response.status)];
    const values = set.map(({ name, value }) => `${name} = ${shown(value)}`);
    const parts = [...status, ...values, ...(error === null ? [] : [error]), `${Math.round(ms)} ms`];
    process.stdout.write(`step ${number}${round}  ${printable(hide(parts.join('  ')))}\n`);
  };
}

function shown(value: unknown): string {
  const text = value === undefined ? 'removed' : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
