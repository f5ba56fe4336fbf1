import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CaptureBudget } from '../flow/capture-budget.ts';
import { Client } from '../flow/client.ts';
import type { Flow } from '../flow/flow.ts';
import { Message } from '../flow/message.ts';
import { FlowStore, MAX_FLOWS } from '../flow/store.ts';
import type { Feed } from './event-stream.ts';
import { flowFeed, Removals } from './flow-feed.ts';

let store: FlowStore;
let removals: Removals;
const client = new Client('127.0.0.1', 50_000);

beforeEach(() => {
  const spillPath = join(tmpdir(), 'proxyctl-never-written');
  store = new FlowStore(new CaptureBudget({ maxBodyBytes: 1000, memoryBytes: 1_000_000, spillPath }));
  removals = new Removals(store, 4000);
});

function arrive(path = '/'): Flow {
  const target = { scheme: 'http', host: 'origin.test', port: 80 } as const;
  const request = new Message(`GET ${path} HTTP/1.1\r\nHost: origin.test\r\n\r\n`, store.captures);
  const flow = store.create({ client, method: 'GET', target, request, decrypted: false });
  store.add(flow);
  return flow;
}

function finish(flow: Flow): void {
  flow.state = 'completed';
  store.finish(flow);
}

interface Event {
  readonly event: string;
  readonly id: number | null;
  readonly data: unknown;
}

/** Takes everything there is; `flows` events are shown as `<id> <state>`. */
function events(feed: Feed): Event[] {
  let text = '';
  for (let more = true; more;) {
    const batch = feed.take();
    text += batch.text;
    more = batch.more;
  }
  return text.split('\n\n').slice(0, -1).map(eventOf);
}

function eventOf(text: string): Event {
  const {
    event = '',
    id,
    data = '',
  } = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/)));
  const value = JSON.parse(data);
  const shown = event === 'flows' ? value.map((flow: Flow) => `${flow.id} ${flow.state}`) : value;
  return { event, id: id === undefined ? null : Number(id), data: shown };
}

describe('from the beginning', () => {
  test('every flow remembered, then each change', () => {
    const first = arrive();
    finish(first);
    const second = arrive();
    const feed = flowFeed(store, removals, 0);
    expect(events(feed)).toEqual([{ event: 'flows', id: 3, data: ['1 completed', '2 pending'] }]);
    expect(events(feed)).toEqual([]);
    finish(second);
    arrive();
    expect(events(feed)).toEqual([{ event: 'flows', id: 5, data: ['2 completed', '3 pending'] }]);
  });

  test('an empty list has nothing to tell', () => {
    expect(events(flowFeed(store, removals, 0))).toEqual([]);
  });

  test('several changes of one flow are told once, as it is now', () => {
    const feed = flowFeed(store, removals, 0);
    const flow = arrive();
    store.update(flow);
    finish(flow);
    expect(events(feed)).toEqual([{ event: 'flows', id: 3, data: ['1 completed'] }]);
  });

  test('what is not recorded is not told', () => {
    const feed = flowFeed(store, removals, 0);
    store.recording = false;
    finish(arrive());
    expect(events(feed)).toEqual([]);
    store.recording = true;
    arrive();
    expect(events(feed).at(-1)).toEqual({ event: 'flows', id: 2, data: ['2 pending'] });
  });
});

describe('a reader that comes again', () => {
  test('gets what changed since', () => {
    const first = arrive();
    arrive();
    finish(first);
    expect(events(flowFeed(store, removals, 2))).toEqual([{ event: 'flows', id: 3, data: ['1 completed'] }]);
    expect(events(flowFeed(store, removals, 3))).toEqual([]);
  });

  test('with a revision of another process begins again', () => {
    arrive();
    const feed = flowFeed(store, removals, 99);
    expect(events(feed)).toEqual([
      { event: 'reset', id: null, data: {} },
      { event: 'flows', id: 1, data: ['1 pending'] },
    ]);
    finish(arrive());
    expect(events(feed)).toEqual([{ event: 'flows', id: 3, data: ['2 completed'] }]);
  });

  test('hears of what was removed', () => {
    const flow = arrive();
    arrive();
    const seen = store.revision;
    store.remove(flow);
    expect(events(flowFeed(store, removals, seen))).toEqual([
      { event: 'removed', id: 3, data: { ids: [1], before: 2 } },
    ]);
  });

  test('begins again when more was removed than is remembered', () => {
    const known = arrive();
    for (let i = 0; i < 6000; i += 1) store.remove(arrive());
    const eventTexts = events(flowFeed(store, removals, known.revision));
    expect(eventTexts).toEqual([
      { event: 'reset', id: null, data: {} },
      { event: 'flows', id: store.revision, data: ['1 pending'] },
    ]);
    expect(events(flowFeed(store, removals, 0))).toEqual(eventTexts.slice(1));
  });
});

test('a reader that is there begins again, too, when more was removed at once than is remembered', () => {
  const flows = Array.from({ length: 6000 }, arrive);
  const feed = flowFeed(store, removals, 0);
  while (feed.take().more);
  flows.slice(0, -1).forEach((flow) => store.remove(flow));
  expect(events(feed)).toEqual([
    { event: 'reset', id: null, data: {} },
    { event: 'flows', id: store.revision, data: ['6000 pending'] },
  ]);
});

describe('removals', () => {
  test('stand before the flows of their batch, which has one id to resume from: the last', () => {
    const feed = flowFeed(store, removals, 0);
    const flow = arrive();
    arrive();
    events(feed);
    store.remove(flow);
    arrive();
    expect(events(feed)).toEqual([
      { event: 'removed', id: null, data: { ids: [1], before: 2 } },
      { event: 'flows', id: 4, data: ['3 pending'] },
    ]);
    expect(events(feed)).toEqual([]);
  });

  test('the oldest thousand that the list drops', () => {
    for (let i = 0; i < MAX_FLOWS; i += 1) arrive();
    const feed = flowFeed(store, removals, 0);
    events(feed);
    arrive();
    expect(events(feed)).toEqual([
      { event: 'removed', id: null, data: { ids: [], before: 1001 } },
      { event: 'flows', id: 5001, data: ['5001 pending'] },
    ]);
  });

  test('the whole list, with the next change', () => {
    const feed = flowFeed(store, removals, 0);
    arrive();
    arrive();
    events(feed);
    store.clear();
    arrive();
    expect(events(feed)).toEqual([
      { event: 'removed', id: null, data: { ids: [], before: 3 } },
      { event: 'flows', id: 3, data: ['3 pending'] },
    ]);
  });
});

test('what is more than a batch holds comes in several, each to be resumed from', () => {
  const path = `/${'x'.repeat(20_000)}`;
  const all = Array.from({ length: 40 }, () => `${arrive(path).id} pending`);
  const eventTexts = events(flowFeed(store, removals, 0));
  expect(eventTexts.length).toBeGreaterThan(2);
  expect(eventTexts.flatMap(({ data }) => data)).toEqual(all);
  const [first] = eventTexts;
  const later = events(flowFeed(store, removals, first?.id ?? 0)).filter(({ event }) => event === 'flows');
  expect(later.flatMap(({ data }) => data)).toEqual(all.slice((first?.data as string[]).length));
});

test('a reader rings for every change until it stops', () => {
  let rings = 0;
  const stop = flowFeed(store, removals, 0).subscribe(() => (rings += 1));
  const flow = arrive();
  finish(flow);
  expect(rings).toBe(2);
  stop();
  arrive();
  expect(rings).toBe(2);
});
