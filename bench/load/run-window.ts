// One run of the load generator, and the window in it that is measured. The proxy's CPU time is read here, at
// the exact start and end of the window.
import { bytesMoved } from './connection.ts';
import type { Limit, Plan, Window } from './plan.ts';
import { cpuSeconds, mainThreadSeconds } from '../processes/proc.ts';
import { percentile } from '../results/statistics.ts';
import type { RequestSender } from './web-socket-client.ts';

/** A connection and the request that is sent on it. */
export interface LoadClient {
  readonly exchanges: RequestSender;
  readonly head: Buffer;
}

interface Edge {
  readonly at: number;
  readonly cpu: number;
  readonly mainThread: number;
}

/** An exchange is stuck when no bytes have moved for this long. */
const STUCK_MS = 15_000;

export class Run {
  readonly limit: Limit;
  readonly #plan: Plan;
  /** Idle kept connections, the longest idle first. */
  readonly #idle: LoadClient[];
  readonly #openClient: (index: number) => Promise<LoadClient>;
  readonly #outcome = Promise.withResolvers<Window>();
  #sent = 0;
  #inProgress = 0;
  #isOver = false;
  #latencies: number[] = [];
  #start: Edge | null = null;
  #window: Window | null = null;
  #watch: NodeJS.Timeout | undefined;

  constructor(
    plan: Plan,
    limit: Limit,
    kept: readonly LoadClient[],
    openClient: (index: number) => Promise<LoadClient>,
  ) {
    this.limit = limit;
    this.#plan = plan;
    this.#idle = [...kept];
    this.#openClient = openClient;
  }

  /** Sends requests until the limit is reached. Rejects when one fails: failures are not what is measured. */
  window(): Promise<Window> {
    this.#watchOver();
    if (this.limit.type === 'count') this.#begin();
    else setTimeout(() => this.#begin(), this.limit.warmSeconds * 1000);
    for (let count = 0; count < this.#plan.inFlight; count += 1) this.#next();
    return this.#outcome.promise.finally(() => clearInterval(this.#watch));
  }

  #watchOver(): void {
    let before = bytesMoved();
    this.#watch = setInterval(() => {
      if (bytesMoved() === before)
        this.#fail(
          new Error(`stuck: nothing moves, ${this.#inProgress} of ${this.#sent} requests under way`),
        );
      before = bytesMoved();
    }, STUCK_MS);
  }

  #begin(): void {
    this.#latencies = [];
    this.#start = this.#edge();
    if (this.limit.type === 'time') setTimeout(() => this.#end(), this.limit.seconds * 1000);
  }

  #end(): void {
    const end = this.#edge();
    const start = this.#start ?? end;
    const sorted = Float64Array.from(this.#latencies).sort();
    this.#isOver = true;
    this.#window = {
      requests: sorted.length,
      seconds: (end.at - start.at) / 1000,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      cpu: end.cpu - start.cpu,
      mainThread: end.mainThread - start.mainThread,
    };
  }

  #edge(): Edge {
    const { pids } = this.#plan;
    const mainThread = mainThreadSeconds(pids[0] ?? 0);
    return { at: performance.now(), cpu: cpuSeconds(pids), mainThread };
  }

  #next(): void {
    const isEnough = this.limit.type === 'count' && this.#sent >= this.limit.requests;
    if (this.#isOver || isEnough) {
      this.#finish();
      return;
    }
    const index = this.#sent;
    this.#sent += 1;
    this.#inProgress += 1;
    const start = performance.now();
    const client = this.#idle.shift();
    if (client !== undefined) this.#send(client, start, () => this.#idle.push(client));
    else {
      this.#openClient(index).then(
        (opened) => this.#send(opened, start, () => opened.exchanges.close()),
        (error: unknown) => this.#fail(error instanceof Error ? error : new Error(String(error))),
      );
    }
  }

  #send({ exchanges, head }: LoadClient, start: number, done: () => void): void {
    const onResponse = (): void => {
      this.#inProgress -= 1;
      this.#latencies.push(performance.now() - start);
      done();
      this.#next();
    };
    if (this.#plan.handshakesOnly) {
      onResponse();
      return;
    }
    exchanges.send(head, this.#plan.uploadBytes, (error) => {
      if (error === null) onResponse();
      else this.#fail(new Error(`request ${this.#sent}: ${error}`));
    });
  }

  /**
   * Waits for the requests in progress at the end of a timed window, so that their connections can be reused.
   */
  #finish(): void {
    if (this.#inProgress > 0) return;
    if (this.#window === null) this.#end();
    if (this.#window !== null) this.#outcome.resolve(this.#window);
  }

  #fail(error: Error): void {
    this.#isOver = true;
    this.#outcome.reject(error);
  }
}
