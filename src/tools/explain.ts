// Explains which rules match captured traffic, and why others do not. Changes nothing.
import type { Flow } from '../flow/flow.ts';
import { FlowResponseSubject, FlowSubject, type CompiledRule } from './rules/matcher/index.ts';

/** `nearly`: all conditions but one hold, and the host is that of the pattern. */
export type MatchResult = 'matched' | 'nearly' | 'not';

export interface RuleExplanation {
  readonly tool: string;
  readonly title: string;
  readonly id: string;
  readonly name: string;
  /** True when the rule and its tool are on. */
  readonly active: boolean;
  readonly result: MatchResult;
  /** The conditions that do not hold, as sentences; empty for a rule that matches. */
  readonly reasons: readonly string[];
}

export interface DryRun {
  /** Ids of the flows that the rule matches, ascending. */
  readonly matched: readonly number[];
  readonly nearly: readonly { readonly id: number; readonly why: string }[];
  /** Number of flows that were compared. */
  readonly examined: number;
  /** True when there are older flows that were not compared. */
  readonly isCut: boolean;
}

/** Flows that a dry run compares at most. */
export const MAX_EXAMINED = 10_000;

/** Flows, which are read one after another. */
export type NewestFirst = Iterable<Flow> | AsyncIterable<Flow>;

export interface RuleResult {
  readonly result: MatchResult;
  readonly reasons: readonly string[];
}

/**
 * Compares a rule with the request as the client sent it. A condition on a body of more than `maxBodyBytes` cannot
 * hold.
 */
export async function explainRule(rule: CompiledRule, flow: Flow, maxBodyBytes: number): Promise<RuleResult> {
  const subject = new FlowSubject(flow, maxBodyBytes);
  if (flow.request === null) {
    if (rule.matchesTunnel(subject)) return { result: 'matched', reasons: [] };
    return { result: 'not', reasons: ['it was not decrypted: only scheme, host and port are known'] };
  }
  const response = flow.response === null ? null : new FlowResponseSubject(flow, flow.response, maxBodyBytes);
  const reasons = await rule.unmetConditions(subject, response);
  if (reasons.length === 0) return { result: 'matched', reasons };
  const isNear = reasons.length === 1 && (rule.pattern.test(subject.url) || rule.isNear(subject));
  return { result: isNear ? 'nearly' : 'not', reasons };
}

/** Compares a rule with flows, which come newest first; the oldest are left out where there are many. */
export async function dryRunRule(
  rule: CompiledRule,
  flows: NewestFirst,
  maxBodyBytes: number,
): Promise<DryRun> {
  const matched: number[] = [];
  const nearly: { readonly id: number; readonly why: string }[] = [];
  let examined = 0;
  let isCut = false;
  for await (const flow of flows) {
    if ((isCut = examined === MAX_EXAMINED)) break;
    examined += 1;
    const { result, reasons } = await explainRule(rule, flow, maxBodyBytes);
    if (result === 'matched') matched.push(flow.id);
    else if (result === 'nearly') nearly.push({ id: flow.id, why: reasons[0]! });
  }
  return { matched: matched.reverse(), nearly: nearly.reverse(), examined, isCut };
}
