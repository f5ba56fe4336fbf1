// Asks on the terminal whether a program of a request may be started.
import { createInterface } from 'node:readline/promises';
import type { AskProgram } from '../../runs/runner/allowed-programs.ts';

/** Returns the question function; null without an interactive terminal. */
export function askOnTerminal(signal: AbortSignal): AskProgram | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  return async (description) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const question = `The request starts the program\n  ${description}\nIt can do all that you can. Start it, now and until it changes? [y/N] `;
      return /^y(es)?$/i.test((await lines.question(question, { signal })).trim());
    } finally {
      lines.close();
    }
  };
}
