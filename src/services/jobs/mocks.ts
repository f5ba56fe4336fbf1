// Mock servers that run in this process.
import { randomUUID } from 'node:crypto';
import { UserError } from '../../base/errors.ts';
import type { MockSources } from '../mock/index.ts';
import type { MockCall, MockServer } from '../mock/server.ts';

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

interface Entry {
  readonly server: MockServer;
  readonly about: Omit<RunningMock, 'callCount' | 'calls'>;
  callCount: number;
  readonly calls: MockCall[];
}

export class Mocks {
  readonly #entries = new Map<string, Entry>();

  /** `port`: 0 for any free one. Rejects with an Error that says why the port cannot be had. */
  async start(sources: MockSources, port: number): Promise<RunningMock> {
    if (this.#entries.size >= MAX_SERVERS)
      throw new UserError('CONFLICT', `${MAX_SERVERS} mock servers are running already: stop one first`);
    const { Mock } = await import('../mock/index.ts');
    const { startMockServer } = await import('../mock/server.ts');
    const mock = new Mock(sources);
    const calls: MockCall[] = [];
    const server = await startMockServer(mock, {
      port,
      tls: null,
      delay: { min: 0, max: 0 },
      onCall: (call) => {
        entry.callCount += 1;
        calls.push(call);
        if (calls.length > MAX_CALLS) calls.shift();
      },
    });
    const entry: Entry = {
      server,
      callCount: 0,
      calls,
      about: {
        mockId: randomUUID(),
        collection: sources.collection.name,
        url: `http://localhost:${server.port}`,
        port: server.port,
        examples: mock.examples,
        startedAt: Date.now(),
      },
    };
    this.#entries.set(entry.about.mockId, entry);
    return runningMock(entry);
  }

  list(): readonly RunningMock[] {
    return [...this.#entries.values()].map(runningMock);
  }

  /** Rejects with an Error when no server has this id. */
  async stop(mockId: string): Promise<RunningMock> {
    const entry = this.#entries.get(mockId);
    if (entry === undefined) throw new UserError('NOT_FOUND', missing(mockId, [...this.#entries.keys()]));
    this.#entries.delete(mockId);
    await entry.server.close();
    return runningMock(entry);
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
