// Templates of paths, such as `/report/{id}.json` and `/v1/{name}:cancel`. A segment has any number of variables, and
// literal text around them.
import { decodeSegment } from './path-and-query.ts';

/** A segment of a template: literals and names by turns, beginning and ending with a literal, which may be empty. */
export interface TemplateSegment {
  readonly literals: readonly string[];
  /** Names of the variables; empty for a literal segment. */
  readonly names: readonly string[];
}

export type SegmentKind = 'literal' | 'partial' | 'variable';

/** Parses a segment whose variables are in braces: `{id}` as in OpenAPI, `{{id}}` as in collections. */
export function templateSegment(text: string): TemplateSegment {
  const literals: string[] = [];
  const names: string[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{\{([^{}]*)\}\}|\{([^{}]+)\}/g)) {
    literals.push(decodeSegment(text.slice(end, match.index)));
    names.push(match[1] ?? match[2] ?? '');
    end = match.index + match[0].length;
  }
  return { literals: [...literals, decodeSegment(text.slice(end))], names };
}

export function templateSegments(path: string): readonly TemplateSegment[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map(templateSegment);
}

export function kindOf({ literals, names }: TemplateSegment): SegmentKind {
  if (names.length === 0) return 'literal';
  return literals.every((literal) => literal === '') ? 'variable' : 'partial';
}

/**
 * Returns the values of the variables in a decoded segment, none of them empty; null where it does not fit. `fold`
 * makes literals and text comparable.
 */
export function segmentValues(
  { literals, names }: TemplateSegment,
  received: string,
  fold: (text: string) => string = (text) => text,
): readonly string[] | null {
  const text = fold(received);
  const [first = '', ...rest] = literals.map(fold);
  if (names.length === 0) return text === first ? [] : null;
  if (!text.startsWith(first)) return null;
  const values: string[] = [];
  let start = first.length;
  for (const [index, literal] of rest.entries()) {
    // The first occurrence leaves the most room for what follows; the last literal ends the segment.
    const isLast = index === rest.length - 1;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, start + 1);
    if (end <= start || (isLast && !text.endsWith(literal))) return null;
    values.push(received.slice(start, end));
    start = end + literal.length;
  }
  return values;
}
