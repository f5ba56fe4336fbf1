// Holds the JSON of bodies, and answers what the page asks of it: rows, hits, texts.
import { connect, messageOf } from '../../api/client.ts';
import { cutNotes } from '../../../src/flow/views/contract.ts';
import { readBody } from '../body-source.ts';
import { JsonDocument, type OpenState } from './json-document.ts';
import type {
  Act,
  JsonAnswers,
  JsonPlace,
  JsonReply,
  JsonRequest,
  JsonSource,
  OpenedJson,
  OpenJson,
} from './json-messages.ts';
import { filteredJson, originalPath, type FilteredJson } from './filtered.ts';
import { findInJson } from './json-search.ts';
import { cellsOf, tableOf, type JsonTableData } from './table-data.ts';
import { JsonValues } from './json-values.ts';
import { openJson } from './open-json.ts';

/** Longer bodies are shown up to here. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of a value that is copied. */
const MAX_COPIED = 16 * 1024 * 1024;

interface Opened {
  readonly document: JsonDocument;
  readonly shift: number;
  /** The document that it is a part of, and what that is; null for a body. */
  readonly part: { readonly of: JsonDocument; readonly filtered: FilteredJson } | null;
  /** Undefined before it was asked for. */
  table?: JsonTableData | null;
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
  opened: Opened,
  request: Exclude<Act, OpenJson | { readonly type: 'close' }>,
): JsonAnswers[keyof JsonAnswers] {
  const { document, shift } = opened;
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
    case 'filter':
      return filter(document, request.query, request.as);
    case 'table': {
      const table = tableIn(opened);
      return table && { path: table.path, columns: table.columns, rowCount: table.rowCount };
    }
    case 'cells': {
      const table = tableIn(opened);
      return table === null ? [] : cellsOf(document.values, table, request.from, request.end);
    }
    case 'path':
      return pathIn(opened, request.row);
    case 'source':
      return sourceOf(document, request.row);
  }
}

function tableIn(opened: Opened): JsonTableData | null {
  if (opened.table === undefined) opened.table = tableOf(opened.document.values);
  return opened.table;
}

function pathIn({ document, part }: Opened, row: number): string {
  const path = document.values.pathOf(document.valueAt(row));
  return part === null ? path : originalPath(path, part.filtered, part.of.values);
}

function filter(document: JsonDocument, query: string, as: number): OpenedJson {
  const { values: found, hasMore } = findInJson(document.values, query);
  const filtered = filteredJson(document.values, found);
  const made = new JsonDocument(filtered.values);
  opened.set(as, { document: made, shift: 0, part: { of: document, filtered } });
  return {
    rowCount: made.rowCount,
    valueCount: filtered.values.index.count,
    shift: 0,
    notes: [],
    cut: hasMore || filtered.isCut ? `The first ${filtered.origins.length} of more.` : null,
    error: null,
    errorOffset: null,
    rest: '',
  };
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
    opened.set(document, { document: made, shift, part: null });
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
