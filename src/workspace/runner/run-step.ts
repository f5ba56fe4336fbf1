// One request of a run: its scripts before, the request itself, its scripts after.
import { messageOf } from '../../base/errors.ts';
import type { HeaderField } from '../auth/contract.ts';
import type { Auth } from '../model/auth.ts';
import { NO_BODY } from '../model/body.ts';
import { encodeBody, type ResolveFile } from '../protocols/http/body.ts';
import type { CookieStore } from '../protocols/http/cookies.ts';
import { sendRequest, type HttpExchange } from '../protocols/http/exchange.ts';
import type { HttpSender } from '../protocols/http/sender.ts';
import type { HttpUrl } from '../protocols/http/url.ts';
import type {
  ScriptHost,
  ScriptOutcome,
  ScriptRequest,
  ScriptResponse,
  ScriptTask,
} from '../scripts/contract.ts';
import type { Scopes } from '../variables/scopes.ts';
import type { ReceivedResponse, RequestRun, TestResult } from './events.ts';
import { Interpolator } from './interpolator.ts';
import { withoutCredentials, urlOf, urlWithQuery } from './request-url.ts';
import type { Step } from './steps.ts';

/** What the requests of one iteration after another share. */
export interface RunContext {
  readonly scopes: Scopes;
  readonly cookies: CookieStore;
  readonly sender: HttpSender;
  /** What authorization keeps. */
  readonly authCache: Map<string, unknown>;
  readonly showPage: ((url: string) => void) | undefined;
  readonly scripts: { run(task: ScriptTask, host: ScriptHost): Promise<ScriptOutcome> };
  readonly resolveFile: ResolveFile;
  readonly collectionName: string;
  readonly environmentName: string;
  readonly iterationCount: number;
  readonly timeoutMs: number | null;
  readonly insecure: boolean;
  readonly signal: AbortSignal;
}

export interface StepResult {
  readonly run: RequestRun;
  /** As scripts have said: see `ScriptOutcome`. */
  readonly next: string | null | undefined;
}

export async function runStep(step: Step, iteration: number, context: RunContext): Promise<StepResult> {
  return new StepRun(step, iteration, context).result();
}

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
  #interpolated: Partial<Pick<ScriptRequest, 'body' | 'auth'>> = {};
  #next: string | null | undefined;
  #skip = false;

  constructor(step: Step, iteration: number, context: RunContext) {
    this.#step = step;
    this.#iteration = iteration;
    this.#context = context;
    this.#interpolator = new Interpolator((name) => context.scopes.value(name));
    this.#request = toScriptRequest(step);
  }

  async result(): Promise<StepResult> {
    let exchange: HttpExchange | null = null;
    const { type } = this.#step.request;
    try {
      if (type !== 'http' && type !== 'graphql') throw new Error(`a run sends no requests of type ${type}`);
      for (const { where, script } of this.#step.preRequest)
        if (!this.#skip) await this.#runScript('preRequest', where, script, null);
      if (this.#skip) return this.#toResult(null, null);
      exchange = await this.#send(
        urlOf(this.#request, this.#interpolator, this.#step.request.settings.encodeUrl),
      );
      await this.#runTestScripts(exchange);
      return this.#toResult(exchange, null);
    } catch (error) {
      return this.#toResult(exchange, messageOf(error));
    }
  }

  async #runTestScripts(exchange: HttpExchange): Promise<void> {
    if (this.#step.test.length === 0) return;
    const cookies = await this.#context.cookies.of(exchange.url);
    const response = toScriptResponse(exchange.response, cookies);
    const before = this.#request;
    this.#request = this.#sentRequest(exchange);
    for (const { where, script } of this.#step.test) await this.#runScript('test', where, script, response);
    this.#request = before;
  }

  /** With what variables held, as the server got it: where redirects were followed, as they found it. */
  #sentRequest({ originalRequest: asked, url, sent }: HttpExchange): ScriptRequest {
    const headers = asked.url === url ? sent.headers : asked.headers;
    return {
      ...this.#request,
      ...this.#interpolated,
      ...{ method: asked.method, url: asked.url, query: [], path: [], headers: toScriptHeaders(headers) },
    };
  }

  async #send(url: HttpUrl): Promise<HttpExchange> {
    const { settings } = this.#step.request;
    const { timeoutMs, insecure, resolveFile: fileAllowed } = this.#context;
    const interpolator = this.#interpolator;
    const method = interpolator.text(this.#request.method).trim().toUpperCase() || 'GET';
    const hasBody = settings.bodyWithGet || !WITHOUT_BODY.has(method);
    const body = hasBody ? interpolator.body(this.#request.body) : NO_BODY;
    const auth = interpolator.auth(this.#request.auth);
    this.#interpolated = { body, auth };
    const { bytes, contentType } = await encodeBody(body, fileAllowed);
    return sendRequest(
      {
        ...{ method, url },
        headers: interpolator
          .pairs(this.#request.headers)
          .filter(({ name }) => name.trim() !== '')
          .map(({ name, value }) => ({ name: name.trim(), value: toByteString(value) })),
        body: bytes,
        contentType,
        auth,
        settings: {
          ...settings,
          timeoutMs: timeoutMs ?? settings.timeoutMs,
          verifyTls: settings.verifyTls && !insecure,
        },
      },
      this.#context,
    );
  }

  async #runScript(
    phase: ScriptTask['phase'],
    where: string,
    script: string,
    response: ScriptResponse | null,
  ): Promise<void> {
    const { scripts, scopes } = this.#context;
    const outcome = await scripts.run(await this.#task(phase, where, script, response), this.#host());
    this.#tests.push(...outcome.tests);
    this.#console.push(...outcome.console);
    if (outcome.error !== null)
      this.#scriptErrors.push({ where, message: `${outcome.error.name}: ${outcome.error.message}` });
    for (const [scope, values] of Object.entries(outcome.scopes))
      scopes.replace(scope as keyof ScriptOutcome['scopes'], values);
    if (outcome.next !== undefined) this.#next = outcome.next;
    if (phase === 'test') return;
    this.#skip ||= outcome.skip;
    if (outcome.request !== null) this.#request = outcome.request;
  }

  async #task(
    phase: ScriptTask['phase'],
    where: string,
    script: string,
    response: ScriptResponse | null,
  ): Promise<ScriptTask> {
    const { scopes, environmentName, iterationCount, collectionName } = this.#context;
    const { request, folders } = this.#step;
    return {
      ...{ phase, where, script, response, environmentName },
      info: {
        iteration: this.#iteration,
        iterationCount,
        requestName: request.name,
        requestId: request.id,
        eventName: phase === 'test' ? 'test' : 'prerequest',
      },
      scopes: {
        globals: scopes.values('globals'),
        collection: scopes.values('collection'),
        environment: scopes.values('environment'),
        data: scopes.values('data'),
        local: scopes.values('local'),
      },
      request: this.#request,
      cookies: await this.#cookiesSent(),
      location: [collectionName, ...folders, request.name],
    };
  }

  async #cookiesSent(): Promise<ScriptTask['cookies']> {
    try {
      const url = new Interpolator((name) => this.#context.scopes.value(name)).text(this.#request.url);
      return await this.#context.cookies.of(url);
    } catch {
      return [];
    }
  }

  #host(): ScriptHost {
    const { cookies, signal } = this.#context;
    return {
      ...{ cookies, signal },
      sendRequest: async (request, abortSignal) => {
        const interpolator = new Interpolator((name) => this.#context.scopes.value(name));
        const { bytes, contentType } = await encodeBody(
          interpolator.body(request.body),
          this.#context.resolveFile,
        );
        const exchange = await sendRequest(
          {
            method: request.method.toUpperCase() || 'GET',
            url: urlOf(request, interpolator, true),
            headers: interpolator
              .pairs(request.headers)
              .map(({ name, value }) => ({ name, value: toByteString(value) })),
            body: bytes,
            contentType,
            auth: interpolator.auth(request.auth),
            settings: {
              ...this.#step.request.settings,
              verifyTls: this.#step.request.settings.verifyTls && !this.#context.insecure,
              timeoutMs: this.#context.timeoutMs ?? 0,
            },
          },
          { ...this.#context, signal: AbortSignal.any([signal, abortSignal]) },
        );
        return toScriptResponse(exchange.response, await cookies.of(exchange.url));
      },
    };
  }

  #urlText(): string {
    const url = urlWithQuery(this.#request);
    try {
      return withoutCredentials(this.#interpolator.text(url));
    } catch {
      // Its variables make it too long, which is why it was not sent.
      return withoutCredentials(url);
    }
  }

  #toResult(exchange: HttpExchange | null, error: string | null): StepResult {
    const { request, folders } = this.#step;
    return {
      next: this.#next,
      run: {
        iteration: this.#iteration,
        ...{ id: request.id, name: request.name, folders, error },
        method: exchange?.sent.method ?? this.#request.method,
        url: exchange?.url ?? this.#urlText(),
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

/** These have no body unless it is wished for. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK']);

/** As it stands in the file, for a script to read and to change. */
function toScriptRequest({ request, auth }: Step & { readonly auth: Auth }): ScriptRequest {
  const { id, name, method, url, query, path, headers, body } = request;
  return { id, name, method, url, query, path, headers, body, auth };
}

function toScriptHeaders(headers: readonly HeaderField[]): ScriptRequest['headers'] {
  return headers.map(({ name, value }) => ({
    name,
    value: Buffer.from(value, 'latin1').toString('utf8'),
    enabled: true,
  }));
}

function toScriptResponse(
  { status, reason, headers, body, timeMs, size }: ReceivedResponse,
  cookies: ScriptResponse['cookies'],
): ScriptResponse {
  return { status, reason, headers, body, timeMs, size, cookies };
}

/** One char per byte, as fields are sent. */
function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
