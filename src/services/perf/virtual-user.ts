// A virtual user. It iterates over the requests of the collection with its own variables, cookies and connection.
// Requests without scripts are sent as prepared bytes; others go through the runner.
import { setTimeout as delay } from 'node:timers/promises';
import { asError, messageOf } from '../../base/errors.ts';
import type { RunContext } from '../../runs/runner/run-context.ts';
import { runStep, type SentStep } from '../../runs/runner/run-step.ts';
import { indexOfStep, type Step } from '../../runs/runner/steps.ts';
import { hasFailed } from '../../runs/runner/totals.ts';
import {
  LoadConnection,
  type LoadResponse,
  type OnResponse,
  type UserConnection,
} from './load-connection.ts';
import { decodedExcerpt, excerptOf } from './error-samples.ts';
import { statusError, type Sample } from './measurements.ts';
import { PooledConnection } from './pooled-connection.ts';
import { prepareRequest, type PreparedRequest } from './prepared-request.ts';
import { testedExchange } from './tested-exchange.ts';

/** A request of the collection, shared by all users. */
export interface SharedStep {
  readonly step: Step;
  /** False once a response has shown that the runner has to follow it, for example with a redirect. */
  isPreparable: boolean;
  /** True when its bytes are always the same. */
  readonly isFixed: boolean;
  /** The bytes of all users, when `isFixed`. */
  prepared: PreparedRequest | null;
  /** The number of responses whose bodies are kept for samples of errors; null before the first error. */
  bodiesToKeep: number | null;
}

export interface Iteration {
  readonly number: number;
  /** The indexes of the requests that it sends, in order. */
  readonly steps: readonly number[];
}

export interface UserOptions {
  readonly steps: readonly SharedStep[];
  readonly context: RunContext;
  /** Starts an iteration, and replaces the row of data. */
  readonly begin: (context: RunContext) => Iteration;
  readonly onSample: (index: number, sample: Sample, host: string | null) => void;
}

/** Bodies cost time, and samples of errors need some of them. */
const BODIES_TO_KEEP = 200;
/** The maximum number of requests in one iteration, which stops scripts that loop. */
const MAX_REQUESTS = 100_000;

export class VirtualUser {
  readonly #options: UserOptions;
  readonly #connections = new Map<string, UserConnection>();
  #isStopped = false;

  constructor(options: UserOptions) {
    this.#options = options;
  }

  /**
   * Sends the requests of an iteration once. `plannedAt`: the time at which the first one should have been sent, from which it is
   * measured; null for the time at which it is. Never rejects.
   */
  async iterate(plannedAt: number | null): Promise<void> {
    const { steps, context, begin } = this.#options;
    const { number, steps: own } = begin(context);
    let startedAt = plannedAt ?? performance.now();
    let at = 0;
    for (let count = 0; at < own.length && count < MAX_REQUESTS && !this.#isStopped; count += 1) {
      const next = await this.#request(own[at]!, number, startedAt);
      if (next === null) return;
      at =
        next === undefined
          ? at + 1
          : indexOfStep(
              own.map((index) => steps[index]!.step),
              next,
            );
      if (at < 0) return;
      startedAt = performance.now();
    }
  }

  /** Lets the request in flight end, and sends no other. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Ends its connections; requests in flight fail with the reason. */
  close(reason: string): void {
    this.#isStopped = true;
    for (const connection of this.#connections.values()) connection.close(reason);
  }

  /** Resolves with the next request that a script has chosen. */
  #request(index: number, iteration: number, startedAt: number): Promise<string | null | undefined> {
    const shared = this.#options.steps[index]!;
    const { cookies } = this.#options.context;
    if (!shared.isPreparable || cookies.isUsed) return this.#run(index, shared, iteration, startedAt);
    return shared.step.test.length === 0
      ? this.#sendPrepared(index, shared, startedAt)
      : this.#sendTested(index, shared, iteration, startedAt);
  }

  async #sendPrepared(index: number, shared: SharedStep, startedAt: number): Promise<undefined> {
    let prepared = shared.prepared;
    try {
      prepared ??= await this.#prepare(shared);
    } catch (error) {
      this.#options.onSample(index, failure(startedAt, messageOf(error)), null);
      // Without a connection, nothing else would let other work proceed.
      await delay(1);
      return undefined;
    }
    await this.#exchange(index, shared, prepared, startedAt);
    return undefined;
  }

  async #prepare(shared: SharedStep): Promise<PreparedRequest> {
    const prepared = await prepareRequest(shared.step, this.#options.context);
    if (shared.isFixed) shared.prepared = prepared;
    return prepared;
  }

  #exchange(index: number, shared: SharedStep, prepared: PreparedRequest, startedAt: number): Promise<void> {
    const keepsBody = (shared.bodiesToKeep ?? 0) > 0;
    if (keepsBody) shared.bodiesToKeep! -= 1;
    return new Promise((resolve) => {
      const onResponse: OnResponse = (response, error) => {
        if (response !== null && response.status >= 400) shared.bodiesToKeep ??= BODIES_TO_KEEP;
        this.#options.onSample(index, sampleOf(response, error, startedAt), prepared.url.host);
        if (response === null || !needsRunner(response)) resolve();
        else void this.#heed(shared, prepared, response).then(resolve);
      };
      this.#connectionFor(prepared).send(prepared, onResponse, keepsBody);
    });
  }

  /** Sends a request whose response is for test scripts. The runner sends what is more than one plain exchange. */
  async #sendTested(
    index: number,
    shared: SharedStep,
    iteration: number,
    startedAt: number,
  ): Promise<string | null | undefined> {
    const prepared = shared.prepared ?? (await this.#prepare(shared).catch(() => null));
    if (prepared === null || !isHttp1(prepared)) return this.#run(index, shared, iteration, startedAt);
    const sentAt = performance.now();
    const response = await new Promise<LoadResponse | Error>((resolve) => {
      const onResponse: OnResponse = (response, error) => resolve(response ?? new Error(error));
      this.#connectionFor(prepared).send(prepared, onResponse, true);
    });
    const timeMs = performance.now() - sentAt;
    if (!(response instanceof Error) && needsRunner(response)) {
      if (isForRunner(shared, response)) {
        shared.isPreparable = false;
        return this.#run(index, shared, iteration, startedAt);
      }
      await this.#heed(shared, prepared, response);
    }
    const outcome =
      response instanceof Error ? response : await testedExchange(prepared, response, timeMs).catch(asError);
    return this.#run(index, shared, iteration, startedAt, {
      sentAt,
      outcome,
      resolved: prepared.seen.resolved,
    });
  }

  /** Acts on a response that has cookies or redirects: from now on the runner sends what depends on it. */
  async #heed(shared: SharedStep, { url }: PreparedRequest, response: LoadResponse): Promise<void> {
    const { request, test } = shared.step;
    if (isForRunner(shared, response)) shared.isPreparable = false;
    const cookies = [...response.head.matchAll(SET_COOKIE)].map(([, value = '']) => value);
    if (!request.settings.sendCookies && test.length === 0) return;
    await this.#options.context.cookies.store(`${url.scheme}://${url.authority}${url.path}`, cookies);
  }

  #connectionFor(request: PreparedRequest): UserConnection {
    const { url, verifyTls, httpVersion } = request;
    const key = `${url.scheme} ${url.host} ${url.port} ${verifyTls} ${httpVersion}`;
    let connection = this.#connections.get(key);
    if (connection === undefined) this.#connections.set(key, (connection = this.#newConnection(request)));
    return connection;
  }

  #newConnection(request: PreparedRequest): UserConnection {
    const { verifyTls, httpVersion } = request;
    if (isHttp1(request)) return new LoadConnection();
    return new PooledConnection(this.#options.context.sender.newPools({ verifyTls, httpVersion }));
  }

  async #run(
    index: number,
    { step }: SharedStep,
    iteration: number,
    startedAt: number,
    sent: (SentStep & { readonly sentAt: number }) | null = null,
  ): Promise<string | null | undefined> {
    const queuedMs = (sent?.sentAt ?? performance.now()) - startedAt;
    const { run, next } = await runStep(step, iteration, this.#options.context, sent);
    const { response, tests, scriptErrors, error, skipped } = run;
    if (skipped) return next;
    const failedTest = tests.find(({ passed, skipped: isSkipped }) => !passed && !isSkipped);
    const status = response?.status ?? 0;
    const scriptError = scriptErrors[0];
    const reason =
      error ??
      (failedTest !== undefined ? `test failed: ${failedTest.name}` : undefined) ??
      (scriptError !== undefined ? `script error: ${scriptError.message}` : undefined) ??
      (hasFailed(run) ? 'failed' : statusError(status));
    const ms = queuedMs + (response?.timeMs ?? performance.now() - startedAt - queuedMs);
    const host = URL.parse(run.url)?.hostname ?? null;
    const excerpt = response === null ? undefined : () => decodedExcerpt(response);
    const bytes = response?.size ?? 0;
    this.#options.onSample(
      index,
      { ms, status, bytes, error: reason, ...(excerpt !== undefined && { excerpt }) },
      host,
    );
    // A request that fails at once must leave time for others.
    if (response === null) await delay(1);
    return next;
  }
}

/** As in a run, HTTP/2 is offered to servers with TLS, unless the request names a version. */
function isHttp1({ url, httpVersion }: PreparedRequest): boolean {
  return httpVersion === '1.1' || (httpVersion === 'auto' && url.scheme === 'http');
}

const SET_COOKIE = /\r\nset-cookie:[ \t]*([^\r]*)/gi;

const STREAM = /\r\ncontent-type:[^\r]*(?:event-stream|ndjson|jsonl|json-?lines)/i;

/** True for what only the runner acts on: redirects, and for scripts a body of several messages. */
function isForRunner({ step }: SharedStep, { head, status }: LoadResponse): boolean {
  if (isRedirect(status) && step.request.settings.followRedirects) return true;
  return step.test.length > 0 && STREAM.test(head);
}

function needsRunner({ status, head }: LoadResponse): boolean {
  return isRedirect(status) || (head !== lastHead && saysMore(head));
}

/** Heads of prepared requests are mostly the same string, which need not be searched again. */
let lastHead = '';

function saysMore(head: string): boolean {
  if (/\r\nset-cookie:/i.test(head) || STREAM.test(head)) return true;
  lastHead = head;
  return false;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function sampleOf(response: LoadResponse | null, error: string, startedAt: number): Sample {
  if (response === null) return failure(startedAt, error);
  const { status, bytes, head, body } = response;
  const reason = statusError(status);
  const sample = { ms: performance.now() - startedAt, status, bytes, error: reason };
  return reason === null ? sample : { ...sample, excerpt: () => excerptOf(head, body) };
}

function failure(startedAt: number, error: string): Sample {
  return { ms: performance.now() - startedAt, status: 0, bytes: 0, error };
}
