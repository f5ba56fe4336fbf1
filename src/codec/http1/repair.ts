// The repairs for responses that are invalid HTTP/1 but have only one possible meaning.

/** The rules, each with the section that permits it. */
export const REPAIR_RULES = {
  'blank-before-colon': 'RFC 9112 section 5.1',
  'folded-line': 'RFC 9112 section 5.2',
  'bare-line-feed': 'RFC 9112 section 2.2',
  'status-line': 'RFC 9112 section 4',
  'control-character': 'RFC 9110 section 5.5',
  'invalid-field': 'RFC 9110 section 2.4',
  'content-length': 'RFC 9110 section 8.6',
  'transfer-encoding': 'RFC 9112 section 6.3',
  'chunk-size': 'RFC 9112 section 7.1',
} as const;

export type RepairRule = keyof typeof REPAIR_RULES;

/** One change to a response. */
export interface Repair {
  readonly rule: RepairRule;
  /** A sentence with what was wrong and what became of it. It has names of fields, and no values. */
  readonly text: string;
}

/** Collects the repairs of one head. Many lines of the same kind count as one repair. */
export class RepairLog {
  readonly #names = new Map<RepairRule, Set<string>>();

  /** `name`: the field that it concerns; empty for what concerns none. */
  add(rule: RepairRule, name = ''): void {
    const names = this.#names.get(rule) ?? new Set<string>();
    this.#names.set(rule, names.add(name));
  }

  list(): readonly Repair[] {
    return [...this.#names].map(([rule, names]) => ({ rule, text: TEXTS[rule](listed([...names])) }));
  }
}

const TEXTS: Readonly<Record<RepairRule, (names: string) => string>> = {
  'blank-before-colon': (names) => `White space before the colon of ${names} was removed.`,
  'folded-line': (names) => `The folded lines of ${names} were joined with a space.`,
  'bare-line-feed': () => 'Lines that ended with a line feed alone now end with CRLF.',
  'status-line': (line) =>
    `The status line began with ${line}, which was written in the form of the standard.`,
  'control-character': (names) => `Control characters in ${names} were replaced by spaces.`,
  'invalid-field': (names) => `A line with an invalid field name was left out: ${names}.`,
  'content-length': () =>
    'Content-Length, which had one value in an unusual form, was written in the usual one.',
  'transfer-encoding': () =>
    'Transfer-Encoding: identity, which no longer exists, was left out; the body ends with the connection.',
  'chunk-size': () => 'White space behind chunk sizes, or zeros before them, was left out.',
};

const MAX_NAMES = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
