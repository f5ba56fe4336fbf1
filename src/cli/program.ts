// Runs one command line: parses it, runs the command, and turns every failure into one `error:` and exit 1.
import { Command, CommanderError } from 'commander';
import { productName, version } from '../base/product.ts';
import type { CommandModule } from './command.ts';

/** Runs `proxyctl <args>` and gives the exit code. Never throws. */
export async function runProgram(
  commands: readonly CommandModule[],
  args: readonly string[],
): Promise<number> {
  let exitCode = 0;
  const program = emptyProgram();
  for (const command of commands) {
    command.addTo(program, (code) => {
      exitCode = code;
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already printed its own; help and version end with exit code 0 this way.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    process.stderr.write(`error: ${errorMessage(error)}\n`);
    return 1;
  }
}

function emptyProgram(): Command {
  return (
    new Command('proxyctl')
      .description(`${productName}: see, debug and replay HTTP and HTTPS traffic.`)
      .version(version, '-V, --version', 'Print the version')
      .helpOption('-h, --help', 'Print help')
      .helpCommand('help [command]', 'Print help for a command')
      // Options before the command are ours, those behind it the command's own.
      .enablePositionalOptions()
      .exitOverride()
      .configureOutput({
        outputError: (text, write) => {
          write(`${printable(text.trim().replaceAll(/\s*\n\s*/g, ' '))}\n`);
        },
      })
  );
}

/** What to tell the user about anything that was thrown; never empty, without control characters. */
export function errorMessage(error: unknown): string {
  // Of a connection that failed on every address, the sum of errors itself has no message.
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0) {
    return errorMessage(error.errors[0]);
  }
  return printable(error instanceof Error ? error.message || error.name : String(error));
}

// Texts of strangers must not steer the terminal.
function printable(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '?');
}
