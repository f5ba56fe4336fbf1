// Words of a command line as options with their values, the way that curl takes them.
import { MAX_WORDS } from './command.ts';
import { FLAGS, SHORT_FLAGS } from './flags.ts';
import { shortened, type Tell } from './placeholders.ts';

export interface Option {
  /** Long, without dashes: `url` for what stands alone. */
  readonly name: string;
  /** Empty where there is none. */
  readonly value: string;
  /** False for `--no-…`. */
  readonly isOn: boolean;
}

/** `words`: without the program's own name. */
export function optionsOf(words: readonly string[], tell: Tell): readonly Option[] {
  const reader = new Reader(words, tell);
  return reader.options();
}

class Reader {
  readonly #words: readonly string[];
  readonly #tell: Tell;
  readonly #options: Option[] = [];
  #at = 0;
  /** Index of its word. */
  #lastUrl: number | undefined;

  constructor(words: readonly string[], tell: Tell) {
    this.#words = words;
    this.#tell = tell;
  }

  options(): readonly Option[] {
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at] ?? '';
      this.#at += 1;
      if (word === '--') for (; this.#at < this.#words.length; this.#at += 1) this.#url();
      else if (word.startsWith('--')) this.#long(word.slice(2));
      else if (word.startsWith('-') && word !== '-') this.#short(word.slice(1));
      else if (word !== '') this.#add('url', word);
    }
    return this.#options;
  }

  #url(): void {
    this.#add('url', this.#words[this.#at] ?? '');
  }

  #long(given: string): void {
    const name = knownName(given);
    if (name !== null) this.#known(name);
    else if (given.startsWith('no-') && knownName(given.slice(3)) !== null)
      this.#add(knownName(given.slice(3)) ?? '', '', false);
    else if (given.startsWith('expand-') && knownName(given.slice(7)) !== null)
      this.#known(knownName(given.slice(7)) ?? '');
    else this.#unknown(given);
  }

  #known(name: string): void {
    this.#add(name, FLAGS.get(name) === true ? this.#value(`--${name}`) : '');
  }

  /** What is written with `=` is no option of curl, and plain enough. */
  #unknown(given: string): void {
    const equals = given.indexOf('=');
    const name = equals < 0 ? null : knownName(given.slice(0, equals));
    if (name !== null && FLAGS.get(name) === true) {
      this.#tell(`curl takes no "=" behind --${name}: it was read as a blank`);
      this.#add(name, given.slice(equals + 1));
    } else this.#skip(`--${given}`);
  }

  /** One that is not known has a value when what follows looks like one. */
  #skip(option: string): void {
    const next = this.#words[this.#at];
    const hasValue = next !== undefined && !/^-|:\/\//.test(next) && this.#isUrlElsewhere();
    if (hasValue) this.#at += 1;
    const more = hasValue ? `, with the value ${shortened(next)}` : '';
    this.#tell(`the option ${shortened(option)} is not known here: it was left out${more}`);
  }

  #isUrlElsewhere(): boolean {
    this.#lastUrl ??= this.#words.findLastIndex(looksLikeUrl);
    return this.#lastUrl > this.#at || this.#options.some(({ name }) => name === 'url');
  }

  /** Several letters in one word: the first one that takes a value has the rest of it. */
  #short(letters: string): void {
    for (let at = 0; at < letters.length; at += 1) {
      const letter = letters[at] ?? '';
      const name = SHORT_FLAGS.get(letter);
      if (name === undefined) {
        this.#tell(`the option -${letter} is not known here: it was left out`);
        continue;
      }
      if (FLAGS.get(name) !== true) this.#add(name.replace(/^no-/, ''), '', !name.startsWith('no-'));
      else {
        const rest = letters.slice(at + 1);
        this.#add(name, rest === '' ? this.#value(`-${letter}`) : rest);
        return;
      }
    }
  }

  #value(option: string): string {
    const value = this.#words[this.#at];
    this.#at += 1;
    if (value === undefined) this.#tell(`${option} stands at the end, without its value`);
    return value ?? '';
  }

  #add(name: string, value: string, isOn = true): void {
    if (this.#options.length === MAX_WORDS) throw new Error(`it has more than ${MAX_WORDS} options`);
    this.#options.push({ name, value, isOn });
  }
}

const NAMES = [...FLAGS.keys()];

/** The beginning of a name is enough where no other one begins with it. */
function knownName(given: string): string | null {
  if (FLAGS.has(given)) return given;
  if (given.length < 3) return null;
  const found = NAMES.filter((name) => name.startsWith(given));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function looksLikeUrl(word: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:\/\/|\{\{|localhost\b|\[?[\da-f:.]+\]?[:/]|[\w-]+(?:\.[\w-]+)+(?:[:/?]|$))/i.test(
    word,
  );
}
