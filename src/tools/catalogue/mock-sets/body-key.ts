// Keys that are equal for request bodies with equal meaning: JSON and forms in any order, multipart with any boundary.
import { createHash } from 'node:crypto';
import { mediaType } from '../../../base/body-text.ts';
import type { Json } from '../../../base/json.ts';

/** Returns the same key for bodies with the same meaning. */
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

/** Returns the key of a query or a form, whatever the order of its parameters. */
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

/** Removes the boundary, which clients choose at random; it is the first line. */
function withoutBoundary(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n');
  return end < 3 || !text.startsWith('--') ? text : text.replaceAll(text.slice(0, end), '');
}

/** Returns null for a body that is not JSON, or nested too deeply to be compared. */
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
