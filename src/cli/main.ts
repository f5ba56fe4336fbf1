// The command line, started by bin/proxyctl.js.
import { messageOf } from '../base/errors.ts';
import { joinLauncher } from './launcher-channel.ts';
import { sections } from './commands/index.ts';
import { runProgram } from './program.ts';

joinLauncher();
surviveClosedOutput(process.stdout);
surviveClosedOutput(process.stderr);
const exitCode = await runProgram(sections, process.argv.slice(2));
process.exitCode ||= exitCode;

// In `proxyctl list | head` a closed output must not end the program before its work is done, but a full disk must be
// reported.
function surviveClosedOutput(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EIO') return;
    process.exitCode = 1;
    if (output === process.stdout)
      process.stderr.write(`error: cannot write the output: ${messageOf(error)}\n`);
  });
}
