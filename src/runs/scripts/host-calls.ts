// Handles the calls of a running script: requests, the cookie jar, timers, and Web Crypto.
import { z } from 'zod';
import { UserError } from '../../base/errors.ts';
import { cookieDefinition, responseHead } from './script-input.ts';
import type { ScriptHost } from './contract.ts';
import { requestParts } from './script-result.ts';
import { scriptedRequest } from './request-definition.ts';

const MAX_MS = 2 ** 31 - 1;
const NOTHING = 'null';

const startTimerParams = z.object({ id: z.number(), ms: z.number().min(0).max(MAX_MS) });
const stopTimerParams = z.object({ id: z.number() });
const urlParams = z.object({ url: z.string() });
const setCookieParams = urlParams.extend({ cookie: z.string() });
const values = z.record(z.string(), z.unknown());
const nestedParams = z.object({
  request: z.string(),
  variables: values,
  scopes: z.object({
    globals: values.optional(),
    collection: values.optional(),
    environment: values.optional(),
    local: values.optional(),
  }),
});
const vaultParams = z.object({ name: z.string() });
const vaultValue = vaultParams.extend({ value: z.string() });
const removeCookieParams = urlParams.extend({ name: z.string() });

interface PendingTimer {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (json: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** The pending calls of one script. */
export class HostCalls {
  readonly #host: ScriptHost;
  readonly #timers = new Map<number, PendingTimer>();
  /** Created for the first request, since few scripts send any. */
  #ended: AbortController | null = null;
  #isClosed = false;
  readonly #vault: Map<string, string>;

  constructor(host: ScriptHost) {
    this.#host = host;
    this.#vault = host.vault ?? new Map<string, string>();
    host.signal?.addEventListener('abort', this.#rejectTimers, { once: true });
  }

  /** Returns JSON. Rejects with an Error that the script receives. */
  async handle(name: string, json: string): Promise<string> {
    const params: unknown = JSON.parse(json);
    const { cookies } = this.#host;
    switch (name) {
      case 'timer.start':
        return this.#startTimer(startTimerParams.parse(params));
      case 'timer.stop':
        return this.#endTimer(stopTimerParams.parse(params).id);
      case 'sendRequest':
        return this.#send(params);
      case 'runRequest':
        return this.#runRequest(params);
      case 'vault.get':
        return JSON.stringify(this.#vault.get(vaultParams.parse(params).name) ?? null);
      case 'vault.set': {
        const { name: secret, value } = vaultValue.parse(params);
        this.#vault.set(secret, value);
        return NOTHING;
      }
      case 'vault.unset':
        this.#vault.delete(vaultParams.parse(params).name);
        return NOTHING;
      case 'crypto': {
        const { cryptoCall } = await import('./web-crypto.ts');
        return cryptoCall(params);
      }
      case 'cookies.all':
        return JSON.stringify((await cookies.of(urlParams.parse(params).url)).map(cookieDefinition));
      case 'cookies.set': {
        const { url, cookie } = setCookieParams.parse(params);
        await cookies.set(url, cookie);
        return NOTHING;
      }
      case 'cookies.unset': {
        const { url, name: cookie } = removeCookieParams.parse(params);
        await cookies.remove(url, cookie);
        return NOTHING;
      }
      case 'cookies.clearAll':
        await cookies.clearAll();
        return NOTHING;
      case 'cookies.clear':
        await cookies.clear(urlParams.parse(params).url);
        return NOTHING;
      default:
        throw new UserError('NOT_FOUND', `there is no ${name} here`);
    }
  }

  /** Ends all pending calls, because the script has ended. */
  close(): void {
    this.#host.signal?.removeEventListener('abort', this.#rejectTimers);
    this.#isClosed = true;
    this.#ended?.abort(new Error('the script that sent it has ended'));
    for (const id of this.#timers.keys()) this.#endTimer(id);
  }

  async #send(params: unknown): Promise<string> {
    this.#ended ??= new AbortController();
    const request = scriptedRequest(requestParts.parse(params));
    const response = await this.#host.sendRequest(request, this.#ended.signal);
    return JSON.stringify({ head: responseHead(response), base64: response.body.toString('base64') });
  }

  async #runRequest(params: unknown): Promise<string> {
    const ran = await this.#host.runRequest?.(nestedParams.parse(params));
    if (ran === undefined) throw new UserError('UNAVAILABLE', 'runRequest: there is no run here');
    const { response, error, scopes } = ran;
    const found =
      response === null ? null : { head: responseHead(response), base64: response.body.toString('base64') };
    return JSON.stringify({ response: found, error, scopes });
  }

  #startTimer({ id, ms }: z.output<typeof startTimerParams>): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    if (this.#isClosed) return Promise.resolve(NOTHING);
    this.#timers.set(id, { timer: setTimeout(() => this.#endTimer(id), ms), resolve, reject });
    if (this.#host.signal?.aborted === true) this.#rejectTimers();
    return promise;
  }

  /** Rejects all timers with the reason of the signal. */
  readonly #rejectTimers = (): void => {
    for (const { timer, reject } of this.#timers.values()) {
      clearTimeout(timer);
      reject(this.#host.signal?.reason);
    }
    this.#timers.clear();
  };

  #endTimer(id: number): string {
    const pending = this.#timers.get(id);
    if (pending !== undefined) {
      this.#timers.delete(id);
      clearTimeout(pending.timer);
      pending.resolve(NOTHING);
    }
    return NOTHING;
  }
}
