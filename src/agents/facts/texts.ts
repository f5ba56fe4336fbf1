// Short texts and digests of captured content.
import { createHash } from 'node:crypto';
import { parseText } from './parse-text.ts';

export const MAX_TEXT = 300;

/** A word at the end of a text that may be a part of a key. */
const PART_OF_KEY = /[\w+/=.-]{10,}$/;

/** Returns the beginning of a text on one line. A long word is left out rather than cut: half a key is not masked. */
export function short(text: string, max = MAX_TEXT): string {
  const line = text
    .slice(0, max * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= max && text.length <= max * 4) return line;
  const cut = line.slice(0, max - 1).toWellFormed();
  return `${cut.replace(PART_OF_KEY, '')}…`;
}

/** Returns a digest as a number: 52 bits of a hash. */
export function digest(text: string, before = 0): number {
  const hash = createHash('sha256').update(`${before} `).update(text).digest();
  return hash.readUIntBE(0, 6) * 16 + (hash[6]! & 15);
}

/** Returns JSON with sorted members and no white space; a text that is no JSON as it is. */
export function canonical(json: string): string {
  const value = parseText(json);
  return value === undefined ? json : JSON.stringify(sorted(value));
}

const MAX_LEVELS = 100;

function sorted(value: unknown, levels = MAX_LEVELS): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (Array.isArray(value)) return value.map((each) => sorted(each, levels - 1));
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each, levels - 1)]));
}
