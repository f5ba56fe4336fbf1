// The summary of a run in Newman's form, collected from the events of the run.
import type { EventEmitter } from 'node:events';
import type { SdkObject } from './sdk.ts';

interface Counts {
  total: number;
  pending: number;
  failed: number;
}

/** The name of each count, and the event that it counts. */
const COUNTED = {
  iterations: 'iteration',
  items: 'item',
  scripts: 'script',
  prerequests: 'prerequest',
  requests: 'request',
  tests: 'test',
  assertions: 'assertion',
  testScripts: 'testScript',
  prerequestScripts: 'prerequestScript',
} as const;

interface EventArgs {
  readonly cursor?: { readonly ref: string };
  readonly item?: SdkObject & { readonly id?: string };
  readonly request?: SdkObject;
  readonly response?: SdkObject & { readonly responseTime?: number; readonly responseSize?: number };
  readonly event?: { readonly listen: string };
  readonly assertion?: string;
  readonly skipped?: boolean;
}

interface Execution {
  readonly cursor: EventArgs['cursor'];
  readonly item: EventArgs['item'];
  readonly id: string | undefined;
  request?: SdkObject | undefined;
  response?: SdkObject | undefined;
  requestError?: unknown;
  assertions?: unknown[];
  prerequestScript?: unknown[];
  testScript?: unknown[];
}

interface Definitions {
  readonly collection: SdkObject;
  readonly environment: SdkObject;
  readonly globals: SdkObject;
}

export class NewmanSummary {
  readonly collection: SdkObject;
  environment: SdkObject;
  globals: SdkObject;
  readonly run = {
    stats: Object.fromEntries(
      Object.keys(COUNTED).map((name): [string, Counts] => [name, { total: 0, pending: 0, failed: 0 }]),
    ),
    timings: {
      responseAverage: 0,
      responseMin: 0,
      responseMax: 0,
      responseSd: 0,
      started: Date.now(),
      completed: 0,
    },
    executions: [] as Execution[],
    transfers: { responseTotal: 0 },
    failures: [] as unknown[],
    error: null as unknown,
  };
  error?: Error;
  /** Executions of items that are running, by the reference of their cursor. */
  readonly #running = new Map<string, Execution>();
  #responses = 0;
  /** The sum of squared differences from the average (Welford). */
  #squares = 0;

  constructor(emitter: EventEmitter, { collection, environment, globals }: Definitions) {
    this.collection = collection;
    this.environment = environment;
    this.globals = globals;
    for (const [name, event] of Object.entries(COUNTED)) this.#count(emitter, name, event);
    emitter.on('request', (error: unknown, args: EventArgs) => this.#request(error, args));
    emitter.on('assertion', (error: unknown, args: EventArgs) => this.#assertion(error, args));
    emitter.on('script', (error: unknown, args: EventArgs) => this.#script(error, args));
    emitter.on('item', (_: unknown, { cursor }: EventArgs) => this.#running.delete(cursor?.ref ?? ''));
    emitter.on('beforeDone', () => {
      this.run.timings.completed = Date.now();
    });
  }

  #count(emitter: EventEmitter, name: string, event: string): void {
    const counts = this.run.stats[name]!;
    emitter.on(`before${event.slice(0, 1).toUpperCase()}${event.slice(1)}`, () => {
      counts.pending += 1;
    });
    emitter.on(event, (error: unknown) => {
      counts.pending = Math.max(0, counts.pending - 1);
      if (error !== null) counts.failed += 1;
      counts.total += 1;
    });
  }

  #request(error: unknown, args: EventArgs): void {
    const { request, response } = args;
    // A script may have sent another request; each request has its own execution.
    const known = this.#running.get(args.cursor?.ref ?? '');
    const execution = known === undefined || known.request !== undefined ? this.#begin(args) : known;
    execution.request = request;
    execution.response = response;
    if (error !== null) {
      execution.requestError = error;
      this.#fail(error, 'request', args);
    }
    this.run.executions.push(execution);
    if (response !== undefined) this.#time(response.responseTime ?? 0, response.responseSize ?? 0);
  }

  #assertion(error: unknown, args: EventArgs): void {
    const { assertion, skipped } = args;
    const entry = { assertion, skipped, ...(error !== null && { error }) };
    (this.#execution(args).assertions ??= []).push(entry);
    const index = (error as { readonly index?: number } | null)?.index;
    if (error !== null) this.#fail(error, `assertion:${index ?? 0} in test-script`, args);
  }

  #script(error: unknown, args: EventArgs): void {
    if (error === null) return;
    const listen = args.event?.listen === 'test' ? 'test' : 'prerequest';
    (this.#execution(args)[`${listen}Script`] ??= []).push({ error });
    const { line } = error as { readonly line?: number | null };
    this.#fail(error, `${listen}-script${line === null || line === undefined ? '' : `:${line}`}`, args);
  }

  #execution(args: EventArgs): Execution {
    return this.#running.get(args.cursor?.ref ?? '') ?? this.#begin(args);
  }

  #begin({ cursor, item }: EventArgs): Execution {
    const execution: Execution = { cursor, item, id: item?.id };
    this.#running.set(cursor?.ref ?? '', execution);
    return execution;
  }

  #fail(error: unknown, at: string, { item, cursor }: EventArgs): void {
    this.run.failures.push({ error: plainError(error), at, source: item, cursor });
  }

  #time(ms: number, bytes: number): void {
    const { timings, transfers } = this.run;
    transfers.responseTotal += bytes;
    this.#responses += 1;
    const before = ms - timings.responseAverage;
    timings.responseAverage += before / this.#responses;
    this.#squares += before * (ms - timings.responseAverage);
    timings.responseSd = Math.sqrt(this.#squares / this.#responses);
    timings.responseMin = this.#responses === 1 ? ms : Math.min(timings.responseMin, ms);
    timings.responseMax = Math.max(timings.responseMax, ms);
  }
}

/** Returns an error whose fields JSON keeps. */
function plainError(error: unknown): unknown {
  return error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : error;
}
