// Converts the head of a response from HTTP/1 to HTTP/2.
import { fieldList, forwardedFields } from '../http1/field-lines.ts';
import type { ResponseHead } from '../http1/response-head.ts';
import { flatFields } from './fields.ts';

/**
 * Returns the fields for HTTP/2. A response that cannot have a body gets no Content-Length (RFC 9110 section 8.6).
 */
export function fromHttp1Response({ raw, status }: ResponseHead): string[] {
  const fields = flatFields(fieldList(raw));
  if (status >= 200 && status !== 204 && status !== 205) return fields;
  return fields.filter((_, index) => fields[index - (index % 2)] !== 'content-length');
}

/** Renders an HTTP/1 response for the flow, without the fields of the connection it came on. */
export function http1ResponseText({ raw, fields, fieldsStart }: ResponseHead): string {
  return `${raw.slice(0, fieldsStart)}${forwardedFields(raw, fieldsStart, fields.dropped)}\r\n`;
}
