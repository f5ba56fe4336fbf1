// `application/x-www-form-urlencoded` (URL Standard, section 5), read so that nothing of it is lost: broken percent
// signs stay as they are, and bytes that are not UTF-8 are read as windows-1252.
import { latin1Bytes, decodeUtf8 } from '../base/bytes.ts';

export interface FormPair {
  readonly name: string;
  readonly value: string;
  /** Whether either holds a percent sign that starts no pair of digits, or bytes that are not UTF-8. */
  readonly broken: boolean;
}

export interface Form {
  readonly pairs: readonly FormPair[];
  /** Pairs beyond those. */
  readonly leftOut: number;
}

/** `text` has one char for each byte. */
export function readForm(text: string, max: number): Form {
  const parts = text.split('&').filter((part) => part !== '');
  return { pairs: parts.slice(0, max).map(pair), leftOut: Math.max(0, parts.length - max) };
}

function pair(part: string): FormPair {
  const equals = part.indexOf('=');
  const name = decoded(equals < 0 ? part : part.slice(0, equals));
  const value = decoded(equals < 0 ? '' : part.slice(equals + 1));
  return { name: name.text, value: value.text, broken: name.broken || value.broken };
}

function decoded(text: string): { readonly text: string; readonly broken: boolean } {
  const bytes = latin1Bytes(unescaped(text.replaceAll('+', ' ')));
  const utf8 = decodeUtf8(bytes);
  const broken = /%(?![\da-f]{2})/i.test(text) || utf8 === null;
  return { text: utf8 ?? new TextDecoder('windows-1252').decode(bytes), broken };
}

/** Percent-encoded bytes as chars; broken percent signs stay. */
export function unescaped(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}
