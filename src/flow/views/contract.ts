// The contract of a view: one way to look at the bytes of a body, as plain data that every face can draw.
import type { ProtoSchema } from '../../codec/protobuf/schema.ts';
import type { ValueTrees } from '../../codec/tree-reader.ts';
import type { TreeNode } from '../../codec/tree.ts';
import type { Conversation } from '../conversation.ts';
import { charsetOf, decodeText, isText, mediaType } from '../../base/body-text.ts';

export type { TreeNode } from '../../codec/tree.ts';

/** The message that a body belongs to. */
export interface ViewContext {
  /** Content-Type as sent; empty without one. */
  readonly contentType: string;
  readonly side: 'request' | 'response';
  /** URL of the request. */
  readonly url: string;
  /** Headers of the message, with values as text. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** True when the bytes are the whole body; otherwise its beginning. */
  readonly complete: boolean;
  /** Decoded bytes of the whole body, where that is known of one that is not complete. */
  readonly size?: number | null;
  /** Milliseconds from the request to each chunk of a stream, from its first; absent where not known. */
  readonly chunkTimes?: readonly number[];
  /** The beginning of the request, as text, where the body is of a response and that is known. */
  readonly asked?: string;
  /** Known protobuf types. */
  readonly protos?: ProtoSchema;
  /**
   * Decodes gzip or deflate to at most `max` bytes; null when that fails. Without it, such messages stay
   * compressed.
   */
  readonly inflate?: (coding: 'gzip' | 'deflate', bytes: Uint8Array, max: number) => Uint8Array | null;
}

/** The position at which the bytes are not in the format of the view. */
export interface ViewError {
  readonly reason: string;
  /** In bytes, for binary formats; null for text. */
  readonly offset: number | null;
  /** From 1, for text; columns count UTF-16 code units. Null for binary formats. */
  readonly line: number | null;
  readonly column: number | null;
}

interface ViewNotes {
  /** Notes on oddities and omissions. */
  readonly notes: readonly string[];
  /** Null when everything could be read; what precedes the error is shown where that makes sense. */
  readonly error: ViewError | null;
}

/** The language by which text is coloured. */
export type TextLanguage =
  | 'css'
  | 'graphql'
  | 'html'
  | 'javascript'
  | 'json'
  | 'markdown'
  | 'plain'
  | 'xml'
  | 'yaml';

export interface HexRow {
  readonly offset: number;
  /** Two digits for each byte, with spaces between. */
  readonly hex: string;
  /** A point stands for bytes that are not printable ASCII. */
  readonly ascii: string;
}

export type View = ViewNotes &
  (
    | { readonly type: 'text'; readonly text: string; readonly language: TextLanguage }
    | { readonly type: 'conversation'; readonly conversation: Conversation }
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
    /** Nothing can be shown; the error says why. */
    | { readonly type: 'unreadable' }
  );

export interface BodyView {
  readonly id: string;
  readonly title: string;
  /** Returns true when the view can show the body. Examines the beginning only, and never throws. */
  readonly matches: (bytes: Uint8Array, context: ViewContext) => boolean;
  /** Never throws, takes linear time, and gives a bounded amount. */
  readonly view: (bytes: Uint8Array, context: ViewContext) => View;
}

export function defineView(view: BodyView): BodyView {
  return view;
}

/** Maximum chars of text that a view returns. */
export const MAX_CHARS = 2_000_000;
/** Maximum bytes of text that a view reads. */
const MAX_TEXT_BYTES = 4_000_000;

export interface BodyText {
  readonly text: string;
  readonly charset: string;
  /** True when the text is the beginning of the body, so that it ends anywhere: an early end is not an error. */
  readonly isCut: boolean;
  /** Returns the note on what is missing when the first `chars` are shown. */
  readonly cutNotes: (chars: number) => readonly string[];
}

/** Returns the body as text, without a byte order mark. */
export function bodyText(bytes: Uint8Array, context: ViewContext): BodyText {
  const read = bytes.subarray(0, MAX_TEXT_BYTES);
  const isCut = !context.complete || read.length < bytes.length;
  const { text, length } = decodeText(read, context.contentType, isCut);
  const charset = charsetOf(read, context.contentType, isCut);
  const bytesOf = (chars: number): number => {
    if (chars >= text.length) return length;
    const shown = text.slice(0, chars);
    return charset === 'utf-8'
      ? new TextEncoder().encode(shown).length
      : Math.round((length * chars) / text.length);
  };
  return { text, charset, isCut, cutNotes: (chars) => cutNotes(bytesOf(chars), bytes, context) };
}

/** Returns the note on what is missing when the first `shown` bytes of a body are shown; none when nothing is. */
export function cutNotes(
  shown: number,
  bytes: Uint8Array,
  { complete, size = null }: Pick<ViewContext, 'complete' | 'size'>,
): readonly string[] {
  if (complete && shown >= bytes.length) return [];
  const total = complete ? bytes.length : size;
  const at = `cut at ${countText(shown)}`;
  return [total === null || total <= shown ? `${at} bytes` : `${at} of ${countText(total)} bytes`];
}

function countText(count: number): string {
  return count.toLocaleString('en');
}

/** Bytes of a body that are examined to detect its format. */
const START_BYTES = 2048;

/** Returns the beginning of a body that may be text, without leading white space; empty for others. */
export function startText(bytes: Uint8Array, { contentType }: ViewContext): string {
  const start = bytes.subarray(0, START_BYTES);
  return isText(contentType, start) ? decodeText(start, contentType, true).text.trimStart() : '';
}

/** Returns true when the content type says nothing about the format. */
export function isGenericType({ contentType }: ViewContext): boolean {
  return ['', 'text/plain', 'application/octet-stream', 'binary/octet-stream'].includes(
    mediaType(contentType),
  );
}

export function mediaTypeOf({ contentType }: ViewContext): string {
  return mediaType(contentType);
}

export function binaryError(
  error: { readonly offset: number; readonly reason: string } | null,
): ViewError | null {
  return error === null ? null : { reason: error.reason, offset: error.offset, line: null, column: null };
}

/** The end of reading a binary format, perhaps at a bound of ours. */
interface BinaryEnd {
  readonly offset: number;
  readonly reason: string;
  readonly isBound?: boolean;
}

/** Returns the notes and the error of a binary format. The end of a body that was cut, and a bound, are no errors. */
export function binaryEnd(end: BinaryEnd | null, bytes: Uint8Array, context: ViewContext): ViewNotes {
  if (end?.isBound === true)
    return { notes: [...cutNotes(end.offset, bytes, context), end.reason], error: null };
  const notes = cutNotes(bytes.length, bytes, context);
  return { notes, error: context.complete ? binaryError(end) : null };
}

/** Returns the view of a binary format that was read into `nodes`. */
export function binaryTree({ nodes, error }: ValueTrees, bytes: Uint8Array, context: ViewContext): View {
  return { type: 'tree', nodes, ...binaryEnd(error, bytes, context) };
}
