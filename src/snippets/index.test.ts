import { expect, test } from 'vitest';
import type { SnippetRequest } from './contract.ts';
import { snippetFormats } from './index.ts';

const requests: readonly SnippetRequest[] = [
  { method: 'GET', url: 'http://example.test/', headers: [], body: { type: 'none' }, compressed: false },
  {
    method: 'POST',
    url: 'https://example.test:8443/a?b=c',
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: { type: 'text', text: '{"a":"b"}' },
    compressed: false,
  },
  { method: 'PUT', url: 'http://[::1]/', headers: [], body: { type: 'binary', size: 3 }, compressed: true },
];

test('every format has an id and a label of its own', () => {
  expect(snippetFormats.length).toBeGreaterThan(0);
  for (const key of ['id', 'label'] as const) {
    const values = snippetFormats.map((format) => format[key]);
    expect(new Set(values).size).toBe(values.length);
    expect(values).not.toContain('');
  }
});

test.each(snippetFormats.map((format) => [format.id, format] as const))(
  '%s writes every request',
  (_, format) => {
    for (const request of requests) {
      const text = format.render(request);
      expect(text).toContain(new URL(request.url).hostname);
      expect(text).toBe(text.trimEnd());
    }
  },
);
