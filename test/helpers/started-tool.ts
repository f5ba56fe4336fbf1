// A tool that runs without a proxy: its rules, and the matches that it records.
import type { Match, Rule } from '../../src/tools/rules/rule.ts';
import type { RunningTool, Tool, ToolServices } from '../../src/tools/contract.ts';
import { ruleOf, toolServices, type TestServices } from './tools.ts';

export interface StartedTool<R extends Rule> {
  readonly running: RunningTool<R>;
  readonly matches: readonly Match<R>[];
  readonly services: TestServices;
  readonly recordMatch: (rule: Rule, note?: string) => void;
  /** The recorded matches, as `name` or `name: note`. */
  readonly recordedMatches: readonly string[];
}

/** Creates a rule as a user would; throws when it is invalid. */
export function createRule<R extends Rule>(tool: Tool<R>, given: Readonly<Record<string, unknown>>): R {
  return ruleOf(tool as unknown as Tool, { id: crypto.randomUUID(), ...given }) as R;
}

export function startTool<R extends Rule>(
  tool: Tool<R>,
  given: readonly Readonly<Record<string, unknown>>[],
  captures: readonly string[] = [''],
  change: Partial<ToolServices> = {},
): StartedTool<R> {
  const rules = given.map((each) => createRule(tool, each));
  const services = toolServices(change);
  const running = tool.start(services);
  running.update(rules, true);
  const recordedMatches: string[] = [];
  return {
    running,
    services,
    matches: rules.map((rule) => ({ rule, captures })),
    recordMatch: (rule, note) =>
      void recordedMatches.push(note === undefined ? rule.name : `${rule.name}: ${note}`),
    recordedMatches,
  };
}
