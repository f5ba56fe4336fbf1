// Prints the candidates for a shell, and the scripts that ask for them.
import type { Command } from 'commander';
import { UserError } from '../../base/errors.ts';
import { completionOf } from './candidates.ts';
import { SCRIPTS } from './scripts.ts';

/** Prints a line for each candidate: the word, a tab, its description. `:files` stands for names of files. */
export function printCandidates(program: Command, words: readonly string[]): number {
  const completion = completionOf(program, words);
  const lines =
    completion === 'files'
      ? [':files']
      : completion.map(({ word, description }) => `${word}\t${description.replaceAll(/\s+/g, ' ')}`);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return 0;
}

export function printScript(shell: string): number {
  const script = SCRIPTS.get(shell);
  if (script === undefined)
    throw new UserError(
      'INVALID_PARAMETER',
      `there is no completion for ${JSON.stringify(shell)}: give ${[...SCRIPTS.keys()].join(', ')}`,
    );
  process.stdout.write(script);
  return 0;
}
