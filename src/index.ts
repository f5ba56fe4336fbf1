// The library: runs the engine inside a test suite or another program, with typed events and flows.
import { EventEmitter } from 'node:events';
import { UserError } from './base/errors.ts';
import { dataFolder } from './base/data-folder.ts';
import { engineConfig, type EngineSettings } from './app/engine/config.ts';
import { startEngine, type Engine } from './app/engine/index.ts';
import { onFlowFinished, type FinishedFlows } from './app/on-flow-finished.ts';
import type { SettingsChange } from './app/settings/schema.ts';
import { controlApi } from './control/api.ts';
import { apiToken } from './control/token.ts';
import { formatAuthority } from './codec/http1/target.ts';
import { bodyView } from './flow/body-views.ts';
import { flowDetail, type FlowDetail } from './flow/detail.ts';
import { flowSummary, type FlowSummary } from './flow/summary.ts';
import type { View } from './flow/views/index.ts';
import type { Resolver } from './net/dns.ts';

export type { FlowDetail } from './flow/detail.ts';
export type { Resolver } from './net/dns.ts';
export type { FlowSummary } from './flow/summary.ts';
export type { View } from './flow/views/index.ts';

/**
 * The settings, all optional. The default of `port` is 0, any free port; all others are the usual ones. Relative paths
 * are resolved against the working directory.
 */
export interface StartOptions extends SettingsChange {
  /** Data folder with the root certificate. Default: that of the command line. */
  readonly home?: string;
  /** When true, a host is no longer decrypted for an app that has refused our certificate for it. Default: false. */
  readonly passThroughRefused?: boolean;
  /** .proto files, and folders of them, used to decode gRPC messages. Default: none. */
  readonly protoPaths?: readonly string[];
  /**
   * Resolves server names to addresses, best first, and rejects for an unknown name. Default: the system's resolver.
   */
  readonly resolve?: Resolver;
}

export interface ProxyEvents {
  /** Emitted when an exchange begins. */
  readonly started: [flow: FlowSummary];
  /** Emitted when an exchange has completed or failed, or its tunnel has closed, and the look-up of its app is done. */
  readonly finished: [flow: FlowSummary];
}

export class TrafficProxy extends EventEmitter<{ -readonly [E in keyof ProxyEvents]: [...ProxyEvents[E]] }> {
  readonly #engine: Engine;
  readonly #following: FinishedFlows;

  /** Use `startProxy` instead. */
  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    engine.flows.subscribe((flow, change) => {
      if (change === 'added' && this.listenerCount('started') > 0) this.emit('started', flowSummary(flow));
    });
    this.#following = onFlowFinished(
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

  /** The URL that clients use as their proxy, such as `http://127.0.0.1:40123`. */
  get url(): string {
    const { address, port } = this.#engine;
    return `http://${formatAuthority(address, port)}`;
  }

  /** The root certificate that clients must trust: its file and its PEM text. */
  get certificate(): { readonly path: string; readonly pem: string } {
    const { certPath, certPem } = this.#engine.ca;
    return { path: certPath, pem: certPem };
  }

  /** True while new exchanges are recorded; when off, they are still forwarded. */
  get recording(): boolean {
    return this.#engine.flows.recording;
  }

  set recording(on: boolean) {
    this.#engine.flows.recording = on;
  }

  /** Returns the recorded exchanges, oldest first: at most 5,000. */
  flows(): FlowSummary[] {
    return this.#engine.flows.list().map(flowSummary);
  }

  /** Resolves with headers and bodies of one exchange; null when it is not recorded. */
  async flow(id: number): Promise<FlowDetail | null> {
    const flow = this.#engine.flows.find(id);
    return flow === undefined ? null : flowDetail(flow, this.#engine.protos);
  }

  /**
   * Renders a body with the view `viewId`, by default the most specific one. Null when the flow or the message does not
   * exist, and when there is no such view or nothing to show.
   */
  async view(
    id: number,
    side: 'request' | 'response' = 'response',
    viewId: string | null = null,
  ): Promise<View | null> {
    const flow = this.#engine.flows.find(id);
    return flow === undefined ? null : bodyView(flow, side, viewId, this.#engine.protos);
  }

  /** Sends a captured request again. Rejects with the reason when that is not possible. */
  async replay(id: number): Promise<FlowDetail> {
    const flow = this.#engine.flows.find(id);
    if (flow === undefined) throw new UserError('NOT_FOUND', `No request with id ${id}`);
    return flowDetail(await this.#engine.replay(flow), this.#engine.protos);
  }

  /** Resolves with the first exchange that finishes from now on and `matches`. */
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

  /** Removes all recorded exchanges. */
  clear(): void {
    this.#engine.flows.clear();
  }

  /** Stops listening and closes all connections. */
  async close(): Promise<void> {
    await this.#following.settled();
    await this.#engine.close();
    await this.#following.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * Starts a proxy. Rejects with an Error that names the wrong option, or the resource that is not available, such as a
 * port in use.
 */
export async function startProxy(options: StartOptions = {}): Promise<TrafficProxy> {
  const { home = dataFolder(), passThroughRefused = false, protoPaths = [], resolve, ...change } = options;
  const settings = await chosen(change);
  const { token, path } = await apiToken(home, (text) => process.emitWarning(text));
  const engine = await startEngine({
    config: engineConfig({ port: 0, ...settings }),
    passThroughRefused,
    protoPaths,
    resolve,
    home,
    local: (started) => controlApi({ engine: started, token, tokenPath: path, rpc: null }),
  });
  return new TrafficProxy(engine);
}

/** Loads the schema of the settings only for callers that set some. */
async function chosen(change: SettingsChange): Promise<Partial<EngineSettings>> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  if (given.length === 0) return {};
  const { changedSettings, defaultSettings } = await import('./app/settings/settings.ts');
  const { engineSettings } = await import('./app/settings/engine-settings.ts');
  return engineSettings(changedSettings({ ...defaultSettings(), port: 0 }, Object.fromEntries(given)));
}
