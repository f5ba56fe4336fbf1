// The path of a saved URL as a template: variables in it fit whatever a client sends, their values are suggestions.
import { decodeSegment, parsePathAndQuery, type PathAndQuery } from '../../documents/paths/path-and-query.ts';
import { templateSegment, type TemplateSegment } from '../../documents/paths/template.ts';
import type { Interpolator } from '../../runs/runner/interpolator.ts';

/** A part of a path between slashes. */
export interface Segment {
  readonly template: TemplateSegment;
  /** The whole text, decoded; null where the example suggests none. A variable fits another text, too. */
  readonly suggestion: string | null;
}

export interface SavedLocation {
  /** As the URL has it, with the names of its variables. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly endsWithSlash: boolean;
  readonly query: PathAndQuery['query'];
}

type Values = ReadonlyMap<string, string>;

export const NO_VALUES: Values = new Map();
/** Any text in a segment. */
const ANY: TemplateSegment = { literals: ['', ''], names: [''] };

/** `values`: those of path variables such as `:id`. */
export function locationOf(url: string, values: Values, interpolator: Interpolator): SavedLocation {
  const [head, tail] = splitHead(url.trim());
  const { path: base, query } = parsePathAndQuery(pathIn(interpolator.text(head)));
  const { path: own, query: ownQuery } = parsePathAndQuery(withPartsMarked(tail, interpolator));
  // The path of a base may end with a slash, and what follows begins with one.
  const path = [...base, ...own];
  return {
    path: `/${path.join('/')}`,
    segments: path
      .filter((text, index) => text !== '' || index < path.length - 1)
      .map((text) => segmentOf(text, values, interpolator)),
    endsWithSlash: path.length > 0 && path.at(-1) === '',
    query: [...query, ...ownQuery],
  };
}

/** Splits a URL before its path; a variable such as `{{baseUrl}}` belongs to the first part. */
function splitHead(url: string): readonly [head: string, tail: string] {
  const head = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#])*/i.exec(url)?.[0] ?? '';
  return [head, url.slice(head.length)];
}

/** Replaces variables, except for those that are a part of a segment: they fit any text there. */
function withPartsMarked(tail: string, interpolator: Interpolator): string {
  const [path, rest] = splitQuery(tail);
  const segments = path.split('/').map((segment) => {
    if (/^\{\{\s*\$[^{}]*\}\}$/.test(segment)) return segment;
    const isPartial = /\{\{[^{}]*\}\}/.test(segment) && !/^\{\{[^{}]*\}\}$/.test(segment);
    const text = interpolator.text(segment);
    return isPartial && !/[/?#]/.test(text) ? segment : text;
  });
  return segments.join('/') + interpolator.text(rest);
}

function splitQuery(text: string): readonly [path: string, rest: string] {
  const path = /^(?:\{\{[^{}]*\}\}|[^?#])*/.exec(text)?.[0] ?? '';
  return [path, text.slice(path.length)];
}

function segmentOf(text: string, values: Values, interpolator: Interpolator): Segment {
  if (text.startsWith(':') && text.length > 1) return pathVariable(text, values);
  const template = templateSegment(text);
  if (template.names.length === 0) return { template, suggestion: template.literals[0] ?? '' };
  const suggestion = interpolator.text(text);
  const isKnown = !/[{}]/.test(suggestion) && !text.includes('{{$');
  return { template, suggestion: isKnown ? decodeSegment(suggestion) : null };
}

/** Reads `:id`, and with text after a known name `:id.json` and `:id:cancel`, as it is sent. */
function pathVariable(text: string, values: Values): Segment {
  const whole = text.slice(1);
  const names = [whole, whole.split(':', 1)[0]!, whole.split(/[.:]/, 1)[0]!];
  const name = names.find((each) => values.has(each));
  if (name === undefined) return { template: ANY, suggestion: null };
  const rest = decodeSegment(whole.slice(name.length));
  const value = values.get(name) ?? '';
  const isKnown = value !== '' && !value.includes('{{');
  const template = { literals: ['', rest], names: [name] };
  return { template, suggestion: isKnown ? `${decodeSegment(value)}${rest}` : null };
}

/** Returns what follows the host of a URL, which may have no scheme or be a path alone. */
function pathIn(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/^[^/?#]*/, '');
}
