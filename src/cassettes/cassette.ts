// A cassette in use: it answers requests from its file, and gathers what is to be recorded.
import { asError, messageOf } from '../base/errors.ts';
import type { Flow } from '../flow/flow.ts';
import type { ExchangeHook, InterceptedExchange, ProxyHooks, RequestVerdict } from '../proxy/hooks.ts';
import { hasWholeResponse } from '../tools/recorded-response.ts';
import type { BackgroundRedactor } from '../traffic/background-redactor.ts';
import { redactorFor } from '../traffic/redactor-on-demand.ts';
import { recordedAnswer, unknownAnswer } from './answer.ts';
import { explainUnknown } from './explain.ts';
import {
  changeCassette,
  checkCassette,
  isSession,
  readCassette,
  type StoredExchange,
} from './file/cassette-file.ts';
import { withAdded, withReplaced } from './merge.ts';
import type { CassetteMode, CassetteOutcome } from './outcome.ts';
import { isAnsweredLive, isFromServer, needsNoAnswer } from './pipe-messages.ts';
import { isOpenStream } from './open-stream.ts';
import { Replay } from './replay.ts';
import { siteOf, type GivenRequest } from './request/canonical.ts';
import { shownPath } from './shown-path.ts';
import { UnknownRequests } from './unknown-requests.ts';

export interface CassetteOptions {
  readonly path: string;
  readonly mode: CassetteMode;
  /** Names of parameters and fields that are not compared. */
  readonly ignored: ReadonlySet<string>;
  /** `pipe`: only messages of MCP on pipes, since other traffic goes through the cassette of the program around. */
  readonly scope: 'all' | 'pipe';
  /** Called with the explanation of each unknown request, line by line. */
  readonly say: (line: string) => void;
}

/** `known`: it went to the server although the cassette has it. `forwarded`: it is recorded when it has ended. */
type Verdict = 'answered' | 'known' | 'forwarded' | { readonly leftOut: string };

const FORWARD: RequestVerdict = { type: 'forward' };

export class Cassette {
  readonly hooks: ProxyHooks;
  readonly #options: CassetteOptions;
  readonly #before: readonly StoredExchange[];
  readonly #replay: Replay;
  readonly #redactor: BackgroundRedactor;
  readonly #verdicts = new WeakMap<Flow, Verdict>();
  readonly #unknown = new UnknownRequests();
  /** Servers that were asked. */
  readonly #sites = new Set<string>();
  readonly #leftOut = new Set<string>();
  readonly #recordedErrors = new Set<string>();
  readonly #own: Flow[] = [];
  #answered = 0;

  private constructor(
    options: CassetteOptions,
    before: readonly StoredExchange[],
    replay: Replay,
    redactor: BackgroundRedactor,
  ) {
    this.#options = options;
    this.#before = before;
    this.#replay = replay;
    this.#redactor = redactor;
    this.hooks = {
      exchange: (flow) => (this.#takes(flow) ? this.#hook(flow) : null),
      ...(options.mode === 'replay' && options.scope === 'all' && { tunnel: refusedTunnel }),
    };
  }

  /** Rejects with an Error that names the file, when it cannot be used, or is missing where only it may answer. */
  static async open(options: CassetteOptions): Promise<Cassette> {
    const { path, mode, ignored } = options;
    const before = await readCassette(path, { isRequired: mode === 'replay' });
    if (mode !== 'replay') await checkCassette(path);
    const flows = mode === 'record' ? [] : before.map(({ flow }) => flow);
    const redactor = await redactorFor(true);
    return new Cassette(options, before, await Replay.of(flows, ignored), redactor!);
  }

  /** Hosts of HTTPS requests in the file, which have to be decrypted. */
  get hosts(): readonly string[] {
    const encrypted = this.#before.filter(({ flow }) => flow.target.scheme === 'https');
    return [...new Set(encrypted.map(({ flow }) => flow.target.host))];
  }

  /** Takes a finished exchange. Calls must not overlap. Rejects when its secrets cannot be removed. */
  async add(flow: Flow): Promise<void> {
    const verdict = this.#verdicts.get(flow);
    if (flow.request === null) this.#addTunnel(flow);
    if (verdict === undefined || verdict === 'answered' || verdict === 'known') return;
    const reason = verdict === 'forwarded' ? whyNot(flow) : verdict.leftOut;
    if (reason === null) await this.#record(flow);
    else this.#leftOut.add(`${titleOf(flow)}: ${reason}`);
  }

  /** Writes what was recorded, and says what happened. Rejects with an Error when the file cannot be written. */
  async finish(): Promise<CassetteOutcome> {
    const { path, mode } = this.#options;
    await this.#redactor.close();
    if (this.#own.length > 0) await this.#write();
    const unused = this.#replay.all.filter((each) => each.served === 0 && this.#isConcern(each.request.site));
    return {
      path,
      mode,
      answered: this.#answered,
      recorded: this.#own.length,
      unused: unused.length,
      unknown: this.#unknown.list,
      leftOut: [...this.#leftOut],
      recordedErrors: [...this.#recordedErrors],
    };
  }

  async #record(flow: Flow): Promise<void> {
    if (isRecordedError(flow.status)) this.#recordedErrors.add(`${flow.status} ${titleOf(flow)}`);
    this.#own.push(await this.#redactor.redacted(flow));
  }

  #write(): Promise<void> {
    const { path, mode, ignored } = this.#options;
    const own = this.#own.toSorted((a, b) => a.id - b.id);
    return changeCassette(path, (current) => {
      const merge = {
        before: this.#before,
        current,
        own,
        ignored,
        isInScope: (flow: Flow) => this.#isInScope(flow, own),
        isSession: isSession(path),
      };
      return mode === 'record' ? withReplaced(merge) : withAdded(merge);
    });
  }

  /** Servers on pipes have runs of their own. */
  #isInScope({ target }: Flow, own: readonly Flow[]): boolean {
    if (target.scheme === 'mcp')
      return own.some((each) => each.target.scheme === 'mcp' && each.target.host === target.host);
    return this.#options.scope === 'all';
  }

  /** Returns true for a server whose requests come here. */
  #isConcern(site: string): boolean {
    return this.#sites.has(site) || (this.#options.scope === 'all' && !site.startsWith('mcp:'));
  }

  #takes(flow: Flow): boolean {
    const isPipe = flow.target.scheme === 'mcp';
    return isPipe ? !isFromServer(flow) : this.#options.scope === 'all';
  }

  #hook(flow: Flow): ExchangeHook {
    return {
      recorded: true,
      request: (exchange) => this.#request(flow, exchange),
      wantsSyntheticResponses: () => false,
      response: () => ({ type: 'send' }),
      finished: () => undefined,
    };
  }

  async #request(flow: Flow, exchange: InterceptedExchange): Promise<RequestVerdict> {
    const { mode } = this.#options;
    if (mode === 'record') return this.#pass(flow, 'forwarded');
    try {
      return await this.#compare(flow, exchange);
    } catch (error) {
      return this.#cannot(flow, exchange, messageOf(asError(error)));
    }
  }

  async #compare(flow: Flow, exchange: InterceptedExchange): Promise<RequestVerdict> {
    const { request } = exchange;
    if (request.upgrades) return this.#cannot(flow, exchange, 'a cassette does not hold WebSockets');
    const body = request.hasBody ? await request.body() : NO_BODY;
    if (body === null)
      return this.#cannot(flow, exchange, 'its body is a stream, or longer than maxCapturedBodyBytes');
    const { method, target, path, fields: headers } = request;
    return this.#answer(flow, exchange, { method, target, path, headers, body });
  }

  async #answer(flow: Flow, exchange: InterceptedExchange, given: GivenRequest): Promise<RequestVerdict> {
    const asked = this.#replay.canonical(given);
    this.#sites.add(asked.site);
    const isReplay = this.#options.mode === 'replay';
    if (!isReplay && isAnsweredLive(flow))
      return this.#pass(flow, this.#replay.knows(given, asked) ? 'known' : 'forwarded');
    const found = this.#replay.next(given, asked);
    const response = found === null ? null : await recordedAnswer(found, given, exchange.signal);
    if (response !== null) {
      this.#answered += 1;
      this.#verdicts.set(flow, 'answered');
      flow.tags = [...flow.tags, CASSETTE_TAG];
      return { type: 'respond', response };
    }
    if (!isReplay) return this.#pass(flow, 'forwarded');
    if (needsNoAnswer(flow, given)) return { type: 'respond', response: ACCEPTED };
    const lines = explainUnknown(this.#replay, given, shownPath(this.#options.path));
    return this.#refuse(exchange, asked.key, lines);
  }

  #pass(flow: Flow, verdict: Verdict): RequestVerdict {
    this.#verdicts.set(flow, verdict);
    return FORWARD;
  }

  /** Handles a request that cannot be compared. */
  #cannot(flow: Flow, exchange: InterceptedExchange, reason: string): RequestVerdict {
    if (this.#options.mode !== 'replay') return this.#pass(flow, { leftOut: reason });
    const title = titleOf(flow);
    return this.#refuse(exchange, title, [
      `${title} is not in the cassette ${shownPath(this.#options.path)}: ${reason}`,
    ]);
  }

  #refuse({ request }: InterceptedExchange, key: string, lines: readonly string[]): RequestVerdict {
    this.#report(key, lines);
    return { type: 'respond', response: unknownAnswer(request, lines.join('\n')) };
  }

  #report(key: string, lines: readonly string[]): void {
    if (this.#unknown.add(key, lines)) for (const line of lines) this.#options.say(line);
  }

  /** Counts a tunnel whose content could not be read. */
  #addTunnel(flow: Flow): void {
    // A connection that the client did not use.
    if (this.#options.scope === 'pipe' || flow.notDecrypted?.code === 'closed') return;
    const title = `CONNECT ${flow.target.host}:${flow.target.port}`;
    if (this.#options.mode === 'replay')
      this.#report(title, [`${title} is not decrypted, so that nothing can answer in it: add --ssl`]);
    else this.#leftOut.add(`${title}: it was not decrypted`);
  }
}

const CASSETTE_TAG = 'Cassette';
const NO_BODY = Buffer.alloc(0);
const ACCEPTED = { status: 202, reason: '', fields: [], body: NO_BODY };

/** Names a request without its parameters, which may be secret. */
function titleOf({ method, target, path }: Flow): string {
  return `${method} ${siteOf(target)}${path.split('?')[0] ?? ''}`;
}

/** True for answers that are often not meant to be repeated: a wrong key, a limit of rate, a server that is down. */
function isRecordedError(status: number): boolean {
  return [401, 403, 407, 429].includes(status) || status >= 500;
}

/** Returns why an exchange cannot be replayed; null for one that can. */
function whyNot(flow: Flow): string | null {
  if (flow.status === 101) return 'a cassette does not hold WebSockets';
  if (isOpenStream(flow)) return null;
  if (flow.state === 'failed') return flow.error ?? 'it failed';
  return hasWholeResponse(flow) ? null : 'its response is not whole';
}

const refusedTunnel: ProxyHooks['tunnel'] = () => ({
  recorded: true,
  verdict: { type: 'refuse', status: 501, reason: 'a cassette answers only what is decrypted' },
  connectTo: null,
  latencyMs: 0,
  upload: null,
  download: null,
  finished: () => undefined,
});
