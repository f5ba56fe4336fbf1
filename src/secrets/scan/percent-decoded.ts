// Finds forms of secrets in percent-encoded text. Each run of characters with escapes is decoded, and each match is
// returned with its offsets in the text as written.
import { formMatches } from './form-matches.ts';
import type { SecretForm } from '../forms/contract.ts';

export interface EncodedMatch {
  readonly kind: SecretForm;
  /** The match, decoded. */
  readonly text: string;
  /** The range of its secret part as written. */
  readonly start: number;
  readonly end: number;
}

/** Characters of a run that are decoded at once. */
const MAX_RUN = 20_000;
/** An escape may be escaped itself, in URLs within URLs. */
const MAX_LEVELS = 3;

export function encodedMatches(text: string): readonly EncodedMatch[] {
  if (!text.includes('%')) return [];
  const matches: EncodedMatch[] = [];
  for (const { index, run } of runs(text)) matches.push(...matchesOfRun(run, index));
  return matches;
}

/** Yields runs with escapes, and splits long runs, so that a hostile run costs no more than others. */
function* runs(text: string): Generator<{ readonly index: number; readonly run: string }, void, undefined> {
  for (let at = text.indexOf('%'); at >= 0;) {
    let start = at;
    while (start > 0 && at - start < 2000 && isOfRun(text.charCodeAt(start - 1))) start -= 1;
    let end = at;
    while (end < text.length && end - start < MAX_RUN && isOfRun(text.charCodeAt(end))) end += 1;
    if (/%[0-9A-Fa-f]{2}/.test(text.slice(at, end))) yield { index: start, run: text.slice(start, end) };
    at = text.indexOf('%', Math.max(end, at + 1));
  }
}

const RUN_CODES = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%._~+*!$'():@/?,;=-")
  RUN_CODES[char.charCodeAt(0)] = 1;

function isOfRun(code: number): boolean {
  return code < 128 && RUN_CODES[code] === 1;
}

function matchesOfRun(run: string, index: number): readonly EncodedMatch[] {
  const matches: EncodedMatch[] = [];
  let { text, offsets } = decoded(
    run,
    Array.from({ length: run.length + 1 }, (_, at) => at),
  );
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    for (const { kind, start, text: match } of formMatches(text)) {
      const [before, behind] = kind.secretPart?.(match) ?? [0, 0];
      const [from, to] = [offsets[start + before]!, offsets[start + match.length - behind]!];
      matches.push({ kind, text: match, start: index + from, end: index + to });
    }
    if (!/%[0-9A-Fa-f]{2}/.test(text)) break;
    ({ text, offsets } = decoded(text, offsets));
  }
  return matches;
}

/** Decodes each escape as one character; bytes beyond ASCII are in no form. */
function decoded(text: string, offsets: readonly number[]): { text: string; offsets: readonly number[] } {
  const chars: string[] = [];
  const keptOffsets: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    keptOffsets.push(offsets[at]!);
    const hex = text[at] === '%' ? /^[0-9A-Fa-f]{2}/.exec(text.slice(at + 1, at + 3))?.[0] : undefined;
    chars.push(
      hex === undefined
        ? text[at] === '+'
          ? ' '
          : text[at]!
        : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (hex !== undefined) at += 2;
  }
  return { text: chars.join(''), offsets: [...keptOffsets, offsets[text.length]!] };
}
