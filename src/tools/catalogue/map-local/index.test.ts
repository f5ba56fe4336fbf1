import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import { TestExchange, type GivenRequest } from '../../../../test/helpers/interception.ts';
import { temporaryHome } from '../../../../test/helpers/home.ts';
import { startTool, createRule } from '../../../../test/helpers/started-tool.ts';
import type { HeaderLines, SyntheticResponse } from '../../../proxy/hooks.ts';
import { mapLocal } from './index.ts';

const home = temporaryHome();
afterAll(() => home.remove());
const root = join(home.path, 'site');
mkdirSync(join(root, 'sub'), { recursive: true });
writeFileSync(join(root, 'index.html'), '<p>home');
writeFileSync(join(root, 'a b%.txt'), '0123456789');
writeFileSync(join(root, 'sub', 'index.html'), '<p>sub');
writeFileSync(join(root, 'sub', 'app.js'), 'let a;');
writeFileSync(join(home.path, 'secret.txt'), 'secret');
symlinkSync(join(home.path, 'secret.txt'), join(root, 'link.txt'));
symlinkSync(home.path, join(root, 'up'));
symlinkSync(join(root, 'sub', 'app.js'), join(root, 'inside.js'));

interface Answered {
  readonly status: number;
  readonly reason: string;
  readonly fields: HeaderLines;
  readonly text: string;
}

async function bodyText(body: SyntheticResponse['body']): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString();
  let all = '';
  for await (const piece of body) all += piece.toString();
  return all;
}

/** Returns the response of the first matching rule; null when the request is forwarded. */
async function respond(
  rule: Readonly<Record<string, unknown>>,
  request: GivenRequest = {},
  captures: readonly string[] = [''],
): Promise<(Answered & { readonly matches: readonly string[] }) | { readonly matches: readonly string[] }> {
  const tool = startTool(mapLocal, [rule], captures);
  const verdict = await tool.running.request?.(new TestExchange(request), tool.matches, tool.recordMatch);
  if (verdict?.type !== 'respond') return { matches: tool.recordedMatches };
  const { status, reason, fields, body } = verdict.response;
  return { status, reason, fields, text: await bodyText(body), matches: tool.recordedMatches };
}

describe('an inline response', () => {
  test('has status, reason, headers and text', async () => {
    const rule = {
      name: 'a',
      status: 404,
      reason: 'Gone fishing',
      headers: [{ name: 'X-A', value: 'ü' }],
      body: 'hello',
    };
    expect(await respond(rule)).toEqual({
      status: 404,
      reason: 'Gone fishing',
      fields: [
        ['X-A', 'Ã¼'],
        ['Content-Type', 'text/plain; charset=utf-8'],
      ],
      text: 'hello',
      matches: ['a'],
    });
  });

  test.each([
    [{ text: '{"a": 1}' }, 'application/json', '{"a": 1}'],
    [{ text: '{a}' }, 'text/plain; charset=utf-8', '{a}'],
    [{ text: ' <!DOCTYPE html>' }, 'text/html; charset=utf-8', ' <!DOCTYPE html>'],
    [{ base64: 'aGk=' }, 'application/octet-stream', 'hi'],
  ])('%j sets the Content-Type', async (body, type, text) => {
    expect(await respond({ body })).toMatchObject({ text, fields: [['Content-Type', type]] });
  });

  test('keeps a given Content-Type, and adds none to an empty body', async () => {
    const headers = [{ name: 'content-type', value: 'text/csv' }];
    expect(await respond({ headers, body: '{}' })).toMatchObject({ fields: [['content-type', 'text/csv']] });
    expect(await respond({})).toMatchObject({ status: 200, fields: [], text: '' });
    expect(await respond({ body: { base64: '' } })).toMatchObject({ fields: [] });
  });

  test('is built once until the rules change', () => {
    const { running, matches, recordMatch } = startTool(mapLocal, [{ body: 'x' }]);
    const once = running.request?.(new TestExchange(), matches, recordMatch);
    expect(running.request?.(new TestExchange(), matches, recordMatch)).toEqual(once);
    const bodyOf = (verdict: unknown): unknown => (verdict as { response: SyntheticResponse }).response.body;
    expect(bodyOf(running.request?.(new TestExchange(), matches, recordMatch))).toBe(bodyOf(once));
    running.update([], true);
    expect(bodyOf(running.request?.(new TestExchange(), matches, recordMatch))).not.toBe(bodyOf(once));
  });

  test('can take its body from a file', async () => {
    expect(await respond({ body: { file: join(root, 'index.html') } })).toMatchObject({
      text: '<p>home',
      fields: [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Content-Length', '7'],
      ],
    });
  });

  test('waits for the delay, but no longer than the client', async () => {
    expect(await respond({ body: 'x', delayMs: 1 })).toMatchObject({ text: 'x' });
    await expect(respond({ body: 'x', delayMs: 60_000 }, { signal: AbortSignal.abort() })).rejects.toThrow(
      /abort/,
    );
  });
});

describe('a file', () => {
  const rule = { name: 'f', source: 'file', filePath: join(root, 'a b%.txt') };

  test('is streamed, with the Content-Type of its extension', async () => {
    expect(await respond({ ...rule, status: 201 })).toMatchObject({
      status: 201,
      text: '0123456789',
      fields: [
        ['Content-Type', 'text/plain; charset=utf-8'],
        ['Content-Length', '10'],
      ],
    });
  });

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-100', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
    ['bytes=4-2', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['lines=0-1', 200, '0123456789', undefined],
  ])('%s', async (range, status, text, contentRange) => {
    const found = await respond(rule, { fields: [['Range', range]] });
    expect(found).toMatchObject({ status, text });
    const fields = 'fields' in found ? found.fields : [];
    expect(fields.find(([name]) => name === 'Content-Range')?.[1]).toBe(contentRange);
    expect(fields.find(([name]) => name === 'Content-Length')?.[1]).toBe(
      status === 416 ? undefined : String(text.length),
    );
  });

  test('has no ranges for other methods, statuses and versions', async () => {
    const range = ['Range', 'bytes=0-1'] as const;
    expect(await respond(rule, { method: 'POST', fields: [range] })).toMatchObject({ status: 200 });
    expect(await respond({ ...rule, status: 404 }, { fields: [range] })).toMatchObject({ status: 404 });
    expect(await respond(rule, { fields: [range, ['If-Range', '"x"']] })).toMatchObject({ status: 200 });
  });

  test('that is missing lets the request pass, or responds with 404', async () => {
    const missing = { ...rule, filePath: join(root, 'none') };
    expect(await respond(missing)).toEqual({ matches: ['f: there is no such file'] });
    expect(await respond({ ...missing, missingFile: 'notFound' })).toMatchObject({
      status: 404,
      text: '404: there is no such file (a Map Local rule responds here)\n',
      matches: ['f: there is no such file'],
    });
    expect(await respond({ ...rule, filePath: root })).toMatchObject({
      matches: ['f: there is no such file'],
    });
  });

  test('has its actual length, whatever the rule says', async () => {
    const headers = [{ name: 'content-length', value: '3' }];
    expect(await respond({ ...rule, headers })).toMatchObject({
      fields: [
        ['Content-Type', 'text/plain; charset=utf-8'],
        ['Content-Length', '10'],
      ],
    });
  });

  test('that is empty gives an empty response', async () => {
    const path = join(home.path, 'empty.json');
    writeFileSync(path, '');
    expect(await respond({ ...rule, filePath: path })).toMatchObject({
      text: '',
      fields: [
        ['Content-Type', 'application/json'],
        ['Content-Length', '0'],
      ],
    });
  });
});

describe('a directory', () => {
  const rule = { name: 'd', source: 'directory', directory: root, pattern: 'https://a.test/static/*' };
  const get = (path: string, change: object = {}): ReturnType<typeof respond> =>
    respond({ ...rule, ...change }, { url: `https://a.test${path}` });

  test.each([
    ['/static/sub/app.js', 'let a;'],
    ['/static/sub/app.js?v=2', 'let a;'],
    ['/static/sub', '<p>sub'],
    ['/static/sub/', '<p>sub'],
    ['/static/', '<p>home'],
    ['/static/./sub//app.js', 'let a;'],
    ['/static/a%20b%25.txt', '0123456789'],
    ['/static/inside.js', 'let a;'],
    ['/STATIC/sub/app.js', 'let a;'],
  ])('%s is found', async (path, text) => {
    expect(await get(path)).toMatchObject({ status: 200, text });
  });

  test.each([
    ['/static/../secret.txt', 'the path does not name a file of the directory'],
    ['/static/%2e%2e/secret.txt', 'the path does not name a file of the directory'],
    ['/static/sub/..%2f..%2fsecret.txt', 'the path does not name a file of the directory'],
    ['/static/..%5csecret.txt', 'the path does not name a file of the directory'],
    ['/static/index.html%00.txt', 'the path does not name a file of the directory'],
    ['/static/%ff', 'the path does not name a file of the directory'],
    ['/static/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd', 'the path does not name a file of the directory'],
    ['/static/link.txt', 'the file is outside of the directory'],
    ['/static/up/secret.txt', 'the file is outside of the directory'],
    ['/static/up', 'the file is outside of the directory'],
    ['/static/%252e%252e/secret.txt', 'there is no such file'],
    ['/static/none', 'there is no such file'],
  ])('%s is not found', async (path, reason) => {
    expect(await get(path)).toEqual({ matches: [`d: ${reason}`] });
    expect(await get(path, { missingFile: 'notFound' })).toMatchObject({ status: 404 });
  });

  test('that was removed counts as missing', async () => {
    expect(await get('/static/x', { directory: join(home.path, 'gone') })).toEqual({
      matches: ['d: there is no such directory'],
    });
  });

  test.each([
    [{ pattern: 'a.test/static' }, '/static/sub/app.js'],
    [{ pattern: 'https://a.test/static/*.js' }, '/static/sub/app.js'],
    [{ pattern: '*/static/*' }, '/x/static/sub/app.js'],
    [{ pattern: '*' }, '/sub/app.js'],
    [{ pattern: 'a.test' }, '/sub/app.js'],
    [{ pattern: '/static/', patternType: 'contains' }, '/x/static/sub/app.js?x'],
    [{ pattern: 'a.test', patternType: 'contains' }, '/sub/app.js'],
    [{ pattern: '.', patternType: 'regex' }, '/sub/app.js?x'],
  ])('%j determines the part of the path', async (change, path) => {
    expect(await get(path, change)).toMatchObject({ text: 'let a;' });
  });

  test('maps the last group of a regular expression, and the whole path of an exact pattern', async () => {
    const regex = { ...rule, patternType: 'regex', pattern: '/v(.)/(.*)' };
    expect(await respond(regex, { url: 'https://a.test/v1/sub' }, ['', '1', 'sub/app.js?x'])).toMatchObject({
      text: 'let a;',
    });
    expect(
      await get('/static/x', { patternType: 'exact', pattern: 'https://a.test/static/x' }),
    ).toMatchObject({
      text: '<p>home',
    });
  });
});

describe('a rule', () => {
  test('without its file or folder is rejected', () => {
    expect(() => createRule(mapLocal, { source: 'file' })).toThrow(
      'filePath is "": give the absolute path of a file',
    );
    expect(() => createRule(mapLocal, { source: 'directory' })).toThrow(
      'directory is "": give the absolute path of a folder',
    );
  });

  test.each([
    { source: 'url' },
    { status: 199 },
    { reason: 'a\nb' },
    { filePath: 'x' },
    { delayMs: -1 },
    { missingFile: '' },
  ])('with %j is rejected', (given) => expect(() => createRule(mapLocal, given)).toThrow());

  test('from a captured exchange responds the same', async () => {
    const flow = capturedFlow({
      response: {
        head: [
          'HTTP/1.1 404 Not Found',
          'Content-Type: text/plain; charset=iso-8859-1',
          'Content-Encoding: gzip',
          'Content-Length: 25',
          'X-Name: Ã¼',
        ],
        body: gzipSync(Buffer.from('gr\xfcn', 'latin1')),
      },
    });
    const made = await mapLocal.fromFlow?.(flow);
    expect(made).toMatchObject({
      status: 404,
      // The standard one, which follows the status.
      reason: '',
      headers: [
        { name: 'Content-Type', value: 'text/plain; charset=utf-8' },
        { name: 'X-Name', value: 'ü' },
      ],
      body: { text: 'grün' },
    });
    expect(await respond(made ?? {})).toMatchObject({ status: 404, text: 'grün' });
  });

  test('from a binary or undecodable response keeps its bytes', async () => {
    const bytes = capturedFlow({
      response: { head: ['HTTP/1.1 200 OK', 'Content-Encoding: zzz'], body: Buffer.from([0, 1]) },
    });
    expect(await mapLocal.fromFlow?.(bytes)).toMatchObject({
      headers: [{ name: 'Content-Encoding', value: 'zzz' }],
      body: { base64: 'AAE=' },
    });
  });

  test('from an exchange without a response has an empty one; from a tunnel there is no rule', async () => {
    expect(await mapLocal.fromFlow?.(capturedFlow({ response: null, state: 'failed' }))).toEqual({});
    expect(await mapLocal.fromFlow?.(capturedFlow({ request: null }))).toBeNull();
  });
});
