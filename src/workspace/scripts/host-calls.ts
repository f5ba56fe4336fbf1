// What a script asks of the outside while it runs: requests, the jar of cookies, and time.
import { z } from 'zod';
import { cookieDefinition, responseHead } from './script-input.ts';
import type { ScriptHost } from './contract.ts';
import { leftRequest } from './script-result.ts';
import { sentRequest } from './request-definition.ts';

const MAX_MS = 2 ** 31 - 1;
const NOTHING = 'null';

const timerStart = z.object({ id: z.number(), ms: z.number().min(0).max(MAX_MS) });
const timerStop = z.object({ id: z.number() });
const address = z.object({ url: z.string() });
const cookieToSet = address.extend({ cookie: z.string() });
const cookieName = address.extend({ name: z.string() });

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (json: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** Of one script. */
export class HostCalls {
  readonly #host: ScriptHost;
  readonly #timers = new Map<number, Waiting>();
  readonly #ended = new AbortController();

  constructor(host: ScriptHost) {
    this.#host = host;
    host.signal?.addEventListener('abort', this.#aborted, { once: true });
  }

  /** JSON. Rejects with an Error for the script to see. */
  async answer(name: string, json: string): Promise<string> {
    const given: unknown = JSON.parse(json);
    const { cookies } = this.#host;
    switch (name) {
      case 'timer.start':
        return this.#wait(timerStart.parse(given));
      case 'timer.stop':
        return this.#wake(timerStop.parse(given).id);
      case 'sendRequest':
        return this.#send(given);
      case 'cookies.all':
        return JSON.stringify((await cookies.of(address.parse(given).url)).map(cookieDefinition));
      case 'cookies.set': {
        const { url, cookie } = cookieToSet.parse(given);
        await cookies.set(url, cookie);
        return NOTHING;
      }
      case 'cookies.unset': {
        const { url, name: cookie } = cookieName.parse(given);
        await cookies.remove(url, cookie);
        return NOTHING;
      }
      case 'cookies.clear':
        await cookies.clear(address.parse(given).url);
        return NOTHING;
      default:
        throw new Error(`there is no ${name} here`);
    }
  }

  /** The script has ended: nobody waits any more. */
  close(): void {
    this.#host.signal?.removeEventListener('abort', this.#aborted);
    this.#ended.abort(new Error('the script that sent it has ended'));
    for (const id of this.#timers.keys()) this.#wake(id);
  }

  async #send(given: unknown): Promise<string> {
    const response = await this.#host.sendRequest(sentRequest(leftRequest.parse(given)), this.#ended.signal);
    return JSON.stringify({ head: responseHead(response), base64: response.body.toString('base64') });
  }

  #wait({ id, ms }: z.output<typeof timerStart>): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    if (this.#ended.signal.aborted) return Promise.resolve(NOTHING);
    this.#timers.set(id, { timer: setTimeout(() => this.#wake(id), ms), resolve, reject });
    if (this.#host.signal?.aborted === true) this.#aborted();
    return promise;
  }

  /** Timers tell the script why they do not ring. */
  readonly #aborted = (): void => {
    for (const { timer, reject } of this.#timers.values()) {
      clearTimeout(timer);
      reject(this.#host.signal?.reason);
    }
    this.#timers.clear();
  };

  #wake(id: number): string {
    const waiting = this.#timers.get(id);
    if (waiting !== undefined) {
      this.#timers.delete(id);
      clearTimeout(waiting.timer);
      waiting.resolve(NOTHING);
    }
    return NOTHING;
  }
}
