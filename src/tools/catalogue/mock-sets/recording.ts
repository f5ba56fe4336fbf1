// Answers out of a recording: which of the recorded exchanges a request asks for again, and in which order.
import type { Flow, FlowTarget } from '../../../flow/flow.ts';
import type { InterceptedRequest, SyntheticResponse } from '../../../proxy/hooks.ts';
import { headerValue } from '../../rules/fields.ts';
import { replayableHeaders, capturedBody } from '../../captured-response.ts';
import { bodyKey, paramsKey } from './body-key.ts';

export interface RecordingOptions {
  readonly repeat: 'sequence' | 'first' | 'last';
  readonly matchQuery: boolean;
  readonly matchBody: boolean;
  /** Names of parameters that do not count. */
  readonly ignoreParams: readonly string[];
}

/** Why there is no answer. */
export type NoResponse = 'not recorded' | 'recorded without an answer' | 'body too large';

/** Asked the same, in the order of the recording; those that can be answered again. */
interface RecordedRequest {
  readonly flows: Flow[];
  /** How many of them have been given. */
  served: number;
}

/** By body; all under one key where bodies do not count. */
type RequestsByBody = Map<string, RecordedRequest>;

export class Recording {
  readonly #options: RecordingOptions;
  readonly #requests = new Map<string, RequestsByBody>();
  readonly #sites = new Set<string>();

  private constructor(options: RecordingOptions) {
    this.#options = options;
  }

  static async of(flows: readonly Flow[], options: RecordingOptions): Promise<Recording> {
    const recording = new Recording(options);
    for (const flow of flows) if (flow.request !== null) await recording.#add(flow);
    return recording;
  }

  /** Whether anything was recorded of this host. */
  knows(target: FlowTarget): boolean {
    return this.#sites.has(siteOf(target));
  }

  async respond(request: InterceptedRequest): Promise<SyntheticResponse | NoResponse> {
    const { method, target, path, fields } = request;
    const recorded = this.#requests.get(this.#key(method, target, path));
    // RFC 9110 9.3.2: the answer to HEAD is that to GET without its content.
    const byBody =
      recorded ?? (method === 'HEAD' ? this.#requests.get(this.#key('GET', target, path)) : null);
    if (byBody === null || byBody === undefined) return 'not recorded';
    const body = this.#options.matchBody ? await request.body() : NO_BODY;
    if (body === null) return 'body too large';
    const requested = byBody.get(this.#bodyKey(body, headerValue(fields, 'content-type')));
    if (requested === undefined) return 'not recorded';
    const flow = this.#next(requested, byBody === recorded);
    return flow === undefined ? 'recorded without an answer' : syntheticResponse(flow, request);
  }

  async #add(flow: Flow): Promise<void> {
    const { method, target, path, request } = flow;
    this.#sites.add(siteOf(target));
    const key = this.#key(method, target, path);
    const byBody: RequestsByBody = this.#requests.get(key) ?? new Map<string, RecordedRequest>();
    this.#requests.set(key, byBody);
    const { bytes } = this.#options.matchBody && request !== null ? await capturedBody(request) : NOTHING;
    const inner = this.#bodyKey(bytes, request?.header('content-type'));
    const requested = byBody.get(inner) ?? { flows: [], served: 0 };
    byBody.set(inner, requested);
    if (isComplete(flow)) requested.flows.push(flow);
  }

  /** The last of a sequence is given again. */
  #next(requested: RecordedRequest, counts: boolean): Flow | undefined {
    const { flows, served } = requested;
    if (this.#options.repeat === 'first') return flows[0];
    if (this.#options.repeat === 'last') return flows.at(-1);
    if (counts) requested.served += 1;
    return flows[Math.min(served, flows.length - 1)];
  }

  /** Schemes are left out: a recording of a server with TLS answers for one without. */
  #key(method: string, target: FlowTarget, path: string): string {
    const { matchQuery, ignoreParams } = this.#options;
    const [bare = '', ...rest] = path.split('?');
    const query = matchQuery && rest.length > 0 ? paramsKey(rest.join('?'), ignoreParams) : '[]';
    return `${method} ${siteOf(target)} ${bare} ${query}`;
  }

  #bodyKey(bytes: Buffer, contentType: string | undefined): string {
    const { matchBody, ignoreParams } = this.#options;
    return matchBody ? bodyKey(bytes, contentType, ignoreParams) : '';
  }
}

const NO_BODY = Buffer.alloc(0);
const NOTHING = { bytes: NO_BODY };

/** A host with its port, unless that is the usual one. */
function siteOf({ host, port }: FlowTarget): string {
  return port === 443 || port === 80 ? host : `${host}:${port}`;
}

/** Whether all of an answer is there: not when it was cut, or left out of the file, or became another protocol. */
function isComplete({ state, status, response }: Flow): boolean {
  if (state !== 'completed' || response === null || status < 200) return false;
  return response.complete && response.body.omitted === 0;
}

async function syntheticResponse(
  flow: Flow,
  { fields: requested }: InterceptedRequest,
): Promise<SyntheticResponse | NoResponse> {
  const { response } = flow;
  if (response === null) return 'recorded without an answer';
  const body = await capturedBody(response);
  const fields = replayableHeaders(response, body).map(({ name, value }) => [name, value] as const);
  // Browsers record what they took from their cache; who has nothing in a cache needs it.
  const isCachedCopy = flow.status === 304 && body.bytes.length > 0 && !isConditional(requested);
  const [status, reason] = isCachedCopy ? [200, ''] : [flow.status, flow.reason];
  return { status, reason, fields, body: status === 204 || status === 304 ? NO_BODY : body.bytes };
}

function isConditional(fields: InterceptedRequest['fields']): boolean {
  return ['if-none-match', 'if-modified-since'].some((name) => headerValue(fields, name) !== undefined);
}
