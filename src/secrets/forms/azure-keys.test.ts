// The signature of a shared access URL, wherever such a URL occurs.
import { expect, test } from 'vitest';
import { generated } from '../../../test/secrets/cases/generate.ts';
import { findSecrets } from '../findings.ts';
import type { InspectedMessage } from '../message.ts';
import { Redactor } from '../redaction/redactor.ts';

const QUERIES: readonly ((signature: string) => string)[] = [
  (s) => `sv=2022-11-02&ss=b&sp=r&se=2030-01-01T00%3A00%3A00Z&sig=${s}`,
  (s) => `sig=${s}&sv=2022-11-02`,
  (s) => `sv=1.0&sig=${s}`,
];

const url = (query: string): string => `https://acc.blob.core.windows.net/c/f.txt?${query}`;
const PLACES: Readonly<Record<string, (query: string) => Partial<InspectedMessage>>> = {
  'a path': (query) => ({ path: `/c/f.txt?${query}` }),
  'a header': (query) => ({ headers: [{ name: 'x-ms-copy-source', value: url(query) }] }),
  'the query alone': (query) => ({ body: query }),
  'a connection string': (query) => ({ body: `BlobEndpoint=https://a.test/;SharedAccessSignature=${query}` }),
  JSON: (query) => ({ body: JSON.stringify({ url: url(query) }) }),
  'escaped JSON': (query) => ({ body: JSON.stringify({ url: url(query) }).replaceAll('&', '\\u0026') }),
  XML: (query) => ({ body: `<Url>${url(query).replaceAll('&', '&amp;')}</Url>` }),
  'another URL': (query) => ({ path: `/go?url=${encodeURIComponent(url(query))}` }),
  Base64: (query) => ({ body: JSON.stringify({ a: Buffer.from(url(query)).toString('base64') }) }),
};

test.each(Object.entries(PLACES))('in %s', (_, put) => {
  for (const [at, query] of QUERIES.entries())
    for (const raw of [`${generated('{b43}', at)}=`, `/${generated('{b42}', at)}=`])
      for (const signature of [raw, encodeURIComponent(raw)]) {
        const given = { host: 'a.test', path: '', headers: [], body: '', transport: 'encrypted' as const };
        const message = { ...given, ...put(query(signature)) };
        expect(findSecrets(message).map(({ kind }) => kind)).toEqual(['azure-sas']);
        const { path, headers, body } = new Redactor().redact(message);
        const text = `${path} ${headers.map(({ value }) => value).join()} ${body}`;
        expect(text).not.toContain(signature.slice(4, 16));
        expect(text).not.toContain(Buffer.from(signature).toString('base64').slice(8, 20));
      }
});

test('a signature of something else is no finding', () => {
  const signature = `${generated('{b43}', 3)}=`;
  const path = `/a?sig=${encodeURIComponent(signature)}&page=2`;
  expect(findSecrets({ host: 'a.test', path, headers: [], body: '', transport: 'encrypted' })).toEqual([]);
});
