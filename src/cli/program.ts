// Runs one command line: parses it, runs the command, and turns every failure into one `error:` line and exit code 1.
import { Command, CommanderError, Help, type Option } from 'commander';
import { messageOf } from '../base/errors.ts';
import { productName, version } from '../base/product.ts';
import type { CommandSection, ParsedLine } from './command.ts';
import { addHelp, HINT } from './help.ts';

/** Runs `proxyctl <args>` and resolves with the exit code. Never throws. */
export async function runProgram(
  sections: readonly CommandSection[],
  args: readonly string[],
): Promise<number> {
  let exitCode = 0;
  const finish = (code: number): void => {
    exitCode = code;
  };
  try {
    const program = await buildProgram(sections, { args, finish });
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its own message; help and version end here with exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    process.stderr.write(`error: ${errorMessage(error)}\n`);
    return 1;
  }
}

/** Resolves with the program that parses the line. It includes the plug-in options that the line needs. */
export async function buildProgram(sections: readonly CommandSection[], line: ParsedLine): Promise<Command> {
  const program = emptyProgram();
  for (const { title, commands } of sections) {
    program.commandsGroup(`${title ?? ''}:`);
    for (const command of commands) command.addTo(program, line, { hidden: title === null });
  }
  addHelp(program.commandsGroup('Help:'));
  for (const { commands } of sections)
    for (const command of commands) await command.addPluginOptions(line.args);
  return program;
}

function emptyProgram(): Command {
  return (
    new Command('proxyctl')
      .description(`${productName}: see, debug and replay HTTP and HTTPS traffic.`)
      .version(version, '-V, --version', 'Print the version')
      .helpOption('-h, --help', 'Print help')
      .addHelpText(
        'after',
        '\n"proxyctl help run" has the options and examples of run; so for every command.',
      )
      // Options before the command belong to the program, those after it to the command.
      .enablePositionalOptions()
      .configureHelp({ optionDescription })
      .exitOverride()
      .configureOutput({
        outputError: (text, write) => {
          const line = text.trim().replaceAll(/\s*\n\s*/g, ' ');
          write(`${printable(line)}${/unknown command '[^']*'$/.test(line) ? HINT : ''}\n`);
        },
      })
  );
}

/** Describes an option; an empty list is the default of those that are repeatable, and goes without saying. */
function optionDescription(option: Option): string {
  const isList = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  return isList ? option.description : new Help().optionDescription(option);
}

/** Returns the message of any thrown value. It is never empty and has no control characters. */
export function errorMessage(error: unknown): string {
  return printable(messageOf(error) || (error instanceof Error ? error.name : ''));
}

// Messages may quote text from strangers, which must not control the terminal.
function printable(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '?');
}
