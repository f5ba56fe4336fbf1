// What a view is: one way to look at the bytes of a body, as plain data that every face can draw.
import type { ProtoSchema } from '../../codec/protobuf/schema.ts';
import type { TreeNode } from '../../codec/tree.ts';
import { charsetOf, decodeText, isText, mediaType } from '../text.ts';

export type { TreeNode } from '../../codec/tree.ts';

/** What a body belongs to. */
export interface ViewContext {
  /** As sent; empty without one. */
  readonly contentType: string;
  readonly side: 'request' | 'response';
  /** Of the request. */
  readonly url: string;
  /** Of the message. Values have one char for each byte. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Whether the bytes are the whole body; the beginning of it otherwise. */
  readonly complete: boolean;
  /** What is known of protobuf types. */
  readonly protos?: ProtoSchema;
  /** Undoes gzip or deflate, giving at most `most` bytes; null when that fails. Without it, such messages stay closed. */
  readonly inflate?: (coding: 'gzip' | 'deflate', bytes: Uint8Array, max: number) => Uint8Array | null;
}

/** Where the bytes are not what the view reads. */
export interface ViewError {
  readonly reason: string;
  /** In bytes, for binary formats; null for text. */
  readonly offset: number | null;
  /** From 1, for text; columns count UTF-16 code units. Null for binary formats. */
  readonly line: number | null;
  readonly column: number | null;
}

interface ViewNotes {
  /** What is odd or left out, as sentences. */
  readonly notes: readonly string[];
  /** Null when everything could be read; what precedes the fault is shown where that makes sense. */
  readonly fault: ViewError | null;
}

/** How text is to be coloured. */
export type TextLanguage =
  'css' | 'graphql' | 'html' | 'javascript' | 'json' | 'markdown' | 'plain' | 'xml' | 'yaml';

export interface HexRow {
  readonly offset: number;
  /** Two digits for each byte, with spaces between. */
  readonly hex: string;
  /** A point for what is no printable ASCII. */
  readonly ascii: string;
}

export type View = ViewNotes &
  (
    | { readonly type: 'text'; readonly text: string; readonly language: TextLanguage }
    | { readonly type: 'tree'; readonly nodes: readonly TreeNode[] }
    | {
        readonly type: 'table';
        readonly columns: readonly string[];
        readonly rows: readonly (readonly string[])[];
      }
    | { readonly type: 'hex'; readonly rows: readonly HexRow[]; /** Bytes in all. */ readonly size: number }
    | {
        readonly type: 'image';
        readonly mime: string;
        /** In pixels; null where the header does not say. */
        readonly width: number | null;
        readonly height: number | null;
      }
    /** Nothing can be shown; the fault says why. */
    | { readonly type: 'unreadable' }
  );

export interface BodyView {
  readonly id: string;
  readonly title: string;
  /** Whether it has something to show. Looks at the beginning only, and never throws. */
  readonly matches: (bytes: Uint8Array, context: ViewContext) => boolean;
  /** Never throws, takes linear time, and gives a bounded amount. */
  readonly view: (bytes: Uint8Array, context: ViewContext) => View;
}

export function defineView(view: BodyView): BodyView {
  return view;
}

/** Most chars of text that a view gives. */
export const MAX_CHARS = 2_000_000;
/** Most bytes of text that a view reads. */
const MAX_TEXT_BYTES = 4_000_000;

/** The body as text, without a byte order mark. */
export function bodyText(
  bytes: Uint8Array,
  { contentType, complete }: ViewContext,
): { readonly text: string; readonly charset: string; readonly notes: readonly string[] } {
  const read = bytes.subarray(0, MAX_TEXT_BYTES);
  const cut = !complete || read.length < bytes.length;
  const { text, length } = decodeText(read, contentType, cut);
  const notes = length < bytes.length ? [`${bytes.length - length} bytes are not shown`] : [];
  return {
    text,
    charset: charsetOf(read, contentType, cut),
    notes: [...notes, ...truncationNotes(complete)],
  };
}

export function truncationNotes(complete: boolean): readonly string[] {
  return complete ? [] : ['the body is longer than what is looked at here'];
}

/** How much of a body is looked at to know what it is. */
const START_BYTES = 2048;

/** The beginning of a body that may be text, without white space before it; empty for others. */
export function startText(bytes: Uint8Array, { contentType }: ViewContext): string {
  const start = bytes.subarray(0, START_BYTES);
  return isText(contentType, start) ? decodeText(start, contentType, true).text.trimStart() : '';
}

/** Whether the type says nothing of what the body is. */
export function isGenericType({ contentType }: ViewContext): boolean {
  return ['', 'text/plain', 'application/octet-stream', 'binary/octet-stream'].includes(
    mediaType(contentType),
  );
}

export function mediaTypeOf({ contentType }: ViewContext): string {
  return mediaType(contentType);
}

export function binaryError(
  fault: { readonly offset: number; readonly reason: string } | null,
): ViewError | null {
  return fault === null ? null : { ...fault, line: null, column: null };
}
