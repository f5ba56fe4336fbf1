// Session files of version 2, SQLite databases: written to and read from a temporary file where the bytes come from or
// go to somewhere else.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { keptFlows } from '../../session-file/kept-file.ts';
import { SessionRecording } from '../../session-file/recording.ts';
import type { FileChunks, FlowContext, Flows, ImportedTraffic, TrafficSource } from '../contract.ts';
import { endUnfinished } from './end-unfinished.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Writes a session file. */
export async function* sessionChunks(flows: Flows): FileChunks {
  const folder = await temporaryFolder();
  try {
    const path = join(folder, 'session');
    const file = await SessionRecording.begin(path);
    try {
      for await (const flow of flows) await file.add(flow);
      await file.end();
    } finally {
      await file.close();
    }
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads a session file. Throws a UserError when it is not one, or of a later version. */
export async function* readDatabase(
  { chunks, path }: TrafficSource,
  context: FlowContext,
): AsyncGenerator<ImportedTraffic, void, undefined> {
  if (path !== null) {
    yield* readFile(path, context);
    return;
  }
  const folder = await temporaryFolder();
  try {
    const copy = join(folder, 'session');
    await pipeline(chunks, createWriteStream(copy, { mode: 0o600 }));
    yield* readFile(copy, context);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function* readFile(
  path: string,
  context: FlowContext,
): AsyncGenerator<ImportedTraffic, void, undefined> {
  const { pages, damage } = keptFlows(path, context.captures, () => context.takeId());
  let count = 0;
  for await (const flows of pages) {
    flows.forEach(endUnfinished);
    count += flows.length;
    yield { flows, skipped: [] };
  }
  const reason = damage();
  if (reason !== null)
    yield { flows: [], skipped: [{ index: count, reason: `the file is damaged: ${reason}` }] };
}

/** Only this user may read it. */
function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'proxyctl-session-'));
}
