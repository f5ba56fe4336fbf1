// The words that may come next on a command line, found in the declarations of the commands.
import type { Command, Option } from 'commander';

export interface Candidate {
  readonly word: string;
  /** One line; may be empty. */
  readonly description: string;
}

/** `files`: the shell completes names of files, as it does for any command. */
export type Completion = readonly Candidate[] | 'files';

/** Returns the candidates for the last of the words behind `proxyctl`; those before it are complete. */
export function completionOf(program: Command, words: readonly string[]): Completion {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  // The command behind `--` is somebody else's.
  if (before.includes('--')) return 'files';
  const { command, arguments: given, option } = walked(program, before);
  if (option !== null) return chosen(option.argChoices, last);
  const [, name = '', value] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  if (value !== undefined) return prefixed(chosen(optionNamed(command, name)?.argChoices, value), `${name}=`);
  if (last.startsWith('-')) return matching(optionsOf(command), last);
  const commands = command.createHelp().visibleCommands(command);
  if (commands.length > 0 && given === 0) {
    const named = commands.map((each) => ({ word: each.name(), description: each.summary() }));
    return matching(named, last);
  }
  const { registeredArguments: list } = command;
  return chosen((list[given] ?? list.at(-1))?.argChoices, last);
}

interface Walked {
  readonly command: Command;
  /** The number of arguments of the command so far. */
  readonly arguments: number;
  /** The option whose value comes next. */
  readonly option: Option | null;
}

function walked(program: Command, words: readonly string[]): Walked {
  let command = program;
  let count = 0;
  let option: Option | null = null;
  for (const word of words) {
    if (option !== null) {
      option = null;
      continue;
    }
    if (word.startsWith('-')) {
      const named = word.includes('=') ? null : optionNamed(command, word);
      option = named?.required === true ? named : null;
      continue;
    }
    const inner = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (inner === undefined) count += 1;
    else [command, count] = [inner, 0];
  }
  return { command, arguments: count, option };
}

function optionNamed(command: Command, name: string): Option | null {
  return command.options.find(({ long, short }) => long === name || short === name) ?? null;
}

function optionsOf(command: Command): readonly Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, short, description }) => {
      const word = long ?? short;
      return word === undefined ? [] : [{ word, description }];
    });
}

function chosen(choices: readonly string[] | undefined, start: string): Completion {
  if (choices === undefined) return 'files';
  return matching(
    choices.map((word) => ({ word, description: '' })),
    start,
  );
}

function prefixed(completion: Completion, prefix: string): Completion {
  return completion === 'files'
    ? completion
    : completion.map(({ word, description }) => ({ word: prefix + word, description }));
}

function matching(candidates: readonly Candidate[], start: string): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(start));
}
