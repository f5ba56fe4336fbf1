// One request of a run: its scripts before, the request itself, its scripts after.
import { messageOf } from '../../base/errors.ts';
import type { HeaderField } from '../auth/contract.ts';
import type { Auth } from '../model/auth.ts';
import { NO_BODY } from '../model/body.ts';
import { bodyBytes, type FileAllowed } from '../protocols/http/body.ts';
import type { Cookies } from '../protocols/http/cookies.ts';
import { exchange, type HttpExchange } from '../protocols/http/exchange.ts';
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
import { Filler } from './interpolator.ts';
import { shownUrl, urlOf, writtenUrl } from './request-url.ts';
import type { Step } from './steps.ts';

/** What the requests of one iteration after another share. */
export interface Surroundings {
  readonly scopes: Scopes;
  readonly cookies: Cookies;
  readonly sender: HttpSender;
  /** What authorization keeps. */
  readonly kept: Map<string, unknown>;
  readonly showPage: ((url: string) => void) | undefined;
  readonly scripts: { run(task: ScriptTask, host: ScriptHost): Promise<ScriptOutcome> };
  readonly fileAllowed: FileAllowed;
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

export async function runStep(step: Step, iteration: number, around: Surroundings): Promise<StepResult> {
  return new StepRun(step, iteration, around).result();
}

class StepRun {
  readonly #step: Step;
  readonly #iteration: number;
  readonly #around: Surroundings;
  readonly #startedAt = Date.now();
  readonly #began = performance.now();
  readonly #tests: TestResult[] = [];
  readonly #console: { readonly level: string; readonly text: string }[] = [];
  readonly #scriptErrors: { readonly where: string; readonly message: string }[] = [];
  readonly #filler: Filler;
  #request: ScriptRequest;
  #filled: Partial<Pick<ScriptRequest, 'body' | 'auth'>> = {};
  #next: string | null | undefined;
  #skip = false;

  constructor(step: Step, iteration: number, around: Surroundings) {
    this.#step = step;
    this.#iteration = iteration;
    this.#around = around;
    this.#filler = new Filler((name) => around.scopes.value(name));
    this.#request = asWritten(step);
  }

  async result(): Promise<StepResult> {
    let found: HttpExchange | null = null;
    const { type } = this.#step.request;
    try {
      if (type !== 'http' && type !== 'graphql') throw new Error(`a run sends no requests of type ${type}`);
      for (const { where, script } of this.#step.preRequest)
        if (!this.#skip) await this.#runScript('preRequest', where, script, null);
      if (this.#skip) return this.#ended(null, null);
      found = await this.#send(urlOf(this.#request, this.#filler, this.#step.request.settings.encodeUrl));
      await this.#test(found);
      return this.#ended(found, null);
    } catch (error) {
      return this.#ended(found, messageOf(error));
    }
  }

  async #test(found: HttpExchange): Promise<void> {
    if (this.#step.test.length === 0) return;
    const cookies = await this.#around.cookies.of(found.url);
    const response = asScriptResponse(found.response, cookies);
    const before = this.#request;
    this.#request = this.#asSent(found);
    for (const { where, script } of this.#step.test) await this.#runScript('test', where, script, response);
    this.#request = before;
  }

  /** With what variables held, as the server got it: where redirects were followed, as they found it. */
  #asSent({ asked, url, sent }: HttpExchange): ScriptRequest {
    const headers = asked.url === url ? sent.headers : asked.headers;
    return {
      ...this.#request,
      ...this.#filled,
      ...{ method: asked.method, url: asked.url, query: [], path: [], headers: sentHeaders(headers) },
    };
  }

  async #send(url: HttpUrl): Promise<HttpExchange> {
    const { settings } = this.#step.request;
    const { timeoutMs, insecure, fileAllowed } = this.#around;
    const filler = this.#filler;
    const method = filler.text(this.#request.method).trim().toUpperCase() || 'GET';
    const hasBody = settings.bodyWithGet || !WITHOUT_BODY.has(method);
    const body = hasBody ? filler.body(this.#request.body) : NO_BODY;
    const auth = filler.auth(this.#request.auth);
    this.#filled = { body, auth };
    const { bytes, contentType } = await bodyBytes(body, fileAllowed);
    return exchange(
      {
        ...{ method, url },
        headers: filler
          .pairs(this.#request.headers)
          .filter(({ name }) => name.trim() !== '')
          .map(({ name, value }) => ({ name: name.trim(), value: octets(value) })),
        body: bytes,
        contentType,
        auth,
        settings: {
          ...settings,
          timeoutMs: timeoutMs ?? settings.timeoutMs,
          verifyTls: settings.verifyTls && !insecure,
        },
      },
      this.#around,
    );
  }

  async #runScript(
    phase: ScriptTask['phase'],
    where: string,
    script: string,
    response: ScriptResponse | null,
  ): Promise<void> {
    const { scripts, scopes } = this.#around;
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
    const { scopes, environmentName, iterationCount, collectionName } = this.#around;
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
      const url = new Filler((name) => this.#around.scopes.value(name)).text(this.#request.url);
      return await this.#around.cookies.of(url);
    } catch {
      return [];
    }
  }

  #host(): ScriptHost {
    const { cookies, signal } = this.#around;
    return {
      ...{ cookies, signal },
      sendRequest: async (request, ended) => {
        const filler = new Filler((name) => this.#around.scopes.value(name));
        const { bytes, contentType } = await bodyBytes(filler.body(request.body), this.#around.fileAllowed);
        const found = await exchange(
          {
            method: request.method.toUpperCase() || 'GET',
            url: urlOf(request, filler, true),
            headers: filler.pairs(request.headers).map(({ name, value }) => ({ name, value: octets(value) })),
            body: bytes,
            contentType,
            auth: filler.auth(request.auth),
            settings: {
              ...this.#step.request.settings,
              verifyTls: this.#step.request.settings.verifyTls && !this.#around.insecure,
              timeoutMs: this.#around.timeoutMs ?? 0,
            },
          },
          { ...this.#around, signal: AbortSignal.any([signal, ended]) },
        );
        return asScriptResponse(found.response, await cookies.of(found.url));
      },
    };
  }

  #urlText(): string {
    const written = writtenUrl(this.#request);
    try {
      return shownUrl(this.#filler.text(written));
    } catch {
      // Its variables make it too long, which is why it was not sent.
      return shownUrl(written);
    }
  }

  #ended(found: HttpExchange | null, error: string | null): StepResult {
    const { request, folders } = this.#step;
    return {
      next: this.#next,
      run: {
        iteration: this.#iteration,
        ...{ id: request.id, name: request.name, folders, error },
        method: found?.sent.method ?? this.#request.method,
        url: found?.url ?? this.#urlText(),
        sent: found === null ? null : { headers: found.sent.headers, body: found.sent.body },
        response: found?.response ?? null,
        tests: this.#tests,
        console: this.#console,
        scriptErrors: this.#scriptErrors,
        unresolved: [...this.#filler.unresolved],
        skipped: this.#skip,
        startedAt: this.#startedAt,
        durationMs: performance.now() - this.#began,
      },
    };
  }
}

/** These have no body unless it is wished for. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK']);

/** As it stands in the file, for a script to read and to change. */
function asWritten({ request, auth }: Step & { readonly auth: Auth }): ScriptRequest {
  const { id, name, method, url, query, path, headers, body } = request;
  return { id, name, method, url, query, path, headers, body, auth };
}

function sentHeaders(headers: readonly HeaderField[]): ScriptRequest['headers'] {
  return headers.map(({ name, value }) => ({
    name,
    value: Buffer.from(value, 'latin1').toString('utf8'),
    enabled: true,
  }));
}

function asScriptResponse(
  { status, reason, headers, body, timeMs, size }: ReceivedResponse,
  cookies: ScriptResponse['cookies'],
): ScriptResponse {
  return { status, reason, headers, body, timeMs, size, cookies };
}

/** One char per byte, as fields are sent. */
function octets(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
