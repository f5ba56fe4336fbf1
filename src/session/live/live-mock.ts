// A mock server that runs: what it serves, its calls as events of its channel, and the changes of its files.
import { asError, messageOf } from '../../base/errors.ts';
import type { ObjectChange } from '../../collections/watch/object-changes.ts';
import type { SentCallback } from '../../services/mock/callbacks.ts';
import type { AnswerReport } from '../../specs/answer-check/answers.ts';
import type { DelayRange, FailingShare, MockCall } from '../../services/mock/server.ts';
import type { Channel } from '../channels/channel.ts';
import type { WorkspaceEvent } from '../client-files/events.ts';
import { Mock } from '../../services/mock/index.ts';
import { keepPassed } from '../../services/mock/kept-example.ts';
import { keepDescribed } from './keep-described.ts';
import { shownCall, sizeOfCall } from './mock-calls.ts';
import { BrokenFile, readMock, type MockSubject, type ReadMock } from './mock-sources.ts';
import { maskedRoutes } from './masked-routes.ts';
import type {
  EndedMock,
  FreshMock,
  MockChange,
  MockHost,
  MockRequest,
  RunningRoutes,
} from './mock-contract.ts';
import { portError } from './port-error.ts';
import { SecretMask } from './secret-mask.ts';
import { tagCalls } from './tagged-calls.ts';

type Listen = Required<Omit<MockRequest, keyof MockSubject>> & { readonly port: number };

export const NO_FAILURES: FailingShare = { percent: 0, status: 503 };
/** The number of changes that an event names. */
const MAX_CHANGES = 100;
/** The number of wrong answers that an event names. */
const MAX_NAMED = 20;

interface LiveMockOptions {
  readonly channel: Channel;
  readonly host: MockHost;
  readonly read: ReadMock;
  readonly onEnd: (mock: EndedMock) => void;
}

export class LiveMock {
  readonly #channel: Channel;
  readonly #host: MockHost;
  readonly #onEnd: LiveMockOptions['onEnd'];
  #read: ReadMock;
  #mask: SecretMask;
  #mockId = '';
  #delay: DelayRange = { min: 0, max: 0 };
  #failing = NO_FAILURES;
  /** Settles when what came back so far is saved. */
  #saved: Promise<void> = Promise.resolve();
  #listen: Listen | null = null;
  #url = '';
  #calls = 0;
  #unmatched = 0;
  #unsubscribe = (): void => undefined;
  /** Changes that the server does not know yet; null without one. */
  #changes: readonly ObjectChange[] | null = null;
  /** True while the files cannot be used: whatever changes may repair them. */
  #hasFailed = false;
  /** Settles when the last reading has ended; one follows another. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ channel, host, read, onEnd }: LiveMockOptions) {
    this.#channel = channel;
    this.#host = host;
    this.#read = read;
    this.#onEnd = onEnd;
    this.#mask = new SecretMask(read.sources);
  }

  async start(listen: Listen): Promise<void> {
    this.#listen = listen;
    const { port, callbacks: sendsCallbacks, keeps: _, ...options } = listen;
    const { jobs } = this.#host.workspace;
    const follower = {
      called: (call: MockCall) => this.#called(call),
      stopped: () => this.#stopped(),
      checked: (report: AnswerReport) => this.#checked(report),
      sent: (callback: SentCallback) =>
        this.#channel.add('callback', { ...callback, url: this.#mask.text(callback.url) }),
    };
    const started = await jobs.mocks
      .start(this.#read.sources, { port, sendsCallbacks, ...options }, follower)
      .catch(async (error: unknown) => {
        throw await portError(port, asError(error));
      });
    const { mockId, url, examples } = started;
    this.#mockId = mockId;
    this.#url = url;
    const subscriptions = [
      this.#host.onWorkspace((event) => this.#follow(event)),
      tagCalls(this.#host.engine.flows, started.port),
    ];
    this.#unsubscribe = () => subscriptions.forEach((end) => end());
    this.#delay = listen.delay;
    this.#failing = listen.failing;
    this.#channel.add('start', { mock: mockId, url, port: started.port, examples, ...this.#about() });
    const stop = (): void => {
      // It may have been stopped by its id.
      jobs.mocks.stop(mockId).catch(() => undefined);
    };
    if (this.#channel.signal.aborted) stop();
    else this.#channel.signal.addEventListener('abort', stop, { once: true });
  }

  /** Reads the files again; resolves with the number of examples. Rejects with a UserError. */
  reload(): Promise<number> {
    return this.#inTurn(() => this.#reload([]));
  }

  change({ delay, failing, ...subject }: MockChange): Promise<void> {
    return this.#inTurn(async () => {
      const { workspace } = this.#host;
      const given = { ...this.#read.subject, ...subject };
      const read = await readMock(await workspace.open(), given);
      if (this.#channel.state === 'ended') return;
      const { examples } = workspace.jobs.mocks.replace(this.#mockId, read.sources);
      this.#read = read;
      if (delay !== undefined) {
        this.#delay = delay;
        workspace.jobs.mocks.setDelay(this.#mockId, delay);
      }
      if (failing !== undefined) {
        this.#failing = failing;
        workspace.jobs.mocks.setFailing(this.#mockId, failing);
      }
      this.#channel.add('changed', { examples, ...this.#about() });
    });
  }

  fresh(): FreshMock {
    return { mock: new Mock(this.#read.sources), mask: (text) => this.#mask.text(text) };
  }

  /** Returns what it responds to, with the calls by example. Throws a UserError when it has ended. */
  routes(): RunningRoutes {
    const { routes, counts } = this.#host.workspace.jobs.mocks.routes(this.#mockId);
    const calls = { calls: this.#calls, unmatched: this.#unmatched };
    return { routes: maskedRoutes(routes, this.#mask), counts, ...calls };
  }

  /** Returns what windows show of it. */
  #about(): object {
    const { sources, subject } = this.#read;
    const { collection, spec, stateful = false, validate = false, dynamic = false, seed } = subject;
    const { percent, status } = this.#failing;
    const { min, max } = this.#delay;
    const ids = { collection: collection ?? null, spec: spec ?? null };
    const { collection: served, environment } = sources;
    return {
      ...ids,
      name: served.name,
      environment: environment?.name ?? null,
      stateful,
      validate,
      onlyLog: subject.onlyLog ?? false,
      failPercent: percent,
      failStatus: status,
      keeps: this.#listen?.keeps ?? false,
      dynamic,
      seed: seed ?? null,
      proxy: this.#listen?.passOn?.server.href ?? null,
      proxyChanges: this.#listen?.passOn?.passesChanges ?? false,
      callbacks: this.#listen?.callbacks ?? false,
      delayMs: min,
      maxDelayMs: max,
    };
  }

  #checked({ checked, repaired, wrong, named }: AnswerReport): void {
    this.#channel.add('answers', {
      checked,
      repaired: repaired.length,
      wrong,
      named: named.slice(0, MAX_NAMED),
    });
  }

  #called(call: MockCall): void {
    this.#calls += 1;
    if (call.source === 'none') this.#unmatched += 1;
    this.#channel.add('call', shownCall(call, this.#mask), sizeOfCall(call));
    if (this.#listen?.keeps !== true || call.passed === null) return;
    this.#saved = this.#saved.then(() => this.#keep(call));
  }

  async #keep(call: MockCall): Promise<void> {
    const { collection, spec } = this.#read.subject;
    try {
      const saved =
        collection !== undefined
          ? await this.#keepExample(collection, call)
          : await keepDescribed(await this.#host.clientFiles(), this.#channel.owner.window, spec!, call);
      if (saved !== null) this.#channel.add('kept', saved);
    } catch (error) {
      this.#channel.add('notKept', { reason: messageOf(error) });
    }
  }

  async #keepExample(collection: string, call: MockCall) {
    const { workspace } = this.#host;
    const { routes } = workspace.jobs.mocks.routes(this.#mockId);
    const name = await keepPassed(await workspace.open(), collection, call, routes);
    return name === null ? null : { name, isDraft: false };
  }

  #stopped(): void {
    this.#unsubscribe();
    this.#channel.end({ outcome: 'ended' });
    const { collection, environment } = this.#read.sources;
    this.#onEnd({
      name: collection.name,
      environment: environment?.name ?? null,
      url: this.#url,
      calls: this.#calls,
      unmatched: this.#unmatched,
    });
  }

  #follow(event: WorkspaceEvent): void {
    if (event.type !== 'files') return;
    const { changes, counts } = event;
    const isWhole = Object.values(counts).reduce((sum, count) => sum + count, 0) === changes.length;
    const own = changes.filter((change) => this.#hasFailed || this.#read.dependsOn(change));
    if (own.length === 0 && isWhole) return;
    const isWaiting = this.#changes !== null;
    this.#changes = [...(this.#changes ?? []), ...own].slice(0, MAX_CHANGES);
    if (!isWaiting) void this.#inTurn(() => this.#reloadChanged());
  }

  async #reloadChanged(): Promise<void> {
    const changes = this.#changes ?? [];
    this.#changes = null;
    try {
      await this.#reload(changes);
    } catch (error) {
      this.#hasFailed = true;
      const { file, line } = error instanceof BrokenFile ? error : { file: null, line: 0 };
      this.#channel.add('reloadFailed', { reason: messageOf(error), file, line });
    }
  }

  async #reload(changes: readonly ObjectChange[]): Promise<number> {
    const { workspace } = this.#host;
    const read = await readMock(await workspace.open(), this.#read.subject);
    if (this.#channel.state === 'ended') return 0;
    const { examples } = workspace.jobs.mocks.replace(this.#mockId, read.sources);
    this.#read = read;
    this.#mask = new SecretMask(read.sources);
    this.#hasFailed = false;
    this.#channel.add('reloaded', { examples, changes });
    return examples;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
