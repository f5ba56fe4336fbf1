import { expect, test } from 'vitest';
import type { ChannelEvent } from '../../../api/channels.ts';
import { afterEvents, begunSend, endedWithout, type Ended, type Going } from './state.ts';

let number = 0;

function event(type: string, ms: number, fields: object = {}): ChannelEvent {
  return Object.assign({ channel: 'c', number: ++number, type, time: 1000 + ms }, { ms }, fields);
}

const step = (exchange: number, ms: number, name: string, fields: object = {}): ChannelEvent =>
  event('exchange', ms, {
    exchange,
    purpose: exchange === 1 ? 'request' : 'redirect',
    step: name,
    ...fields,
  });

const response = {
  status: 200,
  reason: 'OK',
  httpVersion: 'HTTP/1.1',
  headers: [],
  trailers: [],
  size: 5,
  timeMs: 9,
  body: { size: 5, isText: true },
  isPartial: false,
};
const end = (ms: number, fields: object = {}): ChannelEvent =>
  event('end', ms, {
    outcome: 'received',
    reason: null,
    response,
    unresolved: [],
    tests: [],
    scriptErrors: [],
    ...fields,
  });

const start = begunSend('c', 1000, null);

test('phases follow each other; one that goes on to another address is one', () => {
  const state = afterEvents(start, [
    event('phase', 0, { phase: 'dns', target: 'a.test' }),
    event('phase', 2, { phase: 'connect', target: '[::1]:80' }),
    event('phase', 3, { phase: 'connect', target: '127.0.0.1:80' }),
    event('phase', 4, { phase: 'sent' }),
  ]) as Going;
  expect(state.phases).toEqual([
    { phase: 'dns', target: 'a.test', ms: 0 },
    { phase: 'connect', target: '127.0.0.1:80', ms: 2 },
    { phase: 'sent', target: '', ms: 4 },
  ]);
  expect(state).toMatchObject({ phase: 'sent', target: '' });
});

test('each exchange has its headers, connection, head and times', () => {
  const state = afterEvents(start, [
    step(1, 0, 'begun', {
      method: 'GET',
      url: 'http://a.test/',
      headers: [{ name: 'A', value: '1', source: 'typed' }],
      bodySize: 0,
    }),
    step(1, 5, 'connected', { address: '1.2.3.4:80', tls: null, timing: { dns: 1, connect: 3, tls: 0 } }),
    step(1, 6, 'sent'),
    step(1, 8, 'head', { status: 302, reason: 'Found', httpVersion: 'HTTP/1.1', headers: [] }),
    step(1, 9, 'ended', { received: 0, timeMs: 9 }),
    step(2, 10, 'begun', { method: 'GET', url: 'http://b.test/', headers: [], bodySize: 0 }),
    step(2, 11, 'body', { received: 7 }),
    step(2, 12, 'failed', { reason: 'cut' }),
  ]) as Going;
  expect(state.exchanges).toMatchObject([
    {
      purpose: 'request',
      url: 'http://a.test/',
      headers: [{ source: 'typed' }],
      connection: { ms: 5, address: '1.2.3.4:80' },
      sentMs: 6,
      head: { status: 302 },
      headMs: 8,
      endedMs: 9,
      failure: null,
    },
    { purpose: 'redirect', url: 'http://b.test/', received: 7, endedMs: 12, failure: 'cut' },
  ]);
});

test('a script tells its tests while it runs, and all of them at its end', () => {
  const passed = (name: string) => ({ name, passed: true, skipped: false, error: null });
  const running = afterEvents(start, [
    event('phase', 20, { phase: 'tests' }),
    event('output', 21, { event: 'test', tests: [passed('a')], console: [{ level: 'log', text: 'x' }] }),
    event('output', 22, { event: 'test', tests: [passed('b')], console: [] }),
  ]) as Going;
  expect(running.scripts).toMatchObject([
    { tests: [{ name: 'a' }, { name: 'b' }], begunMs: 20, endedMs: null },
  ]);
  const ended = afterEvents(running, [
    event('script', 25, {
      event: 'test',
      tests: [passed('a'), passed('b')],
      console: [{ level: 'log', text: 'x' }],
      error: { line: 3, message: 'oops' },
    }),
    event('script', 30, { event: 'test', tests: [passed('c')], console: [], error: null }),
  ]) as Going;
  expect(ended.scripts).toMatchObject([
    {
      tests: [{ name: 'a' }, { name: 'b' }],
      console: [{ text: 'x' }],
      begunMs: 20,
      endedMs: 25,
      error: { line: 3 },
    },
    { tests: [{ name: 'c' }], begunMs: 25, endedMs: 30, error: null },
  ]);
});

test('a page to sign in is shown until the next exchange', () => {
  const waiting = afterEvents(start, [event('page', 3, { url: 'https://id.test/', code: 'AB-CD' })]) as Going;
  expect(waiting.page).toEqual({ url: 'https://id.test/', code: 'AB-CD', time: 1003 });
  const next = step(1, 9, 'begun', { method: 'POST', url: 'u', headers: [], bodySize: 1 });
  expect((afterEvents(waiting, [next]) as Going).page).toBeNull();
});

test('messages are in their order, and nothing follows the end', () => {
  const message = (text: string) =>
    event('message', 1, { direction: 'received', name: '', size: 1, kind: 'text', text, omitted: 0 });
  const first = afterEvents(start, [message('a'), message('b')]);
  const state = afterEvents(first, [message('c'), end(5)]) as Ended;
  expect(state.messages.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  expect(state).toMatchObject({ type: 'ended', channel: 'c', end: { outcome: 'received', response } });
  expect(afterEvents(state, [event('phase', 9, { phase: 'dns' })])).toEqual(state);
});

test('an end says how far it got, and the send before is forgotten', () => {
  const before = afterEvents(start, [end(1)]) as Ended;
  const again = begunSend('c', 2000, before);
  const fields = { outcome: 'stopped', phase: 'body', received: 12, expected: 48, mayHaveActed: true };
  const state = afterEvents(again, [end(7, { ...fields, reason: 'you have stopped it', response: null })]);
  expect(state).toMatchObject({ type: 'ended', end: fields });
  expect(state).not.toHaveProperty('previous');
});

test('events of kinds that are not known change nothing', () => {
  expect(afterEvents(start, [event('weather', 1)])).toEqual(start);
});

test('a send that nothing tells the end of has one', () => {
  const state = endedWithout(start, { outcome: 'refused', reason: 'no URL' });
  expect(state).toMatchObject({
    type: 'ended',
    end: { outcome: 'refused', reason: 'no URL', response: null },
  });
});
