// All debugging tools with their rules: what users change and ask, and the hooks that the proxy calls. While nothing is
// on the hooks are empty and cost nothing.
import { randomBytes } from 'node:crypto';
import { messageOf, RuleError } from '../base/errors.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import type { Flow } from '../flow/flow.ts';
import type { ProxyHooks } from '../proxy/hooks.ts';
import { TOOL_NAMES, type RunningTool, type Tool, type ToolName, type ToolServices } from './contract.ts';
import { tools as allTools } from './catalogue/index.ts';
import { explainRule, dryRunRule, type DryRun, type RuleExplanation } from './explain.ts';
import { CompiledRule } from './rules/matcher/index.ts';
import { Pipeline } from './pipeline/index.ts';
import type { ExchangeRun } from './pipeline/exchange.ts';
import { fieldsFromFlow } from './rules/from-flow.ts';
import { ruleSchema, type RuleSchema } from './rules/schema.ts';
import type { Rule } from './rules/rule.ts';
import { parseToolsState, TOOLS_VERSION, type ToolsState } from './rules/tools-file.ts';

export interface ToolListing {
  readonly tool: ToolName;
  readonly title: string;
  readonly enabled: boolean;
  readonly summary: string;
  readonly rules: readonly VisibleRule[];
  /** Every field with its default; null for a tool without rules. */
  readonly exampleRule: VisibleRule | null;
}

/** A rule with the fields that rules of its tool have. */
export type VisibleRule = Readonly<Record<string, unknown>> & { readonly id: string };

interface ToolState {
  readonly tool: Tool;
  /** Null for a tool without rules. */
  readonly schema: RuleSchema | null;
  enabled: boolean;
  rules: readonly Rule[];
  /** Null until the tool is on for the first time. */
  running: RunningTool | null;
}

export class ToolSet {
  readonly #services: ToolServices;
  readonly #states: ReadonlyMap<ToolName, ToolState>;
  readonly #listeners = new Set<() => void>();
  readonly #hooks: { -readonly [K in keyof ProxyHooks]: ProxyHooks[K] } = {};
  readonly #runs = new WeakMap<Flow, ExchangeRun>();
  /** Rules that have not changed are not compiled again. */
  readonly #compiled = new WeakMap<Rule, CompiledRule>();

  /** All off, without rules. */
  constructor(services: ToolServices, tools: readonly Tool[] = allTools) {
    this.#services = services;
    const shelves = tools.map((tool): [ToolName, ToolState] => [
      tool.name,
      { tool, schema: ruleSchema(tool), enabled: false, rules: [], running: null },
    ]);
    this.#states = new Map(shelves.toSorted(([a], [b]) => TOOL_NAMES.indexOf(a) - TOOL_NAMES.indexOf(b)));
  }

  /** Live: what it holds is there only while a tool wants it. */
  get hooks(): ProxyHooks {
    return this.#hooks;
  }

  get activeTools(): readonly ToolName[] {
    return this.#all.filter(({ enabled }) => enabled).map(({ tool }) => tool.name);
  }

  /** All, or the one of that name or title. Throws a RuleError for an unknown one, as all methods do. */
  list(name?: string): readonly ToolListing[] {
    return (name === undefined ? this.#all : [this.#find(name)]).map(listing);
  }

  /** Makes a rule, or with the `id` of one changes it: see `RuleSchema`. The tool is on afterwards. */
  upsert(name: string, input: unknown): VisibleRule {
    const toolState = this.#find(name);
    const schema = schemaFor(toolState);
    const id = idOf(input);
    const before = id === '' ? undefined : findRule(toolState, id, 'leave the id out to make one');
    const rule =
      before === undefined
        ? { ...schema.parse(input), id: newId(toolState.rules) }
        : schema.update(before, input);
    toolState.rules =
      before === undefined
        ? [...toolState.rules, rule]
        : toolState.rules.map((each) => (each === before ? rule : each));
    toolState.enabled = true;
    this.#changed();
    return { ...schema.visibleFields(rule), id: rule.id };
  }

  remove(name: string, id: string): void {
    const toolState = this.#find(name);
    schemaFor(toolState);
    const removed = findRule(toolState, id);
    toolState.rules = toolState.rules.filter((rule) => rule !== removed);
    this.#changed();
  }

  /** Rules are kept. Returns the name of the tool. */
  setEnabled(name: string, on: boolean): ToolName {
    const toolState = this.#find(name);
    toolState.enabled = on;
    this.#changed();
    return toolState.tool.name;
  }

  /** `ids` are those of all its rules, in the order in which they are to match. */
  reorder(name: string, ids: readonly string[]): void {
    const toolState = this.#find(name);
    schemaFor(toolState);
    const rules = ids.map((id) => findRule(toolState, id));
    if (new Set(rules).size !== toolState.rules.length || rules.length !== toolState.rules.length)
      throw new RuleError(
        `ids are not those of the ${toolState.rules.length} rules: give each of them once`,
        {
          field: 'ids',
        },
      );
    toolState.rules = rules;
    this.#changed();
  }

  /** Makes and saves a rule that matches a captured request. */
  async ruleFromFlow(name: string, flow: Flow): Promise<VisibleRule> {
    const toolState = this.#find(name);
    schemaFor(toolState);
    const own = toolState.tool.fromFlow === undefined ? {} : await toolState.tool.fromFlow(flow);
    if (own === null)
      throw new RuleError(`no ${toolState.tool.title} rule can be made of request ${flow.id}`);
    return this.upsert(name, { ...fieldsFromFlow(flow, toolState.tool), ...own });
  }

  /** What each rule, on or off, says of a captured request. */
  async explain(flow: Flow): Promise<readonly RuleExplanation[]> {
    const verdicts = this.#all.flatMap(({ tool, enabled, rules }) =>
      rules.map(async (rule): Promise<RuleExplanation> => ({
        tool: tool.name,
        title: tool.title,
        id: rule.id,
        name: rule.name,
        active: enabled && rule.enabled,
        ...(await explainRule(this.#compiledRule(tool, rule), flow, this.#services.maxBodyBytes())),
      })),
    );
    return Promise.all(verdicts);
  }

  /** Which captured requests a rule would match, without saving it; with an id, the rule as it would be changed. */
  async dryRun(name: string, input: unknown, flows: readonly Flow[]): Promise<DryRun> {
    const toolState = this.#find(name);
    const schema = schemaFor(toolState);
    const id = idOf(input);
    const rule = id === '' ? schema.parse(input) : schema.update(findRule(toolState, id), input);
    return dryRunRule(this.#compiledRule(toolState.tool, rule), flows, this.#services.maxBodyBytes());
  }

  /** All that is to be stored. */
  state(): ToolsState {
    const tools = this.#all.map((toolState) => {
      const { tool, enabled, rules } = listing(toolState);
      return [tool, { enabled, rules }] as const;
    });
    return { version: TOOLS_VERSION, tools: Object.fromEntries(tools) };
  }

  /**
   * Takes over a stored state, or a file that a user wrote; tools that are not in it are off, without rules. Throws a
   * RuleError that names tool, rule and field; then nothing has changed.
   */
  load(state: unknown): void {
    const schemas = new Map(this.#all.map(({ tool, schema }) => [tool.name, schema]));
    const read = parseToolsState(state, schemas);
    for (const toolState of this.#all) {
      const { enabled = false, rules = [] } = read.get(toolState.tool.name) ?? {};
      toolState.enabled = enabled;
      toolState.rules = [];
      for (const rule of rules)
        toolState.rules = [
          ...toolState.rules,
          rule.id === '' ? { ...rule, id: newId([...rules, ...toolState.rules]) } : rule,
        ];
    }
    this.#changed();
  }

  /** Called after each change; returns what ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends what the tools have running; none is on afterwards. */
  async close(): Promise<void> {
    this.#apply([]);
    await Promise.all(this.#all.map(async ({ running }) => running?.close?.()));
  }

  get #all(): readonly ToolState[] {
    return [...this.#states.values()];
  }

  #find(name: string): ToolState {
    const wanted = name.trim().toLowerCase();
    const isNamed = ({ tool }: ToolState): boolean =>
      [tool.name, tool.title].some((each) => each.toLowerCase() === wanted);
    const found = this.#all.find(isNamed);
    if (found !== undefined) return found;
    const names = this.#all.flatMap(({ tool }) => [tool.name, tool.title]);
    const known = this.#all.map(({ tool }) => tool.name).join(', ');
    const hint = didYouMean(name, names, `expected one of ${known}`);
    throw new RuleError(`${quoted(name)} is not a tool: ${hint}`, { field: 'tool' });
  }

  #compiledRule(tool: Tool, rule: Rule): CompiledRule {
    let compiled = this.#compiled.get(rule);
    if (compiled === undefined) {
      compiled = new CompiledRule(rule, tool.matchOn?.(rule) ?? rule);
      this.#compiled.set(rule, compiled);
    }
    return compiled;
  }

  #changed(): void {
    this.#apply(this.#all.filter(({ enabled }) => enabled));
    for (const listener of this.#listeners) listener();
  }

  /** Hands the tools their rules and the proxy its hooks. */
  #apply(on: readonly ToolState[]): void {
    for (const toolState of on) toolState.running ??= toolState.tool.start(this.#services);
    for (const toolState of this.#all)
      toolState.running?.update(on.includes(toolState) ? rulesOn(toolState) : [], on.includes(toolState));
    const active = on.map((toolState) => ({
      tool: toolState.tool,
      running: toolState.running!,
      rules: rulesOn(toolState).map((rule) => this.#compiledRule(toolState.tool, rule)),
    }));
    this.#updateHooks(
      new Pipeline(active, this.#runs, (title, text, error) => this.#logError(title, text, error)),
    );
  }

  #updateHooks(pipeline: Pipeline): void {
    const wants = (step: keyof RunningTool): boolean =>
      pipeline.steps.some(({ running }) => running[step] !== undefined);
    const hooks = this.#hooks;
    hooks.exchange = pipeline.steps.length === 0 ? undefined : (flow) => pipeline.exchange(flow);
    hooks.tunnel = pipeline.tunnelSteps.length === 0 ? undefined : (flow) => pipeline.tunnel(flow);
    hooks.mayDecrypt = wants('mayDecrypt') ? (...asked) => pipeline.mayDecrypt(...asked) : undefined;
    const watches = wants('watchesWebSocket');
    hooks.watchesWebSocket = watches
      ? (flow) => this.#runs.get(flow)?.watchesWebSocket() ?? false
      : undefined;
    hooks.webSocketMessage = watches
      ? (flow, message) => this.#runs.get(flow)?.webSocketMessage(message) ?? message
      : undefined;
  }

  #logError(title: string, text: string, error: unknown): void {
    this.#services.notify({ channel: 'log', title, text: `${text}: ${messageOf(error)}` });
  }
}

function rulesOn({ rules }: ToolState): readonly Rule[] {
  return rules.filter(({ enabled }) => enabled);
}

function listing({ tool: { name, title, summary }, schema, enabled, rules }: ToolState): ToolListing {
  const shown = (rule: Rule): VisibleRule => ({ ...schema!.visibleFields(rule), id: rule.id });
  const exampleRule = schema === null ? null : { ...schema.example, id: '' };
  return { tool: name, title, enabled, summary, rules: rules.map(shown), exampleRule };
}

function schemaFor({ tool, schema }: ToolState): RuleSchema {
  if (schema === null)
    throw new RuleError(`${tool.title} has no rules: switch it on or off as a whole`, { field: 'tool' });
  return schema;
}

function findRule({ tool, rules }: ToolState, id: string, fallback = availableIds(rules)): Rule {
  const found = rules.find((rule) => rule.id === id);
  if (found !== undefined) return found;
  const ids = rules.map((rule) => rule.id);
  const hint = didYouMean(id, ids, fallback);
  throw new RuleError(`no rule with id ${quoted(id)} in ${tool.title}: ${hint}`, { field: 'id' });
}

function availableIds(rules: readonly Rule[]): string {
  return rules.length === 0
    ? 'it has none'
    : `there are ${rules
        .slice(0, 20)
        .map(({ id }) => id)
        .join(', ')}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

/** Empty for a rule that is to be made. */
function idOf(input: unknown): string {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : '';
  if (typeof id === 'string') return id;
  if (id === null) return '';
  throw new RuleError(`id is ${JSON.stringify(id)}: give the id of a rule, or none to make one`, {
    field: 'id',
  });
}

/** Short, and none of theirs. */
function newId(rules: readonly Rule[]): string {
  const id = randomBytes(4).toString('hex');
  return rules.some((rule) => rule.id === id) ? newId(rules) : id;
}
