// The flow of a tunnel. It is created late: a tunnel that is decrypted, or that carries plain HTTP, has no flow of its
// own, only those of the exchanges inside it.
import net from 'node:net';
import { ProxyError } from '../../base/errors.ts';
import { Flow, type NetworkTarget } from '../../flow/flow.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import { notifyHook } from '../shared/call-hook.ts';
import type { TunnelHook } from '../hooks.ts';
import type { TunnelRequest } from './request.ts';

/** The tools that intercept a tunnel. `draft` stands for its flow, which may never be recorded. */
export interface TunnelTools {
  readonly draft: Flow;
  readonly hook: TunnelHook;
}

export class TunnelRecording {
  readonly #request: TunnelRequest;
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  /** Set once tools intercept the tunnel: they tag its flow and are notified of its end. */
  tools: TunnelTools | null = null;

  constructor(request: TunnelRequest) {
    this.#request = request;
  }

  /** Returns a flow that is not recorded, for the hooks of tools. */
  draft(): Flow {
    return this.#create(0, null);
  }

  /** Records the tunnel from now on. `sni`: the server name of its ClientHello; null without one. */
  begin(sni: string | null = null): FlowRecorder {
    const { flows } = this.#request.context;
    const { tools } = this;
    const flow = this.#create(flows.takeId(), sni);
    if (tools !== null) {
      const { tags, matchedRules } = tools.draft;
      Object.assign(flow, { tags, matchedRules, unrecorded: !tools.hook.recorded });
    }
    flows.add(flow);
    return new FlowRecorder(
      flow,
      flows,
      tools === null ? null : () => notifyHook(() => tools.hook.finished(flow)),
    );
  }

  /** Records a tunnel that failed. */
  fail(error: unknown, sni: string | null = null): void {
    this.begin(sni).finish(error instanceof Error ? error : new ProxyError('CONNECT_FAILED', String(error)));
  }

  /** Returns the target; one that is an address takes the server name that was requested inside. */
  target(scheme: 'http' | 'https', sni: string | null): NetworkTarget {
    const { host, port } = this.#request.target;
    return { scheme, host: sni !== null && net.isIP(host) !== 0 ? sni : host, port };
  }

  #create(id: number, sni: string | null): Flow {
    const flow = new Flow({
      id,
      client: this.#request.client,
      method: 'CONNECT',
      target: this.target('https', sni),
      request: null,
      decrypted: false,
      startedAt: this.#startedAt,
    });
    flow.timestamps.start = this.#start;
    return flow;
  }
}
