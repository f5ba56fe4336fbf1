// The pipe of a command that is an MCP server: its messages are recorded like the other traffic of the run.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { sessionFileName } from '../../session/traffic-files/file-names.ts';
import { clientProcess } from '../pipe/client-process.ts';
import { recordedTap } from '../pipe/recorded-tap.ts';
import { PipeRelay } from '../pipe/relay.ts';
import { serverName } from '../pipe/server-name.ts';
import { standardStreams } from '../pipe/standard-streams.ts';
import type { PipeTap } from '../pipe/tap.ts';
import type { RunOptions } from './options.ts';
import type { RunParts } from './parts.ts';
import { RecordingWriter } from './recording-writer.ts';
import { say } from './say.ts';

/** Returns the relay of the command's standard streams; null when nobody but the command uses them. */
export function mcpRelay(options: RunOptions, parts: RunParts): PipeRelay | null {
  if (options.mcp === null) return null;
  const { name, isKnown } = options.mcp;
  let opened: Promise<PipeTap> | null = null;
  const openTap = (): Promise<PipeTap> =>
    (opened ??= open(name ?? serverName(options.command), options, parts));
  // While the command starts, its recording is opened; a failure is reported when the recording is needed.
  if (isKnown) openTap().catch(() => undefined);
  const onFailure = (error: unknown): void => say(`Messages of MCP pass unrecorded: ${messageOf(error)}`);
  return new PipeRelay({ streams: standardStreams(), isKnown, openTap, onFailure });
}

async function open(name: string, options: RunOptions, parts: RunParts): Promise<PipeTap> {
  if (!isWritten(options)) await recordInTrafficFolder(options, parts);
  return recordedTap(await parts.capture.openPipe(name, clientProcess()));
}

/** True when the user has chosen where exchanges go. */
function isWritten({ cassette, record, ndjson, otlp, autosave }: RunOptions): boolean {
  return cassette !== null || record !== null || ndjson !== null || otlp !== null || autosave !== null;
}

/** Records the run as a session among those of the app. */
async function recordInTrafficFolder({ redact }: RunOptions, parts: RunParts): Promise<void> {
  const folder = join(parts.capture.engine.home, 'traffic');
  makeFolder(folder, 0o700);
  const path = join(folder, sessionFileName(await readdir(folder)));
  parts.recorder = await RecordingWriter.start(path, redact);
  say(`Messages of MCP are recorded to ${path}`);
}
