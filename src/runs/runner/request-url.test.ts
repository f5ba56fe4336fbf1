import { expect, test } from 'vitest';
import { buildUrl, urlText } from '../../requests/http/url.ts';
import { Interpolator } from './interpolator.ts';
import { splitUrl } from '../../collections/model/url-parts.ts';
import { urlWithQuery } from '../../collections/model/query.ts';
import { urlOf, urlParts } from './request-url.ts';

const interpolator = new Interpolator((name) => ({ v: 'x&y=z', 'a&b': 'odd' })[name]);
const on = (name: string, value: string | null) => ({ name, value, enabled: true });

test.each([
  ['k', 'a&b', 'k=a%26b'],
  ['k', 'a=b#c', 'k=a=b%23c'],
  ['k&=', 'a', 'k%26%3D=a'],
  ['k', '{{v}}', 'k=x&y=z'],
  ['k', '{{a&b}}&', 'k=odd%26'],
  ['k', null, 'k'],
])('the parameter %s with %s stays one', (name, value, query) => {
  const parts = { url: 'http://a.test/?typed=1&b', query: [on(name, value)], path: [] };
  expect(urlText(urlOf(parts, interpolator))).toBe(`http://a.test/?typed=1&b&${query}`);
});

test('without encoding it is sent as typed', () => {
  const parts = { url: 'http://a.test/', query: [on('k&', 'a&b')], path: [] };
  expect(urlText(buildUrl(urlParts(parts, interpolator, false)))).toBe('http://a.test/?k&=a&b');
});

test('is shown with its enabled parameters', () => {
  const query = [on('a', '1'), { ...on('b', '2'), enabled: false }, on('c', null)];
  expect(urlWithQuery({ url: '{{base}}/x', query })).toBe('{{base}}/x?a=1&c');
});

test('empty parts of a query are sent as they were typed', () => {
  for (const search of ['?', '?a=1&&b=2&', '?&', '?a']) {
    const { url, query } = splitUrl(`http://a.test/get${search}`);
    expect(urlWithQuery({ url, query: [...query] })).toBe(`http://a.test/get${search}`);
    expect(urlOf({ url, query: [...query], path: [] }, interpolator).path).toBe(`/get${search}`);
  }
});
