// The latest responses of each request: a folder for each request, and in it a record and a body for each response.
import { createHash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { createSafeFolder } from '../../collections/storage/safe-path.ts';
import { readSlice } from '../../requests/http/body-file.ts';
import { historyEntry, type EntryPosition, type HistoryEntry } from './entries.ts';
import { latestNames } from './folder-names.ts';
import { readRest, readSummary, writeRecord } from './record-file.ts';

/** Responses of each request. */
const MAX_RESPONSES = 12;
const VERSION = 1;
const RECORD = '.ndjson';
const BODY = '.body';
/** The request as it was on the screen. */
const SENT = '.sent';
/** Bytes of a request that is stored. */
const MAX_SENT = 1024 * 1024;
const FOLDER = /^[0-9a-f]{32}$/;
const FILE = /^\d{13}-/;
const RECORD_FILE = /^\d{13}-.*\.ndjson$/;
const SENT_FILE = /^\d{13}-.*\.sent$/;

const responseSummary = historyEntry.extend({
  version: z.literal(VERSION),
  /** Bytes of the decoded body that are there, and of all of it. */
  bodySize: z.number(),
  fullBodySize: z.number(),
  isText: z.boolean(),
  /** True when the response was stopped. */
  isPartial: z.boolean(),
});
export type ResponseSummary = Omit<z.output<typeof responseSummary>, 'version'>;

/** A response as its channel has shown it, with secrets masked. */
export interface ResponseRecord {
  readonly summary: ResponseSummary;
  readonly end: object;
  readonly events: readonly object[];
  /** The number of events that are not among them. */
  readonly omittedEvents: number;
  readonly body: Buffer;
}

/** Names a response: its request, the beginning of the send and its id. */
export interface ResponseKey extends EntryPosition {
  readonly request: string;
}

export interface BodySlice {
  /** Bytes of the whole. */
  readonly total: number;
  readonly bytes: Buffer;
}

export class ResponseFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Saves a response; resolves with its size in bytes. Older ones of the request beyond their number are removed. */
  async save({ summary, body, ...rest }: ResponseRecord): Promise<number> {
    const key = keyOf(summary);
    const folder = this.#of(key.request);
    await createSafeFolder(this.#folder, 0o700);
    await createSafeFolder(folder, 0o700);
    // The record comes last, so that whoever finds it finds the body.
    const path = join(folder, stemOf(key));
    try {
      await writeFile(`${path}${BODY}`, body, { mode: 0o600, flag: 'wx' });
      await writeRecord(`${path}${RECORD}`, { version: VERSION, ...summary }, rest);
    } catch (error) {
      // A full disk has room again.
      await rm(`${path}${BODY}`, { force: true }).catch(() => undefined);
      throw error;
    }
    await removeOld(folder);
    return body.length + (await stat(`${path}${RECORD}`)).size;
  }

  /** Saves a request as it was sent, with or without a response; one that is too long is left out. Resolves with its size. */
  async saveSent(key: ResponseKey, request: object): Promise<number> {
    const text = JSON.stringify(request);
    if (text.length > MAX_SENT) return 0;
    const folder = this.#of(key.request);
    await createSafeFolder(this.#folder, 0o700);
    await createSafeFolder(folder, 0o700);
    await writeFile(`${this.#path(key)}${SENT}`, text, { mode: 0o600, flag: 'wx' });
    await removeOld(folder);
    return text.length;
  }

  /** Resolves with a request as it was sent; null when it is not there any more. */
  async sent(key: ResponseKey): Promise<Readonly<Record<string, unknown>> | null> {
    const text = await readFile(`${this.#path(key)}${SENT}`, 'utf8').catch(() => 'null');
    try {
      const request: unknown = JSON.parse(text);
      return isObject(request) ? request : null;
    } catch {
      return null;
    }
  }

  /** Returns the responses of a request, the latest first. */
  async list(request: string, onDamage: (file: string) => void): Promise<readonly ResponseSummary[]> {
    const folder = this.#of(request);
    const found = await Promise.all(
      (await recordsIn(folder)).map((name) => readSummary(join(folder, name), parsed, () => onDamage(name))),
    );
    return found.filter((each) => each !== null);
  }

  /** Resolves with null when it is not there any more. */
  async read(request: string, id: string): Promise<Omit<ResponseRecord, 'body'> | null> {
    const summary = (await this.list(request, () => undefined)).find((each) => each.id === id);
    if (summary === undefined) return null;
    const rest = await readRest(`${this.#path(keyOf(summary))}${RECORD}`);
    return rest === null ? null : ({ summary, ...rest } as Omit<ResponseRecord, 'body'>);
  }

  /** Resolves with a part of a body; null when the response is not there any more. */
  async body(request: string, id: string, offset: number, length: number): Promise<BodySlice | null> {
    const name = (await recordsIn(this.#of(request))).find((each) => stemIn(each).endsWith(`-${id}`));
    if (name === undefined) return null;
    return bodySlice(join(this.#of(request), `${stemIn(name)}${BODY}`), offset, length);
  }

  /** As `body`, for a response whose name is known. */
  async bodyOf(key: ResponseKey, offset: number, length: number): Promise<BodySlice | null> {
    return bodySlice(`${this.#path(key)}${BODY}`, offset, length);
  }

  async has(key: ResponseKey): Promise<boolean> {
    return stat(`${this.#path(key)}${RECORD}`).then(
      () => true,
      () => false,
    );
  }

  /** Removes responses of a request; without ids, all of them. Resolves with their number. */
  async remove(request: string, ids: readonly string[] | null): Promise<number> {
    const folder = this.#of(request);
    const isGone = (name: string): boolean =>
      ids === null || ids.some((id) => stemIn(name).endsWith(`-${id}`));
    const records = (await recordsIn(folder)).filter(isGone);
    for (const name of (await latestNames(folder, FILE)).filter(isGone))
      await rm(join(folder, name), { force: true });
    return records.length;
  }

  /** Removes all responses; resolves with their number. */
  async removeAll(): Promise<number> {
    let count = 0;
    for (const name of await latestNames(this.#folder, FOLDER))
      count += (await recordsIn(join(this.#folder, name))).length;
    await rm(this.#folder, { recursive: true, force: true });
    return count;
  }

  #path(key: ResponseKey): string {
    return join(this.#of(key.request), stemOf(key));
  }

  /** Ids may have any characters, so that folders are named by a digest. */
  #of(request: string): string {
    return join(this.#folder, createHash('sha256').update(request).digest('hex').slice(0, 32));
  }
}

async function bodySlice(path: string, offset: number, length: number): Promise<BodySlice | null> {
  try {
    const { size } = await stat(path);
    return { total: size, bytes: await readSlice({ path, size }, offset, length) };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function keyOf({ request, time, id }: HistoryEntry): ResponseKey {
  return { request: request ?? '', time, id };
}

function stemOf({ time, id }: EntryPosition): string {
  return `${String(time).padStart(13, '0')}-${id}`;
}

function stemIn(name: string): string {
  return name.replace(/\..*$/, '');
}

function parsed(value: unknown): ResponseSummary {
  const { version: _, ...summary } = responseSummary.parse(value);
  return summary;
}

/**
 * Removes all but the latest responses and the latest requests, and bodies without a record, which a kill has left.
 */
async function removeOld(folder: string): Promise<void> {
  const stems = (await recordsIn(folder)).map(stemIn).slice(0, MAX_RESPONSES);
  const sent = (await latestNames(folder, SENT_FILE)).slice(0, MAX_RESPONSES);
  const remaining = new Set([...stems.flatMap((stem) => [`${stem}${RECORD}`, `${stem}${BODY}`]), ...sent]);
  for (const name of await latestNames(folder, FILE))
    if (!remaining.has(name)) await rm(join(folder, name), { force: true });
}

/** Returns the names of records, the latest first. */
function recordsIn(folder: string): Promise<readonly string[]> {
  return latestNames(folder, RECORD_FILE);
}
