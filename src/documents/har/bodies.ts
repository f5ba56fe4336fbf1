// Bodies in HAR files: as text, as base64, as parameters, or not in the file at all.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';

export interface HarBody {
  /** Text is to be put into the charset of its message. */
  readonly content: Buffer | string;
  /** Bytes that there were and that the file has not; null when it does not say how many. */
  readonly omittedBytes: number | null;
  /** False when the content coding that the fields name is still on it. */
  readonly isDecoded: boolean;
}

const NO_BODY: HarBody = { content: '', omittedBytes: 0, isDecoded: true };

/** `contentType`: of the request's fields. Throws a TypeError that completes "request.postData …". */
export function requestBody({ postData, bodySize }: JsonObject, contentType: string): HarBody {
  if (!isObject(postData)) return { ...NO_BODY, omittedBytes: Math.max(0, sizeOf(bodySize)) };
  const { text, params, mimeType } = postData;
  if (typeof text === 'string' && text !== '') return textBody(postData, text);
  if (!Array.isArray(params) || params.length === 0) return NO_BODY;
  const fields = params.filter(isObject);
  const type = contentType || textOf(mimeType);
  if (/^\s*multipart\/form-data/i.test(type)) return multipartBody(fields, boundaryOf(type));
  const pairs = fields.map(({ name, value }): [string, string] => [textOf(name), textOf(value)]);
  return { ...NO_BODY, content: new URLSearchParams(pairs).toString() };
}

/** `method`: of the request. Throws a TypeError that completes "response.content …". */
export function responseBody({ content, bodySize, status }: JsonObject, method: string): HarBody {
  const contentFields = isObject(content) ? content : {};
  if (typeof contentFields['text'] === 'string') return textBody(contentFields, contentFields['text']);
  const size = sizeOf(contentFields['size']);
  if (method === 'HEAD' || size === 0 || isWithoutBody(Number(status))) return NO_BODY;
  if (size > 0) return { ...NO_BODY, omittedBytes: size };
  return { ...NO_BODY, omittedBytes: sizeOf(bodySize) === 0 ? 0 : null };
}

/** Of redirects nobody reads it. */
function isWithoutBody(status: number): boolean {
  return status < 200 || status === 204 || (status >= 300 && status < 400);
}

/** The notes are those of our own files. */
function textBody({ encoding, comment }: JsonObject, text: string): HarBody {
  const note = textOf(comment);
  const [, moreThan, count = '0'] = /\[(more than )?(\d{1,15}) bytes left out\]$/.exec(note) ?? [];
  return {
    content: encoding === 'base64' ? bytesOf(text) : text,
    omittedBytes: moreThan === undefined ? Number(count) : null,
    isDecoded: !note.includes('[not decoded:'),
  };
}

function bytesOf(base64: string): Buffer {
  const compact = base64.replace(/\s+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(compact)) throw new TypeError('is no base64');
  return Buffer.from(compact, 'base64');
}

/** RFC 7578, with names quoted as browsers do. Of files only what the HAR file holds. */
function multipartBody(params: readonly JsonObject[], boundary: string): HarBody {
  const parts = params.map(({ name, value, fileName, contentType }) => {
    const file = textOf(fileName);
    const filename = file === '' ? '' : `; filename="${quoted(file)}"`;
    const type = textOf(contentType) === '' ? '' : `\r\nContent-Type: ${oneLine(textOf(contentType))}`;
    const head = `Content-Disposition: form-data; name="${quoted(textOf(name))}"${filename}${type}`;
    return `--${boundary}\r\n${head}\r\n\r\n${textOf(value)}\r\n`;
  });
  const isWhole = params.every(({ value }) => typeof value === 'string');
  return { ...NO_BODY, content: `${parts.join('')}--${boundary}--\r\n`, omittedBytes: isWhole ? 0 : null };
}

function boundaryOf(contentType: string): string {
  const [, quotedText, plain] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quotedText ?? plain ?? 'boundary';
}

function quoted(text: string): string {
  return text.replace(/["\r\n]/g, encodeURIComponent);
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

/** -1 when unknown. */
function sizeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : -1;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
