// Files with a record in two lines of JSON: a summary, which lists read, and the rest.
import { open, readFile, rename } from 'node:fs/promises';
import { replaceFile } from '../../base/replace-file.ts';
import { refuseLink } from '../../collections/storage/safe-path.ts';
import { systemCode } from '../../base/errors.ts';

/** Bytes of a summary at most. */
const MAX_SUMMARY = 256 * 1024;

export async function writeRecord(path: string, summary: object, rest: object): Promise<void> {
  refuseLink(path);
  await replaceFile(path, `${JSON.stringify(summary)}\n${JSON.stringify(rest)}\n`);
}

/**
 * Resolves with the parsed summary; null when the file is gone. When it cannot be used, it is moved aside, and `onDamage`
 * called.
 */
export async function readSummary<T>(
  path: string,
  parse: (value: unknown) => T,
  onDamage: () => void,
): Promise<T | null> {
  const start = await beginning(path).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') onDamage();
    return null;
  });
  if (start === null) return null;
  try {
    return parse(JSON.parse(start.slice(0, start.indexOf('\n'))));
  } catch {
    await rename(path, `${path}.broken`).catch(() => undefined);
    onDamage();
    return null;
  }
}

/** Resolves with the rest of a record; null when the file is gone, or damaged. */
export async function readRest(path: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const text = await readFile(path, 'utf8');
    return JSON.parse(text.slice(text.indexOf('\n'))) as Record<string, unknown>;
  } catch {
    return null;
  }
}

async function beginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_SUMMARY), 0, MAX_SUMMARY, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
