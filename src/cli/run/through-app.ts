// An MCP server whose client started `run` while the app runs: its messages and its other traffic go to the app.
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { runningPort } from '../../app/state/instance.ts';
import { dataFolder } from '../../base/data-folder.ts';
import { openPipeLink, type PipeLink } from '../../control/pipe-link.ts';
import { apiToken } from '../../control/token.ts';
import { wrappedEnvironment } from '../environment/environment.ts';
import { clientProcess } from '../pipe/client-process.ts';
import { speaksRpc } from '../pipe/first-line.ts';
import { liveTap } from '../pipe/live-tap.ts';
import { PipeRelay, type RelayStreams } from '../pipe/relay.ts';
import { serverName } from '../pipe/server-name.ts';
import { standardStreams } from '../pipe/standard-streams.ts';
import type { PipeTap } from '../pipe/tap.ts';
import { runCommand, type RunningCommand } from '../processes/command.ts';
import type { McpOptions, RunOptions } from './options.ts';
import { say } from './say.ts';
import { untilEnd } from './until-end.ts';

/** Milliseconds in which a client has to speak before the command starts; those of MCP do at once. */
const FIRST_LINE_MS = 300;

/** Runs the command, and resolves with its exit code; with null, before it starts, when no app takes its messages. */
export async function runThroughApp(
  options: RunOptions,
  { name, isKnown }: McpOptions,
): Promise<number | null> {
  const { command } = options;
  const home = dataFolder();
  const port = await runningPort(home);
  if (port === null) return null;
  const streams = standardStreams();
  if (!isKnown && !(await beginsWithRpc(streams.input))) return null;
  const { token } = await apiToken(home, say);
  const pipe = { name: name ?? serverName(command), process: clientProcess() };
  const link = await openPipeLink(port, token, pipe).catch(() => null);
  return link === null ? null : untilEnd(options, () => start(command, { home, streams, link }));
}

interface Started {
  readonly home: string;
  readonly streams: RelayStreams;
  readonly link: PipeLink;
}

async function start(command: readonly string[], { home, streams, link }: Started): Promise<RunningCommand> {
  const { port, certificate } = link.host;
  const caPem = await readFile(certificate, 'utf8');
  const env = await wrappedEnvironment({
    proxyPort: port,
    caPem,
    caPath: certificate,
    home,
    base: process.env,
  });
  say(`Messages of MCP go to the app on port ${port}`);
  link.onLost = () => say('The app has stopped: messages pass, and are no longer recorded');
  const openTap = (): Promise<PipeTap> => Promise.resolve(liveTap(link));
  const relay = new PipeRelay({ streams, isKnown: true, openTap, onFailure: () => undefined });
  return runCommand(command, env, relay);
}

/** Looks at the first bytes, which stay in the stream. */
async function beginsWithRpc(input: Readable): Promise<boolean> {
  const chunk = await new Promise<Buffer | null>((resolve) => {
    const timer = setTimeout(() => done(), FIRST_LINE_MS);
    const done = (): void => {
      clearTimeout(timer);
      input.off('readable', done);
      resolve(input.read() as Buffer | null);
    };
    input.once('readable', done);
  });
  if (chunk === null) return false;
  input.unshift(chunk);
  return speaksRpc(chunk) ?? chunk.includes('"jsonrpc"');
}
