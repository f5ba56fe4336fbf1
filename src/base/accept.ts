// Content negotiation by the Accept header (RFC 9110, section 12.5.1).

/** A range of media types that a request accepts. */
interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** From 0 to 1. */
  readonly weight: number;
}

/** Returns the preference for a media type, from 0 (not acceptable) to 1. */
export type MediaPreference = (mediaType: string) => number;

/** The longest header that is read; what is behind it is ignored. */
const MAX_CHARS = 2048;
const WEIGHT = /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/;

/** Returns the preference in an Accept header. Without a header, or with an empty one, all types are equal. */
export function mediaPreference(accept: string | undefined): MediaPreference {
  if (accept === undefined || accept.trim() === '') return () => 1;
  const ranges = splitOutsideQuotes(accept.slice(0, MAX_CHARS), ',')
    .map(parseRange)
    .filter((range) => range !== null);
  return (mediaType) => weightOf(mediaType, ranges);
}

/** Returns the weight of the most specific range that the media type is in. */
function weightOf(mediaType: string, ranges: readonly MediaRange[]): number {
  const given = parseRange(mediaType);
  if (given === null) return 1;
  let best: MediaRange | null = null;
  for (const range of ranges)
    if (contains(range, given) && (best === null || specificity(range) > specificity(best))) best = range;
  return best?.weight ?? 0;
}

function contains(range: MediaRange, given: MediaRange): boolean {
  if (range.type !== '*' && range.type !== given.type) return false;
  if (range.subtype !== '*' && range.subtype !== given.subtype) return false;
  return [...range.parameters].every(([name, value]) => hasParameter(given, name, value));
}

/** Many clients ask for a charset of types, such as JSON, that are sent without one. */
function hasParameter({ parameters }: MediaRange, name: string, value: string): boolean {
  const given = parameters.get(name);
  if (name !== 'charset') return given === value;
  return given === undefined || given.toLowerCase() === value.toLowerCase();
}

function specificity({ type, subtype, parameters }: MediaRange): number {
  if (type === '*') return 0;
  return subtype === '*' ? 1 : 2 + parameters.size;
}

/** Returns null for what is not a media range, or has no valid weight. */
function parseRange(text: string): MediaRange | null {
  const [name = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim());
  const [type = '', subtype = '', ...more] = name.toLowerCase().split('/');
  if (type === '' || subtype === '' || more.length > 0 || (type === '*' && subtype !== '*')) return null;
  const parameters = new Map(rest.filter((part) => part !== '').map(parseParameter));
  const weight = parameters.get('q') ?? '1';
  parameters.delete('q');
  return WEIGHT.test(weight) ? { type, subtype, parameters, weight: Number(weight) } : null;
}

function parseParameter(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 0) return [text.toLowerCase(), ''];
  const value = text.slice(equals + 1).trim();
  const quoted = /^"(.*)"$/s.exec(value)?.[1];
  return [text.slice(0, equals).trim().toLowerCase(), quoted?.replace(/\\(.)/gs, '$1') ?? value];
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): readonly string[] {
  const parts = separator === ',' ? /(?:"(?:[^"\\]|\\.)*"|[^,])+/gs : /(?:"(?:[^"\\]|\\.)*"|[^;])+/gs;
  return text.match(parts) ?? [];
}
