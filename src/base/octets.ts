// Octets and text of URLs and header fields. Messages hold octets as on the wire, one char each. Everything shown,
// searched or exported is text. It imports nothing from Node, so that the browser can load it too.
import { decodeUtf8, latin1, latin1Bytes } from './bytes.ts';

const ASCII = /^[\0-\x7f]*$/;

/** Returns octets as text: UTF-8 when they are valid UTF-8, else ISO-8859-1. */
export function textOfOctets(octets: string): string {
  return ASCII.test(octets) ? octets : (decodeUtf8(latin1Bytes(octets)) ?? octets);
}

/** Returns the octets of text in UTF-8. */
export function octetsOfText(text: string): string {
  return ASCII.test(text) ? text : latin1(new TextEncoder().encode(text));
}

type Lines = readonly (readonly [name: string, value: string])[];

/** Returns the octets of header lines that were edited as text. An unchanged line of `before` keeps its octets. */
export function octetLines(lines: Lines, before: Lines): Lines {
  const known = new Map(before.map(([name, octets]) => [`${name}:${textOfOctets(octets)}`, octets]));
  return lines.map(([name, value]) => [name, known.get(`${name}:${value}`) ?? octetsOfText(value)]);
}
