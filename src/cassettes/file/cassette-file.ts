// Reads and writes the file of a cassette: HAR, or by its ending a session. What another run has written meanwhile stays.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import {
  atomicOutput,
  checkWritable,
  discardOutput,
  openOutput,
  publishOutput,
} from '../../base/atomic-output.ts';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { acquireLock, releaseLock } from '../../base/file-lock.ts';
import { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { beginExchangeFile } from '../../traffic/exchange-file.ts';
import { importTraffic } from '../../traffic/import.ts';
import { openChunks } from '../../traffic/recordings.ts';
import { cassetteText, rawEntries, rawEntry, type RawEntry } from './har.ts';

/** An exchange of a cassette. */
export interface StoredExchange {
  readonly flow: Flow;
  /** As it stands in a HAR file; null in a session. */
  readonly raw: RawEntry | null;
}

export function isSession(path: string): boolean {
  return extname(path).toLowerCase() === '.proxysession';
}

/** Resolves with no exchanges when the file is missing and not required. Rejects with an Error that names the file and the reason. */
export async function readCassette(
  path: string,
  { isRequired = false }: { readonly isRequired?: boolean } = {},
): Promise<readonly StoredExchange[]> {
  try {
    const raw = isSession(path) ? null : rawEntries(await readFile(path, 'utf8'));
    const flows = await flowsOf(path);
    if (raw !== null && raw.length !== flows.length)
      throw new UserError('INVALID_DATA', 'entries of log.entries are no objects');
    return flows.map((flow, index) => ({ flow, raw: raw?.[index] ?? null }));
  } catch (error) {
    const isMissing =
      systemCode(error) === 'ENOENT' || (error instanceof UserError && error.code === 'NOT_FOUND');
    if (isMissing && !isRequired) return [];
    if (isMissing)
      throw new UserError(
        'NOT_FOUND',
        `there is no cassette ${path}: record it with --cassette-mode record, or auto`,
      );
    throw new UserError('INVALID_FILE', `the cassette ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function flowsOf(path: string): Promise<readonly Flow[]> {
  const captures = new CaptureBudget({
    maxBodyBytes: Infinity,
    memoryBytes: Infinity,
    spillPath: join(tmpdir(), `proxyctl-cassette-${randomUUID()}`),
  });
  let id = 0;
  const { flows, skipped } = await importTraffic(
    await openChunks(path),
    { captures, takeId: () => ++id },
    path,
  );
  const [first] = skipped;
  if (first !== undefined) throw new UserError('INVALID_DATA', `entry ${first.index}: ${first.reason}`);
  return flows;
}

/** Rejects with an Error when the file could not be written at the end of a run. */
export async function checkCassette(path: string): Promise<void> {
  try {
    await checkWritable(await atomicOutput(path, PART));
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

const PART = '.part';

/**
 * Replaces the content of the file by what `change` makes of it, while no other run does the same.
 */
export async function changeCassette(
  path: string,
  change: (current: readonly StoredExchange[]) => Promise<readonly StoredExchange[]>,
): Promise<void> {
  const { target } = await atomicOutput(path, PART);
  const lock = `${target}.lock`;
  await acquireLock(lock, `writing the cassette ${path}`);
  try {
    const changed = await change(await readCassette(path));
    await write(path, changed).catch((error: unknown) => {
      throw cannotWrite(path, error);
    });
  } finally {
    await releaseLock(lock);
  }
}

/** Files of tests are read by others, and have no secrets. */
const MODE = 0o644;

async function write(path: string, exchanges: readonly StoredExchange[]): Promise<void> {
  const output = await atomicOutput(path, PART);
  const file = await openOutput(output, { mode: MODE });
  try {
    if (isSession(path)) {
      const session = await beginExchangeFile('session', output.temporary ?? output.target, file);
      for (const { flow } of exchanges) await session.add(flow);
      await session.end();
    } else {
      await file.writeFile(cassetteText(await entriesOf(exchanges)));
      await file.sync();
      await file.close();
    }
    await publishOutput(output);
  } catch (error) {
    await file.close().catch(() => undefined);
    await discardOutput(output);
    throw error;
  }
}

async function entriesOf(exchanges: readonly StoredExchange[]): Promise<readonly RawEntry[]> {
  const entries = await Promise.all(exchanges.map(async ({ flow, raw }) => raw ?? rawEntry(flow)));
  return entries.filter((entry) => entry !== null);
}

function cannotWrite(path: string, cause: unknown): UserError {
  return new UserError('INVALID_FILE', `the cassette ${path} cannot be written: ${messageOf(cause)}`, {
    cause,
  });
}
