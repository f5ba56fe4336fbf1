// Looks for text in pieces of a text that is too long to be in memory as a whole. A matcher keeps as much of the pieces
// before as a match can begin in.
import { foldCase, type TextPattern } from '../filter/index.ts';

/** A match with the text around it, on one line. */
export interface Excerpt {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export interface TextMatcher {
  /** Takes the next piece, and returns the match once it is certain. */
  add(piece: string): Excerpt | null;
  /** Returns what only the end of the text makes a match. */
  end(): Excerpt | null;
  /** True when no further piece can make a match. */
  readonly hasFailed: boolean;
}

export function textMatcher({ type, text }: TextPattern): TextMatcher {
  switch (type) {
    case 'part':
      return new PartMatcher(text);
    case 'whole':
      return new WholeMatcher(text);
    case 'wildcard':
      return new WildcardMatcher(text);
  }
}

/** Returns the match in a short text; null without one. */
export function matchIn(text: string, pattern: TextPattern): Excerpt | null {
  const matcher = textMatcher(pattern);
  return matcher.add(text) ?? matcher.end();
}

const BEFORE = 40;
const AFTER = 80;
const MAX_MATCH = 200;

class PartMatcher implements TextMatcher {
  readonly hasFailed = false;
  readonly #wanted: string;
  #tail = '';

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  add(piece: string): Excerpt | null {
    const text = this.#tail + piece;
    const folded = foldCase(text);
    const at = folded.indexOf(this.#wanted);
    this.#tail = text.slice(-(this.#wanted.length + BEFORE));
    if (at < 0) return null;
    // Where folding changed the length, the folded text has the position.
    const shown = folded.length === text.length ? text : folded;
    const end = at + this.#wanted.length;
    return {
      before: oneLine(shown.slice(Math.max(0, at - BEFORE), at)),
      match: oneLine(shown.slice(at, Math.min(end, at + MAX_MATCH))),
      after: oneLine(shown.slice(end, end + AFTER)),
    };
  }

  end(): null {
    return null;
  }
}

/** The beginning of a text that matches as a whole. */
class Beginning {
  #text = '';

  add(piece: string): void {
    if (this.#text.length < AFTER) this.#text += piece.slice(0, AFTER);
  }

  get excerpt(): Excerpt {
    return { before: '', match: oneLine(this.#text), after: '' };
  }
}

class WholeMatcher implements TextMatcher {
  hasFailed = false;
  readonly #wanted: string;
  readonly #beginning = new Beginning();
  #at = 0;

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  add(piece: string): null {
    const folded = foldCase(piece);
    this.#beginning.add(piece);
    this.hasFailed ||= !this.#wanted.startsWith(folded, this.#at);
    this.#at += folded.length;
    return null;
  }

  end(): Excerpt | null {
    return this.hasFailed || this.#at < this.#wanted.length ? null : this.#beginning.excerpt;
  }
}

/** Matches as `matchesWildcard` does, and keeps the text from the last `*` on. */
class WildcardMatcher implements TextMatcher {
  hasFailed = false;
  readonly #pattern: string;
  readonly #beginning = new Beginning();
  #text = '';
  #at = 0;
  /** Position in the pattern. */
  #p = 0;
  #star = -1;
  /** Position in the text at which the part behind the last `*` is tried. */
  #resume = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  add(piece: string): null {
    this.#beginning.add(piece);
    const from = this.#star < 0 ? this.#at : this.#resume;
    this.#text = this.#text.slice(from) + foldCase(piece);
    this.#at -= from;
    this.#resume -= from;
    while (this.#at < this.#text.length && !this.hasFailed) this.#step();
    return null;
  }

  #step(): void {
    const wanted = this.#pattern[this.#p];
    if (wanted === '*') {
      this.#star = this.#p++;
      this.#resume = this.#at;
    } else if (wanted !== undefined && (wanted === '?' || wanted === this.#text[this.#at])) {
      this.#p += 1;
      this.#at += 1;
    } else if (this.#star < 0) this.hasFailed = true;
    else {
      this.#p = this.#star + 1;
      this.#at = ++this.#resume;
    }
  }

  end(): Excerpt | null {
    while (this.#pattern[this.#p] === '*') this.#p += 1;
    return this.hasFailed || this.#p < this.#pattern.length ? null : this.#beginning.excerpt;
  }
}

/** Blanks and line ends as one blank each, other control characters as a dot. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\0-\x1f\x7f-\x9f\ufffd]/g, '·');
}
