// Compares the body of a request with that of an example: JSON and forms by value, other bodies by text.
import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../../collections/model/body.ts';

export function sameBody(expected: Body, received: Buffer): boolean {
  const text = received.toString();
  switch (expected.type) {
    case 'none':
      return received.length === 0;
    case 'raw':
      return sameText(expected.text, text);
    case 'urlencoded':
      return isDeepStrictEqual(
        sorted(expected.fields.filter(({ enabled }) => enabled).map(({ name, value }) => [name, value])),
        sorted([...new URLSearchParams(text)]),
      );
    case 'graphql':
      return sameGraphql(expected, text);
    case 'multipart':
      // Boundaries differ from request to request, so each text field must match by name and value.
      return expected.fields
        .filter(({ enabled }) => enabled)
        .every(
          ({ name, value, files }) =>
            text.includes(`name="${name}"`) && (files !== null || text.includes(`\r\n\r\n${value}\r\n`)),
        );
    case 'file':
      return received.length > 0;
  }
}

function sameText(expected: string, received: string): boolean {
  const [a, b] = [parsed(expected), parsed(received)];
  return a !== undefined && b !== undefined ? isDeepStrictEqual(a, b) : expected.trim() === received.trim();
}

function sameGraphql({ query, variables }: Extract<Body, { type: 'graphql' }>, text: string): boolean {
  const received = parsed(text);
  if (typeof received !== 'object' || received === null || !('query' in received)) return false;
  const given: unknown = 'variables' in received ? received.variables : undefined;
  const compact = (value: unknown): string => String(value).replace(/\s+/g, ' ').trim();
  return (
    compact(received.query) === compact(query) &&
    isDeepStrictEqual(given ?? {}, variables.trim() === '' ? {} : (parsed(variables) ?? {}))
  );
}

function sorted(pairs: readonly (readonly [string, string])[]): readonly string[] {
  return pairs.map(([name, value]) => JSON.stringify([name, value])).sort();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
