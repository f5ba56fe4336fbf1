// The contract of a command: its name, options and action, declared in one file under commands/.
import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { Command as PlainCommand } from 'commander';

/** A command as its file declares it; `configure` determines the types of arguments and options. */
export interface CommandDefinition<Args extends unknown[], Options extends OptionValues> {
  /** The name that the user types. */
  readonly name: string;
  /** One line for `--help`. */
  readonly summary: string;
  /** Declares options and arguments. Must load nothing, since every command is configured at each start. */
  readonly configure?: (command: Command) => Command<Args, Options>;
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

/** An option with a value that a plug-in declares. */
export interface PluginOption {
  /** Such as `--reporter-json-export <path>`. */
  readonly flags: string;
  readonly description: string;
}

/** A command that can be added to the program. */
export interface CommandModule {
  readonly name: string;
  /** Adds the command; `finish` gets the exit code once its action has run. */
  addTo(program: PlainCommand, finish: (exitCode: number) => void): void;
  /** Adds the options of plug-ins to the commands that `args` name. */
  addPluginOptions(args: readonly string[]): Promise<void>;
}

/** Creates a command from its definition. */
export function defineCommand<Args extends unknown[] = [], Options extends OptionValues = OptionValues>(
  definition: CommandDefinition<Args, Options>,
): CommandModule {
  let added: Command | null = null;
  return {
    name: definition.name,
    addTo(program, finish) {
      // The typed view of commander is the same object at run time.
      added = program.command(definition.name) as unknown as Command;
      added.summary(definition.summary).description(`${definition.summary}.`);
      const command = (definition.configure?.(added) ?? added) as Command<Args, Options>;
      for (const inner of definition.commands ?? []) inner.addTo(added as unknown as PlainCommand, finish);
      command.action(async () => {
        finish(await definition.action(command.processedArgs, command.opts()));
      });
    },
    async addPluginOptions(args) {
      if (!args.includes(definition.name)) return;
      for (const { flags, description } of (await definition.pluginOptions?.(args)) ?? [])
        added?.option(flags, description);
    },
  };
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
  return {
    name,
    addTo(program, finish) {
      const group = program
        .command(name)
        .summary(summary)
        .description(`${summary}.`)
        .enablePositionalOptions();
      for (const command of commands) command.addTo(group, finish);
    },
    async addPluginOptions(args) {
      if (!args.includes(name)) return;
      for (const command of commands) await command.addPluginOptions(args);
    },
  };
}
