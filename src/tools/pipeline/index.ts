// The way of exchanges and tunnels through the tools that are on: the order, and who is asked at all.
import type { Flow } from '../../flow/flow.ts';
import type { ExchangeHook, TunnelHook } from '../../proxy/hooks.ts';
import { TOOL_NAMES, type Match, type RunningTool, type ToolName } from '../contract.ts';
import { FlowSubject, RuleIndex } from '../rules/matcher/index.ts';
import type { ActiveTool, ReportError, CompiledPipeline } from './compiled-pipeline.ts';
import { ExchangeRun } from './exchange.ts';
import { tunnelHook } from './tunnel.ts';

const RESPONSE_ORDER: readonly ToolName[] = [
  'scripting',
  'noCaching',
  'mapRemote',
  'breakpoint',
  'networkConditions',
];

const TUNNEL_ORDER: readonly ToolName[] = [
  'allowList',
  'blockList',
  'dnsSpoofing',
  'networkConditions',
  'alerts',
];

/** The tools as they are between two changes; exchanges that have begun keep theirs. */
export class Pipeline implements CompiledPipeline {
  readonly steps: readonly ActiveTool[];
  readonly recordingSteps: readonly number[];
  readonly responseSteps: readonly number[];
  readonly tunnelSteps: readonly number[];
  readonly index: RuleIndex;
  readonly reportError: ReportError;
  readonly #wantsAll: boolean;
  readonly #runs: WeakMap<Flow, ExchangeRun>;
  readonly #watches: boolean;

  /**
   * Of `tools` those are left out that have no rule and do not want to see everything. `runs` keeps what may become a
   * WebSocket, from one pipeline to the next.
   */
  constructor(tools: readonly ActiveTool[], runs: WeakMap<Flow, ExchangeRun>, reportError: ReportError) {
    const asked = tools.filter(({ rules, running }) => rules.length > 0 || running.interceptsAll === true);
    this.steps = inOrder(asked, TOOL_NAMES).map((at) => asked[at]!);
    this.recordingSteps = [...this.steps.keys()].filter(
      (at) => this.steps[at]!.running.records !== undefined,
    );
    this.responseSteps = inOrder(this.steps, RESPONSE_ORDER);
    this.tunnelSteps = inOrder(this.steps, TUNNEL_ORDER);
    const rules = this.steps.flatMap((active, step) => active.rules.map((compiled) => ({ step, compiled })));
    this.index = new RuleIndex(rules);
    this.reportError = reportError;
    this.#wantsAll = this.steps.some(({ running }) => running.interceptsAll === true);
    this.#runs = runs;
    this.#watches = this.steps.some(({ running }) => running.watchesWebSocket !== undefined);
  }

  exchange(flow: Flow): ExchangeHook | null {
    if (!this.#wantsAll && this.index.excludesHost(flow.target.host)) return null;
    const subject = new FlowSubject(flow);
    const candidates = this.index.candidates(flow.target.host, subject.url);
    if (!this.#wantsAll && !candidates.some(({ compiled }) => compiled.mayMatch(subject))) return null;
    const run = new ExchangeRun(this, flow, subject, candidates);
    if (this.#watches) this.#runs.set(flow, run);
    return run;
  }

  tunnel(flow: Flow): TunnelHook | null {
    const subject = new FlowSubject(flow);
    const found = this.tunnelSteps.map((at): readonly [number, readonly Match[]] => {
      const { rules, tool } = this.steps[at]!;
      const matches = rules
        .filter((rule) => rule.matchesTunnel(subject))
        .map((rule) => rule.match(subject.url));
      return [at, tool.matching === 'first' ? matches.slice(0, 1) : matches];
    });
    const asked = found.filter(
      ([at, matches]) => matches.length > 0 || this.steps[at]!.running.interceptsAll === true,
    );
    return asked.length === 0 ? null : tunnelHook(this, flow, asked);
  }

  mayDecrypt(...[host, port, client]: Parameters<NonNullable<RunningTool['mayDecrypt']>>): boolean {
    return this.steps.every(({ running }) => running.mayDecrypt?.(host, port, client) ?? true);
  }
}

function inOrder(tools: readonly ActiveTool[], order: readonly ToolName[]): readonly number[] {
  return order.map((name) => tools.findIndex(({ tool }) => tool.name === name)).filter((at) => at >= 0);
}
