// curl commands as requests: names, bodies, warnings, and hostile input.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Imported } from '../../collections/model/imported.ts';
import { request as requestModel, type SavedRequest } from '../../collections/model/request.ts';
import { importContent } from './index.ts';
import { corpus } from '../../../test/helpers/corpus.ts';

const importOf = (text: string): Imported => importContent(Buffer.from(text), '');
const one = (text: string): SavedRequest => importOf(text).requests[0]!;

test.each(['TOKEN=abc curl http://a.test', 'time curl http://a.test', '$ env A="b c" curl http://a.test'])(
  'what is before the command: %s',
  (text) => {
    expect(one(text).url).toBe('http://a.test');
  },
);

test('options about redirects become settings', () => {
  expect(one('curl -L --max-redirs 3 --post301 -d x http://a.test').settings).toMatchObject({
    maxRedirects: 3,
    keepMethod: true,
  });
  expect(importOf('curl --max-redirs 500 http://a.test').warnings).toEqual([
    expect.stringMatching(/500 became 100/),
  ]);
  expect(importOf('curl --max-redirs many http://a.test').warnings).toEqual([
    expect.stringMatching(/many is not a number/),
  ]);
});

test('a range without an end is open, as in curl', () => {
  expect(one('curl --range 600 http://a.test').headers).toMatchObject([
    { name: 'Range', value: 'bytes=600-' },
  ]);
});

describe('a command becomes a request', () => {
  test('of no collection yet, with everything that it says', () => {
    const { requests, collections, warnings } = importOf(
      `curl 'api.test/v1/users/7?a=1&a=2&flag' -X PUT -H 'X-A: b' -u me:secret -d '{"name": "x"}'`,
    );
    expect(collections).toEqual([]);
    expect(warnings).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      name: '7',
      type: 'http',
      method: 'PUT',
      url: 'http://api.test/v1/users/7',
      query: [
        { name: 'a', value: '1', enabled: true },
        { name: 'a', value: '2' },
        { name: 'flag', value: null },
      ],
      headers: [
        { name: 'X-A', value: 'b', enabled: true },
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
        { name: 'Authorization', value: 'Basic bWU6c2VjcmV0' },
      ],
      body: { type: 'raw', language: 'json', text: '{"name": "x"}' },
    });
  });

  test.each([
    ['curl https://a.test/b/c.json?d', 'c.json'],
    ['curl https://a.test/b/', 'b'],
    ['curl https://me:x@a.test:8080', 'a.test:8080'],
    ['curl {{baseUrl}}', '{{baseUrl}}'],
    ['curl {{baseUrl}}/users#top', 'users'],
  ])('%s is named %s', (text, name) => {
    expect(one(text).name).toBe(name);
  });

  test('JSON is recognised', () => {
    const languageOf = (text: string): string => {
      const { body } = one(text);
      return body.type === 'raw' ? body.language : body.type;
    };
    expect(languageOf(`curl a.test -d '[1]'`)).toBe('json');
    expect(languageOf(`curl a.test -d '{"a": $X}' -H 'Content-Type: application/vnd.a+json'`)).toBe('json');
    expect(languageOf(`curl a.test -d '{"a": '`)).toBe('text');
    expect(languageOf(`curl a.test -d a=b`)).toBe('text');
    expect(languageOf(`curl a.test -d 123`)).toBe('text');
    expect(languageOf(`curl a.test -d ''`)).toBe('text');
  });

  test('files are to be chosen', () => {
    const { requests, warnings } = importOf(
      'curl a.test/up -d @/etc/passwd; curl a.test/form -F a=b -F "c=@/etc/shadow,x;type=text/plain"',
    );
    expect(requests.map(({ body }) => body)).toEqual([
      { type: 'file', path: '', hint: '/etc/passwd' },
      {
        type: 'multipart',
        fields: [
          { name: 'a', value: 'b', files: null, contentType: '', enabled: true, docs: '' },
          {
            name: 'c',
            value: '',
            files: ['', ''],
            hints: ['/etc/shadow', 'x'],
            contentType: 'text/plain',
            enabled: true,
            docs: '',
          },
        ],
      },
    ]);
    expect(warnings).toEqual([
      'up: the file "/etc/passwd" must be selected again',
      'form: the file "/etc/shadow" must be selected again',
      'form: the file "x" must be selected again',
    ]);
  });

  test('credentials for signatures and challenges become authorization', () => {
    expect(one('curl a.test --digest -u a:b').auth).toMatchObject({ type: 'digest', username: 'a' });
    expect(one('curl a.test -u "$U:$P"').auth).toEqual({
      type: 'basic',
      username: '{{U}}',
      password: '{{P}}',
    });
    expect(one('curl a.test -u a:b').auth).toEqual({ type: 'inherit' });
  });

  test('of a WebSocket', () => {
    expect(one('curl wss://a.test/live')).toMatchObject({
      type: 'websocket',
      url: 'wss://a.test/live',
      websocket: {},
    });
  });
});

test('a file in UTF-16, as PowerShell writes them', () => {
  const bytes = Buffer.from('\ufeffcurl http://a.test/ü', 'utf16le');
  expect(importContent(bytes, 'a.txt').requests[0]?.name).toBe('ü');
});

describe('more than a command should be', () => {
  const many = 300_000;
  test.each([
    ['substitutions in each other', `curl ${'$('.repeat(many)}`],
    ['substitutions that end', `curl http://a.test ${'$('.repeat(many)}${')'.repeat(many)}`],
    ['braces', `curl "${'${'.repeat(many)}"`],
    ['blanks in a header', `curl a.test -H "${' '.repeat(many)}"`],
    ['blanks in a cookie', `curl a.test -b "a=${'; '.repeat(many)}b"`],
    ['backslashes', `curl ^"http://a.test^" ^"${'\\'.repeat(many)}^"`],
    ['options that nobody knows', `curl http://a.test ${'--z '.repeat(many / 3)}`],
    ['quotes in a form', `curl a.test -F 'a=@${'"a,'.repeat(many)}'`],
    ['here documents', `curl a.test ${'<<A '.repeat(1000)}\n${'x\n'.repeat(many)}`],
    ['URLs with much data', `curl -d ${'x'.repeat(many)} ${'http://a '.repeat(10_000)}`],
    ['comments', `${'# \n'.repeat(many)}curl a.test`],
    ['half characters', 'curl a.test/\ud800 -d "\udc00" -H "\ud800: x"'],
  ])('%s', (_, text) => {
    let imported: Imported | null = null;
    try {
      imported = importOf(text);
    } catch (error) {
      expect((error as Error).message).toMatch(/^(?:it |line )/);
    }
    for (const request of imported?.requests.slice(0, 10) ?? []) requestModel.parse(request);
  });

  test('requests', () => {
    expect(() => importOf('curl a.test;'.repeat(20_001))).toThrow('more than 20000 requests');
  });
});

const commandsFile = join(corpus, 'curl/curl-commands.json');

describe('commands of other people', () => {
  const commands = JSON.parse(readFileSync(commandsFile, 'utf8')) as Readonly<Record<string, string>>;
  /** The number of requests, if there is more than one. */
  const several: Readonly<Record<string, number>> = {
    form_quotes: 5,
    multiple_commands: 3,
    multiple_urls: 4,
    url_query: 4,
  };

  test.each(Object.entries(commands))('%s', (name, text) => {
    const { requests } = importOf(text);
    expect(requests).toHaveLength(several[name] ?? 1);
    for (const request of requests) {
      requestModel.parse(request);
      expect(request.url).toMatch(/^https?:\/\/(?:localhost:28139|httpbin\.org)/);
    }
  });
});
