// The Content-Type of forms. A header that contradicts the body is corrected, as Postman does.
import type { HeaderField } from '../auth/contract.ts';

/** The boundary that a Content-Type of multipart/form-data names, quoted or not. */
const BOUNDARY = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]+)"|([^;"]+))/i;
const URLENCODED = /^application\/x-www-form-urlencoded\b/i;

/** Returns the boundary in the headers; undefined when there is no usable one. */
export function boundaryIn(headers: readonly HeaderField[]): string | undefined {
  const value = headers.find(isContentType)?.value.trim() ?? '';
  const [, quoted, plain] = BOUNDARY.exec(value) ?? [];
  return quoted ?? plain?.trim();
}

/** Returns the headers, with `contentType` in place of one that would keep a server from parsing the form. */
export function correctContentType(
  headers: readonly HeaderField[],
  form: 'urlencoded' | 'multipart',
  contentType: string,
): readonly HeaderField[] {
  const isRight = form === 'multipart' ? BOUNDARY : URLENCODED;
  return headers.map((header) =>
    isContentType(header) && !isRight.test(header.value.trim()) ? { ...header, value: contentType } : header,
  );
}

function isContentType({ name }: HeaderField): boolean {
  return name.toLowerCase() === 'content-type';
}
