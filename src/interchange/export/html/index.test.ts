// The page of a collection: it is complete, runs only its own script, fetches nothing, and shows no secret.
import { describe, expect, test } from 'vitest';
import type { Collection } from '../../../collections/model/collection.ts';
import { newRequest } from '../../../collections/model/request.ts';
import type { Variable } from '../../../collections/model/values.ts';
import { html } from './index.ts';
import { renderMarkdown } from './markdown.ts';

const variable = (name: string, value: string, more: Partial<Variable> = {}): Variable => ({
  name,
  value,
  enabled: true,
  secret: false,
  docs: '',
  ...more,
});
const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
const scripts = { preRequest: '', test: '' };

function collectionOf(fields: Partial<Collection>): Collection {
  return {
    id: 'c',
    name: 'Shop',
    docs: '',
    auth: { type: 'none' },
    variables: [],
    scripts,
    items: [],
    ...fields,
  };
}

const request = newRequest({
  id: 'r',
  name: evil,
  method: 'POST',
  url: '{{base}}/users/:id',
  query: [
    { name: 'q', value: '{{token}}' },
    { name: 'flag', value: null },
  ],
  path: [{ name: 'id', value: '7', docs: '**which** one' }],
  headers: [{ name: 'X', value: evil, enabled: false }],
  body: { type: 'raw', language: 'json', text: '{"a":"{{base}}"}' },
  auth: { type: 'basic', username: 'someone', password: 'pass-word' },
  docs: `Text with ${evil}`,
  examples: [
    {
      id: 'e',
      name: 'Good',
      status: 201,
      reason: 'Created',
      headers: [{ name: 'H', value: 'v' }],
      body: '</pre><b>{{base}}',
    },
  ],
});

const folder = {
  id: 'f',
  name: 'Users <x>',
  docs: '# People',
  auth: { type: 'inherit' as const },
  variables: [],
  scripts,
  items: [{ kind: 'request' as const, request }],
};

const page = html.write(
  collectionOf({
    variables: [variable('base', 'http://old.test'), variable('token', 'kept-back', { secret: true })],
    items: [
      { kind: 'folder', folder },
      { kind: 'request', request: { ...request, id: 'r2', name: 'Plain' } },
    ],
  }),
  {
    environment: {
      id: 'e',
      name: 'E',
      variables: [
        variable('base', 'https://{{host}}'),
        variable('host', 'new.test'),
        variable('off', 'x', { enabled: false }),
      ],
    },
  },
).text;

describe('a page', () => {
  test('contains requests and responses', () => {
    for (const part of [
      '<h1>Shop</h1>',
      '2 requests',
      'Users &lt;x&gt;',
      'POST</span> https://new.test/users/:id?q={{token}}&amp;flag',
      '<strong>which</strong>',
      '{&quot;a&quot;:&quot;https://new.test&quot;}',
      'Authorization: Basic',
      'Good (201 Created)',
      '&lt;/pre&gt;&lt;b&gt;{{base}}',
    ])
      expect(page).toContain(part);
  });

  test('has a contents list whose links all lead somewhere', () => {
    const [, contents = ''] = /<nav(.*?)<\/nav>/s.exec(page) ?? [];
    const links = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(links).toHaveLength(3);
    for (const id of links) expect(page).toMatch(new RegExp(`<section(?: class="request")? id="${id}">`));
  });

  test('runs only its own script, and fetches nothing', () => {
    const markup = page.replace(/<style>.*?<\/style>/s, '').replace(/<script>.*?<\/script>/s, '');
    const tags = [...markup.matchAll(/<([a-z][\w-]*)/gi)].map(([, tag]) => tag!.toLowerCase());
    for (const tag of ['img', 'iframe', 'object', 'embed', 'form', 'svg', 'style'])
      expect(tags).not.toContain(tag);
    const scripts = [...markup.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts).toHaveLength(20);
    for (const attributes of scripts) expect(attributes).toMatch(/^ type="text\/plain" id="code-[\w-]+"$/);
    expect(markup).not.toMatch(/<[^>]*\son\w+=/i);
    expect(markup).not.toMatch(/<[^>]*\s(?:src|srcset|style)=|url\(|@import/i);
    expect(page).toContain("default-src 'none'; script-src 'sha256-");
  });

  test('holds no secret', () => {
    for (const secret of ['kept-back', 'someone', 'pass-word']) expect(page).not.toContain(secret);
  });

  test('of variables that name themselves ends', () => {
    const variables = [variable('a', '{{a}}{{a}}{{b}}'), variable('b', '{{a}}{{a}}{{a}}')];
    const { text } = html.write(collectionOf({ docs: '{{a}} '.repeat(1000), variables }), {
      environment: null,
    });
    expect(text.length).toBeLessThan(3_000_000);
  });
});

test('variables that hold much become no more of it than fits', () => {
  const variables = [variable('a', 'x'.repeat(100_000))];
  const docs = '{{a}} '.repeat(100_000);
  const { text } = html.write(collectionOf({ docs, variables }), { environment: null });
  expect(text).toContain('{{a}} {{a}}');
});

describe('Markdown', () => {
  test.each([
    ['a\nb\n\nc', '<p>a\nb</p>\n<p>c</p>'],
    ['## Head ##', '<p><strong>Head</strong></p>'],
    [
      '`<b>` **bold** *soft* __bold__ _soft_ snake_case_name 2 * 3 * 4',
      '<p><code>&lt;b&gt;</code> <strong>bold</strong> <em>soft</em> <strong>bold</strong> <em>soft</em> snake_case_name 2 * 3 * 4</p>',
    ],
    ['```json\n{"a":1}\n```\nafter', '<pre><code>{&quot;a&quot;:1}</code></pre>\n<p>after</p>'],
    ['~~~\nopen', '<pre><code>open</code></pre>'],
    [
      '- a\n- b\n  - c\n\n1. d\n2. e',
      '<ul>\n<li>a</li>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n<ol>\n<li>d</li>\n<li>e</li>\n</ol>',
    ],
    ['> quote\n> on', '<blockquote>\n<p>quote\non</p>\n</blockquote>'],
    [
      '| a | b |\n|---|---|\n| 1 | `x\\|y` |',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>1</td>\n<td><code>x|y</code></td>\n</tr>\n</tbody></table>',
    ],
    ['---', '<hr>'],
    [
      '<p onclick="a()">b</p>\n\n*c* <i>',
      '<p>&lt;p onclick=&quot;a()&quot;&gt;b&lt;/p&gt;</p>\n<p><em>c</em> &lt;i&gt;</p>',
    ],
    [
      '~~old~~ https://a.test',
      '<p><del>old</del> <a href="https://a.test" rel="noreferrer">https://a.test</a></p>',
    ],
    [
      '[name](https://a.test/?x=1&y "t")',
      '<p><a href="https://a.test/?x=1&amp;y" rel="noreferrer">name</a></p>',
    ],
    ['![pic](https://a.test/p.png)', '<p><a href="https://a.test/p.png" rel="noreferrer">pic</a></p>'],
    ['<https://a.test>', '<p><a href="https://a.test" rel="noreferrer">https://a.test</a></p>'],
    [
      '**over\nlines** ~~gone~~ https://a.test/?b [rel](./o.md#p) [up](../a b) [p](//evil.test) [s](jAva&#9;script:a)',
      '<p><strong>over\nlines</strong> <del>gone</del> <a href="https://a.test/?b" rel="noreferrer">https://a.test/?b</a> <a href="./o.md#p" rel="noreferrer">rel</a> [up](../a b) p s</p>',
    ],
    ['- [x] a', '<ul>\n<li><input type="checkbox" disabled aria-label="done" checked> a</li>\n</ul>'],
    ['[x](javascript:alert(1)) [y](data:text/html,z) [z](file:///etc)', '<p>x y z</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['\\*no\\* \\<b>', '<p>*no* &lt;b&gt;</p>'],
    ['a<br/>b', '<p>a<br>b</p>'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(renderMarkdown(text)).toBe(expected);
  });

  test.each([
    '[',
    '*',
    '_',
    '`',
    '> ',
    '- ',
    '# ',
    ' ',
    '|-',
    '<http://',
    '[a](',
    '**a',
    '\n>',
    '\n- ',
    '```\n',
    '{{',
    '![',
    '\\',
  ])('a hundred thousand of %j', (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(renderMarkdown(`${text}x`).length).toBeLessThan(5_000_000);
    expect(renderMarkdown(`a${text}`).length).toBeLessThan(5_000_000);
  });
});

test('what is optional is said so, and code is what a person would write', () => {
  const plain = newRequest({
    id: 'r',
    name: 'A',
    method: 'GET',
    url: 'https://a.test/users',
    query: [
      { name: 'page', value: '1' },
      { name: 'limit', value: '5', enabled: false },
    ],
  });
  const { text } = html.write(collectionOf({ items: [{ kind: 'request', request: plain }] }), {
    environment: null,
    description: undefined,
  });
  expect(text).toContain('<td>limit <span class="optional">optional</span></td><td>5</td>');
  expect(text).toContain('<td>page</td>');
  expect(text).toContain('curl &#39;https://a.test/users?page=1&#39;');
  expect(text).not.toContain('User-Agent');
});
