// The command line, started by bin/proxyctl.js.
import { constants } from 'node:os';
import { messageOf } from '../base/errors.ts';
import { joinLauncher } from './launcher-channel.ts';
import { sections } from './commands/index.ts';
import { COMPLETE } from './completion/scripts.ts';
import { buildProgram, runProgram } from './program.ts';

joinLauncher();
if (process.pid === 1) endAsFirstProcess();
surviveClosedOutput(process.stdout);
surviveClosedOutput(process.stderr);
const [first, ...words] = process.argv.slice(2);
const exitCode = first === COMPLETE ? await complete() : await runProgram(sections, process.argv.slice(2));
process.exitCode ||= exitCode;

/** Ends at a signal that nobody else handles: the kernel does not end the first process of a container by itself. */
function endAsFirstProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
}

/** Answers a shell that completes a command line. */
async function complete(): Promise<number> {
  const { printCandidates } = await import('./completion/print.ts');
  return printCandidates(await buildProgram(sections, { args: words, finish: () => undefined }), words);
}

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
