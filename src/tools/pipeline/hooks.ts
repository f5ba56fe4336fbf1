// Connects a pipeline to the hooks that the proxy calls.
import type { Flow } from '../../flow/flow.ts';
import type { ProxyHooks } from '../../proxy/hooks.ts';
import type { RunningTool } from '../contract.ts';
import type { ExchangeRun } from './exchange.ts';
import type { Pipeline } from './index.ts';

export type MutableHooks = { -readonly [K in keyof ProxyHooks]: ProxyHooks[K] };

/** Sets the hooks that a tool of the pipeline needs, and removes the others: an absent hook costs the proxy nothing. */
export function setHooks(hooks: MutableHooks, pipeline: Pipeline, runs: WeakMap<Flow, ExchangeRun>): void {
  const implemented = (step: keyof RunningTool): boolean =>
    pipeline.steps.some(({ running }) => running[step] !== undefined);
  hooks.exchange = pipeline.steps.length === 0 ? undefined : (flow) => pipeline.exchange(flow);
  hooks.tunnel = pipeline.tunnelSteps.length === 0 ? undefined : (flow) => pipeline.tunnel(flow);
  hooks.mayDecrypt = implemented('mayDecrypt') ? (...target) => pipeline.mayDecrypt(...target) : undefined;
  const watches = implemented('watchesWebSocket');
  hooks.watchesWebSocket = watches ? (flow) => runs.get(flow)?.watchesWebSocket() ?? false : undefined;
  hooks.webSocketMessage = watches
    ? (flow, message) => runs.get(flow)?.webSocketMessage(message) ?? message
    : undefined;
}
