// The command line of the benchmark.
import { parseArgs } from 'node:util';

export interface Options {
  /** Names of the measures to take; empty for all. */
  readonly measures: readonly string[];
  /** The number of rounds of each comparison. */
  readonly rounds: number;
  /** The length of a measured window. */
  readonly seconds: number;
  /** The file for all results. */
  readonly json: string | null;
  /** True when the tables are written to docs/performance-tables.md. */
  readonly write: boolean;
  /** True when a missed target makes the exit code 1. */
  readonly check: boolean;
  readonly help: boolean;
}

export const usage = `usage: npm run bench -- [measure...] [options]

  --rounds N     repeat each comparison N times (default 5)
  --seconds S    measure each for S seconds (default 1.2)
  --json FILE    write all results to FILE
  --write        put the tables into docs/performance-tables.md
  --check        exit with 1 when a target is missed`;

/** Parses the arguments. Throws an Error that names the option or the measure. */
export function readOptions(args: readonly string[], known: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1.2' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const stranger = positionals.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new Error(`there is no measure "${stranger}": choose of ${known.join(', ')}`);
  if (values.write && positionals.length > 0)
    throw new Error('--write needs all measures: the tables of the page come from one run');
  return {
    measures: positionals,
    rounds: Math.round(positive('--rounds', values.rounds)),
    seconds: positive('--seconds', values.seconds),
    json: values.json ?? null,
    write: values.write,
    check: values.check,
    help: values.help,
  };
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 1000) return value;
  throw new Error(`${option} ${JSON.stringify(text)} is not a number above 0 and up to 1000`);
}
