// Stands in for an MCP server whose answers come from a cassette: nothing is started, and nothing reaches the network.
import { PassThrough } from 'node:stream';
import type { CommandEnd, RunningCommand, StreamOwner } from '../processes/command.ts';
import type { RunOptions } from './options.ts';

/** Returns true where a cassette has all the answers of a command that is known to be an MCP server. */
export function isWithoutServer({ cassette, mcp }: RunOptions): boolean {
  return cassette?.mode === 'replay' && mcp?.isKnown === true;
}

/** Returns a command that prints nothing, and ends with its input or by a signal. */
export function standInCommand(owner: StreamOwner): RunningCommand {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = Promise.withResolvers<CommandEnd>();
  stdin.resume().once('end', () => ended.resolve({ code: 0 }));
  owner.attach({ stdin, stdout, stderr: null });
  const exited = ended.promise.then(async (end) => {
    stdout.end();
    await owner.ended(end.code);
    return end;
  });
  return { pid: undefined, exited, signal: () => ended.resolve({ code: 0 }) };
}
