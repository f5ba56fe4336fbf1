// An answer out of a file, read as it is sent.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { HeaderLines, SyntheticResponse } from '../../../proxy/hooks.ts';
import { lineValue } from '../../rules/fields.ts';
import { contentTypeOf } from '../../../base/content-types.ts';
import { readRange } from './range.ts';

export interface AnswerHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: HeaderLines;
}

/** What of the request has a say in the answer. */
export interface Asked {
  readonly method: string;
  readonly fields: HeaderLines;
}

/** Null when there is no such file, or it is none. */
export async function fileAnswer(
  path: string,
  head: AnswerHead,
  asked: Asked,
): Promise<SyntheticResponse | null> {
  const size = await sizeOf(path);
  if (size === null) return null;
  const typed = withContentType(head, contentTypeOf(path));
  const range = mayRange(head, asked) ? readRange(lineValue(asked.fields, 'range'), size) : null;
  if (range === 'unsatisfiable') {
    const fields = [...typed.fields, ['Content-Range', `bytes */${size}`] as const];
    return { ...typed, status: 416, reason: '', fields, body: Buffer.alloc(0) };
  }
  if (range === null)
    return { ...typed, fields: [...typed.fields, length(size)], body: pieces(path, 0, size - 1) };
  const { start, end } = range;
  const fields = [
    ...typed.fields,
    ['Content-Range', `bytes ${start}-${end}/${size}`] as const,
    length(end - start + 1),
  ];
  return { ...typed, status: 206, reason: '', fields, body: pieces(path, start, end) };
}

export async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true;
}

/** With a Content-Type where it has none. */
export function withContentType(head: AnswerHead, contentType: string): AnswerHead {
  if (lineValue(head.fields, 'content-type') !== undefined) return head;
  return { ...head, fields: [...head.fields, ['Content-Type', contentType]] };
}

/** Ranges are of whole answers that succeed; If-Range names a version, of which files have none. */
function mayRange(head: AnswerHead, { method, fields }: Asked): boolean {
  return head.status === 200 && method === 'GET' && lineValue(fields, 'if-range') === undefined;
}

function length(bytes: number): readonly [string, string] {
  return ['Content-Length', String(bytes)];
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true ? found.size : null;
}

/** Opened when the first piece is asked for: an answer that nobody reads holds no file open. */
async function* pieces(path: string, start: number, end: number): AsyncGenerator<Buffer, void> {
  if (end < start) return;
  for await (const piece of createReadStream(path, { start, end })) yield piece as Buffer;
}
