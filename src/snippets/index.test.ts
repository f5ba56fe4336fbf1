// Checks all code formats against the rules about their contents. test/snippets/execution.test.ts executes the code.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cases } from '../../test/helpers/snippets/requests.ts';
import type { SnippetFormat, SnippetHeader, SnippetRequest } from './contract.ts';
import { snippetFormats } from './index.ts';

const all = await cases(8080);

const plain: SnippetRequest = {
  method: 'GET',
  url: 'https://example.test/a?b=c',
  headers: [],
  body: { type: 'none' },
  compressed: false,
};
const json: SnippetHeader = { name: 'Content-Type', value: 'application/json' };
const post: SnippetRequest = {
  ...plain,
  method: 'POST',
  url: 'https://example.test:8443/a?b=c',
  headers: [{ name: 'X-First', value: 'one' }, json],
  body: { type: 'text', text: '{"name":"value"}' },
};
const ofTheConnection = ['Content-Length', 'Connection', 'Proxy-Connection'].map((name) => ({
  name,
  value: `left-${name}`,
}));

const byId = (id: string): SnippetFormat => snippetFormats.find((format) => format.id === id)!;
const others = snippetFormats.filter(({ id }) => !['curl', 'markdown'].includes(id));
const languages = others.filter(({ id }) => !['httpie', 'wget', 'http'].includes(id));
const table = (formats: readonly SnippetFormat[]): [string, SnippetFormat][] =>
  formats.map((format) => [format.id, format]);

test('the formats are those of the menu', () => {
  expect(snippetFormats.map(({ label }) => label)).toEqual([
    'cURL',
    'Swift',
    'JavaScript',
    'Python',
    'Go',
    'HTTPie',
    'Shell – wget',
    'HTTP',
    'NodeJS – Axios',
    'Python – http.client',
    'Java – OkHttp',
    'Kotlin – OkHttp',
    'C# – HttpClient',
    'PHP – cURL',
    'Ruby – Net::HTTP',
    'Rust – reqwest',
    'Dart – http',
    'PowerShell',
    'C – libcurl',
    'Markdown',
  ]);
  expect(new Set(snippetFormats.map(({ id }) => id)).size).toBe(20);
});

test.each(table(snippetFormats))('%s is documented', (id, { label }) => {
  const page = readFileSync(new URL('../../docs/code-formats.md', import.meta.url), 'utf8');
  expect(page).toContain(`\`${id}\``);
  expect(page).toContain(label);
});

describe.each(table(snippetFormats))('%s', (id, format) => {
  test('writes every request', () => {
    for (const { name, request } of all) {
      const text = format.render(request);
      expect(text, name).toContain('127.0.0.1');
      expect(text, name).not.toContain('\0');
      if (id !== 'http') expect(text, name).toBe(text.trimEnd());
    }
  });

  test('writes method, URL, headers and body', () => {
    const text = format.render(post);
    // The type is a media type in OkHttp, and an option in PowerShell.
    const parts = ['example.test', '8443', '/a?b=c', 'X-First', 'one', 'application/json', 'name', 'value'];
    for (const part of parts) expect(text).toContain(part);
    // Ruby has a class for each method.
    expect(text).toMatch(/POST|Net::HTTP::Post/);
  });

  test('writes a body that was compressed as the rules say', () => {
    const headers = [...post.headers, { name: 'Content-Encoding', value: 'gzip' }];
    const text = format.render({ ...post, headers, compressed: true });
    expect(text).toContain('Content-Encoding');
    if (id === 'curl') expect(text).toMatch(/@request-body\.bin[^]*--compressed/);
    else expect(text).toMatch(/name[^]{1,10}value/);
  });
});

test.each(table(snippetFormats))('%s leaves the headers of the library alone where it may', (_, format) => {
  for (const request of [plain, post]) {
    const text = format.render({ ...request, mayAddHeaders: true });
    expect(text).not.toMatch(/user-agent|accept/i);
  }
});

describe.each(table(others))('%s', (id, format) => {
  test('leaves out headers of the connection', () => {
    const more = ['Host', 'Accept-Encoding'].map((name) => ({ name, value: `left-${name}` }));
    const headers = [...ofTheConnection, ...more, ...post.headers];
    const text = format.render({ ...post, headers });
    if (id === 'http') expect(text.match(/left-[\w-]+/g)).toEqual(['left-Host']);
    else expect(text).not.toContain('left-');
  });

  test('leaves a binary body out', () => {
    const text = format.render({ ...post, body: { type: 'binary', size: 3 } });
    expect(text).not.toContain('request-body.bin');
    if (id !== 'http') expect(text).toContain('The body is left out: it is binary, 3 bytes.');
  });
});

describe.each(table(languages))('%s', (_, format) => {
  test('contains no invisible characters', () => {
    for (const { name, request } of all) {
      const text = format.render(request).replace(/[\n\t]/g, '');
      expect(text, name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    }
  });

  test('is short for a short request', () => {
    expect(format.render(plain)).not.toMatch(/left out|another way|cannot/);
  });

  test('takes time in proportion to the body', () => {
    const text = '"\\\'$#\n😀'.repeat(100_000);
    expect(format.render({ ...post, body: { type: 'text', text } }).length).toBeGreaterThan(text.length);
  });
});

test('markdown names every header, and a body only if it is text', () => {
  const headers = [{ name: 'Host', value: 'example.test' }, ...ofTheConnection, ...post.headers];
  const text = byId('markdown').render({ ...post, headers });
  for (const { name, value } of headers) expect(text).toContain(`| \`${name}\` | \`${value}\` |`);
  expect(text).toContain('```json\n{\n  "name": "value"\n}\n```');
  expect(byId('markdown').render({ ...post, body: { type: 'binary', size: 3 } })).not.toContain('```');
});

test('markdown escapes everything that was captured', () => {
  const value = '`` | <b> ` *a* [b](c) \\| ';
  const text = byId('markdown').render({ ...post, headers: [{ name: 'X|Y', value }] });
  const row = text.split('\n').find((line) => line.startsWith('| <code>'))!;
  expect(row.match(/\|/g)).toHaveLength(3);
  expect(row).not.toMatch(/[`*[\]]|<b>/);
  const fenced = byId('markdown').render({ ...post, headers: [], body: { type: 'text', text: '````\n' } });
  expect(fenced).toMatch(/`````\n````\n`````$/);
});

test('HTTP is the message, with its Host and the length of its body', () => {
  expect(byId('http').render({ ...post, body: { type: 'text', text: '{"a":"ü"}' } })).toBe(
    'POST /a?b=c HTTP/1.1\r\nHost: example.test:8443\r\nX-First: one\r\nContent-Type: application/json\r\n' +
      'Content-Length: 10\r\n\r\n{"a":"ü"}',
  );
  expect(byId('http').render(plain)).toBe('GET /a?b=c HTTP/1.1\r\nHost: example.test\r\n\r\n');
});

test('JSON is a value in JavaScript and Python', () => {
  expect(byId('javascript').render(post)).toContain("body: JSON.stringify({\n    'name': 'value',\n  }),");
  expect(byId('python').render(post)).toContain("    json={\n        'name': 'value',\n    },\n");
  const text = '{"id":12345678901234567890}';
  for (const id of ['javascript', 'python'])
    expect(byId(id).render({ ...post, body: { type: 'text', text } })).toContain(`'${text}'`);
});

describe.each(['python', 'go', 'httpie', 'wget', 'powershell', 'c-libcurl', 'node-axios'])(
  'a compressed body in %s',
  (id) => {
    const format = snippetFormats.find((each) => each.id === id)!;
    const headers = [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Content-Encoding', value: 'gzip' },
    ];
    const url = 'http://a.test/';
    const body = { type: 'text', text: '{"a":1}' } as const;
    const NOTE = 'The body is written decompressed: remove Content-Encoding';

    test('is written decompressed, with a comment', () => {
      const code = format.render({ method: 'POST', url, headers, body, compressed: true });
      expect(code).toContain(NOTE);
      expect(code).toContain('Content-Encoding');
    });

    test('has no comment when it was not compressed', () => {
      expect(format.render({ method: 'POST', url, headers, body, compressed: false })).not.toContain(NOTE);
    });
  },
);
