// The contract of a form: a published shape of a secret, as data.
import type { FindStarts } from './shared/match-starts.ts';
import { hasRepeats, isExampleText, isSlug, shannonEntropy } from '../values/plausible.ts';

export type Severity = 'high' | 'medium' | 'low';

export interface SecretKind {
  /** A stable identifier. */
  readonly id: string;
  readonly label: string;
  readonly severity: Severity;
}

export interface SecretForm extends SecretKind {
  /** The rule of a public scanner, or the documentation, from which the facts come. */
  readonly source: string;
  /** A sticky pattern that matches the secret from its first character; every quantifier is bounded. */
  readonly pattern: RegExp;
  /** Limits where the pattern is tried. */
  readonly landmark: Landmark;
  /** Hosts, with their subdomains, to which such a secret belongs. */
  readonly hosts: readonly string[];
  /** Returns true when a match has the form, where the pattern alone does not suffice. */
  readonly validate?: (match: string) => boolean;
  /** Returns true for a documented example or a placeholder: redacted, but not reported. */
  readonly isExample: (match: string) => boolean;
  /** Returns how many characters at the start and the end of a match are not part of the secret. */
  readonly secretPart?: (match: string) => readonly [before: number, behind: number];
}

/**
 * Texts, one of which is in every match; or two adjacent characters in every match, with a function that finds where
 * the match may start.
 */
export type Landmark =
  | {
      readonly type: 'markers';
      readonly markers: readonly string[];
      /** The number of characters of a match before the marker; 0 unless given. */
      readonly before?: readonly number[];
    }
  | {
      readonly type: 'pair';
      /** Patterns for single characters. `first` may also match the empty string, which means the start of the text. */
      readonly first: RegExp;
      readonly second: RegExp;
      /** The character after them, if only a few may follow. The empty string means the end of the text. */
      readonly next?: RegExp;
      /** Another character at a distance after the second one. */
      readonly distant?: { readonly at: number; readonly char: RegExp };
      readonly starts: FindStarts;
    };

interface FormOptions {
  readonly source?: string;
  readonly severity?: Severity;
  /** The minimum number of bits per character, by the frequencies of the characters (Shannon). */
  readonly entropy?: number;
  /** Documented examples. */
  readonly allow?: RegExp;
  /** False for a form whose matches are real even when they repeat characters or hold words. */
  readonly hasExamples?: false;
  readonly hosts?: readonly string[];
  readonly validate?: (match: string) => boolean;
  readonly secretPart?: (match: string) => readonly [before: number, behind: number];
}

/** The start of a word, also after an escape of JSON or of a URL. */
export const START = String.raw`(?:(?<![A-Za-z0-9_])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\\u00[0-9A-Fa-f]{2}))`;

const DEFAULT_ENTROPY = 2.2;

/** Defines a form with fixed, case-sensitive prefixes. `body`: the pattern of the text after the prefix. */
export function prefixed(
  [id, label]: readonly [id: string, label: string],
  prefixes: string,
  body: string,
  options: FormOptions = {},
): SecretForm {
  const list = prefixes.split(' ');
  const escaped = list.map((prefix) => prefix.replace(/[.$+\\|()[\]{}?*^]/g, '\\$&'));
  const pattern = new RegExp(`${START}(?:${escaped.join('|')})(?:${body})`, 'y');
  return form([id, label], pattern, { type: 'markers', markers: list }, options, list);
}

/** Defines a form without a fixed prefix. */
export function shaped(
  names: readonly [id: string, label: string],
  pattern: RegExp,
  landmark: Landmark,
  options: FormOptions = {},
): SecretForm {
  return form(names, pattern, landmark, options, []);
}

function form(
  [id, label]: readonly [id: string, label: string],
  pattern: RegExp,
  landmark: Landmark,
  {
    hasExamples,
    source = `gitleaks ${id}`,
    severity = 'high',
    entropy = DEFAULT_ENTROPY,
    allow,
    hosts = [],
    ...rest
  }: FormOptions,
  prefixes: readonly string[],
): SecretForm {
  const isExample = (match: string): boolean => {
    if (hasExamples === false) return false;
    const own = match.slice(prefixes.find((prefix) => match.startsWith(prefix))?.length ?? 0);
    return (
      allow?.test(match) === true ||
      isExampleText(own) ||
      hasRepeats(own) ||
      isSlug(own) ||
      shannonEntropy(own) < entropy
    );
  };
  return { id, label, severity, source, pattern, landmark, hosts, isExample, ...rest };
}
