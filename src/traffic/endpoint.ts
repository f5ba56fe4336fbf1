// Groups requests by endpoint: segments of a path that vary between calls become placeholders.
import { isRandom } from '../secrets/values/plausible.ts';

/**
 * Returns a path without its query and trailing slash, in which ids, dates and other varying segments are
 * placeholders. A placeholder is named after the segment before it when that is a word, and `{id}` otherwise.
 */
export function templatedPath(path: string): string {
  const own = path.split(/[?#]/, 1)[0] ?? '';
  const segments = (own.length > 1 ? own.replace(/\/+$/, '') : own).split('/');
  if (segments.length === 1 && segments[0] === '') return own === '' ? '' : '/';
  return segments.map((segment, index) => templatedSegment(segment, segments[index - 1] ?? '')).join('/');
}

const WORD = /^[A-Za-z_]*$/;

function templatedSegment(segment: string, before: string): string {
  // Most segments are words; every shape of a varying segment has a digit, a sign or a hyphen.
  if (WORD.test(segment)) return segment;
  const name = hashedName(segment);
  if (name !== null) return name;
  // `/api/2/…` and `/rest/api/3/…` are versions of an API.
  if (before === 'api' && /^\d{1,2}$/.test(segment)) return segment;
  const parameter = `{${parameterName(before)}}`;
  return isVariable(segment) ? parameter : (numberedFile(segment, parameter) ?? segment);
}

/** The name of a file that is or ends with a number: `123.json`, `IMG_1234.jpg`. */
const NUMBERED_FILE = /^((?:[A-Za-z]{1,20}[_-])?)\d{1,20}(\.[a-z][a-z0-9]{1,7})$/;

function numberedFile(segment: string, parameter: string): string | null {
  const [, start = '', extension = ''] = NUMBERED_FILE.exec(segment) ?? [];
  return extension === '' ? null : `${start}${parameter}${extension}`;
}

/** A build puts a hash into the name of a file: `main.3f2a9c1b.js`, `index-BX12cd9A.css`, `3f2a9c1b.png`. */
const HASHED_FILE = /^((?:.{0,80}?[.-])?)([A-Za-z0-9_-]{6,64})((?:\.[a-z][a-z0-9]{1,7}){1,3})$/;

function hashedName(segment: string): string | null {
  const [, start = '', hash = '', extension = ''] = HASHED_FILE.exec(segment) ?? [];
  if (hash === '' || !isHash(hash)) return null;
  // A name may look random too: `SourceSansPro400Bold.woff2`.
  if (start === '' && !/^[0-9a-f]{8,64}$/i.test(hash)) return null;
  return `${start}{hash}${extension}`;
}

function isHash(text: string): boolean {
  if (/^[0-9a-f]{6,64}$/i.test(text)) return /\d/.test(text) && /[a-f]/i.test(text);
  return (
    /^[A-Za-z0-9_-]{8,12}$|^[A-Za-z0-9_-]{16,64}$/.test(text) &&
    /\d/.test(text) &&
    /[A-Z]/.test(text) &&
    /[a-z]/.test(text)
  );
}

/** Shapes of segments that name one thing among many. */
const VARIABLES: readonly RegExp[] = [
  // Numbers, coordinates and ranges; telephone numbers, ISBNs, times, IPv6 addresses and resource names.
  /^-?\d+(?:\.\d+)?(?:[,;]-?\d+(?:\.\d+)?)*$/,
  /^\+\d{6,15}$/,
  /^\d+(?:-\d+){2,}(?:-[\dX])?$/,
  /^\d{1,2}:\d\d(?::\d\d)?$/,
  /^(?=.*:.*:)[0-9a-f:]{3,39}$/i,
  /^(?:arn|urn):/i,
  // Package versions and IPv4 addresses.
  /^\d+(?:\.\d+){2,3}(?:[-+][\w.+-]{1,60})?$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^(?=[0-9a-f]*\d)[0-9a-f]{16,}$/i,
  // Short hashes have both letters and digits.
  /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,15}$/,
  // ULIDs.
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
  // Dates, times and weeks of ISO 8601.
  /^\d{4}-(?:\d\d(?:-\d\d)?|W\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/i,
  // Ids with a prefix, such as `cus_NffrFeUfNV2Hib`, `SKU-1`, `order_12` and `ORD-2026-17`.
  /^[A-Za-z]{1,12}_(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{6,}$/,
  /^(?!(?:v|utf|iso|sha|oauth|http|h|ipv|web|step|page|part|level|md|es|base|mp|web)[-_]\d)[A-Za-z]{1,12}[-_](?:\d+[-_])*\d+$/i,
  // Codes of capitals and digits, such as `LH400`, `T01ABCDEF` and `P-1234-AB`.
  /^(?!(?:(?:RFC|SHA|ISO|UTF|MD|AES|RSA|IPV|BASE|OAUTH|HTTP|WIN|COVID)-?\d|H26|I18|L10|A11))(?=(?:[A-Z-]*\d){2})(?=\d*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*$/,
  // E-mail addresses, handles, and their placeholders.
  /^[^@/]+(?:@|%40)[^@/]+\.[^@/]+$/i,
  /^(?:@|%40)[\w.-]+$/i,
  /^~[\w.-]+$/,
];

export function isVariable(segment: string): boolean {
  if (segment.startsWith('{') || /^v\d+(?:\.\d+)*$/i.test(segment)) return false;
  if (VARIABLES.some((shape) => shape.test(segment))) return true;
  // `chat.v1.Chat` names a package and its service.
  return (
    isNanoId(segment) ||
    (/^[\w.~=-]+$/.test(segment) &&
      isRandom(segment, 12) &&
      !/^[a-z]\w*(?:\.[A-Za-z]\w{0,30})+$/.test(segment))
  );
}

/** Nano ids and similar: 10 to 40 letters and digits of both cases. */
function isNanoId(segment: string): boolean {
  return (
    /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_-]{10,40}$/.test(segment) &&
    !/^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*\d{0,2}$/.test(segment)
  );
}

/** Returns `userId` for `users`; `id` when `before` is not a word. */
export function parameterName(before: string): string {
  const word = /^[a-z][a-z0-9_-]*$/i.test(before) && !isVariable(before) ? before.replace(/s$/, '') : '';
  return word === '' || /^v\d/.test(word) ? 'id' : `${word}Id`;
}
