// Passes exchanges and tunnels through the tools that are on: decides which tools are called, and in which order.
import type { Flow } from '../../flow/flow.ts';
import type { ExchangeHook, TunnelHook } from '../../proxy/hooks.ts';
import type { Match } from '../rules/rule.ts';
import type { RunningTool } from '../contract.ts';
import { FlowSubject, RuleIndex } from '../rules/matcher/index.ts';
import type { ActiveTool, CompiledPipeline, ReportError } from './compiled-pipeline.ts';
import { ExchangeRun } from './exchange.ts';
import { tunnelHook } from './tunnel.ts';

/** A snapshot of the tools. When the tools change, running exchanges keep the pipeline that they began with. */
export class Pipeline implements CompiledPipeline {
  readonly steps: readonly ActiveTool[];
  readonly recordingSteps: readonly number[];
  readonly responseSteps: readonly number[];
  readonly tunnelSteps: readonly number[];
  readonly index: RuleIndex;
  readonly reportError: ReportError;
  readonly #interceptsAll: boolean;
  readonly #runs: WeakMap<Flow, ExchangeRun>;
  readonly #watchesWebSockets: boolean;

  /**
   * Leaves out tools that have no rule and do not intercept everything. `runs` holds the runs of exchanges that may become
   * a WebSocket, across pipelines.
   */
  constructor(tools: readonly ActiveTool[], runs: WeakMap<Flow, ExchangeRun>, reportError: ReportError) {
    this.steps = tools
      .filter(({ rules, running }) => rules.length > 0 || running.interceptsAll === true)
      .toSorted((a, b) => a.tool.order.request - b.tool.order.request);
    this.recordingSteps = [...this.steps.keys()].filter(
      (at) => this.steps[at]!.running.records !== undefined,
    );
    this.responseSteps = stepsInOrder(this.steps, ({ tool }) => tool.order.response);
    this.tunnelSteps = stepsInOrder(this.steps, tunnelPlace);
    const rules = this.steps.flatMap((active, step) => active.rules.map((compiled) => ({ step, compiled })));
    this.index = new RuleIndex(rules);
    this.reportError = reportError;
    this.#interceptsAll = this.steps.some(({ running }) => running.interceptsAll === true);
    this.#runs = runs;
    this.#watchesWebSockets = this.steps.some(({ running }) => running.watchesWebSocket !== undefined);
  }

  exchange(flow: Flow): ExchangeHook | null {
    if (!this.#interceptsAll && this.index.excludesHost(flow.target.host)) return null;
    const subject = new FlowSubject(flow);
    const candidates = this.index.candidates(flow.target.host, subject.url);
    if (!this.#interceptsAll && !candidates.some(({ compiled }) => compiled.mayMatch(subject))) return null;
    const run = new ExchangeRun(this, flow, subject, candidates);
    if (this.#watchesWebSockets) this.#runs.set(flow, run);
    return run;
  }

  tunnel(flow: Flow): TunnelHook | null {
    const subject = new FlowSubject(flow);
    const matched = this.tunnelSteps.map((at): readonly [number, readonly Match[]] => {
      const { rules, tool } = this.steps[at]!;
      const matches = rules
        .filter((rule) => rule.matchesTunnel(subject))
        .map((rule) => rule.match(subject.url));
      return [at, tool.matching === 'first' ? matches.slice(0, 1) : matches];
    });
    const participants = matched.filter(
      ([at, matches]) => matches.length > 0 || this.steps[at]!.running.interceptsAll === true,
    );
    return participants.length === 0 ? null : tunnelHook(this, flow, participants);
  }

  mayDecrypt(...[host, port, client]: Parameters<NonNullable<RunningTool['mayDecrypt']>>): boolean {
    return this.steps.every(({ running }) => running.mayDecrypt?.(host, port, client) ?? true);
  }
}

/** Returns the place of a tool among tunnels. A tool that only follows how exchanges end comes last. */
function tunnelPlace({ tool, running }: ActiveTool): number | undefined {
  return tool.order.tunnel ?? (running.finished === undefined ? undefined : Infinity);
}

/** Returns the indexes of the steps that have a place, the lowest place first. */
function stepsInOrder(
  steps: readonly ActiveTool[],
  orderOf: (step: ActiveTool) => number | undefined,
): readonly number[] {
  return steps
    .flatMap((step, at) => {
      const order = orderOf(step);
      return order === undefined ? [] : [{ at, order }];
    })
    .toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
    .map(({ at }) => at);
}
