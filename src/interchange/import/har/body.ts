// Converts bodies of HAR files to editable ones.
import type { HarMessage } from '../../../documents/har/reader.ts';
import { decodeText, isText, mediaType } from '../../../base/body-text.ts';
import { NO_BODY, type Body, type FormField } from '../../../collections/model/body.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { rawLanguage } from '../../../collections/model/raw-language.ts';
import { parseQuery } from '../../../collections/model/url-parts.ts';
import { decodeField } from '../shared/decode-field.ts';

export function requestBody(message: HarMessage, context: ImportContext): Body {
  const { content, omittedBytes: leftOut } = message.body;
  if (leftOut !== 0) context.warn('the file does not contain the whole body of the request');
  if (content.length === 0) return NO_BODY;
  const contentType = contentTypeOf(message);
  const text = contentText(content, contentType);
  if (text === null) {
    context.warn('the body of the request is not text: select a file with it');
    return { type: 'file', path: '' };
  }
  const type = mediaType(contentType);
  if (type === 'application/x-www-form-urlencoded') return urlencodedBody(text, context);
  const fields = type === 'multipart/form-data' ? multipartFields(text, contentType, context) : [];
  return fields.length === 0
    ? { type: 'raw', language: rawLanguage(type), text }
    : { type: 'multipart', fields };
}

export function responseText(
  message: HarMessage,
  context: ImportContext,
): { readonly body: string; readonly base64: boolean } {
  const { content, omittedBytes: leftOut } = message.body;
  if (leftOut !== 0) context.warn('the file does not contain the whole body of the response');
  const text = contentText(content, contentTypeOf(message));
  if (text !== null) return { body: text, base64: false };
  return { body: Buffer.from(content).toString('base64'), base64: true };
}

/** Returns null for bytes that are not text. */
function contentText(content: Buffer | string, contentType: string): string | null {
  if (typeof content === 'string') return content.toWellFormed();
  return isText(contentType, content) ? decodeText(content, contentType, false).text : null;
}

function contentTypeOf({ headers, mimeType }: HarMessage): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? mimeType;
}

function urlencodedBody(text: string, context: ImportContext): Body {
  const fields = parseQuery(text).map(decodeField);
  context.countFields(fields.length);
  return { type: 'urlencoded', fields };
}

/** Parses a multipart body (RFC 7578); empty when it is not valid. */
function multipartFields(text: string, contentType: string, context: ImportContext): FormField[] {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const parts = text.split(`--${quoted ?? plain ?? 'boundary'}`).slice(1, -1);
  context.countFields(parts.length);
  return parts.flatMap((part) => {
    const [, head, value] = /^\r?\n((?:[^\r\n]+\r?\n)*)\r?\n([\s\S]*?)\r?\n$/.exec(part) ?? [];
    return head === undefined || value === undefined ? [] : [fieldOf(head, value, context)];
  });
}

const FIELD_NAME = /^content-disposition:.*;\s*name="([^"]*)"/im;
const FILE_NAME = /^content-disposition:.*;\s*filename="([^"]*)"/im;

function fieldOf(head: string, value: string, context: ImportContext): FormField {
  const file = FILE_NAME.exec(head)?.[1];
  const contentType = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1] ?? '';
  if (file !== undefined) context.warn(`the file ${JSON.stringify(file.slice(0, 200))} must be selected`);
  return {
    name: FIELD_NAME.exec(head)?.[1] ?? '',
    enabled: true,
    docs: '',
    value: file === undefined ? value : '',
    files: file === undefined ? null : [''],
    contentType,
  };
}
