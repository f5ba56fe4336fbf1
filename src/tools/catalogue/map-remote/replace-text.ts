// Replacing parts of a text, within bounds: the time is linear for one match, not for all of them together.
import { compileRegex } from '../../rules/patterns/regex.ts';
import { withCaptures } from './captures.ts';

const MAX_CHARACTERS = 64 * 1024 * 1024;

export interface Replacement {
  readonly find: string;
  readonly regex: boolean;
  readonly replace: string;
}

/** `late`: it took longer than it may. */
export type Replaced = { readonly type: 'text'; readonly text: string } | { readonly type: 'late' | 'large' };

/** Applies them one after the other, in at most so many milliseconds and what one match takes. */
export function replaced(text: string, list: readonly Replacement[], mostMs: number): Replaced {
  const bound = new Bound(mostMs);
  try {
    const made = list.reduce((given, each) => (each.regex ? byRegex : byText)(given, each, bound), text);
    return { type: 'text', text: made };
  } catch (error) {
    if (error instanceof Exceeded) return { type: error.what };
    throw error;
  }
}

class Exceeded extends Error {
  readonly what: 'late' | 'large';

  constructor(what: 'late' | 'large') {
    super(what);
    this.what = what;
  }
}

/** Of the time that all steps take together, and of what each of them makes. */
class Bound {
  readonly #deadline: number;
  #added = 0;

  constructor(mostMs: number) {
    this.#deadline = performance.now() + mostMs;
  }

  start(length: number): void {
    this.#added = length;
  }

  add(length: number): void {
    this.#added += length;
    if (this.#added > MAX_CHARACTERS) throw new Exceeded('large');
    if (performance.now() > this.#deadline) throw new Exceeded('late');
  }
}

function byRegex(given: string, { find, replace }: Replacement, bound: Bound): string {
  const regex = compileRegex(find);
  // Finding out that there is no match is many times quicker than looking for one.
  if (!regex.test(given)) return given;
  bound.start(given.length);
  return regex.replaceAll(given, (groups) => {
    const made = withCaptures(replace, groups);
    bound.add(made.length);
    return made;
  });
}

function byText(given: string, { find, replace }: Replacement, bound: Bound): string {
  bound.start(given.length);
  return given.replaceAll(find, () => {
    bound.add(replace.length);
    return replace;
  });
}
