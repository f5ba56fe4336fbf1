// Holds the JSON of bodies, and answers what the page asks of it: rows, hits, texts.
import { connect, messageOf } from '../../api/client.ts';
import { cutNotes } from '../../../src/flow/views/contract.ts';
import type { ViewError } from '../../../src/flow/views/index.ts';
import { readBody, type BodyAddress } from '../body-source.ts';
import { JsonDocument, type JsonRow, type OpenMode, type OpenState, type Search } from './json-document.ts';
import { JsonValues } from './json-values.ts';
import { openJson } from './open-json.ts';

/** The bytes of a body, or where the app has them when the page has only their beginning. */
export type JsonSource =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array; readonly size: number | null }
  | { readonly type: 'app'; readonly token: string; readonly address: BodyAddress };

export interface OpenJson {
  readonly type: 'open';
  readonly source: JsonSource;
  readonly contentType: string;
  /** False while more of the body may arrive. */
  readonly isFinished: boolean;
  /** The document of an earlier state of the same body, which it takes the place of. */
  readonly replaces: number | null;
}

type Act =
  | OpenJson
  | { readonly type: 'close' }
  | { readonly type: 'rows'; readonly from: number; readonly end: number }
  | { readonly type: 'toggle'; readonly row: number }
  | { readonly type: 'all'; readonly mode: OpenMode; readonly row: number }
  | { readonly type: 'parent'; readonly row: number }
  | { readonly type: 'find'; readonly search: Search; readonly query: string | readonly string[] }
  | { readonly type: 'hit'; readonly search: Search; readonly index: number }
  | { readonly type: 'near'; readonly offset: number }
  | { readonly type: 'path'; readonly row: number }
  | { readonly type: 'source'; readonly row: number };

/** `document` is a number that the page chooses. */
export type JsonRequest = Act & { readonly document: number };

export interface OpenedJson {
  readonly rowCount: number;
  readonly valueCount: number;
  /** The bytes of the body that precede the text. */
  readonly shift: number;
  readonly notes: readonly string[];
  /** Says where the text was cut; null when it was not. */
  readonly cut: string | null;
  readonly error: ViewError | null;
  /** The error's offset in the body, in bytes. */
  readonly errorOffset: number | null;
  /** The text from the error on. */
  readonly rest: string;
}

export interface JsonPlace {
  readonly rowCount: number;
  /** The row of the cursor. */
  readonly row: number;
}

export interface JsonFound {
  readonly count: number;
  readonly hasMore: boolean;
  readonly places: readonly number[];
}

/** The answer to each request. */
export interface JsonAnswers {
  readonly open: OpenedJson;
  readonly close: null;
  readonly rows: readonly JsonRow[];
  readonly toggle: JsonPlace;
  readonly all: JsonPlace;
  readonly parent: JsonPlace;
  readonly find: JsonFound;
  readonly hit: JsonPlace;
  readonly near: JsonPlace;
  readonly path: string;
  /** The value as it was sent; null for one that is too long. */
  readonly source: string | null;
}

export type JsonReply =
  | { readonly key: number; readonly result: JsonAnswers[keyof JsonAnswers] }
  | { readonly key: number; readonly error: string };

/** Longer bodies are shown up to here. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of a value that is copied. */
const MAX_COPIED = 16 * 1024 * 1024;

interface Opened {
  readonly document: JsonDocument;
  readonly shift: number;
}

const opened = new Map<number, Opened>();
const opening = new Map<number, AbortController>();

addEventListener('message', ({ data }: MessageEvent<JsonRequest & { readonly key: number }>) => {
  answer(data).then(
    (result) => postMessage({ key: data.key, result } satisfies JsonReply),
    (error: unknown) => postMessage({ key: data.key, error: messageOf(error) } satisfies JsonReply),
  );
});

async function answer(request: JsonRequest): Promise<JsonAnswers[keyof JsonAnswers]> {
  if (request.type === 'open') return open(request);
  if (request.type === 'close') {
    opening.get(request.document)?.abort();
    opened.delete(request.document);
    return null;
  }
  const found = opened.get(request.document);
  if (found === undefined) throw new Error('The body is no longer shown');
  return answerOf(found, request);
}

function answerOf(
  { document, shift }: Opened,
  request: Exclude<Act, OpenJson | { readonly type: 'close' }>,
): JsonAnswers[keyof JsonAnswers] {
  const at = (row: number): JsonPlace => ({ rowCount: document.rowCount, row });
  switch (request.type) {
    case 'rows':
      return document.rows(request.from, request.end);
    case 'toggle':
      document.toggle(request.row);
      return at(request.row);
    case 'all': {
      const value = document.valueAt(request.row);
      document.setAll(request.mode);
      return at(document.rowOf(value));
    }
    case 'parent': {
      const value = document.valueAt(request.row);
      return at(document.rowOf(document.values.parentOf(value) ?? value));
    }
    case 'find': {
      const { values, hasMore } = document.find(request.search, request.query);
      return { count: values.length, hasMore, places: document.hitPlaces() };
    }
    case 'hit':
      return at(document.reveal(document.hit(request.search, request.index) ?? 0));
    case 'near':
      return at(document.reveal(document.valueNear(request.offset - shift)));
    case 'path':
      return document.values.pathOf(document.valueAt(request.row));
    case 'source':
      return sourceOf(document, request.row);
  }
}

function sourceOf(document: JsonDocument, row: number): string | null {
  const { values } = document;
  const value = document.valueAt(row);
  const { start, end } = values.rangeOf(value);
  return end - start > MAX_COPIED ? null : values.textOf(value);
}

async function open({
  document,
  source,
  contentType,
  isFinished,
  replaces,
}: OpenJson & { document: number }) {
  const control = new AbortController();
  opening.set(document, control);
  try {
    const { bytes, size } = source.type === 'bytes' ? source : await load(source, control.signal);
    const isWhole = isFinished && size === bytes.length;
    const body = await openJson(bytes, contentType, !isWhole, () => control.signal.aborted);
    if (body === null) throw new Error('The body is no longer shown');
    const { index, shift, read, notes, error, rest } = body;
    const state: OpenState | undefined = opened.get(replaces ?? -1)?.document.state;
    const made = new JsonDocument(new JsonValues(index), state);
    opened.set(document, { document: made, shift });
    return {
      rowCount: made.rowCount,
      valueCount: index.count,
      shift,
      notes: [...notes, ...(index.documents > 1 ? [`${index.documents} values, one behind the other`] : [])],
      cut: cutNotes(read, bytes, { complete: isWhole, size })[0] ?? null,
      error,
      errorOffset: index.error === null ? null : index.error.offset + shift,
      rest,
    };
  } finally {
    opening.delete(document);
  }
}

async function load(
  { token, address }: Extract<JsonSource, { readonly type: 'app' }>,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array; readonly size: number | null }> {
  connect(token, () => undefined);
  const { bytes, total } = await readBody(address, { length: MAX_BYTES }, signal);
  return { bytes, size: total };
}
