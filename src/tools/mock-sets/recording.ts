// Answers out of a recording: which of the recorded exchanges a request asks for again, and in which order.
import { isDeepStrictEqual } from 'node:util';
import { decodeBody } from '../../flow/decode.ts';
import type { Flow } from '../../flow/flow.ts';
import type { HookedRequest, LocalAnswer } from '../../proxy/hooks.ts';
import { bodyBytes, headerLines } from '../shapes.ts';
import { capturedAnswer } from '../shapes/captured-answer.ts';

export interface RecordingOptions {
  readonly repeat: 'sequence' | 'first' | 'last';
  readonly matchQuery: boolean;
  readonly matchBody: boolean;
  /** Names of query parameters that do not count. */
  readonly ignoreParams: readonly string[];
}

/** Asked the same, in the order of the recording. */
interface Recorded {
  readonly flows: Flow[];
  /** How many of them have been given. */
  given: number;
}

export class Recording {
  readonly #options: RecordingOptions;
  readonly #recorded = new Map<string, Recorded>();
  readonly #hosts = new Set<string>();
  readonly #bodies = new WeakMap<Flow, Promise<Buffer>>();

  /** Of the flows those count that were answered. */
  constructor(flows: readonly Flow[], options: RecordingOptions) {
    this.#options = options;
    for (const flow of flows) {
      if (flow.request === null || flow.response === null || flow.status < 200) continue;
      this.#hosts.add(flow.target.host);
      const key = this.#key(flow.method, flow.target.host, flow.target.port, flow.path);
      const known = this.#recorded.get(key);
      if (known === undefined) this.#recorded.set(key, { flows: [flow], given: 0 });
      else known.flows.push(flow);
    }
  }

  /** Whether anything was recorded of this host. */
  knows(host: string): boolean {
    return this.#hosts.has(host);
  }

  /** Null when it was not recorded; `too large` when that depends on a body that cannot be held. */
  async answer(request: HookedRequest): Promise<LocalAnswer | 'too large' | null> {
    const { method, target, path } = request;
    const recorded = this.#recorded.get(this.#key(method, target.host, target.port, path));
    if (recorded === undefined) return null;
    const body = this.#options.matchBody ? await request.body() : null;
    if (this.#options.matchBody && body === null) return 'too large';
    const flows = body === null ? recorded.flows : await this.#sameBody(recorded.flows, body);
    const flow = this.#next(flows, recorded);
    return flow === undefined ? null : localAnswer(flow);
  }

  /** The last of a sequence is given again. */
  #next(flows: readonly Flow[], recorded: Recorded): Flow | undefined {
    if (this.#options.repeat === 'first') return flows[0];
    if (this.#options.repeat === 'last') return flows.at(-1);
    const taken = recorded.given++;
    return flows[Math.min(taken, flows.length - 1)];
  }

  async #sameBody(flows: readonly Flow[], body: Buffer): Promise<readonly Flow[]> {
    const same = await Promise.all(flows.map(async (flow) => isSameBody(await this.#bodyOf(flow), body)));
    return flows.filter((_, index) => same[index]);
  }

  #bodyOf(flow: Flow): Promise<Buffer> {
    let body = this.#bodies.get(flow);
    if (body === undefined) {
      body =
        flow.request === null
          ? Promise.resolve(Buffer.alloc(0))
          : decodeBody(flow.request, Infinity).then(({ bytes }) => bytes);
      this.#bodies.set(flow, body);
    }
    return body;
  }

  /** Schemes are left out: a recording of a server with TLS answers for one without. */
  #key(method: string, host: string, port: number, path: string): string {
    const mark = path.indexOf('?');
    const query = mark < 0 || !this.#options.matchQuery ? '' : this.#queryKey(path.slice(mark + 1));
    const site = port === 443 || port === 80 ? host : `${host}:${port}`;
    return `${method} ${site} ${mark < 0 ? path : path.slice(0, mark)} ${query}`;
  }

  /** The order of parameters does not count. */
  #queryKey(query: string): string {
    const { ignoreParams } = this.#options;
    const pairs = [...new URLSearchParams(query)].filter(([name]) => !ignoreParams.includes(name));
    return JSON.stringify(pairs.map(([name, value]) => [name, value]).sort(byText));
  }
}

function byText(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.join('='), other.join('=')];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** JSON is compared by what it says. */
function isSameBody(one: Buffer, other: Buffer): boolean {
  if (one.equals(other)) return true;
  const [a, b] = [json(one), json(other)];
  return a !== undefined && b !== undefined && isDeepStrictEqual(a, b);
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function localAnswer(flow: Flow): Promise<LocalAnswer | null> {
  const answer = await capturedAnswer(flow);
  if (answer === null) return null;
  const { status, reason, headers, body } = answer;
  return { status, reason, fields: headerLines(headers), body: await bodyBytes(body) };
}
