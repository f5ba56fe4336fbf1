// The events of a send: what its run and its exchanges do, as its channel shows it.
import { chainDetail, tlsDetail } from '../../flow/certificates.ts';
import { untrustedIn } from '../../net/untrusted-certificate.ts';
import type { HeaderField, ShowPage } from '../../requests/auth/contract.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { contentOf } from '../../requests/http/exchange.ts';
import type {
  ExchangePurpose,
  ExchangeStep,
  HttpResponse,
  SourcedHeader,
  WatchExchange,
} from '../../requests/http/exchange-steps.ts';
import { unallowedIn } from '../../runs/runner/allowed-programs.ts';
import type { OnConnecting } from '../../requests/http/sender.ts';
import type { ReceivedResponse } from '../../requests/response.ts';
import type { OnScriptOutput, RequestRun, StepEvent } from '../../runs/runner/events.ts';
import type { ScriptOutput } from '../../runs/scripts/contract.ts';
import type { Channel } from '../channels/channel.ts';
import { Progress } from './progress.ts';
import type { ProxyRefusal } from './proxy-refusal.ts';
import { keepBody } from './response.ts';
import type { SetValues } from './script-tracker.ts';
import type { SecretMask } from './secret-mask.ts';
import { shownTest } from './shown-test.ts';
import type { MachineTrust } from './machine-trust.ts';
import { authorityIn } from './trusted-certificates.ts';

/** A phase of a send, in the usual order; a redirect goes back to `dns`. */
export type Phase = 'waiting' | 'scripts' | 'token' | 'dns' | 'connect' | 'tls' | 'sent' | 'body' | 'tests';

type ScriptHeaders = readonly { readonly name: string; readonly value: string }[];

/** Milliseconds between two events of a body's progress. */
const PROGRESS_MS = 100;

export class SendEvents {
  readonly #channel: Channel;
  readonly #mask: SecretMask;
  readonly #startedAt = performance.now();
  #progress = new Progress();
  readonly #typedHeaders: ScriptHeaders;
  /** As the scripts before the request have left them. */
  #scriptHeaders: ScriptHeaders;
  readonly #machine: MachineTrust;
  #phase: Phase | null = null;
  #exchanges = 0;
  #partial: HttpResponse | null = null;
  /** The reason why there is no response. */
  #error: Error | null = null;

  /** `machine` gets what the user is to decide about: servers that are not trusted, and programs. */
  constructor(channel: Channel, request: SavedRequest, mask: SecretMask, machine: MachineTrust) {
    this.#channel = channel;
    this.#machine = machine;
    this.#mask = mask;
    this.#typedHeaders = request.headers;
    this.#scriptHeaders = request.headers;
  }

  phase(phase: Phase, target = ''): void {
    if (this.#phase === phase && target === '') return;
    this.#phase = phase;
    this.#add('phase', { phase, ...(target !== '' && { target }) });
  }

  /** A page on which the user signs in, and the code to type there. */
  readonly page: ShowPage = (url, code = '') => {
    this.phase('token');
    this.#add('page', { url, ...(code !== '' && { code }) });
  };

  readonly connecting: OnConnecting = (phase, target) => this.phase(phase, target);

  step(event: StepEvent): void {
    if (event.type === 'notReceived') this.#error = event.error;
    if (event.type === 'scriptBegun') this.phase(event.event === 'test' ? 'tests' : 'scripts');
    if (event.type !== 'scriptEnded') return;
    const { tests, console, error, request } = event.outcome;
    if (request !== null) this.#scriptHeaders = request.headers;
    this.#add('script', {
      event: event.event,
      ...this.#shownOutput({ tests, console }),
      error: error === null ? null : { line: error.line, message: this.#mask.text(error.message) },
    });
  }

  /** Names the variables that a script has set. */
  values({ set, tooLarge }: SetValues): void {
    const names = set.map(({ scope, name, value }) => ({ scope, name, isUnset: value === undefined }));
    this.#add('values', { set: names, tooLarge });
  }

  /** Shows what a script prints and tests while it runs; the event at its end has all of it. */
  readonly output: OnScriptOutput = (event, output) =>
    this.#add('output', { event, ...this.#shownOutput(output) });

  readonly watchExchange: WatchExchange = (purpose) => {
    const exchange = (this.#exchanges += 1);
    let shownAt = 0;
    return (step) => {
      this.#follow(purpose, step);
      if (step.type === 'body') {
        const now = performance.now();
        if (now - shownAt < PROGRESS_MS) return;
        shownAt = now;
      }
      this.#add('exchange', { exchange, purpose, ...this.#shownStep(purpose, step) });
    };
  };

  /** Ends the channel; null when the run did not end. `refused`: the reason why the running proxy did not send it. */
  async end(run: RequestRun | null, refused: ProxyRefusal | null): Promise<void> {
    if (run === null) return this.failed(this.#channel.signal.reason as Error);
    if (refused !== null) {
      this.#phase = refused.phase;
      // Whatever left this machine went to the proxy.
      if (refused.phase !== 'sent') this.#progress = new Progress();
      return this.failed(refused.error);
    }
    const { response, error, skipped, unresolved, scriptErrors, tests } = run;
    const isStopped = this.#channel.signal.aborted && response === null;
    const partial = response === null ? await this.#arrived() : null;
    this.#channel.end({
      outcome: isStopped ? 'stopped' : error !== null ? 'failed' : skipped ? 'skipped' : 'received',
      ...this.#reason(isStopped ? (this.#channel.signal.reason as Error).message : error),
      ...this.#untrusted(this.#error),
      ...this.#unallowed(this.#error),
      method: run.method,
      url: this.#mask.text(run.url),
      response: response === null ? partial : await this.#shownResponse(response, false),
      unresolved,
      tests: tests.map(({ where, name, passed, skipped: isSkipped }) => ({
        where,
        name: this.#mask.text(name),
        passed,
        skipped: isSkipped,
      })),
      scriptErrors: scriptErrors.map((each) => ({ ...each, message: this.#mask.text(each.message) })),
      ms: this.#ms(),
    });
  }

  async failed(error: Error): Promise<void> {
    this.#channel.end({
      outcome: this.#channel.signal.aborted ? 'stopped' : 'failed',
      ...this.#reason(error.message),
      ...this.#untrusted(error),
      ...this.#unallowed(error),
      response: await this.#arrived(),
      unresolved: [],
      tests: [],
      scriptErrors: [],
      ms: this.#ms(),
    });
  }

  #shownOutput({ tests, console }: ScriptOutput): object {
    return {
      tests: tests.map((test) => shownTest(test, this.#mask)),
      console: console.map(({ level, text }) => ({ level, text: this.#mask.text(text) })),
    };
  }

  /** Returns the server that is not trusted, and what can be trusted of it. */
  #untrusted(error: Error | null): object {
    const server = untrustedIn(error)?.server;
    if (server === undefined) return {};
    this.#machine.servers.note(server);
    const { host, port, code, chain, isChanged } = server;
    const certificates = chainDetail(chain);
    return { untrusted: { host, port, code, isChanged, certificates, authority: authorityIn(chain) } };
  }

  /** Returns the program that nobody has allowed. */
  #unallowed(error: Error | null): object {
    const program = unallowedIn(error);
    if (program === null) return {};
    this.#machine.programs.note(program);
    return { program: { ...program, description: this.#mask.text(program.description) } };
  }

  #reason(reason: string | null): object {
    return reason === null
      ? { reason: null }
      : { reason: this.#mask.text(reason), phase: this.#phase, ...this.#progress.shown() };
  }

  #follow(purpose: ExchangePurpose, step: ExchangeStep): void {
    if (step.type === 'begun' && purpose === 'token') this.phase('token');
    if (step.type === 'sent') this.phase('sent');
    if (step.type === 'head') this.phase('body');
    if (purpose === 'token' || purpose === 'script') return;
    this.#progress.follow(step);
    if (step.type === 'begun') this.#partial = null;
    if (step.type === 'failed') this.#partial = step.partial;
  }

  #shownStep(purpose: ExchangePurpose, step: ExchangeStep): object {
    const { type: name, ...fields } = step;
    switch (step.type) {
      case 'begun':
        return {
          step: name,
          ...fields,
          url: this.#mask.text(step.url),
          headers: step.headers.map((header) => this.#shownHeader(purpose, header)),
        };
      case 'connected':
        return { step: name, ...fields, tls: step.tls === null ? null : tlsDetail(step.tls) };
      case 'head':
        return { step: name, ...fields, headers: this.#maskedFields(step.headers) };
      case 'failed':
        return {
          step: name,
          reason: this.#mask.text(step.error.message),
          ...this.#untrusted(step.error),
        };
      default:
        return { step: name, ...fields };
    }
  }

  #shownHeader(purpose: ExchangePurpose, { name, value, source }: SourcedHeader): object {
    if (source === 'auth') return { name, value: this.#mask.credentials(value), source };
    const isScripts = purpose === 'script' || (source === 'typed' && this.#isFromScript(name));
    return { name, value: this.#mask.header(value), source: isScripts ? 'script' : source };
  }

  /** True when a script has added the header or changed it. */
  #isFromScript(name: string): boolean {
    const of = (headers: ScriptHeaders): string | undefined =>
      headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;
    return of(this.#scriptHeaders) !== of(this.#typedHeaders);
  }

  #maskedFields(headers: readonly HeaderField[]): readonly HeaderField[] {
    return headers.map(({ name, value }) => ({ name, value: this.#mask.header(value) }));
  }

  /** Resolves with what had arrived of the response; null without a head. */
  async #arrived(): Promise<object | null> {
    const partial = this.#partial;
    if (partial === null) return null;
    const { status, reason, httpVersion, headers, timeMs } = partial;
    const { body, file } = await contentOf(partial, true).catch(() => partial);
    const size = partial.file?.size ?? partial.body.length;
    const received = { status, reason, httpVersion, headers, trailers: [], body, size, timeMs, messages: [] };
    return this.#shownResponse({ ...received, ...(file !== null && { file }) }, true);
  }

  async #shownResponse(response: ReceivedResponse, isPartial: boolean): Promise<object> {
    const { status, reason, httpVersion, headers, trailers, size, timeMs } = response;
    return {
      status,
      reason,
      httpVersion,
      headers: this.#maskedFields(headers),
      trailers: this.#maskedFields(trailers),
      size,
      timeMs,
      body: await keepBody(this.#channel, response, this.#mask),
      isPartial,
    };
  }

  #add(type: string, fields: object): void {
    this.#channel.add(type, { ms: this.#ms(), ...fields }, JSON.stringify(fields).length);
  }

  #ms(): number {
    return Math.round((performance.now() - this.#startedAt) * 100) / 100;
  }
}
