// A parsed command line, as a shell would start it.
import { UserError } from '../../base/errors.ts';

export interface Command {
  readonly words: readonly string[];
  /** Standard input of the command, if it is known: a text, or the name of a file. */
  readonly input: Input | null;
  /** The command whose output it reads; null without a pipe. */
  readonly source: Command | null;
}

export type Input =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly path: string };

/** The maximum number of words in all commands of a text. */
export const MAX_WORDS = 200_000;

/** Collects commands word by word. */
export class CommandList {
  readonly #finished: Command[] = [];
  #words: string[] = [];
  #input: Input | null = null;
  #source: Command | null = null;
  #count = 0;

  /** Throws an Error when there are too many words. */
  addWord(word: string): void {
    this.#count += 1;
    if (this.#count > MAX_WORDS) throw new UserError('TOO_LARGE', `it has more than ${MAX_WORDS} words`);
    this.#words.push(word);
  }

  set input(input: Input) {
    this.#input = input;
  }

  /** Ends the current command, so that the next word starts another one. */
  end(): void {
    if (this.#words.length > 0)
      this.#finished.push({ words: this.#words, input: this.#input, source: this.#source });
    this.#words = [];
    this.#input = null;
    this.#source = null;
  }

  /** Ends the current command, and connects its output to the next one. */
  pipe(): void {
    const count = this.#finished.length;
    this.end();
    if (this.#finished.length > count) this.#source = this.#finished.at(-1) ?? null;
  }

  get all(): readonly Command[] {
    this.end();
    return this.#finished;
  }
}
