// Recordings of AI agents as files.
import { writeFileSync } from 'node:fs';
import type { Flow } from '../../src/flow/flow.ts';
import { exportedTraffic } from '../../src/traffic/exports.ts';

/** Writes flows to a HAR file or, by its ending, a session. Returns the path. */
export async function recordingOf(path: string, flows: readonly Flow[]): Promise<string> {
  const pieces: Buffer[] = [];
  const format = path.endsWith('.har') ? 'har' : 'session';
  for await (const piece of exportedTraffic(format, flows, false)) pieces.push(Buffer.from(piece));
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}
