// Masks values in a file that is too large for memory, wherever its pieces are cut.
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { StoredBody } from '../../requests/response.ts';

const PIECE = 1024 * 1024;

/**
 * Replaces a file by one in which `mask` stands for each of the values. Resolves with the file, as it was without
 * them. `values`: those that contain others come first.
 */
export async function maskFile(
  body: StoredBody,
  values: readonly string[],
  mask: string,
): Promise<StoredBody> {
  const { path } = body;
  const secrets = values.map((value) => Buffer.from(value));
  if (secrets.length === 0 || !(await isIn(path, secrets))) return body;
  const masked = `${path}.masked`;
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: PIECE }),
      (pieces: AsyncIterable<Buffer>) => maskedPieces(pieces, secrets, Buffer.from(mask)),
      createWriteStream(masked, { mode: 0o600 }),
    );
    await rename(masked, path);
  } catch (error) {
    await rm(masked, { force: true }).catch(() => undefined);
    throw error;
  }
  return { path, size: (await stat(path)).size };
}

async function isIn(path: string, secrets: readonly Buffer[]): Promise<boolean> {
  for await (const bytes of overlapping(createReadStream(path, { highWaterMark: PIECE }), secrets))
    if (secrets.some((secret) => bytes.includes(secret))) return true;
  return false;
}

/** Returns pieces that begin with the end of the one before, so that no secret is cut. */
async function* overlapping(
  pieces: AsyncIterable<Buffer>,
  secrets: readonly Buffer[],
): AsyncGenerator<Buffer> {
  let end: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([end, piece]);
    yield bytes;
    end = bytes.subarray(Math.max(0, bytes.length - longest(secrets) + 1));
  }
}

/** Returns pieces with masks. The end of each waits for the next one, with which a secret may go on. */
async function* maskedPieces(
  pieces: AsyncIterable<Buffer>,
  secrets: readonly Buffer[],
  mask: Buffer,
): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([waiting, piece]);
    const { masked, used } = maskedUntil(bytes, bytes.length - longest(secrets), secrets, mask);
    waiting = bytes.subarray(used);
    yield masked;
  }
  yield maskedUntil(waiting, waiting.length, secrets, mask).masked;
}

/** Masks secrets that begin before `end`. Returns the bytes with masks, and how many of `bytes` are in them. */
function maskedUntil(
  bytes: Buffer,
  end: number,
  secrets: readonly Buffer[],
  mask: Buffer,
): { readonly masked: Buffer; readonly used: number } {
  const parts: Buffer[] = [];
  let at = 0;
  const next = secrets.map((secret) => bytes.indexOf(secret));
  for (;;) {
    secrets.forEach((secret, each) => {
      if (next[each]! >= 0 && next[each]! < at) next[each] = bytes.indexOf(secret, at);
    });
    const found = next.reduce((best, index) => (index >= 0 && (best < 0 || index < best) ? index : best), -1);
    if (found < 0 || found >= end) break;
    parts.push(bytes.subarray(at, found), mask);
    at = found + secrets[next.indexOf(found)]!.length;
  }
  const used = Math.max(at, end, 0);
  parts.push(bytes.subarray(at, used));
  return { masked: Buffer.concat(parts), used };
}

function longest(secrets: readonly Buffer[]): number {
  return Math.max(...secrets.map(({ length }) => length));
}
