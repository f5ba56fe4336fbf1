// Replaces text within bounds. A single match takes linear time; all matches together may not, so they have a time
// limit.
import { compileRegex } from '../../rules/patterns/regex.ts';
import { expandCaptures } from '../../rules/patterns/captures.ts';

const MAX_CHARACTERS = 64 * 1024 * 1024;

export interface Replacement {
  readonly find: string;
  readonly regex: boolean;
  readonly replace: string;
}

/** `late`: the time limit was exceeded. `large`: the result would be too long. */
export type ReplaceResult =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'late' | 'large' };

/** Applies the replacements one after another. Exceeds `maxMs` by one match at most. */
export function replaceText(text: string, list: readonly Replacement[], maxMs: number): ReplaceResult {
  const budget = new ReplaceBudget(maxMs);
  try {
    const replacement = list.reduce(
      (text, each) => (each.regex ? replaceRegex : replaceLiteral)(text, each, budget),
      text,
    );
    return { type: 'text', text: replacement };
  } catch (error) {
    if (error instanceof LimitExceeded) return { type: error.limit };
    throw error;
  }
}

class LimitExceeded extends Error {
  readonly limit: 'late' | 'large';

  constructor(what: 'late' | 'large') {
    super(what);
    this.limit = what;
  }
}

/** The limits that all replacements share: time for all of them, length for each result. */
class ReplaceBudget {
  readonly #deadline: number;
  #added = 0;

  constructor(maxMs: number) {
    this.#deadline = performance.now() + maxMs;
  }

  start(length: number): void {
    this.#added = length;
  }

  add(length: number): void {
    this.#added += length;
    if (this.#added > MAX_CHARACTERS) throw new LimitExceeded('large');
    if (performance.now() > this.#deadline) throw new LimitExceeded('late');
  }
}

function replaceRegex(text: string, { find, replace }: Replacement, budget: ReplaceBudget): string {
  const regex = compileRegex(find);
  // Testing for a match is many times faster than replacing.
  if (!regex.test(text)) return text;
  budget.start(text.length);
  return regex.replaceAll(text, (groups) => {
    const replacement = expandCaptures(replace, groups);
    budget.add(replacement.length);
    return replacement;
  });
}

function replaceLiteral(text: string, { find, replace }: Replacement, budget: ReplaceBudget): string {
  budget.start(text.length);
  return text.replaceAll(find, () => {
    budget.add(replace.length);
    return replace;
  });
}
