// Chooses the tool that made a request, where several were open at a time: the one whose arguments the request has.
import type { ExchangeFacts } from '../facts/contract.ts';
import type { OpenCall } from './drafts.ts';

/** Returns the tool whose arguments name the host, or have most in common with the path; the first without. */
export function callOfRequest(open: readonly OpenCall[], facts: ExchangeFacts): OpenCall | undefined {
  if (open.length < 2) return open[0];
  const parts = new Set(
    decoded(facts.line)
      .toLowerCase()
      .split(/[\s/?&=,;+]+/),
  );
  let best: OpenCall | undefined;
  let bestScore = -1;
  for (const call of open) {
    const { what } = call.step;
    const score =
      (what.includes(facts.host) ? HOST_SCORE : 0) + valuesOf(what).filter((each) => parts.has(each)).length;
    if (score > bestScore) [best, bestScore] = [call, score];
  }
  return best;
}

const HOST_SCORE = 100;

/** Returns the texts and numbers of JSON on one line, which may be cut, without the names of fields. */
function valuesOf(json: string): readonly string[] {
  return [...json.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d+(?:\.\d+)?/g)].flatMap(([all, text, colon]) =>
    colon === undefined ? [(text ?? all).toLowerCase()] : [],
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
