// A tool that runs without a proxy: its rules, and the matches that it records.
import type { Match, RunningTool, Tool, ToolServices } from '../../src/tools/contract.ts';
import type { Rule } from '../../src/tools/rules/rule.ts';
import { ruleOf, toolServices, type TestServices } from './tools.ts';

export interface ToolAtWork<R extends Rule> {
  readonly running: RunningTool<R>;
  readonly matches: readonly Match<R>[];
  readonly services: TestServices;
  readonly mark: (rule: Rule, note?: string) => void;
  /** The recorded matches, as `name` or `name: note`. */
  readonly list: readonly string[];
}

/** Creates a rule as a user would; throws when it is invalid. */
export function madeRule<R extends Rule>(tool: Tool<R>, given: Readonly<Record<string, unknown>>): R {
  return ruleOf(tool as unknown as Tool, { id: crypto.randomUUID(), ...given }) as R;
}

export function atWork<R extends Rule>(
  tool: Tool<R>,
  given: readonly Readonly<Record<string, unknown>>[],
  captures: readonly string[] = [''],
  change: Partial<ToolServices> = {},
): ToolAtWork<R> {
  const rules = given.map((each) => madeRule(tool, each));
  const services = toolServices(change);
  const running = tool.start(services);
  running.update(rules, true);
  const list: string[] = [];
  return {
    running,
    services,
    matches: rules.map((rule) => ({ rule, captures })),
    mark: (rule, note) => void list.push(note === undefined ? rule.name : `${rule.name}: ${note}`),
    list,
  };
}
