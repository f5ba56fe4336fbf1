// Network Conditions: simulates a slow, distant or failing network. All matches of a rule share one link.
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { InterceptedExchange, Pace, RequestVerdict } from '../../proxy/hooks.ts';
import type { Match, Rule } from '../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool, type TunnelDecision } from '../contract.ts';
import { number, delayMs, effectiveWhen, oneOf, textResponse } from '../rules/fields.ts';

interface Conditions {
  /** Kilobits per second; 0 for no limit. */
  readonly downloadKbps: number;
  readonly uploadKbps: number;
  readonly latencyMs: number;
  /** From 0 to 1. */
  readonly failureRate: number;
}

const PROFILES = {
  offline: { downloadKbps: 0, uploadKbps: 0, latencyMs: 0, failureRate: 1 },
  veryBad: { downloadKbps: 1000, uploadKbps: 1000, latencyMs: 2000, failureRate: 0.1 },
  edge: { downloadKbps: 240, uploadKbps: 200, latencyMs: 850, failureRate: 0 },
  '3g': { downloadKbps: 780, uploadKbps: 330, latencyMs: 400, failureRate: 0 },
  lte: { downloadKbps: 50_000, uploadKbps: 10_000, latencyMs: 50, failureRate: 0 },
  wifi: { downloadKbps: 40_000, uploadKbps: 30_000, latencyMs: 2, failureRate: 0 },
} as const satisfies Record<string, Conditions>;

const CUSTOM = { profile: ['custom'] };
const kbps = number(0, 1e9, 'kilobits per second').default(0);

const fields = {
  profile: oneOf(['offline', 'veryBad', 'edge', '3g', 'lte', 'wifi', 'custom']).default('3g'),
  downloadKbps: effectiveWhen(
    kbps.describe('For profile `custom`: kilobits per second; 0 for no limit'),
    CUSTOM,
  ),
  uploadKbps: effectiveWhen(
    kbps.describe('For profile `custom`: kilobits per second; 0 for no limit'),
    CUSTOM,
  ),
  latencyMs: effectiveWhen(
    delayMs.default(0).describe('For profile `custom`: delay of each request'),
    CUSTOM,
  ),
  jitterMs: delayMs.default(0).describe('Largest deviation from the latency'),
  failureRate: number(0, 1).default(0).describe('Fraction of requests that fail; 0 for that of the profile'),
  failureMode: oneOf(['reset', 'timeout', '503']).default('reset'),
} as const;

type NetworkRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const networkConditions = defineTool({
  name: 'networkConditions',
  title: 'Network Conditions',
  summary: 'Makes the network slow, distant or unreliable.',
  // It has a place among responses, because the download pace applies to synthetic ones too.
  order: { request: 70, response: 50, tunnel: 40 },
  fields,
  matching: 'first',
  start: () => new NetworkConditions(),
});

class NetworkConditions implements RunningTool<NetworkRule> {
  readonly #networks = new WeakMap<NetworkRule, Network>();

  update(): void {
    // Nothing to prepare: a network belongs to its rule, and a changed rule is a new object.
  }

  request(
    exchange: InterceptedExchange,
    [match]: readonly Match<NetworkRule>[],
    recordMatch: RecordMatch,
  ): RequestVerdict | undefined | Promise<undefined> {
    if (match === undefined) return undefined;
    const { rule } = match;
    const network = this.#network(rule);
    if (network.fails()) {
      recordMatch(rule, 'made to fail');
      return failure(rule);
    }
    recordMatch(rule);
    exchange.upload = network.upload;
    // Set with the request: tools do not see the response of a WebSocket.
    exchange.download = network.download;
    const wait = network.latencyMs();
    return wait > 0 ? sleep(wait, undefined, { signal: exchange.signal }) : undefined;
  }

  tunnel(decision: TunnelDecision, [match]: readonly Match<NetworkRule>[], recordMatch: RecordMatch): void {
    if (match === undefined) return;
    const { rule } = match;
    const network = this.#network(rule);
    if (network.fails()) {
      recordMatch(rule, 'made to fail');
      decision.verdict = tunnelFailure(rule);
      return;
    }
    recordMatch(rule);
    decision.latencyMs = network.latencyMs();
    decision.upload = network.upload;
    decision.download = network.download;
  }

  #network(rule: NetworkRule): Network {
    let network = this.#networks.get(rule);
    if (network === undefined) {
      network = new Network(rule);
      this.#networks.set(rule, network);
    }
    return network;
  }
}

/** The simulated network of one rule. */
class Network {
  readonly upload: Pace | null;
  readonly download: Pace | null;
  readonly #conditions: Conditions;
  readonly #jitterMs: number;

  constructor(rule: NetworkRule) {
    const profile: Conditions = rule.profile === 'custom' ? rule : PROFILES[rule.profile];
    this.#conditions = { ...profile, failureRate: rule.failureRate || profile.failureRate };
    this.#jitterMs = rule.jitterMs;
    this.upload = linkOf(profile.uploadKbps);
    this.download = linkOf(profile.downloadKbps);
  }

  fails(): boolean {
    return Math.random() < this.#conditions.failureRate;
  }

  latencyMs(): number {
    return Math.max(0, this.#conditions.latencyMs + (Math.random() * 2 - 1) * this.#jitterMs);
  }
}

function linkOf(rate: number): Pace | null {
  return rate === 0 ? null : new Link(rate);
}

/** A link that transfers one byte after another. */
class Link implements Pace {
  readonly #bitsPerMs: number;
  /** When the link will have transferred everything, in milliseconds of `performance.now()`. */
  #freeAt = 0;

  constructor(rate: number) {
    this.#bitsPerMs = rate;
  }

  delay(bytes: number): number {
    const now = performance.now();
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes * 8) / this.#bitsPerMs;
    return this.#freeAt - now;
  }
}

function failure(rule: NetworkRule): RequestVerdict {
  const reason = reasonOf(rule);
  if (rule.failureMode === '503') return { type: 'respond', response: textResponse(503, `${reason}\n`) };
  return { type: 'abort', how: rule.failureMode === 'timeout' ? 'blackhole' : 'reset', reason };
}

function tunnelFailure(rule: NetworkRule): TunnelDecision['verdict'] {
  const verdict = failure(rule);
  return verdict.type === 'abort' ? verdict : { type: 'refuse', status: 503, reason: reasonOf(rule) };
}

function reasonOf({ name, profile }: NetworkRule): string {
  const what = profile === 'offline' ? 'cuts the network off' : 'makes some requests fail';
  return `The rule "${name}" of Network Conditions ${what}.`;
}
