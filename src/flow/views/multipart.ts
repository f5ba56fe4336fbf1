// The parts of a multipart body, with their headers and the beginning of what they hold.
import { boundaryOf, readMultipart, type Part } from '../../codec/multipart.ts';
import { treeNode } from '../../codec/tree.ts';
import { decodeText, isText } from '../../base/body-text.ts';
import { binaryError, cutNotes, defineView, mediaTypeOf, type TreeNode } from './contract.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes of a part that are shown as text. */
const PREVIEW_BYTES = 1000;
/** The view for a part, by its type. */
const VIEWS: readonly [RegExp, string][] = [
  [/json/, 'json'],
  [/^image\//, 'image'],
  [/html/, 'html'],
  [/xml/, 'xml'],
  [/^multipart\//, 'multipart'],
  [/x-www-form-urlencoded/, 'form'],
  [/msgpack/, 'msgpack'],
  [/protobuf/, 'protobuf'],
];

export const multipart = defineView({
  id: 'multipart',
  title: 'Multipart',
  matches: (bytes, context) => bytes.length > 0 && mediaTypeOf(context).startsWith('multipart/'),
  view: (bytes, context) => {
    const boundary = boundaryOf(context.contentType);
    const error = binaryError({ offset: 0, reason: 'Content-Type has no valid boundary' });
    if (boundary === null) return { type: 'unreadable', notes: [], error };
    const read = bytes.subarray(0, MAX_BYTES);
    const isCut = !context.complete || read.length < bytes.length;
    const { parts, errors, preamble, epilogue, hasMore } = readMultipart(read, boundary);
    const notes = [...cutNotes(read.length, bytes, context)];
    if (hasMore) notes.push(`more than ${parts.length} parts: the others are not shown`);
    if (preamble > 0) notes.push(`${preamble} bytes precede the first part`);
    if (epilogue > 0) notes.push(`${epilogue} bytes follow the last part`);
    notes.push(...errors.slice(1).map(({ offset, reason }) => `at byte ${offset}: ${reason}`));
    const nodes = parts.map((part, at) => partNode(bytes, part, at));
    return { type: 'tree', nodes, notes, error: isCut ? null : binaryError(errors[0] ?? null) };
  },
});

function partNode(bytes: Uint8Array, part: Part, index: number): TreeNode {
  const { headers, name, filename, offset, size } = part;
  const contentType = headers.find((header) => header.name.toLowerCase() === 'content-type')?.value;
  const content = bytes.subarray(offset, offset + size);
  const view = VIEWS.find(([pattern]) => pattern.test((contentType ?? '').toLowerCase()))?.[1];
  const notes = view === undefined ? [] : [`view ${view}`];
  const children = headers.map((header) =>
    treeNode({ label: header.name, kind: 'header', value: header.value }),
  );
  if (filename !== null)
    children.unshift(treeNode({ label: 'filename', kind: 'name of a file', value: filename }));
  const value = preview(content, contentType);
  return {
    label: name ?? `part ${index + 1}`,
    kind: contentType ?? 'text/plain',
    value,
    offset,
    size,
    notes,
    children,
  };
}

/** Returns the beginning of a text part; null for others. */
function preview(content: Uint8Array, contentType: string | undefined): string | null {
  const start = content.subarray(0, PREVIEW_BYTES);
  if (!isText(contentType, start)) return null;
  const { text, length } = decodeText(start, contentType, start.length < content.length);
  return length < content.length ? `${text} [${content.length - length} bytes left out]` : text;
}
