// Mock servers that run in this process.
import { randomUUID } from 'node:crypto';
import { UserError } from '../../base/errors.ts';
import type { AnswerReport } from '../../specs/answer-check/answers.ts';
import type { SentCallback } from '../mock/callbacks.ts';
import type { MockSources } from '../mock/index.ts';
import type { MockRoute } from '../mock/routes.ts';
import type { DelayRange, FailingShare, MockCall, MockServer, MockServerOptions } from '../mock/server.ts';

/** The number of calls that are remembered of each server. */
const MAX_CALLS = 20;
const MAX_SERVERS = 20;

export interface RunningMock {
  readonly mockId: string;
  readonly collection: string;
  readonly url: string;
  readonly port: number;
  /** The number of examples that it answers with. */
  readonly examples: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly callCount: number;
  /** The latest calls, newest last. */
  readonly calls: readonly MockCall[];
}

/** Follows a server. */
export interface MockFollower {
  called(call: MockCall): void;
  stopped(): void;
  /** The answers of a description were compared with their schemas. */
  checked?(report: AnswerReport): void;
  sent?(callback: SentCallback): void;
}

export interface MockListen {
  /** 0 for any free one. */
  readonly port: number;
  readonly delay?: DelayRange;
  readonly failing?: FailingShare;
  /** PEM; null or absent for plain HTTP. */
  readonly tls?: MockServerOptions['tls'];
  readonly passOn?: MockServerOptions['passOn'];
  /** True to send the callbacks of the description. */
  readonly sendsCallbacks?: boolean | undefined;
}

const NO_DELAY: DelayRange = { min: 0, max: 0 };
const NO_FAILURES: FailingShare = { percent: 0, status: 503 };
const NOBODY: MockFollower = { called: () => undefined, stopped: () => undefined };

interface Entry {
  readonly server: MockServer;
  readonly follower: MockFollower;
  /** Replaces what it responds with. */
  readonly replace: (sources: MockSources) => void;
  readonly setDelay: (delay: DelayRange) => void;
  readonly setFailing: (failing: FailingShare) => void;
  readonly routes: () => readonly MockRoute[];
  /** Calls by the id of their example. */
  readonly counts: Map<string, number>;
  about: Omit<RunningMock, 'callCount' | 'calls'>;
  callCount: number;
  readonly calls: MockCall[];
}

export class Mocks {
  readonly #entries = new Map<string, Entry>();

  /** Rejects with an Error that says why the port cannot be had; its cause is that of the system. */
  async start(
    sources: MockSources,
    { port, delay = NO_DELAY, failing = NO_FAILURES, tls = null, passOn, sendsCallbacks = false }: MockListen,
    follower = NOBODY,
  ): Promise<RunningMock> {
    if (this.#entries.size >= MAX_SERVERS)
      throw new UserError('CONFLICT', `${MAX_SERVERS} mock servers are running already: stop one first`);
    const { ServedMock } = await import('../mock/served-mock.ts');
    const { startMockServer } = await import('../mock/server.ts');
    const served = new ServedMock(sources, (report) => follower.checked?.(report));
    const calls: MockCall[] = [];
    let [range, share] = [delay, failing];
    const server = await startMockServer(served, {
      port,
      tls,
      passOn,
      onCallback: sendsCallbacks ? (callback) => follower.sent?.(callback) : undefined,
      delay: () => range,
      failing: () => share,
      onCall: (call) => {
        entry.callCount += 1;
        const { exampleId } = call;
        if (exampleId !== null) entry.counts.set(exampleId, (entry.counts.get(exampleId) ?? 0) + 1);
        calls.push(call);
        follower.called(call);
        if (calls.length > MAX_CALLS) calls.shift();
      },
    });
    const entry: Entry = {
      server,
      follower,
      replace: (changed) => {
        served.replace(changed);
        entry.about = { ...entry.about, examples: served.current.examples };
      },
      setDelay: (changed) => {
        range = changed;
      },
      setFailing: (changed) => {
        share = changed;
      },
      routes: () => served.current.routes(),
      counts: new Map(),
      callCount: 0,
      calls,
      about: {
        mockId: randomUUID(),
        collection: sources.collection.name,
        url: `${tls === null ? 'http' : 'https'}://localhost:${server.port}`,
        port: server.port,
        examples: served.current.examples,
        startedAt: Date.now(),
      },
    };
    this.#entries.set(entry.about.mockId, entry);
    served.check();
    return runningMock(entry);
  }

  list(): readonly RunningMock[] {
    return [...this.#entries.values()].map(runningMock);
  }

  /** Lets a server respond with other examples, without a restart. Throws an Error when no server has this id. */
  replace(mockId: string, sources: MockSources): RunningMock {
    const entry = this.#named(mockId);
    entry.replace(sources);
    return runningMock(entry);
  }

  /** Changes the time before each response. Throws an Error when no server has this id. */
  setDelay(mockId: string, delay: DelayRange): void {
    this.#named(mockId).setDelay(delay);
  }

  /** Changes the share of the calls that fails. Throws an Error when no server has this id. */
  setFailing(mockId: string, failing: FailingShare): void {
    this.#named(mockId).setFailing(failing);
  }

  /** Returns the routes of a server, and its calls by example. Throws an Error when no server has this id. */
  routes(mockId: string): {
    readonly routes: readonly MockRoute[];
    readonly counts: ReadonlyMap<string, number>;
  } {
    const { routes, counts } = this.#named(mockId);
    return { routes: routes(), counts };
  }

  /** Rejects with an Error when no server has this id. */
  async stop(mockId: string): Promise<RunningMock> {
    const entry = this.#named(mockId);
    this.#entries.delete(mockId);
    await entry.server.close();
    entry.follower.stopped();
    return runningMock(entry);
  }

  #named(mockId: string): Entry {
    const entry = this.#entries.get(mockId);
    if (entry !== undefined) return entry;
    throw new UserError('NOT_FOUND', missing(mockId, [...this.#entries.keys()]));
  }

  async close(): Promise<void> {
    for (const mockId of [...this.#entries.keys()]) await this.stop(mockId);
  }
}

function runningMock({ about, callCount, calls }: Entry): RunningMock {
  return { ...about, callCount, calls: [...calls] };
}

function missing(mockId: string, running: readonly string[]): string {
  const others = running.length === 0 ? 'none is running' : `running are ${running.join(', ')}`;
  return `there is no mock server ${JSON.stringify(mockId.slice(0, 100))}: ${others}`;
}
