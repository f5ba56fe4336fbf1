// Newman's library and ours in this process, with the same options and the same server, for tests that compare what they
// do.
import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import { run, type NewmanOptions, type NewmanSummary } from '../../src/client.ts';
import type { Beside } from './newman-beside.ts';

export type Run = (
  options: NewmanOptions,
  done: (error: Error | null, summary?: NewmanSummary) => void,
) => EventEmitter;

const load = createRequire(import.meta.url);
const newman = load('newman') as { readonly run: Run };
export const NEWMAN = newman.run;
export const OURS: Run = run;
const ofNewman = createRequire(load.resolve('newman'));
export const LIBRARIES: readonly Run[] = [NEWMAN, OURS];
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
export const PASSES = "pm.test('passes', () => {});";
export const FAILS = "pm.test('fails', () => pm.expect(1).to.equal(2));";

/** Loads a package that Newman depends on. */
export const partOfNewman = (name: string): unknown => ofNewman(name);
export const readmeOfNewman = (): string => readFileSync(load.resolve('newman/README.md'), 'utf8');

export interface Emitted {
  readonly name: string;
  readonly item: string;
  readonly failed: boolean;
  readonly keys: readonly string[];
}

export interface Ran {
  readonly error: string | null;
  readonly sent: readonly string[];
  readonly bodies: readonly string[];
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly tests: readonly (readonly [name: string, passed: boolean])[];
  readonly failures: number;
  readonly events: readonly Emitted[];
}

interface Item {
  readonly name: string;
}

export interface Pair<T> {
  readonly newman: T;
  readonly ours: T;
}

export interface ItemParts {
  readonly request?: object;
  readonly before?: string;
  readonly test?: string;
}

export const sent = ({ sent: requests }: Ran): readonly string[] => requests;
export const tests = ({ tests: found }: Ran): Ran['tests'] => found;

export function collectionOf(...items: readonly object[]): object {
  return { info: { name: 'C', schema: SCHEMA }, item: items };
}

export function withItems(...items: readonly object[]): { readonly collection: object } {
  return { collection: collectionOf(...items) };
}

export function variables(name: string, values: Readonly<Record<string, unknown>>): object {
  return { name, values: Object.entries(values).map(([key, value]) => ({ key, value, enabled: true })) };
}

export function librariesOf(both: Beside) {
  const { echo } = both;
  const ran = async (start: Run, options: object): Promise<Ran> => {
    echo.received.length = 0;
    const events: Emitted[] = [];
    const tests: (readonly [string, boolean])[] = [];
    const { error, summary } = await new Promise<{ error: Error | null; summary: NewmanSummary | undefined }>(
      (resolve) => {
        const emitter = start({ reporters: [], ...options } as unknown as NewmanOptions, (reason, found) =>
          resolve({ error: reason, summary: found }),
        );
        const emit = emitter.emit.bind(emitter);
        emitter.emit = (name: string, reason: unknown, args: Readonly<Record<string, unknown>> = {}) => {
          const item = args['item'] as Item | undefined;
          events.push({
            name,
            item: item?.name ?? '',
            failed: Boolean(reason),
            keys: Object.keys(args).sort(),
          });
          if (name === 'assertion') tests.push([String(args['assertion']), reason === null]);
          return emit(name, reason, args);
        };
      },
    );
    const received = echo.received.splice(0);
    return {
      error: error?.message ?? null,
      sent: received.map(({ method, url }) => `${method} ${url.replace(/^[^/]*/, '')}`),
      bodies: received.map(({ body }) => body),
      headers: received.map(({ headers }) => headers),
      tests,
      failures: summary?.run.failures.length ?? -1,
      events,
    };
  };
  const differ = async <T>(
    options: () => object,
    pick: (ran: Ran) => T,
    expected: Pair<T>,
  ): Promise<void> => {
    const found = { newman: pick(await ran(NEWMAN, options())), ours: pick(await ran(OURS, options())) };
    expect(found).toEqual(expected);
  };
  /** Returns the fields of a request to a path of the server. */
  const to = (path: string, more: object = {}): object => ({ url: `${echo.url}${path}`, ...more });
  return {
    ran,
    differ,
    /** Runs both, and expects the same of them, which is `expected`. */
    same: <T>(options: () => object, pick: (ran: Ran) => T, expected: T): Promise<void> =>
      differ(options, pick, { newman: expected, ours: expected }),
    to,
    item: (name: string, { request, before, test }: ItemParts = {}): object => {
      const event = (listen: string, exec: string | undefined) =>
        exec === undefined ? [] : [{ listen, script: { exec } }];
      return {
        name,
        request: { method: 'GET', ...to(`/get?${name}`), ...request },
        event: [...event('prerequest', before), ...event('test', test)],
      };
    },
    /** Returns the path of a file that `both` has written. */
    file: (name: string): string => join(both.folder('newman'), name),
  };
}
