// One request of a run: its pre-request scripts, the request itself, and its test scripts.
import { asError, messageOf } from '../../base/errors.ts';
import type { SignableRequest } from '../../requests/auth/contract.ts';
import { dialectOf } from '../../collections/model/script-dialect.ts';
import { REQUEST_TYPE_LABELS } from '../../collections/model/request.ts';
import type { ProtocolExchange } from '../../requests/response.ts';
import { protocolOf } from '../../requests/protocols/index.ts';
import type { ScriptOutcome, ScriptRequest, ScriptResponse } from '../scripts/contract.ts';
import type { RequestRun, ScriptFailure, StepEvent, TestResult } from './events.ts';
import type { Interpolator } from './interpolator.ts';
import { urlWithQuery } from '../../collections/model/query.ts';
import { withoutCredentials } from './request-url.ts';
import { resolvedRequest } from './resolved-request.ts';
import type { RunContext } from './run-context.ts';
import { interpolatorFor, scriptHost, scriptTask, type ScriptPhase } from './script-task.ts';
import { runNested } from './nested-run.ts';
import { isErrorStatus } from './totals.ts';
import { withRetries } from './retries.ts';
import { toScriptRequest, toScriptResponse, toSentRequest } from './script-values.ts';
import type { Step, StepScript } from './steps.ts';

export interface StepResult {
  readonly run: RequestRun;
  /** The next request that scripts have chosen; see `ScriptOutcome`. */
  readonly next: string | null | undefined;
}

/** A request that was already sent, with its outcome. */
export interface SentStep {
  readonly outcome: ProtocolExchange | Error;
  /** Parts of the request as they were sent, with their variables replaced. */
  readonly resolved: ResolvedParts;
}

type ResolvedParts = Partial<Pick<ScriptRequest, 'body' | 'auth'>>;

/** Runs one request; with `sent`, only its test scripts. Never rejects: errors are part of the result. */
export async function runStep(
  step: Step,
  iteration: number,
  context: RunContext,
  sent: SentStep | null = null,
): Promise<StepResult> {
  return new StepRun(step, iteration, context, sent).result();
}

/** As in Bruno, a request is not sent when a script before it has failed that is not Postman's, and none runs after it. */
class NotSent extends Error {
  constructor(where: string) {
    super(`it is not sent: the pre-request script of the ${where} has failed`);
  }
}

class StepRun {
  readonly #step: Step;
  readonly #iteration: number;
  readonly #context: RunContext;
  readonly #sent: SentStep | null;
  readonly #startedAt = Date.now();
  readonly #startTime = performance.now();
  readonly #tests: TestResult[] = [];
  readonly #console: { readonly level: string; readonly text: string }[] = [];
  readonly #scriptErrors: ScriptFailure[] = [];
  readonly #interpolator: Interpolator;
  #request: ScriptRequest;
  /** Parts of the request as they were sent, with their variables replaced. */
  #resolved: ResolvedParts = {};
  /** The request as it was about to be sent; null before. */
  #sending: SignableRequest | null = null;
  #next: string | null | undefined;
  #skip = false;
  /** Settings that scripts have chosen. */
  #settings: ScriptOutcome['settings'] = {};

  constructor(step: Step, iteration: number, context: RunContext, sent: SentStep | null) {
    this.#step = step;
    this.#sent = sent;
    this.#iteration = iteration;
    this.#context = context;
    this.#interpolator = interpolatorFor(context);
    this.#request = toScriptRequest(step);
    context.scopes.replace('request', Object.fromEntries(step.variables));
  }

  async result(): Promise<StepResult> {
    this.#observe({ type: 'begun' });
    const result = await this.#outcome();
    this.#observe({ type: 'ended', run: result.run });
    return result;
  }

  async #outcome(): Promise<StepResult> {
    let exchange: ProtocolExchange | null = null;
    let failure: string | null = null;
    let isNotSent = false;
    try {
      await this.#runPreRequestScripts();
      if (this.#skip) return this.#toResult(null, null);
      exchange = this.#sent === null ? await this.#send() : this.#wasSent(this.#sent);
      this.#observe({ type: 'received', request: exchange.originalRequest, response: exchange.response });
    } catch (error) {
      failure = messageOf(error);
      isNotSent = error instanceof NotSent;
      this.#observe({ type: 'notReceived', request: this.#sending ?? this.#unsent(), error: asError(error) });
    }
    // As in Newman, tests also run when there is no response, and can say so.
    if (exchange !== null || (!isNotSent && !this.#context.signal.aborted))
      await this.#runTestScripts(exchange);
    if (exchange !== null && this.#context.failsOnStatus) this.#tests.push(...this.#statusTests(exchange));
    return this.#toResult(exchange, failure);
  }

  #observe(event: StepEvent): void {
    this.#context.observe?.({ request: this.#step.request, iteration: this.#iteration }, event);
  }

  async #runPreRequestScripts(): Promise<void> {
    const { preRequest } = this.#step;
    this.#observe({ type: 'scriptsBegun', event: 'prerequest' });
    for (const script of preRequest) {
      if (this.#skip) break;
      const outcome = await this.#runScript(script, {
        phase: 'preRequest',
        request: this.#request,
        settings: this.#settings,
        response: null,
      });
      this.#skip = outcome.skip;
      if (outcome.error !== null && dialectOf(script.script) !== 'postman') throw new NotSent(script.where);
      if (outcome.request !== null) this.#request = outcome.request;
      this.#settings = { ...this.#settings, ...outcome.settings };
    }
    this.#observe({ type: 'scriptsEnded', event: 'prerequest', ran: preRequest.length });
  }

  async #runTestScripts(exchange: ProtocolExchange | null): Promise<void> {
    const { test } = this.#step;
    this.#observe({ type: 'scriptsBegun', event: 'test' });
    if (test.length > 0) {
      const request =
        exchange === null
          ? { ...this.#request, ...this.#resolved }
          : toSentRequest(this.#request, this.#resolved, exchange);
      const response = exchange === null ? null : await this.#scriptResponse(exchange);
      // Handlers of responses in `.http` files are not called without one.
      const isCalled = ({ script }: StepScript): boolean =>
        exchange !== null || !/^(?:jetbrains|httpyac)$/.test(dialectOf(script));
      for (const script of test.filter(isCalled))
        await this.#runScript(script, { phase: 'test', request, response, settings: this.#settings });
    }
    this.#observe({ type: 'scriptsEnded', event: 'test', ran: test.length });
  }

  async #scriptResponse({ response, url }: ProtocolExchange): Promise<ScriptResponse> {
    return toScriptResponse(response, url, await this.#context.cookies.of(url));
  }

  async #runScript(script: StepScript, phase: ScriptPhase): Promise<ScriptOutcome> {
    const { scripts, scopes, onScriptOutput } = this.#context;
    const task = await scriptTask(script, phase, this.#step, this.#iteration, this.#context);
    const { eventName: event } = task.info;
    this.#observe({ type: 'scriptBegun', event, script: script.script });
    const observe = this.#context.observe === null ? null : (each: StepEvent) => this.#observe(each);
    const host = scriptHost(this.#step, this.#context, observe);
    const outcome = await scripts.run(task, {
      ...host,
      runRequest: (call) =>
        runNested(call, { ...this.#nested, run: runStep, onRun: (run) => this.#takeNested(run) }),
      ...(onScriptOutput && { onOutput: (output) => onScriptOutput(event, output) }),
    });
    this.#observe({ type: 'scriptEnded', event, script: script.script, outcome });
    const { where } = script;
    this.#tests.push(...outcome.tests.map((test) => ({ where, event, ...test })));
    this.#console.push(...outcome.console);
    if (outcome.error !== null) {
      const { name, message, line } = outcome.error;
      this.#scriptErrors.push({ where, event, line, name, message });
    }
    for (const [scope, values] of Object.entries(outcome.scopes))
      scopes.replace(scope as keyof ScriptOutcome['scopes'], values);
    if (outcome.next !== undefined) this.#next = outcome.next;
    return outcome;
  }

  get #nested() {
    return { iteration: this.#iteration, context: this.#context };
  }

  /** Counts the tests, the errors and the output of a request that a script ran. */
  #takeNested({ name, tests, console, scriptErrors }: RequestRun): void {
    const where = (inner: string): string => `request ${name}${inner === 'request' ? '' : ` (${inner})`}`;
    this.#tests.push(...tests.map((test) => ({ ...test, where: where(test.where) })));
    this.#console.push(...console);
    this.#scriptErrors.push(...scriptErrors.map((error) => ({ ...error, where: where(error.where) })));
  }

  #wasSent({ outcome, resolved }: SentStep): ProtocolExchange {
    this.#resolved = resolved;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  async #send(): Promise<ProtocolExchange> {
    const { timeoutMs, insecure, ignoreRedirects } = this.#context;
    const protocol = await protocolOf(this.#step.request.type);
    const request = resolvedRequest(this.#step, this.#request, this.#interpolator);
    const { auth, settings } = request;
    // As in Postman, scripts see the body also where the method has none.
    const isPruned = request.body.type === 'none' && this.#request.body.type !== 'none';
    const body = isPruned ? this.#interpolator.body(this.#request.body) : request.body;
    this.#resolved = { body, auth };
    const outgoing = {
      ...request,
      settings: {
        ...settings,
        timeoutMs: timeoutMs ?? this.#settings.timeoutMs ?? settings.timeoutMs,
        maxRedirects: this.#settings.maxRedirects ?? settings.maxRedirects,
        verifyTls: settings.verifyTls && !insecure,
        followRedirects: settings.followRedirects && !ignoreRedirects,
      },
    };
    const { retries, signal } = this.#context;
    return withRetries(() => protocol.send(outgoing, { ...this.#context, onSending: this.#onSending }), {
      count: retries,
      signal,
      note: (text) => this.#console.push({ level: 'warn', text }),
    });
  }

  /** Returns the test that a request without tests fails by its status; none where it has not. */
  #statusTests({ response }: ProtocolExchange): readonly TestResult[] {
    const { status, reason } = response;
    if (this.#tests.length > 0 || !isErrorStatus(response)) return [];
    const message = `${status} ${reason}`.trim();
    const error = { name: 'StatusError', message, line: null };
    return [
      { where: 'request', event: 'test', name: 'Status is no error', passed: false, skipped: false, error },
    ];
  }

  readonly #onSending = (request: SignableRequest): void => {
    this.#sending = request;
    this.#observe({ type: 'sending', request });
  };

  #unsent(): SignableRequest {
    return { method: this.#unsentMethod(), url: this.#unsentUrl(), headers: [], body: Buffer.alloc(0) };
  }

  /** Returns the text to report instead of a method for a request that was not sent. */
  #unsentMethod(): string {
    const { type } = this.#step.request;
    return type === 'http' || type === 'graphql' ? this.#request.method : REQUEST_TYPE_LABELS[type];
  }

  /** Returns the URL that was tried, or would have been. */
  #triedUrl(): string {
    return this.#sending === null ? this.#unsentUrl() : withoutCredentials(this.#sending.url);
  }

  /** Returns the URL to report for a request that was not sent. */
  #unsentUrl(): string {
    const url = urlWithQuery(this.#request);
    try {
      return withoutCredentials(this.#interpolator.text(url));
    } catch {
      // Its variables make the URL too long, which is why it was not sent.
      return withoutCredentials(url);
    }
  }

  #toResult(exchange: ProtocolExchange | null, error: string | null): StepResult {
    const { request, folders } = this.#step;
    return {
      next: this.#next,
      run: {
        iteration: this.#iteration,
        id: request.id,
        name: request.name,
        folders,
        error,
        method: exchange?.sent.method ?? this.#unsentMethod(),
        url: exchange?.url ?? this.#triedUrl(),
        sent: exchange === null ? null : { headers: exchange.sent.headers, body: exchange.sent.body },
        response: exchange?.response ?? null,
        tests: this.#tests,
        console: this.#console,
        scriptErrors: this.#scriptErrors,
        unresolved: [...this.#interpolator.unresolved],
        skipped: this.#skip,
        startedAt: this.#startedAt,
        durationMs: performance.now() - this.#startTime,
      },
    };
  }
}
