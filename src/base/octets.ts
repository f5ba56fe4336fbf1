// Octets and text of URLs and header fields. Messages hold octets, one char each, as they travel; whatever is shown,
// searched or exported is text. Uses nothing of Node, so that the browser can load it too.
import { decodeUtf8, latin1, latin1Bytes } from './bytes.ts';

const ASCII = /^[\0-\x7f]*$/;

/** Returns octets as text: UTF-8 where they are valid, else ISO-8859-1. */
export function textOfOctets(octets: string): string {
  return ASCII.test(octets) ? octets : (decodeUtf8(latin1Bytes(octets)) ?? octets);
}

/** Returns the octets of text in UTF-8. */
export function octetsOfText(text: string): string {
  return ASCII.test(text) ? text : latin1(new TextEncoder().encode(text));
}

type Lines = readonly (readonly [name: string, value: string])[];

/** Returns the octets of header lines that were edited as text: a line of `before` that stays keeps its octets. */
export function octetLines(lines: Lines, before: Lines): Lines {
  const known = new Map(before.map(([name, octets]) => [`${name}:${textOfOctets(octets)}`, octets]));
  return lines.map(([name, value]) => [name, known.get(`${name}:${value}`) ?? octetsOfText(value)]);
}
