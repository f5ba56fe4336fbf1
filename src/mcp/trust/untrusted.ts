// Separates untrusted text from this program's own. Text of captured traffic appears only in fields named
// `untrusted`, without invisible characters. Long texts stand between boundary lines, which are different in each
// call and cannot be guessed.
import { randomBytes } from 'node:crypto';
import { isObject } from '../../base/is-object.ts';

/** Characters that nobody sees, or that reorder what is seen; line ends and tabs stay. */
const INVISIBLE =
  /[\p{Cc}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => (/[\n\r\t]/.test(character) ? character : ''));
}

/** Texts of this length and above are framed by boundary lines. */
const LONG = 200;

const ID = /^[a-z\d-]{1,40}$/;

/** Fields whose texts are our own if they look like that. */
const OWN: ReadonlyMap<string, RegExp> = new Map([
  ['state', /^(?:pending|completed|tunneled|failed)$/],
  ['severity', /^(?:high|medium|low)$/],
  ['startedAt', /^[\d:.TZ-]{10,30}$/],
  ['time', /^[\d:.TZ-]{10,30}$/],
  ['method', /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE)$/],
  ['httpVersion', /^HTTP\/\d(?:\.\d)?$/],
  ['scheme', /^(?:https?|wss?)$/],
  ['color', /^[a-z]{1,10}$/],
  ['notDecryptedCode', /^[a-z-]{1,40}$/],
  ['tool', /^[a-zA-Z]{1,40}$/],
  ['phase', /^(?:request|response)$/],
  ['id', ID],
  ['fingerprint', /^[a-z\d-]{1,40}:[\da-f]{16}$/],
  ['side', /^(?:request|response)$/],
  [
    'matches',
    /^(?:matches (?:nothing|\d+ of the last (?:\d+ )?requests?)|there are no requests yet that it could match)$/,
  ],
]);

/** Creates the boundary for one call. */
export function newBoundary(): string {
  return randomBytes(6).toString('hex');
}

/**
 * Moves the captured texts of a result, an object or a list of objects, into `untrusted`. Numbers, flags and ids stay
 * where they are.
 */
export function separated(result: unknown, boundary: string): Record<string, unknown> {
  const value = isObject(result) ? result : Array.isArray(result) ? { items: result } : { value: result };
  const { items, ...rest } = value;
  if (!Array.isArray(items)) return { ...separatedObject(value, boundary), boundary };
  return {
    ...separatedObject(rest, boundary),
    items: items.map((each: unknown) =>
      isObject(each) ? separatedObject(each, boundary) : { untrusted: framed(each, boundary) },
    ),
    boundary,
  };
}

function separatedObject(
  value: Readonly<Record<string, unknown>>,
  boundary: string,
): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  const untrusted: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (isOwn(key, inner)) own[key] = inner;
    // Lists of objects of ours: their ids stay readable, and their texts are moved one by one.
    else if (isListOfOwn(inner)) own[key] = inner.map((each) => separatedObject(each, boundary));
    else untrusted[withoutInvisible(key)] = framed(inner, boundary);
  }
  return Object.keys(untrusted).length === 0 ? own : { ...own, untrusted };
}

function isListOfOwn(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => isObject(each) && typeof each['id'] === 'string' && isOwn('id', each['id']))
  );
}

function isOwn(key: string, value: unknown): boolean {
  if (typeof value === 'string')
    return value === '' || (OWN.get(key)?.test(value) ?? (key.endsWith('Id') && ID.test(value)));
  if (Array.isArray(value))
    return value.every(
      (each) => typeof each === 'number' || (/^ids$|Ids$/.test(key) && ID.test(String(each))),
    );
  return typeof value !== 'object' || value === null;
}

/** Returns the value with its texts framed, so that they can only be read as data. */
export function framed(value: unknown, boundary: string): unknown {
  if (typeof value === 'string') return framedText(withoutInvisible(value), boundary);
  if (Array.isArray(value)) return value.map((each: unknown) => framed(each, boundary));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [withoutInvisible(key), framed(inner, boundary)]),
  );
}

function framedText(text: string, boundary: string): string {
  if (text.length < LONG) return text;
  return `--- untrusted ${boundary}\n${text}\n--- end of untrusted ${boundary}`;
}
