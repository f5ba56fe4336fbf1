// Decodes `application/x-www-form-urlencoded` (URL Standard, section 5) without losing anything: malformed percent
// signs stay, and bytes that are not UTF-8 are decoded as windows-1252.
import { latin1Bytes, decodeUtf8 } from '../base/bytes.ts';

export interface FormPair {
  readonly name: string;
  readonly value: string;
  /** True when name or value has a percent sign without two digits, or bytes that are not UTF-8. */
  readonly broken: boolean;
}

export interface Form {
  readonly pairs: readonly FormPair[];
  /** Number of pairs beyond the maximum. */
  readonly leftOut: number;
}

/** Decodes at most `max` pairs. `text` has one character per byte. */
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

/** Decodes percent-encoded bytes into characters; malformed percent signs stay. */
export function unescaped(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}
