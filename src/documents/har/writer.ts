// Writer for HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/) and its types. A file is written entry by entry,
// one per line. A file that was cut after an entry becomes valid again when the tail is appended.

import { randomUUID } from 'node:crypto';

export interface Har {
  readonly log: HarLog;
}

export interface HarLog {
  readonly version: '1.2';
  readonly creator: HarCreator;
  readonly entries: readonly HarEntry[];
}

/** The program that wrote the file. */
export interface HarCreator {
  readonly name: string;
  readonly version: string;
}

/** Names that start with an underscore are additions to the format. */
export interface HarEntry {
  /** ISO 8601. */
  readonly startedDateTime: string;
  /** Milliseconds: the sum of the timings that are not -1. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: HarTimings;
  readonly serverIPAddress?: string;
  /** The program that sent the request. */
  readonly _proxyClient?: string;
  /** Milliseconds per phase as measured, where `timings` holds only their sum. */
  readonly _timings?: Readonly<Record<string, number>>;
  /** The messages of a WebSocket, as browsers write them. */
  readonly _webSocketMessages?: readonly HarSocketMessage[];
}

export interface HarSocketMessage {
  readonly type: 'send' | 'receive';
  /** Epoch seconds. */
  readonly time: number;
  /** RFC 6455 section 5.2. */
  readonly opcode: number;
  /** The text of a text message; Base64 of others. */
  readonly data: string;
}

export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  /** Percent-decoded. */
  readonly queryString: readonly HarPair[];
  /** Absent without a body. */
  readonly postData?: HarPostData;
  /** Bytes up to and including the empty line; -1 when unknown. */
  readonly headersSize: number;
  /** Bytes as sent; -1 when unknown. */
  readonly bodySize: number;
}

export interface HarResponse {
  /** 0 when there was no response. */
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly content: HarContent;
  /** The value of Location; empty without one. */
  readonly redirectURL: string;
  readonly headersSize: number;
  /** Bytes as received, compressed or not; -1 when unknown. */
  readonly bodySize: number;
  /** The reason why the exchange failed. */
  readonly _error?: string;
}

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export interface HarPostData {
  readonly mimeType: string;
  readonly text: string | LongText;
  /**
   * Marks `text` as base64. HAR 1.2 defines this for responses only, but many programs also use it for requests,
   * because there is no other way to keep bytes.
   */
  readonly encoding?: 'base64';
  readonly comment?: string;
}

export interface HarContent {
  /** The size of the decoded body in bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** Absent without a body. */
  readonly text?: string | LongText;
  readonly encoding?: 'base64';
  readonly comment?: string;
}

/** Milliseconds. */
export interface HarTimings {
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}

/** Returns the start of a file. */
export function harHead(creator: HarCreator): string {
  return `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
}

/** A text that is written piece by piece, because it would take much memory as a whole. */
export class LongText {
  readonly pieces: Iterable<string>;

  constructor(pieces: Iterable<string>) {
    this.pieces = pieces;
  }
}

/** Yields the line of one entry in pieces; `index` counts the entries of the file from 0. */
export function* harEntryText(entry: HarEntry, index: number): Generator<string> {
  const before = index === 0 ? '\n' : ',\n';
  const { request, response } = entry;
  const texts = [request.postData?.text, response.content.text].filter((text) => text instanceof LongText);
  if (texts.length === 0) {
    yield before + JSON.stringify(entry);
    return;
  }
  // Nothing else in the entry can have this mark.
  const mark = randomUUID();
  const [start = '', ...rest] = JSON.stringify(entry, (_, value: unknown) =>
    value instanceof LongText ? mark : value,
  ).split(`"${mark}"`);
  yield before + start;
  for (const [at, text] of texts.entries()) {
    yield '"';
    // Pieces never split a character, so each is escaped as in the whole.
    for (const piece of text.pieces) yield JSON.stringify(piece).slice(1, -1);
    yield `"${rest[at] ?? ''}`;
  }
}

/** Returns the end of a file, after any number of entries. */
export function harTail(): string {
  return '\n]}}\n';
}
