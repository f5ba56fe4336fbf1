// The library: the engine inside a test suite or a program of your own. What the command line captures with
// `proxyctl run`, this gives as typed events and flows.
import { EventEmitter } from 'node:events';
import { dataFolder } from './base/data-folder.ts';
import { defaults, startEngine, type Engine } from './app/engine.ts';
import { followFinished, type Following } from './app/follow.ts';
import { controlApi } from './control/api.ts';
import { apiToken } from './control/token.ts';
import { formatAuthority } from './codec/http1/target.ts';
import { flowDetail, type FlowDetail } from './flow/detail.ts';
import { flowSummary, type FlowSummary } from './flow/views.ts';

export type { FlowDetail } from './flow/detail.ts';
export type { FlowSummary } from './flow/views.ts';

/** Named as the settings are. */
export interface StartOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default false: loopback only. */
  readonly listenOnAllInterfaces?: boolean;
  /** Patterns of hosts whose HTTPS is decrypted, with `*` and `?`. Default: none. */
  readonly sslProxyingHosts?: readonly string[];
  /** Names of apps whose HTTPS is decrypted. Default: none. */
  readonly sslProxyingApps?: readonly string[];
  /** Most bytes kept of a body. Default 10 MiB. */
  readonly maxCapturedBodyBytes?: number;
  /** Most bytes of captured bodies in memory. Default 256 MiB. */
  readonly memoryBudgetBytes?: number;
  /** File for TLS keys in SSLKEYLOGFILE format. Default: none. */
  readonly tlsKeyLogPath?: string | null;
  /** Data folder, with the root certificate. Default: that of the command line. */
  readonly home?: string;
}

export interface ProxyEvents {
  /** An exchange has begun. */
  readonly started: [flow: FlowSummary];
  /** An exchange has reached its end, completed, tunneled or failed, and its app is known as far as it can be. */
  readonly finished: [flow: FlowSummary];
}

export class TrafficProxy extends EventEmitter<{ -readonly [E in keyof ProxyEvents]: [...ProxyEvents[E]] }> {
  readonly #engine: Engine;
  readonly #following: Following;

  /** Use `startProxy`. */
  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    engine.flows.subscribe((flow, change) => {
      if (change === 'added' && this.listenerCount('started') > 0) this.emit('started', flowSummary(flow));
    });
    this.#following = followFinished(
      engine.flows,
      (flow) => {
        if (this.listenerCount('finished') > 0) this.emit('finished', flowSummary(flow));
        return undefined;
      },
      (error) => {
        queueMicrotask(() => {
          throw error; // what a listener throws is its program's to see
        });
      },
    );
  }

  get port(): number {
    return this.#engine.port;
  }

  /** What clients take as their proxy, such as `http://127.0.0.1:9090`. */
  get url(): string {
    const { address, port } = this.#engine;
    return `http://${formatAuthority(address === '0.0.0.0' ? '127.0.0.1' : address, port)}`;
  }

  /** Root certificate that clients must trust: its file and its PEM text. */
  get certificate(): { readonly path: string; readonly pem: string } {
    const { certPath, certPem } = this.#engine.ca;
    return { path: certPath, pem: certPem };
  }

  /** Whether new exchanges are remembered; forwarding goes on without. */
  get recording(): boolean {
    return this.#engine.flows.recording;
  }

  set recording(on: boolean) {
    this.#engine.flows.recording = on;
  }

  /** The exchanges remembered, oldest first: at most 5,000. */
  flows(): FlowSummary[] {
    return this.#engine.flows.list().map(flowSummary);
  }

  /** Headers and bodies of one exchange; null when it is not remembered. */
  async flow(id: number): Promise<FlowDetail | null> {
    const flow = this.#engine.flows.find(id);
    return flow === undefined ? null : flowDetail(flow);
  }

  /** Sends a captured request again. Rejects with the reason when it cannot be, or is not remembered. */
  async replay(id: number): Promise<FlowDetail> {
    const flow = this.#engine.flows.find(id);
    if (flow === undefined) throw new Error(`No request with id ${id}`);
    return flowDetail(await this.#engine.replay(flow));
  }

  /** Resolves with the first exchange finished from now on that `matches`. */
  async next(matches: (flow: FlowSummary) => boolean = () => true): Promise<FlowSummary> {
    return new Promise((resolve) => {
      const look = (flow: FlowSummary): void => {
        if (!matches(flow)) return;
        this.off('finished', look);
        resolve(flow);
      };
      this.on('finished', look);
    });
  }

  /** Forgets every exchange. */
  clear(): void {
    this.#engine.flows.clear();
  }

  /** Stops listening and cuts what is open. */
  async close(): Promise<void> {
    await this.#following.settled();
    await this.#engine.close();
    await this.#following.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Starts a proxy. Rejects with an Error that names what could not be had, such as a port in use. */
export async function startProxy(options: StartOptions = {}): Promise<TrafficProxy> {
  const home = options.home ?? dataFolder();
  const { token, path } = await apiToken(home);
  const engine = await startEngine({
    ...defaults,
    port: 0,
    sslProxyingHosts: [],
    sslProxyingApps: [],
    tlsKeyLogPath: null,
    ...options,
    home,
    local: (started) => controlApi({ engine: started, token, tokenPath: path, rpc: null }),
  });
  return new TrafficProxy(engine);
}
