// One request of a run: its pre-request scripts, the request itself, and its test scripts.
import { messageOf, UserError } from '../../base/errors.ts';
import { toByteString } from '../auth/shared/byte-strings.ts';
import { NO_BODY } from '../model/body.ts';
import { REQUEST_TYPE_LABELS } from '../model/request.ts';
import type { ProtocolExchange } from '../protocols/shared/response.ts';
import { protocolOf } from '../protocols/index.ts';
import type { ScriptOutcome, ScriptRequest } from '../scripts/contract.ts';
import type { RequestRun, TestResult } from './events.ts';
import { Interpolator } from './interpolator.ts';
import { urlParts, urlWithQuery, withoutCredentials } from './request-url.ts';
import type { RunContext } from './run-context.ts';
import { scriptHost, scriptTask, type ScriptPhase } from './script-task.ts';
import { toScriptRequest, toScriptResponse, toSentRequest } from './script-values.ts';
import type { Step, StepScript } from './steps.ts';

export interface StepResult {
  readonly run: RequestRun;
  /** The next request that scripts have chosen; see `ScriptOutcome`. */
  readonly next: string | null | undefined;
}

/** Runs one request. Never rejects: whatever goes wrong is part of the result. */
export async function runStep(step: Step, iteration: number, context: RunContext): Promise<StepResult> {
  return new StepRun(step, iteration, context).result();
}

/** Methods that have no body unless the request asks for one. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK']);

class StepRun {
  readonly #step: Step;
  readonly #iteration: number;
  readonly #context: RunContext;
  readonly #startedAt = Date.now();
  readonly #startTime = performance.now();
  readonly #tests: TestResult[] = [];
  readonly #console: { readonly level: string; readonly text: string }[] = [];
  readonly #scriptErrors: { readonly where: string; readonly message: string }[] = [];
  readonly #interpolator: Interpolator;
  #request: ScriptRequest;
  /** Parts of the request as they were sent, with their variables replaced. */
  #resolved: Partial<Pick<ScriptRequest, 'body' | 'auth'>> = {};
  #next: string | null | undefined;
  #skip = false;

  constructor(step: Step, iteration: number, context: RunContext) {
    this.#step = step;
    this.#iteration = iteration;
    this.#context = context;
    this.#interpolator = new Interpolator((name) => context.scopes.value(name));
    this.#request = toScriptRequest(step);
    context.scopes.replace('request', Object.fromEntries(step.variables));
  }

  async result(): Promise<StepResult> {
    let exchange: ProtocolExchange | null = null;
    try {
      await this.#runPreRequestScripts();
      if (this.#skip) return this.#toResult(null, null);
      exchange = await this.#send();
      await this.#runTestScripts(exchange);
      return this.#toResult(exchange, null);
    } catch (error) {
      return this.#toResult(exchange, messageOf(error));
    }
  }

  async #runPreRequestScripts(): Promise<void> {
    for (const script of this.#step.preRequest) {
      if (this.#skip) return;
      const outcome = await this.#runScript(script, {
        phase: 'preRequest',
        request: this.#request,
        response: null,
      });
      this.#skip = outcome.skip;
      if (outcome.request !== null) this.#request = outcome.request;
    }
  }

  async #runTestScripts(exchange: ProtocolExchange): Promise<void> {
    if (this.#step.test.length === 0) return;
    const response = toScriptResponse(exchange.response, await this.#context.cookies.of(exchange.url));
    const request = toSentRequest(this.#request, this.#resolved, exchange);
    for (const script of this.#step.test) await this.#runScript(script, { phase: 'test', request, response });
  }

  async #runScript(script: StepScript, phase: ScriptPhase): Promise<ScriptOutcome> {
    const { scripts, scopes } = this.#context;
    const task = await scriptTask(script, phase, this.#step, this.#iteration, this.#context);
    const outcome = await scripts.run(task, scriptHost(this.#step, this.#context));
    this.#tests.push(...outcome.tests);
    this.#console.push(...outcome.console);
    if (outcome.error !== null) {
      const { name, message } = outcome.error;
      this.#scriptErrors.push({ where: script.where, message: `${name}: ${message}` });
    }
    for (const [scope, values] of Object.entries(outcome.scopes))
      scopes.replace(scope as keyof ScriptOutcome['scopes'], values);
    if (outcome.next !== undefined) this.#next = outcome.next;
    return outcome;
  }

  async #send(): Promise<ProtocolExchange> {
    const { request: saved } = this.#step;
    const { type, settings } = saved;
    const { timeoutMs, insecure } = this.#context;
    const interpolator = this.#interpolator;
    const protocol = await protocolOf(type);
    if (protocol === null) throw new UserError('UNSUPPORTED', `requests of the type ${type} cannot be run`);
    const method = interpolator.text(this.#request.method).trim().toUpperCase() || 'GET';
    const hasBody = settings.bodyWithGet || !WITHOUT_BODY.has(method);
    const url = urlParts(this.#request, interpolator, settings.encodeUrl);
    const body = hasBody ? interpolator.body(this.#request.body) : NO_BODY;
    const auth = interpolator.auth(this.#request.auth);
    this.#resolved = { body, auth };
    const headers = interpolator
      .pairs(this.#request.headers)
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => ({ name: name.trim(), value: toByteString(value) }));
    const fields = interpolator.values(Reflect.get(saved, type));
    return protocol.send(
      {
        method,
        url,
        headers,
        body,
        auth,
        fields,
        settings: {
          ...settings,
          timeoutMs: timeoutMs ?? settings.timeoutMs,
          verifyTls: settings.verifyTls && !insecure,
        },
      },
      this.#context,
    );
  }

  /** Returns what stands in place of the method of a request that was not sent. */
  #unsentMethod(): string {
    const { type } = this.#step.request;
    return type === 'http' || type === 'graphql' ? this.#request.method : REQUEST_TYPE_LABELS[type];
  }

  /** Returns the URL to report for a request that was not sent. */
  #unsentUrl(): string {
    const url = urlWithQuery(this.#request);
    try {
      return withoutCredentials(this.#interpolator.text(url));
    } catch {
      // Its variables make it too long, which is why it was not sent.
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
        url: exchange?.url ?? this.#unsentUrl(),
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
