// The contract of a command: its name, options and action, declared in one file under commands/.
import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { Command as PlainCommand, CommandOptions, Option } from 'commander';
import { checkValue, checkWrapped } from './dashes.ts';
import { addHelp, exampleText, type Example } from './help.ts';

/** The declaration of a command. `configure` determines the types of its arguments and options. */
export interface CommandDefinition<Args extends unknown[], Options extends OptionValues> {
  /** The name that the user types. */
  readonly name: string;
  /** One line for `--help`. */
  readonly summary: string;
  /** Lines to copy, for the help: at least two, save for commands that nobody types. */
  readonly examples: readonly Example[];
  /** Declares options and arguments. Must load nothing, since every command is configured at each start. */
  readonly configure?: (command: Command) => Command<Args, Options>;
  /** True when its last argument is a command of somebody else, which must be behind `--`. */
  readonly wrapsCommand?: true;
  /** Loads options that plug-ins declare. Called only when the command line names the command. */
  readonly pluginOptions?: (args: readonly string[]) => Promise<readonly PluginOption[]>;
  /** Commands under the name of this one, which also does something of its own. */
  readonly commands?: readonly CommandModule[];
  /**
   * Runs the command and resolves with the exit code. Loads its modules with `await import()`, so that starting one
   * command does not load the engine for all. A thrown error is printed as `error: <message>`, exit code 1.
   */
  readonly action: (args: Readonly<Args>, options: Readonly<Options>) => number | Promise<number>;
}

/** Commands that the help lists together. A section without a title is not listed. */
export interface CommandSection {
  readonly title: string | null;
  readonly commands: readonly CommandModule[];
}

/** An option with a value, declared by a plug-in. */
export interface PluginOption {
  /** Such as `--reporter-json-export <path>`. */
  readonly flags: string;
  readonly description: string;
}

/** A command that can be added to the program. */
export interface CommandModule {
  readonly name: string;
  readonly examples: readonly Example[];
  addTo(program: PlainCommand, line: ParsedLine, options?: CommandOptions): void;
  /** Adds the options of plug-ins to the commands that `args` name. */
  addPluginOptions(args: readonly string[]): Promise<void>;
}

/** One command line. */
export interface ParsedLine {
  /** The words behind `proxyctl`. */
  readonly args: readonly string[];
  /** Gets the exit code once the action of a command has run. */
  readonly finish: (exitCode: number) => void;
}

/** Creates a command from its definition. */
export function defineCommand<Args extends unknown[] = [], Options extends OptionValues = OptionValues>(
  definition: CommandDefinition<Args, Options>,
): CommandModule {
  let added: PlainCommand | null = null;
  const { name, examples } = definition;
  return {
    name,
    examples,
    addTo(program, line, options) {
      added = program.command(name, options).addHelpText('after', exampleText(examples));
      // At run time, commander's typed view is the same object.
      const typed = added as unknown as Command;
      typed.summary(definition.summary).description(`${definition.summary}.`);
      const command = (definition.configure?.(typed) ?? typed) as Command<Args, Options>;
      for (const inner of definition.commands ?? []) inner.addTo(added, line);
      for (const option of added.options) checkValuesOf(added, option, line);
      command.action(async () => {
        if (definition.wrapsCommand === true) checkWrapped(line.args, wrappedCommand(command.processedArgs));
        line.finish(await definition.action(command.processedArgs, command.opts()));
      });
    },
    async addPluginOptions(args) {
      if (!args.includes(name)) return;
      for (const { flags, description } of (await definition.pluginOptions?.(args)) ?? [])
        added?.option(flags, description);
    },
  };
}

function checkValuesOf(command: PlainCommand, option: Option, { args }: ParsedLine): void {
  if (!option.required && option.argChoices === undefined) return;
  const { parseArg: parse } = option;
  option.argParser((value, previous: unknown) => {
    checkValue(option, value, { args, options: command.options });
    return parse === undefined ? value : parse(value, previous);
  });
}

function wrappedCommand(args: readonly unknown[]): readonly string[] {
  const last = args.at(-1);
  return Array.isArray(last) ? last.map(String) : [];
}

/** Creates a group of commands under one name, such as `collection list` and `collection run`. */
export function defineCommandGroup({
  name,
  summary,
  commands,
}: {
  readonly name: string;
  /** One line for `--help`. */
  readonly summary: string;
  readonly commands: readonly CommandModule[];
}): CommandModule {
  // The examples of the first commands, with which users begin.
  const examples = commands
    .slice(0, 2)
    .flatMap((command) => command.examples.slice(0, commands.length === 1 ? 2 : 1));
  return {
    name,
    examples,
    addTo(program, line, options) {
      const group = program
        .command(name, options)
        .summary(summary)
        .description(`${summary}.`)
        .enablePositionalOptions()
        .addHelpText('after', exampleText(examples));
      for (const command of commands) command.addTo(group, line);
      addHelp(group);
    },
    async addPluginOptions(args) {
      if (!args.includes(name)) return;
      for (const command of commands) await command.addPluginOptions(args);
    },
  };
}
