// Placeholders for the substitutions that a shell would make in a command. Nothing is looked up or executed; the user
// fills in a variable in double braces instead.
import { UserError } from '../../base/errors.ts';

/** Receives a sentence about something that was lost or guessed. */
export type Warn = (sentence: string) => void;

const MAX_CHARS = 80;
/** The maximum number of placeholders in one text. */
const MAX_PLACEHOLDERS = 200_000;

export class Placeholders {
  readonly #warn: Warn;
  readonly #variables = new Set<string>();
  readonly #commands = new Map<string, string>();
  #places = 0;
  #hasUnquotedUrl = false;

  constructor(warn: Warn) {
    this.#warn = warn;
  }

  variable(name: string): string {
    this.#count();
    if (!this.#variables.has(name)) this.#warn(`the shell's variable ${name} became {{${name}}}`);
    this.#variables.add(name);
    return `{{${name}}}`;
  }

  /** Records that `&` in a URL was read as part of it, although a shell would end the command there. */
  unquotedUrl(): void {
    if (!this.#hasUnquotedUrl) this.#warn('a URL with & was not in quotes: & was read as part of it');
    this.#hasUnquotedUrl = true;
  }

  /** Command substitutions, without their delimiters. */
  get commands(): readonly string[] {
    return [...this.#commands.keys()].map((text) => text.replace(/^(?:[$<>]\(|`)|[)`]$/g, ''));
  }

  /** Returns the placeholder for a command substitution; `text` includes its delimiters. */
  command(text: string): string {
    this.#count();
    const existing = this.#commands.get(text);
    if (existing !== undefined) return existing;
    const count = this.#commands.size + 1;
    const placeholder = `{{command${count === 1 ? '' : count}}}`;
    this.#commands.set(text, placeholder);
    this.#warn(`${shorten(text)} is not executed: it was replaced by ${placeholder}`);
    return placeholder;
  }

  /** Throws an Error when there are too many placeholders. */
  #count(): void {
    this.#places += 1;
    if (this.#places > MAX_PLACEHOLDERS)
      throw new UserError('TOO_LARGE', `it has more than ${MAX_PLACEHOLDERS} placeholders`);
  }
}

/** Shortens a text to one line that fits into a sentence. */
export function shorten(text: string): string {
  const line = text
    .slice(0, 10 * MAX_CHARS)
    .replace(/\s+/g, ' ')
    .toWellFormed();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS).toWellFormed()}…`;
}
