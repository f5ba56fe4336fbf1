// The help of the command line: the command `help`, and the examples below the options of a command.
import type { Command } from 'commander';
import { nearest } from '../base/did-you-mean.ts';
import { UserError } from '../base/errors.ts';

/**
 * Adds the command `help`. It replaces commander's own, which takes one name only and prints the parent's help for an
 * unknown name.
 */
export function addHelp(parent: Command): void {
  parent
    .helpCommand(false)
    .command('help')
    .argument('[command...]', 'such as run, or collection run')
    .summary('Print help for a command')
    .action((names: readonly string[]) => {
      let command = parent;
      for (const name of names) command = commandNamed(command, name);
      command.outputHelp();
    });
}

function commandNamed(parent: Command, name: string): Command {
  const found = parent.commands.find((each) => each.name() === name);
  if (found !== undefined) return found;
  const names = parent.createHelp().visibleCommands(parent);
  const similar = nearest(
    name,
    names.map((each) => each.name()),
  );
  const hint = similar === null ? HINT : ` (Did you mean ${similar}?)`;
  throw new UserError('NOT_FOUND', `unknown command '${name}'${hint}`);
}

/** The end of an error about an unknown command without a similar name. */
export const HINT = ': "proxyctl help" lists the commands';

/** An example: a line to type, and its effect. */
export type Example = readonly [line: string, effect: string];

/** Returns the text at the end of a command's help. */
export function exampleText(examples: readonly Example[]): string {
  if (examples.length === 0) return '';
  return `\nExamples:\n${examples.map(([line, effect]) => `  # ${effect}\n  ${line}`).join('\n')}`;
}
