// The part that every face starts: the engine, with debugging tools that are loaded on first use. It also shuts both
// down in order. `Session` adds settings, the workspace and methods.
import type { FlowColor } from '../flow/colors.ts';
import { Client } from '../flow/client.ts';
import type { Flow } from '../flow/flow.ts';
import { onFlowFinished, type FinishedFlows } from '../flow/on-flow-finished.ts';
import type { LocalHandler } from '../base/local-http.ts';
import type { ProxyHooks } from '../proxy/hooks.ts';
import type { McpPipe } from '../proxy/pipe/index.ts';
import { TrafficList, type TrafficListOptions } from '../traffic/traffic-list.ts';
import { joinedHooks } from './joined-hooks.ts';
import { startEngine, type Engine, type EngineOptions } from './engine/index.ts';
import type { SessionTools } from './tools.ts';

export interface CaptureOptions extends Omit<EngineOptions, 'hooks' | 'activeTools' | 'local'> {
  readonly tools: SessionTools;
  /** Hooks of the program around the proxy, which see a message before the tools do; by default none. */
  readonly hooks?: ProxyHooks | undefined;
  /** Creates the handler of requests that are addressed to the proxy itself. */
  readonly local: (capture: Capture) => LocalHandler;
}

/** Starts the engine. Rejects like `startEngine`; the tools stay as they are. */
export async function startCapture({ tools, hooks, local, ...options }: CaptureOptions): Promise<Capture> {
  let capture: Capture | null = null;
  const joined = hooks === undefined ? tools.hooks : joinedHooks(hooks, tools.hooks);
  await startEngine({
    ...options,
    hooks: joined,
    activeTools: () => tools.activeTools,
    local: (engine) => {
      capture = new Capture(engine, tools, joined);
      return local(capture);
    },
  });
  return capture!;
}

export class Capture {
  readonly engine: Engine;
  readonly tools: SessionTools;
  readonly #hooks: ProxyHooks;
  readonly #finished: FinishedFlows[] = [];
  #traffic: TrafficList | null = null;

  /** Called by `startCapture` only. */
  constructor(engine: Engine, tools: SessionTools, hooks: ProxyHooks) {
    this.engine = engine;
    this.#hooks = hooks;
    this.tools = tools;
    const { captures } = engine;
    tools.worksFor({
      get maxBodyBytes() {
        return captures.maxBodyBytes;
      },
      color: (flow, color) => this.#color(flow, color),
    });
  }

  /** Starts the traffic list. */
  listTraffic(options: TrafficListOptions = {}): TrafficList {
    return (this.#traffic = new TrafficList(this.engine.flows, options));
  }

  /** Returns the flow with this id, captured or imported; undefined when no list has it. */
  find(id: number): Flow | undefined {
    return this.#traffic?.find(id) ?? this.engine.flows.find(id);
  }

  /**
   * Opens a pipe between an MCP client and the server of this name, of which the caller passes the bytes on. `process`:
   * that of the client; null when it is unknown.
   */
  async openPipe(name: string, process: string | null): Promise<McpPipe> {
    const { McpPipe } = await import('../proxy/pipe/index.ts');
    const { flows, captures } = this.engine;
    const client = new Client('127.0.0.1', 0);
    client.process = process;
    return new McpPipe({ name, client, flows, captures, hooks: this.#hooks });
  }

  /** Calls `consume` for each flow that finishes, one at a time, once its app is known: see `onFlowFinished`. */
  onFinished(...[consume, onError]: FlowConsumer): FinishedFlows {
    const finished = onFlowFinished(this.engine.flows, consume, onError);
    this.#finished.push(finished);
    return finished;
  }

  /** Waits until every finished flow has been consumed. */
  async settled(): Promise<void> {
    await Promise.all(this.#finished.map((each) => each.settled()));
  }

  /** Stops listening and closes all connections; resolves when the last flows have been consumed. */
  async close(): Promise<void> {
    this.tools.loaded?.paused.close();
    await this.settled();
    await this.engine.close();
    await this.tools.close();
    await this.settled();
    this.#traffic?.close();
  }

  #color(flow: Flow, color: FlowColor): void {
    if (this.#traffic === null) flow.color = color;
    else this.#traffic.annotate(flow, { color });
  }
}

type FlowConsumer = [consume: (flow: Flow) => Promise<void> | undefined, onError: (error: unknown) => void];
