// Output of programs of the operating system.
import { programRunner } from '../commands.ts';

const run = programRunner(5000);

/**
 * Returns the standard output, whatever the exit code: `lsof` exits with 1 when it warns. Empty when the program cannot
 * be run; incomplete when it takes more than 5 s.
 */
export async function commandOutput(program: string, args: readonly string[]): Promise<string> {
  return (await run(program, args)).stdout;
}
