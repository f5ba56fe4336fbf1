// Intercepted exchanges without a proxy: plain objects that record what a tool does with them.
import { Client } from '../../src/flow/client.ts';
import { readDestination } from '../../src/flow/destination.ts';
import type { Flow, FlowTarget } from '../../src/flow/flow.ts';
import type { HostPort } from '../../src/net/upstream-connection.ts';
import type {
  HeaderLines,
  HeldEvent,
  InterceptedExchange,
  InterceptedRequest,
  InterceptedResponse,
  Pace,
} from '../../src/proxy/hooks.ts';
import { capturedFlow } from './flows.ts';

/** A body that can be buffered, or not, and its replacement. */
class TestBody {
  readonly hasBody: boolean;
  readonly upgrades: boolean;
  fields: HeaderLines;
  /** The body that a tool has set; null for none. */
  replaced: Buffer | null = null;
  /** The number of reads. */
  holds = 0;
  readonly #bytes: Buffer | null;

  constructor({ fields = [], body = '', tooLarge = false, upgrades = false }: GivenMessage) {
    this.fields = fields;
    this.upgrades = upgrades;
    this.hasBody = tooLarge || body.length > 0;
    this.#bytes = tooLarge ? null : Buffer.from(body);
  }

  readonly body = (): Promise<Buffer | null> => {
    this.holds += 1;
    return Promise.resolve(this.replaced ?? this.#bytes);
  };

  replaceBody(bytes: Buffer): void {
    this.replaced = bytes;
    this.fields = this.fields.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  }
}

interface GivenMessage {
  readonly fields?: HeaderLines;
  readonly body?: string | Buffer;
  /** It cannot be buffered. */
  readonly tooLarge?: boolean;
  readonly upgrades?: boolean;
}

export interface GivenRequest extends GivenMessage {
  readonly method?: string;
  readonly url?: string;
  readonly signal?: AbortSignal;
  readonly flow?: Flow;
}

export interface GivenResponse extends GivenMessage {
  readonly status?: number;
  readonly reason?: string;
  readonly version?: string;
  readonly isEventStream?: boolean;
}

export class TestRequest extends TestBody implements InterceptedRequest {
  method: string;
  target: FlowTarget;
  path: string;

  constructor({ method = 'GET', url = 'http://example.test/', fields, ...given }: GivenRequest) {
    const destination = readDestination(url);
    if (destination === null) throw new Error(`${url} is not a URL`);
    const { target, path } = destination;
    super({ ...given, fields: fields ?? [['Host', new URL(url).host]] });
    this.method = method;
    this.target = target;
    this.path = path;
  }
}

export class TestResponse extends TestBody implements InterceptedResponse {
  status: number;
  reason: string;
  readonly version: string;
  readonly isEventStream: boolean;
  onEvent: ((event: HeldEvent) => Promise<HeldEvent | null>) | null = null;

  constructor(given: GivenResponse = {}) {
    super(given.isEventStream === true ? { ...given, tooLarge: true } : given);
    this.status = given.status ?? 200;
    this.reason = given.reason ?? 'OK';
    this.version = given.version ?? 'HTTP/1.1';
    this.isEventStream = given.isEventStream ?? false;
  }
}

export class TestExchange implements InterceptedExchange {
  readonly flow: Flow;
  readonly client = new Client('127.0.0.1', 50_000);
  readonly signal: AbortSignal;
  readonly request: TestRequest;
  connectTo: HostPort | null = null;
  upload: Pace | null = null;
  download: Pace | null = null;
  fetch: InterceptedExchange['fetch'] = () => Promise.reject(new Error('there is no network here'));

  get isFinished(): boolean {
    return this.signal.aborted;
  }

  /** Creates `GET http://example.test/` with its Host and no body, except for what is given. */
  constructor(given: GivenRequest = {}) {
    this.request = new TestRequest(given);
    this.signal = given.signal ?? new AbortController().signal;
    const { method, path, target, fields } = this.request;
    const head = [`${method} ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)];
    this.flow = given.flow ?? capturedFlow({ id: 7, target, app: 'curl', request: { head }, response: null });
  }
}
