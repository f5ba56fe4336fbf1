import { expect, test } from 'vitest';
import { mediaPreference } from './accept.ts';

test.for([
  // Without a wish
  [undefined, 'text/html', 1],
  ['', 'text/html', 1],
  ['*/*', 'text/html', 1],
  // Types and wildcards
  ['application/json', 'application/json', 1],
  ['Application/JSON', 'application/json', 1],
  ['application/json', 'application/xml', 0],
  ['application/*;q=0.5', 'application/xml', 0.5],
  ['text/*', 'application/xml', 0],
  ['application/json, */*;q=0.1', 'text/html', 0.1],
  // The example of RFC 9110, section 12.5.1
  ...(
    [
      ['text/plain;format=flowed', 1],
      ['text/plain', 0.7],
      ['text/html', 0.3],
      ['image/jpeg', 0.5],
      ['text/plain;format=fixed', 0.4],
      ['text/html;level=3', 0.3],
    ] as const
  ).map(
    ([type, weight]) =>
      [
        'text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5',
        type,
        weight,
      ] as const,
  ),
  // What is excluded
  ['*/*, application/xml;q=0', 'application/xml', 0],
  ['*/*, application/xml;q=0.000', 'text/html', 1],
  // Weights and spaces
  ['text/html ; q=0.25 , text/plain;Q=1.000', 'text/html', 0.25],
  ['text/html;q=0.25;level=1', 'text/html;level=1', 0.25],
  ['text/html;q=high, text/plain', 'text/html', 0],
  ['text/html;q=2', 'text/html', 0],
  // Parameters
  ['application/json;charset=utf-8', 'application/json', 1],
  ['application/json;charset=utf-8', 'application/json; charset=UTF-8', 1],
  ['application/json;charset=utf-8', 'application/json;charset=utf-16', 0],
  ['application/json;version=2', 'application/json', 0],
  ['a/b;c="x,y;q=0";q=0.5, d/e', 'a/b;c="x,y;q=0"', 0.5],
  // What is not a media range
  ['json, text/html', 'text/html', 1],
  ['json', 'text/html', 0],
  ['*/html', 'text/html', 0],
  ['a/b/c, ,;', 'a/b', 0],
  // A type that is not one is not judged
  ['text/html', 'whatever', 1],
] as const)('Accept: %s wants %s by %d', ([accept, type, weight]) => {
  expect(mediaPreference(accept)(type)).toBe(weight);
});

test('long headers end soon', () => {
  const preference = mediaPreference(`${'"'.repeat(50_000)}${'a/b;'.repeat(50_000)}`);
  expect(preference('text/html')).toBe(0);
});
