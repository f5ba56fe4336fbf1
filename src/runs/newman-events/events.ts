// Translates the events of a run into Newman's, for build scripts and reporters written for Newman
// (https://github.com/postmanlabs/newman#newmanrunevents). Their arguments are objects of postman-collection.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { SignableRequest } from '../../requests/auth/contract.ts';
import { postman } from '../../interchange/export/postman/index.ts';
import { requestsOf } from '../../collections/model/collection.ts';
import type {
  Reporter,
  RunStart,
  RunState,
  RunTotals,
  ScriptEvent,
  StepEvent,
  StepPlace,
} from '../runner/events.ts';
import type { ScriptOutcome } from '../scripts/contract.ts';
import { writeExport, type NewmanExport } from './exports.ts';
import { loadSdk, type SdkCollection, type SdkItem } from './sdk.ts';
import { cookiesOf, requestOf, responseOf, scopeOf } from './sdk-objects.ts';
import { NewmanSummary } from './summary.ts';

/** The emitter that `run()` returns and reporters receive. */
export class NewmanEmitter extends EventEmitter {
  summary: NewmanSummary | null = null;
  /** Files to write at the end, which reporters add while `beforeDone` is emitted. */
  readonly exports: NewmanExport[] = [];
}

/** Position of a request in a run. */
interface Cursor {
  readonly ref: string;
  readonly position: number;
  readonly length: number;
  readonly iteration: number;
  readonly cycles: number;
  readonly empty: boolean;
  readonly eof: boolean;
  readonly bof: boolean;
  readonly cr: boolean;
}

/** Emits Newman's events. `definition`: the collection as the user gave it; null to export ours. */
export class NewmanEvents implements Reporter {
  readonly #emitter: NewmanEmitter;
  readonly #definition: unknown;
  #sdk: Awaited<ReturnType<typeof loadSdk>> | null = null;
  /** Items of postman-collection and their positions, by the ids of our requests. */
  readonly #items = new Map<string, { readonly item: SdkItem; readonly position: number }>();
  /** Cursors of the requests that are running, by iteration. */
  readonly #cursors = new Map<number, Cursor>();
  #run: Pick<RunStart, 'iterations' | 'requests'> = { iterations: 1, requests: 0 };

  constructor(emitter: NewmanEmitter, definition: unknown = null) {
    this.#emitter = emitter;
    this.#definition = definition;
  }

  async start(run: RunStart): Promise<void> {
    const sdk = await loadSdk();
    const { collection, environment, globals } = run.subject;
    const { text } = postman.write(collection, { environment: null });
    const definition: unknown = this.#definition ?? JSON.parse(text);
    const sdkCollection = new sdk.Collection(definition);
    this.#sdk = sdk;
    this.#run = run;
    this.#findItems(run, sdkCollection);
    this.#emitter.summary = new NewmanSummary(this.#emitter, {
      collection: sdkCollection,
      environment: scopeOf(sdk, environment?.name ?? '', environment?.variables ?? [], environment?.id),
      globals: scopeOf(sdk, 'globals', globals),
    });
    this.#emit('start', null, { cursor: this.#cursorAt(0, 0) });
  }

  iteration(index: number): void {
    this.#emit('beforeIteration', null, { cursor: this.#cursorAt(0, index) });
  }

  iterationEnd(index: number): void {
    this.#emit('iteration', null, { cursor: this.#cursorAt(this.#run.requests - 1, index) });
  }

  step({ request, iteration }: StepPlace, event: StepEvent): void {
    const { item, position } = this.#items.get(request.id) ?? {};
    if (item === undefined || position === undefined) return;
    if (event.type === 'begun') this.#cursors.set(iteration, this.#cursorAt(position, iteration));
    const at = { cursor: this.#cursors.get(iteration) ?? this.#cursorAt(position, iteration), item };
    switch (event.type) {
      case 'begun':
        this.#emit('beforeItem', null, at);
        return;
      case 'scriptsBegun':
        this.#emit(`before${capitalized(event.event)}`, null, {
          ...at,
          events: eventsOf(item, event.event),
        });
        return;
      case 'scriptsEnded':
        this.#emit(event.event, null, { ...at, executions: eventsOf(item, event.event) });
        return;
      case 'scriptBegun':
        this.#emitScript('before', null, at, event.event, event.script);
        return;
      case 'scriptEnded':
        this.#scriptEnded(at, event.event, event.script, event.outcome);
        return;
      case 'sending':
        this.#emit('beforeRequest', null, { ...at, request: this.#request(event.request) });
        return;
      case 'received':
        this.#emit('request', null, {
          ...at,
          request: this.#request(event.request),
          response: responseOf(this.#sdkNow(), event.response),
          cookies: cookiesOf(this.#sdkNow(), event.response),
        });
        return;
      case 'notReceived':
        this.#emit('request', event.error, { ...at, request: this.#request(event.request) });
        return;
      case 'ended':
        this.#emit('item', null, at);
        return;
    }
  }

  state({ scopes }: RunState): void {
    const sdk = this.#sdk;
    const { summary } = this.#emitter;
    if (sdk === null || summary === null) return;
    summary.environment = scopeOf(sdk, '', scopes.values('environment'), undefined, summary.environment);
    summary.globals = scopeOf(sdk, 'globals', scopes.values('globals'), undefined, summary.globals);
  }

  async end({ stopped }: RunTotals): Promise<void> {
    const { summary } = this.#emitter;
    this.#emit('beforeDone', null, { cursor: this.#cursorAt(0, this.#run.iterations - 1), summary });
    for (const file of this.#emitter.exports) await writeExport(file);
    // As in Newman, `bail` ends a run without its own error.
    const error = stopped === null || stopped.includes('--bail') ? null : new Error(stopped);
    if (summary !== null && error !== null) summary.error = error;
    this.#emit('done', error, summary);
  }

  #findItems({ subject }: RunStart, sdkCollection: SdkCollection): void {
    const items: SdkItem[] = [];
    sdkCollection.forEachItem((item) => items.push(item));
    const requests = [...requestsOf(subject.collection.items)].map(({ request }) => request);
    for (const [position, { id }] of requests.entries()) {
      const item = items.find((each) => each.id === id) ?? items[position];
      if (item !== undefined) this.#items.set(id, { item, position });
    }
  }

  #scriptEnded(at: At, event: ScriptEvent, script: string, outcome: ScriptOutcome): void {
    const { console, tests, error } = outcome;
    for (const { level, text } of console)
      this.#emit('console', null, { cursor: at.cursor, level, messages: [text] });
    for (const [index, { name, passed, skipped, error: failure }] of tests.entries()) {
      const reason =
        passed || skipped ? null : { ...(failure ?? { name: 'Error', message: '' }), index, test: name };
      const args = { ...at, assertion: name, skipped, error: reason };
      this.#emit('beforeAssertion', null, args);
      this.#emit('assertion', reason, args);
    }
    if (error !== null) this.#emit('exception', null, { cursor: at.cursor, error });
    this.#emitScript('', error, at, event, script);
  }

  /** Emits an event of a script twice, under its general name and under that of its kind. */
  #emitScript(when: 'before' | '', error: unknown, at: At, listen: ScriptEvent, text: string): void {
    const event = new (this.#sdkNow().Event)({ listen, script: { exec: text.split('\n') } });
    const args = { ...at, event, script: event.script };
    this.#emit(when === '' ? 'script' : 'beforeScript', error, args);
    this.#emit(when === '' ? `${listen}Script` : `before${capitalized(listen)}Script`, error, args);
  }

  #request(request: SignableRequest): unknown {
    return requestOf(this.#sdkNow(), request);
  }

  #sdkNow(): Awaited<ReturnType<typeof loadSdk>> {
    if (this.#sdk === null) throw new Error('the run has not started');
    return this.#sdk;
  }

  #cursorAt(position: number, iteration: number): Cursor {
    const { requests: length, iterations: cycles } = this.#run;
    return {
      ref: randomUUID(),
      position,
      length,
      iteration,
      cycles,
      empty: length === 0,
      eof: position === length - 1 && iteration === cycles - 1,
      bof: position === 0 && iteration === 0,
      cr: position === 0 && iteration > 0,
    };
  }

  #emit(name: string, error: unknown, args: unknown): void {
    this.#emitter.emit(name, error, args);
  }
}

interface At {
  readonly cursor: Cursor;
  readonly item: SdkItem;
}

function eventsOf(item: SdkItem, listen: ScriptEvent): readonly unknown[] {
  return item.events.filter((event) => event.listen === listen);
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
