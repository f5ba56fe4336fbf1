// The Content-Type of forms: a header of the request that contradicts its body is corrected, as Postman does.
import type { HeaderField } from '../auth/contract.ts';

/** The boundary that a Content-Type of multipart/form-data names, quoted or not. */
const BOUNDARY = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]+)"|([^;"]+))/i;
const URLENCODED = /^application\/x-www-form-urlencoded\b/i;

/** Returns the boundary that the headers ask for; undefined without a usable one. */
export function boundaryIn(headers: readonly HeaderField[]): string | undefined {
  const value = headers.find(isContentType)?.value.trim() ?? '';
  const [, quoted, plain] = BOUNDARY.exec(value) ?? [];
  return quoted ?? plain?.trim();
}

/** Returns the headers with `contentType` in place of one under which a server could not read the form. */
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
