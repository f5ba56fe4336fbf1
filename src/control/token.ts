// The API token: the secret by which a program proves that it may read this user's captured traffic. It is created on
// first use and kept in the data folder, in a file that only the user can read.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/make-folder.ts';
import { messageOf, systemCode, UserError } from '../base/errors.ts';

export interface ApiToken {
  /** 64 hexadecimal characters. */
  readonly token: string;
  readonly path: string;
}

/** The header of each API request that carries the token. */
export const TOKEN_HEADER = 'X-Proxy-Token';

/**
 * Reads `<home>/api-token`, and creates it when there is none; processes that start at the same time end with the same
 * token. A file that other users could read is made private, and `say` reports it. @throws UserError that names the
 * file and what to do, when it is damaged or cannot be read or created.
 */
export async function apiToken(home: string, say: (text: string) => void): Promise<ApiToken> {
  const path = join(home, 'api-token');
  const token = await readToken(path);
  if (token === null) return { token: await makeToken(home, path), path };
  await closeToOthers(path, say);
  return { token, path };
}

/** Permission bits of the group and of others. Windows has none; there the folder of the user protects the file. */
const OTHERS = 0o077;

async function closeToOthers(path: string, say: (text: string) => void): Promise<void> {
  if (process.platform === 'win32' || ((await stat(path)).mode & OTHERS) === 0) return;
  const repaired = await chmod(path, 0o600).then(
    () => 'it is closed to them now',
    (error: unknown) => `that cannot be changed: ${messageOf(error)}`,
  );
  say(
    `The API token ${path} could be read by other users, ${repaired}. Stop the proxy and remove the file to have a new one made`,
  );
}

/** Compares in constant time, whatever the position of the difference and the length of the token. */
export function isSameToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function readToken(path: string): Promise<string | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null;
    throw new UserError('INVALID_FILE', `the API token ${path} cannot be read: ${messageOf(cause)}`, {
      cause,
    });
  }
  const token = text.trim();
  if (/^[0-9a-f]{64}$/i.test(token)) return token;
  throw new UserError(
    'INVALID_DATA',
    `the API token ${path} is damaged: it is not 64 hexadecimal characters; remove the file, and stop the running proxy if there is one, to have a new token made`,
  );
}

// The file appears under its name with the token in it, or not at all; linking fails when another process was first.
async function makeToken(home: string, path: string): Promise<string> {
  const token = randomBytes(32).toString('hex');
  const unfinished = `${path}.unfinished-${randomBytes(6).toString('hex')}`;
  try {
    makeFolder(home, 0o700);
    await writeFile(unfinished, token, { mode: 0o600, flag: 'wx', flush: true });
    await link(unfinished, path);
    return token;
  } catch (cause) {
    const other = await readToken(path);
    if (other !== null) return other;
    throw new UserError('INVALID_FILE', `the API token ${path} cannot be made: ${messageOf(cause)}`, {
      cause,
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}
