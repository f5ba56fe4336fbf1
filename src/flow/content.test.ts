import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedMessage } from '../../test/helpers/flows.ts';
import { LOSS } from './capture-budget.ts';
import { bodyContent, omissionNotes, type BodyContent } from './content.ts';

const gzip = ['HTTP/1.1 200 OK', 'Content-Type: text/plain', 'Content-Encoding: gzip'];

function notes(content: BodyContent): readonly string[] {
  return content.type === 'none' ? [] : omissionNotes(content);
}

test('a complete body has no notes', async () => {
  const text = await bodyContent(capturedMessage({ head: gzip, body: gzipSync('grüße') }), Infinity);
  expect(text).toEqual({
    type: 'text',
    text: 'grüße',
    size: 7,
    exact: true,
    error: null,
    omitted: 0,
    loss: null,
  });
  expect(notes(text)).toEqual([]);
  const bytes = await bodyContent(capturedMessage({ head: ['HTTP/1.1 200 OK'], body: '\0' }), Infinity);
  expect(bytes).toMatchObject({ type: 'binary', bytes: Buffer.from([0]), size: 1, omitted: 0 });
  expect(await bodyContent(capturedMessage({ head: gzip }), Infinity)).toEqual({ type: 'none' });
});

test('the last note says what is left out', async () => {
  const body = gzipSync('a'.repeat(100));
  body[body.length - 5]! ^= 1;
  expect(notes(await bodyContent(capturedMessage({ head: gzip, body }), 60))).toEqual([
    '[decoding stopped: gzip: incorrect data check]',
    '[40 bytes left out]',
  ]);
});

test('a dropped body says why it is gone', async () => {
  const message = capturedMessage({ head: ['HTTP/1.1 200 OK', 'Content-Type: text/plain'], body: 'hello' });
  message.body.drop(LOSS.overBudget);
  const content = await bodyContent(message, 60);
  expect(content).toMatchObject({ size: 5, omitted: 5 });
  expect(notes(content)).toEqual([`[${LOSS.overBudget}]`, '[5 bytes left out]']);
});

test('an early end is an error only when the exchange has ended', async () => {
  const message = capturedMessage({ head: gzip, body: gzipSync('abc').subarray(0, -4) });
  expect(notes(await bodyContent(message, 10, true))).toEqual([]);
  expect(notes(await bodyContent(message, 10))).toEqual(['[decoding stopped: gzip: unexpected end of data]']);
});
