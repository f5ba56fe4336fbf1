// What a shell would put into a command itself. Nothing of it is looked up or run: a variable in double braces stands in
// its place, to be filled by whoever sends the request.

/** Takes a sentence on what was lost or guessed. */
export type Warn = (sentence: string) => void;

const MAX_CHARS = 80;
/** Places in one text. */
const MAX_PLACEHOLDERS = 200_000;

export class Placeholders {
  readonly #warn: Warn;
  readonly #variables = new Set<string>();
  readonly #commands = new Map<string, string>();
  #places = 0;

  constructor(warn: Warn) {
    this.#warn = warn;
  }

  variable(name: string): string {
    this.#count();
    if (!this.#variables.has(name)) this.#warn(`the shell's variable ${name} became {{${name}}}`);
    this.#variables.add(name);
    return `{{${name}}}`;
  }

  /** `text`: with all around it that says it is to be run. */
  command(text: string): string {
    this.#count();
    const existing = this.#commands.get(text);
    if (existing !== undefined) return existing;
    const count = this.#commands.size + 1;
    const placeholder = `{{command${count === 1 ? '' : count}}}`;
    this.#commands.set(text, placeholder);
    this.#warn(`${shorten(text)} is not run: ${placeholder} stands in its place`);
    return placeholder;
  }

  /** Throws an Error where it is one too many. */
  #count(): void {
    this.#places += 1;
    if (this.#places > MAX_PLACEHOLDERS)
      throw new Error(`it has more than ${MAX_PLACEHOLDERS} places where a shell would put something in`);
  }
}

/** In one line, as it can stand in a sentence. */
export function shorten(text: string): string {
  const line = text
    .slice(0, 10 * MAX_CHARS)
    .replace(/\s+/g, ' ')
    .toWellFormed();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS).toWellFormed()}…`;
}
