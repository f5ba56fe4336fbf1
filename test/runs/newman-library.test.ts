// `run()` of the library beside Newman's: the same options, events, counts and failures for the same collection.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventEmitter } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type NewmanOptions, type NewmanSummary } from '../../src/client.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';

type Run = (
  options: NewmanOptions,
  done: (error: Error | null, summary?: NewmanSummary) => void,
) => EventEmitter;

const newman = createRequire(import.meta.url)('newman') as { readonly run: Run };
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

let echo: Echo;
let folder: string;

beforeAll(async () => {
  echo = await startEcho();
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-newman-'));
});

afterAll(async () => {
  await echo[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function collection(): object {
  const script = (listen: string, ...exec: string[]) => ({ listen, script: { exec } });
  return {
    info: { name: 'Shop', schema: SCHEMA },
    variable: [{ key: 'base', value: echo.url }],
    item: [
      {
        name: 'Users',
        item: [
          {
            name: 'first',
            request: { method: 'POST', url: '{{base}}/post', body: { mode: 'raw', raw: '{{q}} {{g}}' } },
            event: [
              script('prerequest', "pm.environment.set('made', 1);"),
              script(
                'test',
                "console.log('said');",
                "pm.test('passes', () => pm.response.to.have.status(200));",
                "pm.test('fails', () => pm.expect(1).to.equal(2));",
                "pm.test.skip('later', () => {});",
                "pm.globals.set('left', 'behind');",
              ),
            ],
          },
          { name: 'second', request: { method: 'GET', url: '{{base}}/get?row={{row}}' } },
        ],
      },
      {
        name: 'throws',
        request: { method: 'GET', url: '{{base}}/get' },
        event: [script('test', '', 'missing();')],
      },
      { name: 'unreachable', request: { method: 'GET', url: 'http://127.0.0.1:1/' } },
    ],
  };
}

interface Seen {
  /** Names of events, with the item and whether there was an error. */
  readonly events: readonly string[];
  readonly summary: NewmanSummary;
}

/** Newman never emits these, and emits `exception` after `script`. */
const OURS: ReadonlySet<string> = new Set(['beforeAssertion', 'exception']);

async function seen(start: Run, options: NewmanOptions): Promise<Seen> {
  const events: string[] = [];
  const summary = await new Promise<NewmanSummary>((resolve, reject) => {
    const emitter = start(options, (error, found) => (error === null ? resolve(found!) : reject(error)));
    const emit = emitter.emit.bind(emitter);
    emitter.emit = (name: string, error: unknown, args?: { readonly item?: { readonly name: string } }) => {
      if (!OURS.has(name)) events.push(`${name} ${args?.item?.name ?? ''} ${error ? 'failed' : ''}`.trim());
      return emit(name, error, args);
    };
  });
  return { events, summary };
}

test(
  'emits the events of Newman in the order of Newman, with the same counts and failures',
  { tags: ['full'] },
  async () => {
    const options = {
      environment: { name: 'E', values: [{ key: 'q', value: 'Q', enabled: true }] },
      globalVar: [{ key: 'g', value: 'G' }],
      iterationData: [{ row: 1 }, { row: 2 }],
    };
    const theirs = await seen(newman.run, { ...options, collection: collection() });
    const sentByNewman = echo.received.splice(0).map(({ method, url, body }) => [method, url, body]);
    const ours = await seen(run, { ...options, collection: collection() });
    expect(echo.received.splice(0).map(({ method, url, body }) => [method, url, body])).toEqual(sentByNewman);
    expect(ours.events).toEqual(theirs.events);
    expect(ours.events.length).toBeGreaterThan(60);
    expect(ours.summary.run.stats).toEqual(theirs.summary.run.stats);
    expect(failuresOf(ours.summary)).toEqual(failuresOf(theirs.summary));
    expect(Object.keys(theirs.summary.run).filter((key) => !(key in ours.summary.run))).toEqual([]);
    expect(valuesOf(ours.summary.environment)).toEqual(valuesOf(theirs.summary.environment));
    expect(valuesOf(ours.summary.globals)).toEqual(valuesOf(theirs.summary.globals));
  },
);

function failuresOf({ run: { failures } }: NewmanSummary): unknown {
  return (failures as { error: { name: string }; source: { name: string } }[]).map(({ error, source }) => [
    source.name,
    error.name === 'ReferenceError' || error.name === 'AssertionError' ? error.name : 'Error',
  ]);
}

function valuesOf(scope: { toJSON(): unknown }): unknown {
  const { values } = scope.toJSON() as { values: { key: string; value: unknown }[] };
  return values.map(({ key, value }) => [key, value]);
}

test('arguments have the methods of Postman objects', async () => {
  const found: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    run({ collection: collection(), folder: 'second' }, (error) =>
      error === null ? resolve() : reject(error),
    ).on('request', (error: unknown, { request, response, item, cursor }) => {
      found.push(
        error,
        request.url.getPath(),
        response.code,
        response.json().method,
        item.name,
        cursor.iteration,
      );
      found.push(response.text().length === response.stream.length, response.headers.has('Content-Type'));
    });
  });
  expect(found).toEqual([null, '/get', 200, 'GET', 'second', 0, true, true]);
});

test('a custom reporter gets the emitter, its options and those of the run', async () => {
  const file = join(folder, 'reporter.cjs');
  writeFileSync(
    file,
    `module.exports = function (emitter, options, run) {
       let requests = 0;
       emitter.on('request', () => { requests += 1; });
       emitter.on('beforeDone', (error, { summary }) => emitter.exports.push({
         name: 'mine', default: 'mine.json', path: options.export,
         content: { requests, folder: run.folder, failed: summary.run.failures.length },
       }));
     };`,
  );
  const report = join(folder, 'report.json');
  await new Promise<void>((resolve, reject) => {
    run(
      {
        collection: collection(),
        folder: 'second',
        reporters: [file],
        reporter: { [file]: { export: report } },
      },
      (error) => (error === null ? resolve() : reject(error)),
    );
  });
  expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({ requests: 1, folder: 'second', failed: 0 });
});

test.each<[string, Partial<NewmanOptions>, RegExp]>([
  [
    'no collection',
    { collection: '/nowhere.json' },
    /collection could not be loaded: there is no \/nowhere\.json/,
  ],
  ['an unknown folder', { folder: 'Nowhere' }, /no folder or request "Nowhere"/],
  [
    'an unknown reporter',
    { reporters: 'nobody-wrote-it' },
    /install the package newman-reporter-nobody-wrote-it/,
  ],
  ['a broken environment', { environment: { values: 'x' } }, /environment/],
])('the callback gets the error of %s', async (_, options, reason) => {
  const error = await new Promise<Error | null>((resolve) => {
    run({ collection: collection(), ...options }, resolve);
  });
  expect(error?.message).toMatch(reason);
});
