// The changes that OkHttp makes to a request in Java and Kotlin.
import type { SnippetHeader, SnippetRequest } from '../contract.ts';
import { headerValue } from './request-parts.ts';
import { sendableRequest, type Library, type SendableRequest } from './sendable-request.ts';

const library: Library = {
  name: 'OkHttp',
  target: 'standard',
  resolvesDots: true,
  sendsAsterisk: false,
  repeatsHeaders: true,
  headerBytes: 'utf8',
  refused: ['transfer-encoding'],
  bodyless: ['GET', 'HEAD'],
};

export interface OkHttpRequest extends SendableRequest {
  /** The media type of the body; null when a header names it, or nothing does. */
  readonly mediaType: string | null;
  /** True when a header value needs the builder method for values above ASCII. */
  readonly hasUnicodeHeaders: boolean;
}

export function okHttpRequest(captured: SnippetRequest): OkHttpRequest {
  const request = sendableRequest(captured, library);
  // OkHttp requires a body for these methods.
  const needsBody = ['POST', 'PUT', 'PATCH', 'PROPPATCH', 'REPORT'].includes(request.method);
  const text = request.text ?? (needsBody ? '' : null);
  const mediaType = text === null ? null : mediaTypeOf(request.headers);
  // The type of the body replaces the header.
  const headers = request.headers.filter(
    ({ name }) => mediaType === null || name.toLowerCase() !== 'content-type',
  );
  return { ...request, text, headers, mediaType, hasUnicodeHeaders: headers.some(isUnicode) };
}

export function isUnicode({ value }: SnippetHeader): boolean {
  return /[^\x00-\x7f]/.test(value);
}

/** Returns the media type if OkHttp can parse it. */
function mediaTypeOf(headers: readonly SnippetHeader[]): string | null {
  const type = headerValue(headers, 'content-type');
  const isReadable = type !== undefined && /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/.test(type);
  return isReadable ? type : null;
}
