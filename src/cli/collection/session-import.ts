// Reads a session file of captured traffic as a collection: its exchanges become requests with examples.
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Imported } from '../../collections/model/imported.ts';
import { importContent } from '../../interchange/import/index.ts';

const SQLITE = 'SQLite format 3\0';

/** True for a file that begins as a session does. */
export async function isSession(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === SQLITE;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/** Rejects with the reason when the file cannot be read. */
export async function importSession(path: string): Promise<Imported> {
  const { readRecording } = await import('../../traffic/recordings.ts');
  const { harFile } = await import('../../traffic/exports.ts');
  const chunks: Buffer[] = [];
  for await (const chunk of harFile(await readRecording(path))) chunks.push(Buffer.from(chunk));
  return importContent(Buffer.concat(chunks), `${basename(path).replace(/\.\w+$/, '')}.har`);
}
