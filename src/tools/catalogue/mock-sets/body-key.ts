// When two bodies of requests say the same, whatever their spelling: JSON in another order, forms too, multipart with
// another boundary.
import { createHash } from 'node:crypto';
import { mediaType } from '../../../flow/text.ts';
import type { Json } from '../../../base/json.ts';

/** The same text for bodies that say the same. */
export function bodyKey(
  bytes: Buffer,
  contentType: string | undefined,
  ignoreParams: readonly string[],
): string {
  if (bytes.length === 0) return '';
  return createHash('sha256')
    .update(canonicalBody(bytes, contentType, ignoreParams))
    .digest('base64');
}

/** Of a query or a form: the order of its parameters does not count. */
export function paramsKey(text: string, ignoreParams: readonly string[]): string {
  const pairs = [...new URLSearchParams(text)].filter(([name]) => !ignoreParams.includes(name));
  return JSON.stringify(pairs.map((pair) => JSON.stringify(pair)).toSorted());
}

function canonicalBody(
  bytes: Buffer,
  contentType: string | undefined,
  ignoreParams: readonly string[],
): Buffer | string {
  const type = mediaType(contentType);
  if (type === 'application/x-www-form-urlencoded') return paramsKey(bytes.toString(), ignoreParams);
  if (type === 'multipart/form-data') return withoutBoundary(bytes);
  return canonicalJson(bytes) ?? bytes;
}

/** The first line is the boundary; clients make up one each time. */
function withoutBoundary(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n');
  return end < 3 || !text.startsWith('--') ? text : text.replaceAll(text.slice(0, end), '');
}

/** Null when it is no JSON, or nested too deeply to be compared. */
function canonicalJson(bytes: Buffer): string | null {
  try {
    return JSON.stringify(sorted(JSON.parse(bytes.toString()) as Json));
  } catch {
    return null;
  }
}

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]),
  );
}
