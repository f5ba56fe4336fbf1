// Responses that stream the content of a file.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { HeaderLines, SyntheticResponse } from '../../../proxy/hooks.ts';
import { headerValue } from '../../rules/fields.ts';
import { contentTypeOf } from '../../../base/content-types.ts';
import { parseRange } from './range.ts';

export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: HeaderLines;
}

/** The parts of a request that decide which bytes are sent. */
export interface RangeRequest {
  readonly method: string;
  readonly fields: HeaderLines;
}

/** Returns null when the file does not exist or is not a regular file. */
export async function fileResponse(
  path: string,
  head: ResponseHead,
  request: RangeRequest,
): Promise<SyntheticResponse | null> {
  const size = await sizeOf(path);
  if (size === null) return null;
  const typed = withContentType(head, contentTypeOf(path));
  const range = mayRange(head, request) ? parseRange(headerValue(request.fields, 'range'), size) : null;
  if (range === 'unsatisfiable') {
    const fields = [...typed.fields, ['Content-Range', `bytes */${size}`] as const];
    return { ...typed, status: 416, reason: '', fields, body: Buffer.alloc(0) };
  }
  if (range === null)
    return { ...typed, fields: [...typed.fields, contentLength(size)], body: readChunks(path, 0, size - 1) };
  const { start, end } = range;
  const fields = [
    ...typed.fields,
    ['Content-Range', `bytes ${start}-${end}/${size}`] as const,
    contentLength(end - start + 1),
  ];
  return { ...typed, status: 206, reason: '', fields, body: readChunks(path, start, end) };
}

export async function isDirectory(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() === true;
}

/** Adds a Content-Type when there is none. */
export function withContentType(head: ResponseHead, contentType: string): ResponseHead {
  if (headerValue(head.fields, 'content-type') !== undefined) return head;
  return { ...head, fields: [...head.fields, ['Content-Type', contentType]] };
}

/**
 * True when a range may be sent: only for successful GET responses, and not with If-Range, since files have no
 * validator.
 */
function mayRange(head: ResponseHead, { method, fields }: RangeRequest): boolean {
  return head.status === 200 && method === 'GET' && headerValue(fields, 'if-range') === undefined;
}

function contentLength(bytes: number): readonly [string, string] {
  return ['Content-Length', String(bytes)];
}

async function sizeOf(path: string): Promise<number | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() === true ? stats.size : null;
}

/** Opens the file when the first chunk is read: a response that nobody reads keeps no file open. */
async function* readChunks(path: string, start: number, end: number): AsyncGenerator<Buffer, void> {
  if (end < start) return;
  for await (const piece of createReadStream(path, { start, end })) yield piece as Buffer;
}
