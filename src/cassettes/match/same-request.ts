// Compares a request with a recorded one, in which secrets have been replaced.
import type { CanonicalRequest } from '../request/canonical.ts';

const REDACTED = /\[redacted\]|%5Bredacted%5D/i;

/** Returns true when both mean the same; where the recorded one has a redacted secret, any text may stand. */
export function isSameRequest(recorded: CanonicalRequest, asked: CanonicalRequest): boolean {
  if (recorded.key === asked.key) return true;
  if (recorded.site !== asked.site) return false;
  const parts = partsOf(recorded);
  return parts.length > 1 && hasParts(asked.key, parts);
}

const knownParts = new WeakMap<CanonicalRequest, readonly string[]>();

/** Returns the texts between secrets; they are looked for once, since prompts are long. */
function partsOf(recorded: CanonicalRequest): readonly string[] {
  const parts = knownParts.get(recorded) ?? recorded.key.split(REDACTED);
  knownParts.set(recorded, parts);
  return parts;
}

/** Returns true when the text consists of these parts, with something between each two. */
function hasParts(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length > at && text.endsWith(last);
}
