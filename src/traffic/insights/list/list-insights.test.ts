// The insights of a list tell what an analysis of it as it is tells, whatever has happened to it before.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import { CaptureBudget } from '../../../flow/capture-budget.ts';
import type { Flow } from '../../../flow/flow.ts';
import { FlowStore } from '../../../flow/store.ts';
import { TrafficList } from '../../traffic-list.ts';
import { insights, INSIGHT_SECTIONS } from '../index.ts';
import { shown } from '../shown.ts';
import { ListInsights } from './list-insights.ts';
import type { AnalyzedList } from './part-table.ts';

const OPTIONS = { limit: 100, steps: 4 };
/** Few, so that there are many parts. */
const SPAN = 8;

/** Returns numbers below `limit` that look random and are the same each time. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const HEADS = [
  ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Access-Control-Allow-Credentials: true'],
  ['HTTP/1.1 200 OK', 'Content-Type: text/html', 'Set-Cookie: session=1; Path=/', 'Server: a/1'],
  ['HTTP/1.1 302 Found', 'Location: /users/2'],
  ['HTTP/1.1 302 Found', 'Location: /posts/a-b-c-1'],
  ['HTTP/1.1 500 Internal Server Error', 'Content-Type: application/json'],
];
const PATHS = ['/users/1', '/users/2', '/posts/a-b-c-1', '/posts/b-c-d-2', '/search?q=1', '/', '/large'];
const BODIES = (id: number): readonly string[] => [
  JSON.stringify({ id, name: `name ${id}` }),
  JSON.stringify({ name: `name ${id}`, id, password: 'hunter2-Qx81-longer' }),
  JSON.stringify({ id: String(id), list: [{ a: id }] }),
  JSON.stringify({ message: `it broke ${id}` }),
  'x'.repeat(3000),
];

/** Returns the same flow each time it is called with these. */
function flowOf(id: number, seed: number): Flow {
  const random = randomNumbers(seed);
  const one = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const [host, origin] = [`host-${random(3)}.test`, `https://site-${random(3)}.test`];
  const head = one(HEADS);
  const method = one(['GET', 'GET', 'POST']);
  const flow = capturedFlow({
    id,
    app: one(['curl', 'browser', null]),
    target: { host, scheme: one(['http', 'https']), port: 443 },
    request: {
      head: [`${method} ${one(PATHS)} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, `Referer: ${origin}/`],
      body: method === 'POST' ? one(['a', 'b']) : '',
    },
    response: { head: [...head, `Access-Control-Allow-Origin: ${origin}`], body: one(BODIES(id)) },
  });
  Object.assign(flow, { startedAt: flow.startedAt + random(4000) });
  flow.timestamps.end = flow.timestamps.start + random(3000) + 1;
  return flow;
}

class ChangingList {
  readonly #store = new FlowStore(
    new CaptureBudget({ maxBodyBytes: 1e6, memoryBytes: 1e8, spillPath: join(tmpdir(), 'never-made') }),
  );
  readonly list = new TrafficList(this.#store);
  readonly #random: (limit: number) => number;
  readonly #seeds = new Map<number, number>();
  readonly #open = new Set<number>();

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  async change(): Promise<void> {
    const work = this.#random(10);
    if (work < 4) this.add(this.#random(12) + 1);
    else if (work === 4) this.list.open(Array.from({ length: this.#random(9) }, () => this.#flow()));
    else if (work === 5) this.list.remove(this.#someIds(3));
    else if (work === 6) this.list.remove(this.#ids().slice(0, this.#random(2 * SPAN)));
    else if (work === 7) this.#end();
    else if (work === 8) for (const id of this.#someIds(2)) this.#annotate(id);
    else if (this.#random(6) === 0) this.list.clear();
    else {
      const discarded = await this.list.discard(Float64Array.from(this.#someIds(2)));
      if (discarded > 0 && this.#random(2) === 0) this.list.restore();
    }
  }

  /** Captures flows, of which some go on. */
  add(count: number): void {
    for (let added = 0; added < count; added += 1) this.#add();
  }

  /** Returns the flows that are in the list, made again. */
  fresh(): readonly Flow[] {
    return this.#ids().map((id) => this.#made(id));
  }

  #add(): void {
    const flow = this.#flow();
    if (this.#random(6) === 0) {
      this.#open.add(flow.id);
      makeOpen(flow);
      this.#store.add(flow);
    } else {
      this.#store.add(flow);
      this.#store.finish(flow);
    }
  }

  #flow(): Flow {
    const id = this.list.takeId();
    this.#seeds.set(id, this.#random(1e9));
    return this.#made(id);
  }

  #made(id: number): Flow {
    const flow = flowOf(id, this.#seeds.get(id)!);
    if (this.#open.has(id)) makeOpen(flow);
    return flow;
  }

  /** Ends the oldest flow that goes on. */
  #end(): void {
    const [id] = this.#open;
    if (id === undefined) return;
    this.#open.delete(id);
    const flow = this.list.find(id);
    if (flow === undefined) return;
    const { response, status, state, timestamps } = this.#made(id);
    Object.assign(flow, { response, status, state });
    flow.timestamps.end = timestamps.end;
    this.#store.finish(flow);
  }

  #annotate(id: number): void {
    const flow = this.list.find(id);
    if (flow !== undefined) this.list.annotate(flow, { comment: 'seen' });
  }

  #ids(): readonly number[] {
    return this.list.newest().map(({ id }) => id);
  }

  #someIds(count: number): readonly number[] {
    const ids = this.#ids();
    return Array.from({ length: count }, () => ids[this.#random(ids.length)] ?? 0);
  }
}

function makeOpen(flow: Flow): void {
  Object.assign(flow, { response: null, status: 0, state: 'pending' });
  flow.timestamps.end = 0;
}

/** The sections of which a list keeps what it has read. */
const CACHED = INSIGHT_SECTIONS.filter((section) => section !== 'overview' && section !== 'agents');

test.each([1, 2, 3])('after random changes, %i', async (seed) => {
  const changing = new ChangingList(seed);
  const listed = new ListInsights(changing.list, SPAN);
  const random = randomNumbers(seed + 100);
  for (let step = 0; step < 60; step += 1) {
    await changing.change();
    if (random(2) > 0) continue;
    const section = CACHED[random(CACHED.length)]!;
    const expected = await insights(changing.fresh(), section, OPTIONS);
    expect(shown(await listed.section(section, OPTIONS))).toEqual(expected);
  }
  for (const section of CACHED)
    expect(shown(await listed.section(section, OPTIONS))).toEqual(
      await insights(changing.fresh(), section, OPTIONS),
    );
});

test('a second look reads what has changed, and scans nothing twice', async () => {
  const changing = new ChangingList(4);
  changing.add(20 * SPAN);
  const reads: number[] = [];
  const listed = new ListInsights(watched(changing.list, reads), SPAN);
  await listed.section('markdown', OPTIONS);
  expect(reads.length).toBeGreaterThan(20);
  reads.length = 0;
  await listed.section('markdown', OPTIONS);
  // Parts with flows that go on are read each time.
  const again = reads.length;
  expect(again).toBeLessThan(20);
  reads.length = 0;
  changing.list.remove([1]);
  changing.add(1);
  await listed.section('markdown', OPTIONS);
  expect(reads.length).toBeLessThanOrEqual(again + 2);
});

test('an example of a shape goes with its flow', async () => {
  const changing = new ChangingList(5);
  const flows = [1, 2].map((value) =>
    capturedFlow({
      id: changing.list.takeId(),
      response: {
        head: ['HTTP/1.1 200 OK', 'Content-Type: application/json'],
        body: JSON.stringify({ city: `city ${value}` }),
      },
    }),
  );
  changing.list.open(flows);
  const listed = new ListInsights(changing.list);
  const text = async (): Promise<string> => JSON.stringify(await listed.section('schema', OPTIONS));
  expect(await text()).toContain('city 1');
  changing.list.remove([flows[0]!.id]);
  expect(await text()).toContain('city 2');
  expect(await text()).not.toContain('city 1');
});

test('traffic that is too varied is not kept, until there is much less of it', async () => {
  const { list } = new ChangingList(6);
  const ids = Array.from({ length: 100 }, () => list.takeId());
  list.open(
    ids.map((id) => capturedFlow({ id, request: { head: [`GET /word${id}/a HTTP/1.1`, 'Host: a.test'] } })),
  );
  const listed = new ListInsights(list, SPAN, 60);
  expect(await listed.section('summary', OPTIONS)).toBeNull();
  expect(await listed.section('summary', OPTIONS)).toBeNull();
  list.remove(ids.slice(0, 90));
  expect(await listed.section('summary', OPTIONS)).toMatchObject({ requests: 10 });
});

/** Returns the list, which notes the parts that are read of it. */
function watched(list: TrafficList, reads: number[]): AnalyzedList {
  return {
    selected: (isAsked) => list.selected(isAsked),
    stamps: (span) => list.stamps(span),
    between(first, end) {
      reads.push(first);
      return list.between(first, end);
    },
  };
}
