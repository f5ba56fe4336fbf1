// Parts of requests that change from one run of a program to the next: names of fields, and texts such as ids and times. Values that a
// recorded answer gave come back in a replay as they were, so those stay.

/** Names of fields and parameters that are not compared, without case, `-` and `_`. */
const NAMES = new Set([
  'clientrequestid',
  'correlationid',
  'idempotencykey',
  'nonce',
  'requestid',
  'spanid',
  'timestamp',
  'traceid',
  'traceparent',
]);

/** Names of parameters of a URL, which are there against caches, or sign it. */
const QUERY_NAMES = new Set([
  '',
  'cachebuster',
  'cb',
  'oauthnonce',
  'oauthsignature',
  'oauthtimestamp',
  'ts',
  'xamzcredential',
  'xamzdate',
  'xamzsecuritytoken',
  'xamzsignature',
  'xgoogcredential',
  'xgoogdate',
  'xgoogsignature',
]);

export function isVolatileName(name: string): boolean {
  return NAMES.has(plain(name));
}

export function isVolatileParameter(name: string): boolean {
  return QUERY_NAMES.has(plain(name)) || isVolatileName(name);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

const ID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
const TIME =
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z\b|UTC\b|[+-]\d\d:?\d\d))?|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d\d? [A-Z][a-z]{2}|[A-Z][a-z]{2} \d\d?) \d{4} \d\d:\d\d:\d\d(?: GMT(?:[+-]\d{4})?)?(?: \([\w +:-]{1,60}\))?/g;
const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DATE = new RegExp(
  String.raw`\b\d{4}-\d\d-\d\d\b|\b(?:\w{3,6}day,? )?(?:${MONTH} \d\d?,? \d{4}|\d\d?\.? ${MONTH} \d{4})\b|\b\d\d?/\d\d?/\d{4}(?:, \d\d?:\d\d(?::\d\d)?(?:[ \u202f][AP]M)?)?`,
  'g',
);

/** Returns the texts of these forms. */
export function volatileTexts(text: string): readonly string[] {
  return [ID, TIME, DATE].flatMap((form) => text.match(form) ?? []);
}

export interface VolatileOptions {
  /** Returns true for a text that an answer gave. */
  readonly isAnswered: (text: string) => boolean;
  /** True for prompts, which say what day it is; elsewhere a date without a time is part of the question. */
  readonly dates: boolean;
}

/** Replaces volatile texts in the strings of one request. Ids are numbered: equal ones stay equal. */
export class VolatileTexts {
  readonly #options: VolatileOptions;
  readonly #ids = new Map<string, string>();

  constructor(options: VolatileOptions) {
    this.#options = options;
  }

  replaced(text: string): string {
    const { isAnswered, dates } = this.#options;
    const as =
      (mark: string) =>
      (found: string): string =>
        isAnswered(found) ? found : mark;
    const result = text
      .replace(ID, (found) => (isAnswered(found) ? found : this.id(found.toLowerCase())))
      .replace(TIME, as('‹time›'));
    return dates ? result.replace(DATE, as('‹date›')) : result;
  }

  /** Returns the mark of an id, by the order in which ids appear. */
  id(value: string): string {
    const known = this.#ids.get(value) ?? `‹id ${this.#ids.size + 1}›`;
    this.#ids.set(value, known);
    return known;
  }
}
