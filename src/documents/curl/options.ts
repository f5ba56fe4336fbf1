// Parser for command-line options. It pairs them with their values as curl does.
import { UserError } from '../../base/errors.ts';
import { MAX_WORDS } from './command.ts';
import { FLAGS, SHORT_FLAGS } from './flags.ts';
import { shorten, type Warn } from './placeholders.ts';

export interface Option {
  /** The long name without dashes; `url` for an argument without an option. */
  readonly name: string;
  /** Empty for an option without a value. */
  readonly value: string;
  /** False for `--no-…`. */
  readonly isOn: boolean;
}

/** Parses the words after the program name. */
export function optionsOf(words: readonly string[], warn: Warn): readonly Option[] {
  const reader = new OptionReader(words, warn);
  return reader.options();
}

class OptionReader {
  readonly #words: readonly string[];
  readonly #warn: Warn;
  readonly #options: Option[] = [];
  #index = 0;
  /** The index of the last word that looks like a URL. */
  #lastUrl: number | undefined;

  constructor(words: readonly string[], warn: Warn) {
    this.#words = words;
    this.#warn = warn;
  }

  options(): readonly Option[] {
    while (this.#index < this.#words.length) {
      const word = this.#words[this.#index] ?? '';
      this.#index += 1;
      if (word === '--') for (; this.#index < this.#words.length; this.#index += 1) this.#url();
      else if (word.startsWith('--')) this.#long(word.slice(2));
      else if (word.startsWith('-') && word !== '-') this.#short(word.slice(1));
      else if (word !== '') this.#add('url', word);
    }
    return this.#options;
  }

  #url(): void {
    this.#add('url', this.#words[this.#index] ?? '');
  }

  #long(option: string): void {
    const name = knownName(option);
    if (name !== null) this.#known(name);
    else if (option.startsWith('no-') && knownName(option.slice(3)) !== null)
      this.#add(knownName(option.slice(3)) ?? '', '', false);
    else if (option.startsWith('expand-') && knownName(option.slice(7)) !== null)
      this.#known(knownName(option.slice(7)) ?? '');
    else this.#unknown(option);
  }

  #known(name: string): void {
    this.#add(name, FLAGS.get(name) === true ? this.#value(`--${name}`) : '');
  }

  /** Handles `--name=value`, which curl rejects but whose meaning is clear. */
  #unknown(option: string): void {
    const equals = option.indexOf('=');
    const name = equals < 0 ? null : knownName(option.slice(0, equals));
    if (name !== null && FLAGS.get(name) === true) {
      this.#warn(`curl does not accept "=" after --${name}: it was read as a blank`);
      this.#add(name, option.slice(equals + 1));
    } else this.#skip(`--${option}`);
  }

  /** Skips an unknown option, and the next word when that looks like its value. */
  #skip(option: string): void {
    const next = this.#words[this.#index];
    const hasValue = next !== undefined && !/^-|:\/\//.test(next) && this.#isUrlElsewhere();
    if (hasValue) this.#index += 1;
    const more = hasValue ? `, with the value ${shorten(next)}` : '';
    this.#warn(`the option ${shorten(option)} is unknown: it was left out${more}`);
  }

  #isUrlElsewhere(): boolean {
    this.#lastUrl ??= this.#words.findLastIndex(looksLikeUrl);
    return this.#lastUrl > this.#index || this.#options.some(({ name }) => name === 'url');
  }

  /** Parses several letters in one word: the first one that takes a value has the rest of the word as its value. */
  #short(letters: string): void {
    for (let index = 0; index < letters.length; index += 1) {
      const letter = letters[index] ?? '';
      const name = SHORT_FLAGS.get(letter);
      if (name === undefined) {
        this.#warn(`the option -${letter} is unknown: it was left out`);
        continue;
      }
      if (FLAGS.get(name) !== true) this.#add(name.replace(/^no-/, ''), '', !name.startsWith('no-'));
      else {
        const rest = letters.slice(index + 1);
        this.#add(name, rest === '' ? this.#value(`-${letter}`) : rest);
        return;
      }
    }
  }

  #value(option: string): string {
    const value = this.#words[this.#index];
    this.#index += 1;
    if (value === undefined) this.#warn(`${option} is the last option and has no value`);
    return value ?? '';
  }

  #add(name: string, value: string, isOn = true): void {
    if (this.#options.length === MAX_WORDS)
      throw new UserError('TOO_LARGE', `it has more than ${MAX_WORDS} options`);
    this.#options.push({ name, value, isOn });
  }
}

const NAMES = [...FLAGS.keys()];

/** Resolves a name, or the beginning of one when it is unambiguous. */
function knownName(option: string): string | null {
  if (FLAGS.has(option)) return option;
  if (option.length < 3) return null;
  const matches = NAMES.filter((name) => name.startsWith(option));
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

function looksLikeUrl(word: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:\/\/|\{\{|localhost\b|\[?[\da-f:.]+\]?[:/]|[\w-]+(?:\.[\w-]+)+(?:[:/?]|$))/i.test(
    word,
  );
}
