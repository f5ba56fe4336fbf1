// Responses from a recording: finds the recorded exchanges that equal a request, and picks one of them.
import type { Flow, FlowTarget } from '../../../flow/flow.ts';
import type { InterceptedRequest, SyntheticResponse } from '../../../proxy/hooks.ts';
import { capturedBody } from '../../captured-response.ts';
import { hasWholeResponse, recordedResponse } from '../../recorded-response.ts';
import { headerValue } from '../../rules/fields.ts';
import { bodyKey, paramsKey } from './body-key.ts';

export interface RecordingOptions {
  readonly repeat: 'sequence' | 'first' | 'last';
  readonly matchQuery: boolean;
  readonly matchBody: boolean;
  /** Names of parameters that are not compared. */
  readonly ignoreParams: readonly string[];
}

/** The reasons why there is no response. */
export type NoResponse = 'not recorded' | 'recorded without a response' | 'body too large';

/** The recorded exchanges of equal requests, in the order of the recording; only those with a complete response. */
interface RecordedRequest {
  readonly flows: Flow[];
  /** The number of responses that have been sent. */
  served: number;
}

/** Requests by their bodies; a single entry where bodies are not compared. */
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

  /** Returns true when the recording has exchanges with this host. */
  knows(target: FlowTarget): boolean {
    return this.#sites.has(siteOf(target));
  }

  async respond(request: InterceptedRequest): Promise<SyntheticResponse | NoResponse> {
    const { method, target, path, fields } = request;
    const recorded = this.#requests.get(this.#key(method, target, path));
    // RFC 9110 section 9.3.2: the response to HEAD is the response to GET without its content.
    const byBody =
      recorded ?? (method === 'HEAD' ? this.#requests.get(this.#key('GET', target, path)) : null);
    if (byBody === null || byBody === undefined) return 'not recorded';
    const body = this.#options.matchBody ? await request.body() : NO_BODY;
    if (body === null) return 'body too large';
    const requested = byBody.get(this.#bodyKey(body, headerValue(fields, 'content-type')));
    if (requested === undefined) return 'not recorded';
    const flow = this.#next(requested, byBody === recorded);
    if (flow === undefined) return 'recorded without a response';
    return (await recordedResponse(flow, request.fields)) ?? 'recorded without a response';
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
    if (hasWholeResponse(flow)) requested.flows.push(flow);
  }

  /** Returns the next exchange of a sequence; the last one repeats. */
  #next(requested: RecordedRequest, counts: boolean): Flow | undefined {
    const { flows, served } = requested;
    if (this.#options.repeat === 'first') return flows[0];
    if (this.#options.repeat === 'last') return flows.at(-1);
    if (counts) requested.served += 1;
    return flows[Math.min(served, flows.length - 1)];
  }

  /** Leaves out the scheme: a recording over HTTPS also responds to HTTP. */
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

/** Returns the host, with its port unless that is 80 or 443. */
function siteOf({ host, port }: FlowTarget): string {
  return port === 443 || port === 80 ? host : `${host}:${port}`;
}
