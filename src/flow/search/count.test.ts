import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { parseFilter, type ContentTerm } from '../filter/index.ts';
import { MAX_COUNT, occurrenceCount } from './count.ts';
import { Pace } from './pace.ts';

function termsOf(text: string): readonly ContentTerm[] {
  const filter = parseFilter(text);
  return filter.type === 'filter' ? filter.contentTerms : [];
}

function count(filter: string, body: string, sent = ''): Promise<number> {
  const flow = capturedFlow({
    request: { head: ['POST / HTTP/1.1', 'X-A: word', 'X-B: word word'], body: sent },
    response: { head: ['HTTP/1.1 200 OK', 'Content-Encoding: gzip', 'X-A: word'], body: gzipSync(body) },
  });
  return occurrenceCount(flow, termsOf(filter), new Pace(new AbortController().signal));
}

test.each([
  ['body:word', 'Word word wordword', 'a word', 5],
  ['response-body:word', 'Word word', 'a word', 2],
  ['body:word body:other', 'word other word', '', 3],
  ['body:word -body:other', 'word word', '', 2],
  ['body:word header:x-a=word', 'word', '', 1],
  ['header:x-a=word', 'word', '', 2],
  ['body:aa', 'aaaaa', '', 2],
  ['body="one two"', 'one two', '', 1],
  ['body="one two"', 'one two three', '', 0],
  ['body:w*d', 'word word', '', 1],
])('%s in %j and %j: %i', async (filter, body, sent, expected) => {
  expect(await count(filter, body, sent)).toBe(expected);
});

test('pieces do not hide or double a word, and there is a bound', async () => {
  expect(await count('body:word', `${'x'.repeat(65_533)}word`.repeat(7))).toBe(7);
  expect(await count('body:a', 'a'.repeat(20_000))).toBe(MAX_COUNT);
});
