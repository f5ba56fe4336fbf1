import { expect, test } from 'vitest';
import { typedUrl, urlText } from './url-text.ts';

const pair = (name: string, value: string | null, more: object = {}) => ({
  name,
  value,
  enabled: true,
  docs: '',
  ...more,
});
const none = { url: '', query: [], path: [] };

test('a URL as text and as fields', () => {
  const fields = typedUrl('{{base}}/orders/:id?page=2&flag&q={{a?b}}', none);
  expect(fields).toEqual({
    url: '{{base}}/orders/:id',
    query: [pair('page', '2'), pair('flag', null), pair('q', '{{a?b}}')],
    path: [pair('id', '')],
  });
  expect(urlText(fields)).toBe('{{base}}/orders/:id?page=2&flag&q={{a?b}}');
});

test('parameters that are off stay, with the descriptions of the others', () => {
  const query = [
    pair('page', '1', { docs: 'from 1' }),
    pair('debug', '1', { enabled: false }),
    pair('size', '9'),
  ];
  const fields = typedUrl('/orders?page=3&limit=9', { url: '/orders', query, path: [] });
  expect(fields.query).toEqual([
    pair('page', '3', { docs: 'from 1' }),
    pair('debug', '1', { enabled: false }),
    pair('limit', '9'),
  ]);
  expect(typedUrl('/orders', { url: '/orders', query, path: [] }).query).toEqual([
    pair('debug', '1', { enabled: false }),
  ]);
});

test('values of path variables stay while their names are there', () => {
  const path = [{ name: 'id', value: '7', enabled: true, docs: 'of the order' }];
  expect(typedUrl('/orders/:id/items/:item', { url: '/orders/:id', query: [], path }).path).toEqual([
    path[0],
    { name: 'item', value: '', enabled: true, docs: '' },
  ]);
});
