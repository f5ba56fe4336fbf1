// Instructions in captured traffic reach the assistant as data only: in fields that say so, without what cannot be seen.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant, type Assistant } from '../helpers/assistant.ts';
import { startTestApp } from '../helpers/app.ts';
import { expectClean, MARK, PHRASES } from '../helpers/injected.ts';
import { startOrigin } from '../helpers/origin.ts';

/** Fifty texts: each phrase in each place where captured text comes from. */
const PLACES = ['path', 'query', 'header', 'response header', 'body'] as const;
const texts = PLACES.flatMap((carrier) =>
  PHRASES.map((phrase, at) => ({ carrier, phrase, mark: `${MARK}${carrier[0]!}${at}` })),
);

const printableOnly = (text: string): string => text.replace(/[^\x20-\x7e]/g, ' ');
const origin = await startOrigin((request, response) => {
  const at = Number(new URL(request.url ?? '', 'http://a').searchParams.get('n') ?? request.headers['x-n']);
  const { carrier, phrase, mark } = texts[at]!;
  const note = carrier === 'response header' ? { 'X-Note': printableOnly(`${mark} ${phrase}`) } : {};
  const body = carrier === 'body' ? `${mark} ${phrase} ${'filler '.repeat(60)}` : 'ok';
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', ...note }).end(body);
});
const running = await startTestApp();
let assistant: Assistant;

beforeAll(async () => {
  assistant = await startAssistant({ home: running.home, args: ['--show-secrets'] });
  for (const [at, { carrier, phrase, mark }] of texts.entries()) {
    const coded = encodeURIComponent(`${mark} ${phrase}`);
    const path =
      carrier === 'path'
        ? `/${coded}?n=${at}`
        : carrier === 'query'
          ? `/q?n=${at}&note=${coded}`
          : `/x?n=${at}`;
    const headers = carrier === 'header' ? { 'X-Note': printableOnly(`${mark} ${phrase}`) } : {};
    await running.via(`${origin.http}${path}`, { headers });
  }
}, 60_000);

afterAll(async () => {
  await assistant[Symbol.asyncDispose]();
  await running.close();
  await origin.close();
});

test('lists, details, commands and analyses', { tags: ['full'] }, async () => {
  const ids = running.app.traffic.newest().map(({ id }) => id);
  expect(ids).toHaveLength(50);
  const listed = await assistant.call('list_requests', { limit: 1000 });
  expect(JSON.stringify(listed.value)).toContain(MARK);
  expectClean(listed);
  for (const id of ids) {
    const read = await assistant.call('get_request', { id });
    expect(JSON.stringify(read.value)).toContain(MARK);
    expectClean(read);
    expectClean(await assistant.call('get_request_curl', { id }));
  }
  for (const section of ['summary', 'endpoints', 'security', 'secrets', 'performance', 'schema', 'markdown'])
    expectClean(await assistant.call('insights', { section }));
  expectClean(await assistant.call('list_domains'));
  expectClean(await assistant.call('list_apps'));
  expectClean(await assistant.call('compare_requests', { a: ids[0]!, b: ids[1]! }));
});

test('a long text is framed by lines that nobody could know', async () => {
  const id = running.app.traffic.newest().at(-1)!.id;
  const first = await assistant.call('get_request', { id });
  const second = await assistant.call('get_request', { id });
  const { boundary } = first.value;
  expect(boundary).toMatch(/^[0-9a-f]{12}$/);
  expect(second.value.boundary).not.toBe(boundary);
  const { body } = first.value.untrusted.response;
  expect(body.startsWith(`--- untrusted ${boundary}\n`)).toBe(true);
  expect(body.endsWith(`\n--- end of untrusted ${boundary}`)).toBe(true);
  expect(first.text).toContain(boundary);
});

test('rules, resources and prompts', async () => {
  const id = running.app.traffic.newest()[0]!.id;
  expectClean(await assistant.call('rule_from_request', { tool: 'mapLocal', id }));
  expectClean(await assistant.call('list_rules'));
  const { client } = assistant;
  for (const uri of ['proxy://requests/recent', `proxy://requests/${id}`, 'proxy://rules']) {
    const [content] = (await client.readResource({ uri })).contents;
    const text = (content as { readonly text: string }).text;
    expect(text).toContain(MARK);
    expectClean({ value: JSON.parse(text), text: '' });
  }
});
