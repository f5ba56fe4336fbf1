// A command as a shell would start it.

export interface Command {
  readonly words: readonly string[];
  /** What it would read from its standard input, as far as that is known: the text, or the name of a file. */
  readonly input: Input | null;
}

export type Input =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'file'; readonly path: string };

/** Of one text, over all of its commands. */
export const MAX_WORDS = 200_000;

/** Commands as they are read, word by word. */
export class CommandList {
  readonly #finished: Command[] = [];
  #words: string[] = [];
  #input: Input | null = null;
  #count = 0;

  /** Throws an Error where it is one too many. */
  addWord(word: string): void {
    this.#count += 1;
    if (this.#count > MAX_WORDS) throw new Error(`it has more than ${MAX_WORDS} words`);
    this.#words.push(word);
  }

  set input(input: Input) {
    this.#input = input;
  }

  /** What comes from here on is of another command. */
  end(): void {
    if (this.#words.length > 0) this.#finished.push({ words: this.#words, input: this.#input });
    this.#words = [];
    this.#input = null;
  }

  get all(): readonly Command[] {
    this.end();
    return this.#finished;
  }
}
