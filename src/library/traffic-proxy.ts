// A running proxy in another program: a session that saves nothing. The code for methods beyond the engine is loaded
// at the first call.
import { EventEmitter } from 'node:events';
import { UserError } from '../base/errors.ts';
import { formatAuthority } from '../codec/http1/target.ts';
import { bodyView } from '../flow/body-views.ts';
import { flowDetail, type FlowDetail } from '../flow/detail.ts';
import type { Flow } from '../flow/flow.ts';
import { flowSummary, type FlowSummary } from '../flow/summary.ts';
import type { View } from '../flow/views/index.ts';
import type { Capture } from '../session/capture.ts';
import type { Engine } from '../session/engine/index.ts';
import type { HookSlot } from '../session/hook-slot.ts';
import { throwLater } from '../session/joined-hooks.ts';
import type { Dispatch } from '../session/methods/dispatch.ts';
import type { MethodName, ParamsOf, ResultOf } from '../session/methods/ui-types.ts';
import { outputSettings } from '../session/outputs/contract.ts';
import type { Session } from '../session/session.ts';
import type { SettingsChange } from '../session/settings/schema.ts';
import { Cassettes, type CassetteInUse, type CassetteSettings } from './cassettes.ts';
import { nextFlow, type FlowTest, type NextOptions } from './next-flow.ts';
import { ProxyTools } from './proxy-tools.ts';

export interface ProxyEvents {
  /** Emitted when an exchange begins. */
  started: [flow: FlowSummary];
  /** Emitted when an exchange has completed or failed, or its tunnel has closed, and the look-up of its app is done. */
  finished: [flow: FlowSummary];
  /** Emitted when settings, tools with their rules, or messages that breakpoints hold have changed. */
  changed: [what: 'settings' | 'tools' | 'paused'];
  closed: [];
}

export class TrafficProxy extends EventEmitter<ProxyEvents> {
  /** The debugging tools and their rules. */
  readonly tools: ProxyTools;
  readonly #engine: Engine;
  readonly #capture: Capture;
  /** The settings that the proxy was started with, as they were given. */
  readonly #given: SettingsChange;
  readonly #say: (text: string) => void;
  readonly #cassettes: Cassettes;
  #session: Promise<Session> | null = null;

  /** Use `startProxy` instead. */
  constructor(
    capture: Capture,
    given: SettingsChange,
    { say, slot }: { readonly say: (text: string) => void; readonly slot: HookSlot },
  ) {
    super();
    this.#cassettes = new Cassettes(slot, say);
    this.#say = say;
    this.#capture = capture;
    this.#engine = capture.engine;
    this.#given = given;
    this.tools = new ProxyTools(capture.tools, (id) => this.#find(id));
    this.#engine.flows.subscribe((flow, change) => {
      if (change === 'added' && this.listenerCount('started') > 0) this.emit('started', flowSummary(flow));
    });
    capture.onFinished((flow) => {
      if (this.listenerCount('finished') > 0) this.emit('finished', flowSummary(flow));
      return this.#cassettes.add(flow);
    }, throwLater);
    for (const what of ['tools', 'paused'] as const)
      capture.tools.changes[what].subscribe(() => this.emit('changed', what));
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

  /**
   * Calls a method of the app, such as `list_rules`: see the documentation of RPC. Rejects with an Error; its `field`
   * names a wrong parameter. `signal` aborts a long call.
   */
  async call<N extends MethodName>(
    method: N,
    params: ParamsOf<N>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ResultOf<N>> {
    return (await this.callNamed(method, params, signal)) as ResultOf<N>;
  }

  /** Calls a method whose name and parameters come from elsewhere, such as from HTTP. */
  async callNamed(...[method, params, signal]: Parameters<Dispatch>): Promise<unknown> {
    const [{ dispatcher }, { methods }] = await Promise.all([
      import('../session/methods/dispatch.ts'),
      import('../session/methods/index.ts'),
    ]);
    const session = await (this.#session ??= this.#startSession());
    return dispatcher(methods, session)(method, params, signal);
  }

  /**
   * Resolves with a copy of `base`, by default this process's environment, in which programs find the proxy and trust its
   * root certificate. The files that variables name are written to the data folder.
   */
  async env(base: NodeJS.ProcessEnv = process.env): Promise<NodeJS.ProcessEnv> {
    const { wrappedEnvironment } = await import('../cli/environment/environment.ts');
    const { port, home, ca } = this.#engine;
    return wrappedEnvironment({ proxyPort: port, caPem: ca.certPem, caPath: ca.certPath, home, base });
  }

  /** Returns the recorded exchanges, oldest first: at most 5,000. */
  flows(): FlowSummary[] {
    return this.#engine.flows.list().map(flowSummary);
  }

  /** Resolves with headers and bodies of one exchange; null when it is not recorded. */
  async flow(id: number): Promise<FlowDetail | null> {
    const flow = this.#capture.find(id);
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
    const flow = this.#capture.find(id);
    return flow === undefined ? null : bodyView(flow, side, viewId, this.#engine.protos);
  }

  /** Sends a captured request again. Rejects with the reason when that is not possible. */
  async replay(id: number): Promise<FlowDetail> {
    return flowDetail(await this.#engine.replay(this.#find(id)), this.#engine.protos);
  }

  /**
   * Resolves with the first exchange that finishes from now on and matches. Rejects when `timeout` milliseconds are over,
   * `signal` is aborted, or the proxy is closed.
   */
  next(wanted: FlowTest | NextOptions = {}): Promise<FlowSummary> {
    return nextFlow(this, typeof wanted === 'function' ? { matches: wanted } : wanted);
  }

  /** Called by `startProxy` only: opens the files that the settings name. */
  async openOutputs(): Promise<void> {
    if (outputSettings.some((name) => this.#given[name] !== undefined))
      await (this.#session ??= this.#startSession());
  }

  /**
   * Answers known requests from a file, HAR or session, and records the others in it, until the cassette is closed; the
   * `mode` says otherwise. Rejects with an Error that names a file that cannot be used.
   */
  cassette(path: string, options: CassetteSettings = {}): Promise<CassetteInUse> {
    return this.#cassettes.open(path, options, () => this.#capture.settled());
  }

  /** Removes all recorded exchanges. */
  clear(): void {
    this.#engine.flows.clear();
  }

  /** Stops listening and closes all connections. */
  async close(): Promise<void> {
    const session = await this.#session?.catch(() => null);
    await (session ?? this.#capture).close();
    await this.#cassettes.finish();
    this.emit('closed');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #startSession(): Promise<Session> {
    const [{ Session: Loaded }, { NOT_SAVED }, { changedSettings, defaultSettings }, tools] =
      await Promise.all([
        import('../session/session.ts'),
        import('../session/session-options.ts'),
        import('../session/settings/settings.ts'),
        this.#capture.tools.load(),
      ]);
    const settings = changedSettings({ ...defaultSettings(), port: 0 }, this.#given);
    const session = new Loaded(this.#capture, tools, {
      settings,
      pages: { preferences: {}, drafts: {} },
      port: settings.port,
      home: this.#engine.home,
      workspaceFolder: null,
      trafficFolder: null,
      store: NOT_SAVED,
      host: { say: this.#say },
    });
    await session.openOutputs();
    session.changes.settings.subscribe(() => this.emit('changed', 'settings'));
    return session;
  }

  #find(id: number): Flow {
    const flow = this.#capture.find(id);
    if (flow === undefined) throw new UserError('NOT_FOUND', `No request with id ${id}`);
    return flow;
  }
}
