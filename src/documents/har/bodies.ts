// Reads bodies in HAR files. They are stored as text, as base64, as parameters, or not at all.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';

export interface HarBody {
  /** Bytes, or text that still has to be encoded in the charset of the message. */
  readonly content: Buffer | string;
  /** Bytes of the body that the file does not contain; null when their number is unknown. */
  readonly omittedBytes: number | null;
  /** False when the body still has the content coding that its headers name. */
  readonly isDecoded: boolean;
}

const NO_BODY: HarBody = { content: '', omittedBytes: 0, isDecoded: true };

/**
 * Reads the body of a request with the given content type. Throws a TypeError that completes "request.postData …".
 */
export function requestBody({ postData, bodySize }: JsonObject, contentType: string): HarBody {
  if (!isObject(postData)) return { ...NO_BODY, omittedBytes: Math.max(0, sizeOf(bodySize)) };
  const { text, params, mimeType } = postData;
  if (typeof text === 'string' && text !== '') return textBody(postData, text);
  if (!Array.isArray(params) || params.length === 0) return NO_BODY;
  const fields = params.filter(isObject);
  const type = contentType || asText(mimeType);
  if (/^\s*multipart\/form-data/i.test(type)) return multipartBody(fields, boundaryOf(type));
  const pairs = fields.map(({ name, value }): [string, string] => [asText(name), asText(value)]);
  return { ...NO_BODY, content: new URLSearchParams(pairs).toString() };
}

/**
 * Reads the body of the response to a request with `method`. Throws a TypeError that completes "response.content …".
 */
export function responseBody({ content, bodySize, status }: JsonObject, method: string): HarBody {
  const contentFields = isObject(content) ? content : {};
  if (typeof contentFields['text'] === 'string') return textBody(contentFields, contentFields['text']);
  const size = sizeOf(contentFields['size']);
  if (method === 'HEAD' || size === 0 || isWithoutBody(Number(status))) return NO_BODY;
  if (size > 0) return { ...NO_BODY, omittedBytes: size };
  return { ...NO_BODY, omittedBytes: sizeOf(bodySize) === 0 ? 0 : null };
}

/** True for statuses without a body, and for redirects, whose body browsers do not read. */
function isWithoutBody(status: number): boolean {
  return status < 200 || status === 204 || (status >= 300 && status < 400);
}

/** Reads a body that is stored as text; the notes in the comment are those of our own files. */
function textBody({ encoding, comment }: JsonObject, text: string): HarBody {
  const note = asText(comment);
  const [, moreThan, count = '0'] = /\[(more than )?(\d{1,15}) bytes left out\]$/.exec(note) ?? [];
  return {
    content: encoding === 'base64' ? bytesOf(text) : text,
    omittedBytes: moreThan === undefined ? Number(count) : null,
    isDecoded: !note.includes('[not decoded:'),
  };
}

function bytesOf(base64: string): Buffer {
  const compact = base64.replace(/\s+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(compact)) throw new TypeError('is not base64');
  return Buffer.from(compact, 'base64');
}

/**
 * Builds a multipart body (RFC 7578) with names quoted as browsers do. Files contain only the data that the HAR file
 * has.
 */
function multipartBody(params: readonly JsonObject[], boundary: string): HarBody {
  const parts = params.map(({ name, value, fileName, contentType }) => {
    const file = asText(fileName);
    const filename = file === '' ? '' : `; filename="${quoted(file)}"`;
    const type = asText(contentType) === '' ? '' : `\r\nContent-Type: ${oneLine(asText(contentType))}`;
    const head = `Content-Disposition: form-data; name="${quoted(asText(name))}"${filename}${type}`;
    return `--${boundary}\r\n${head}\r\n\r\n${asText(value)}\r\n`;
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

/** Returns -1 for an unknown size. */
function sizeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : -1;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
