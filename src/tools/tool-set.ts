// All debugging tools with their rules: the operations of users, and the hooks that the proxy calls. While no tool is on
// the hooks are empty and cost nothing.
import { didYouMean } from '../base/did-you-mean.ts';
import { messageOf, RuleError } from '../base/errors.ts';
import type { Flow } from '../flow/flow.ts';
import type { ProxyHooks } from '../proxy/hooks.ts';
import { tools as allTools } from './catalogue/index.ts';
import type { Tool, ToolServices } from './contract.ts';
import { dryRunRule, explainRule, type DryRun, type NewestFirst, type RuleExplanation } from './explain.ts';
import type { ExchangeRun } from './pipeline/exchange.ts';
import { setHooks, type MutableHooks } from './pipeline/hooks.ts';
import { Pipeline } from './pipeline/index.ts';
import { fieldsFromFlow } from './rules/from-flow.ts';
import { CompiledRule } from './rules/matcher/index.ts';
import type { RuleSchema } from './rules/schema.ts';
import type { Rule } from './rules/rule.ts';
import {
  parseToolsState,
  TOOLS_VERSION,
  withAbsolutePaths,
  type LoadedTool,
  type ToolsState,
} from './rules/tools-file.ts';
import { ruleWarnings } from './rules/warnings.ts';
import { newRuleId, ToolState, type RuleForm, type ToolListing, type VisibleRule } from './tool-state.ts';

export class ToolSet {
  readonly #services: ToolServices;
  /** In the order in which the tools see requests. */
  readonly #states: readonly ToolState[];
  readonly #listeners = new Set<() => void>();
  readonly #hooks: MutableHooks;
  readonly #runs = new WeakMap<Flow, ExchangeRun>();
  /** Keeps the compiled form of rules that have not changed. */
  readonly #compiled = new WeakMap<Rule, CompiledRule>();

  /** All tools are off and without rules. `hooks`: the object that gets and loses hooks, for a proxy that has it already. */
  constructor(services: ToolServices, tools: readonly Tool[] = allTools, hooks: MutableHooks = {}) {
    this.#services = services;
    this.#hooks = hooks;
    this.#states = tools
      .toSorted((a, b) => a.order.request - b.order.request)
      .map((tool) => new ToolState(tool));
  }

  /** A live object: each hook is present only while a tool needs it. */
  get hooks(): ProxyHooks {
    return this.#hooks;
  }

  get activeTools(): readonly string[] {
    return this.#states.filter(({ enabled }) => enabled).map(({ tool }) => tool.name);
  }

  /** Lists all tools, or the one of that name or title. Like every method with a name, throws a RuleError for an unknown one. */
  list(name?: string): readonly ToolListing[] {
    return (name === undefined ? this.#states : [this.#find(name)]).map((state) => state.listing());
  }

  /** Creates a rule, or changes the one with the given `id`: see `RuleSchema`. Switches the tool on. */
  upsert(name: string, input: unknown): VisibleRule {
    const state = this.#find(name);
    const { rule, previous } = state.parseRule(input, 'leave the id out to make one');
    const saved = previous === null ? { ...rule, id: newRuleId(state.rules) } : rule;
    state.rules =
      previous === null
        ? [...state.rules, saved]
        : state.rules.map((each) => (each === previous ? saved : each));
    state.enabled = true;
    this.#changed();
    return state.visible(saved);
  }

  remove(name: string, id: string): void {
    const state = this.#find(name);
    state.requireRules();
    const removed = state.findRule(id);
    state.rules = state.rules.filter((rule) => rule !== removed);
    this.#changed();
  }

  /** Switches a tool on or off; its rules are kept. Returns the name of the tool. */
  setEnabled(name: string, on: boolean): string {
    const state = this.#find(name);
    state.enabled = on;
    this.#changed();
    return state.tool.name;
  }

  /** Puts the rules of a tool in the order of `ids`, which must name each of them once. */
  reorder(name: string, ids: readonly string[]): void {
    const state = this.#find(name);
    state.requireRules();
    const rules = ids.map((id) => state.findRule(id));
    const count = state.rules.length;
    if (new Set(rules).size !== count || rules.length !== count)
      throw new RuleError(`ids are not those of the ${count} rules: give each of them once`, {
        field: 'ids',
      });
    state.rules = rules;
    this.#changed();
  }

  /** Creates and saves a rule that matches a captured request. */
  async ruleFromFlow(name: string, flow: Flow): Promise<VisibleRule> {
    return this.upsert(name, await this.#fieldsFor(this.#find(name), flow));
  }

  /** Returns a rule that matches a captured request; it is not saved. */
  async draftFromFlow(name: string, flow: Flow): Promise<VisibleRule> {
    const state = this.#find(name);
    return state.visible(state.requireRules().parse(await this.#fieldsFor(state, flow)));
  }

  async #fieldsFor(state: ToolState, flow: Flow): Promise<Readonly<Record<string, unknown>>> {
    state.requireRules();
    const { tool } = state;
    const ownFields = tool.fromFlow === undefined ? tool.starter : await tool.fromFlow(flow);
    if (ownFields === null)
      throw new RuleError(`request ${flow.id} cannot be made into a ${tool.title} rule`);
    return { ...(await fieldsFromFlow(flow, tool)), ...ownFields };
  }

  /** Saves a rule as a whole: in place of the one with its id, or as a new one at `index`, by default last. */
  put(name: string, input: unknown, index?: number): VisibleRule {
    const state = this.#find(name);
    const parsed = state.requireRules().parse(input);
    const saved = parsed.id === '' ? { ...parsed, id: newRuleId(state.rules) } : parsed;
    const isKnown = state.rules.some(({ id }) => id === saved.id);
    state.rules = isKnown
      ? state.rules.map((each) => (each.id === saved.id ? saved : each))
      : state.rules.toSpliced(index ?? state.rules.length, 0, saved);
    this.#changed();
    return state.visible(saved);
  }

  /** Returns what does not work yet in a rule, as sentences. */
  async warnings(name: string, id: string): Promise<readonly string[]> {
    const state = this.#find(name);
    return ruleWarnings(state.tool, state.findRule(id));
  }

  /** Returns the warnings about all enabled rules of the tools that are on, each with its tool and rule. */
  async allWarnings(): Promise<readonly string[]> {
    const active = this.#states.filter(({ enabled }) => enabled);
    const lists = active.flatMap(({ tool, enabledRules }) =>
      enabledRules.map(async (rule) => {
        const warnings = await ruleWarnings(tool, rule);
        return warnings.map((warning) => `${tool.title}, ${JSON.stringify(rule.name)}: ${warning}`);
      }),
    );
    return (await Promise.all(lists)).flat();
  }

  /** Explains for each rule, on or off, whether it matches a captured request. */
  async explain(flow: Flow): Promise<readonly RuleExplanation[]> {
    const explanations = this.#states.flatMap(({ tool, enabled, rules }) =>
      rules.map(async (rule): Promise<RuleExplanation> => ({
        tool: tool.name,
        title: tool.title,
        id: rule.id,
        name: rule.name,
        active: enabled && rule.enabled,
        ...(await explainRule(this.#compiledRule(tool, rule), flow, this.#services.maxBodyBytes())),
      })),
    );
    return Promise.all(explanations);
  }

  /**
   * Finds which of the captured requests a rule would match, without saving it; with an id, the rule as it would be
   * changed.
   */
  async dryRun(name: string, input: unknown, flows: NewestFirst): Promise<DryRun> {
    const state = this.#find(name);
    const { rule } = state.parseRule(input);
    return dryRunRule(this.#compiledRule(state.tool, rule), flows, this.#services.maxBodyBytes());
  }

  /** Returns everything that is to be stored. */
  state(): ToolsState {
    const tools = this.#states.map((state) => {
      const { tool, enabled, rules } = state.listing();
      return [tool, { enabled, rules }] as const;
    });
    return { version: TOOLS_VERSION, tools: Object.fromEntries(tools) };
  }

  /**
   * Replaces all rules by a stored state, or a file that a user wrote; tools that are not in it are off, without rules.
   * `folder`: where relative paths in it start. Throws a RuleError that names tool, rule and field; then nothing has
   * changed.
   */
  load(input: unknown, folder: string | null = null): void {
    const tools = this.#states.map(({ tool }) => tool);
    this.#replaceBy(
      parseToolsState(folder === null ? input : withAbsolutePaths(input, folder, tools), this.#schemas),
    );
  }

  /** Loads a stored state, leaving out rules that this version finds invalid; returns why, one text for each. */
  restore(stored: unknown): readonly string[] {
    const reasons: string[] = [];
    this.#replaceBy(parseToolsState(stored, this.#schemas, ({ message }) => reasons.push(message)));
    return reasons;
  }

  get #schemas(): ReadonlyMap<string, RuleSchema | null> {
    return new Map(this.#states.map((state) => [state.tool.name, state.schema]));
  }

  #replaceBy(loaded: ReadonlyMap<string, LoadedTool>): void {
    for (const state of this.#states) {
      const { enabled = false, rules = [] } = loaded.get(state.tool.name) ?? {};
      state.enabled = enabled;
      state.rules = [];
      for (const rule of rules) {
        const id = rule.id === '' ? newRuleId([...rules, ...state.rules]) : rule.id;
        state.rules = [...state.rules, id === rule.id ? rule : { ...rule, id }];
      }
    }
    this.#changed();
  }

  /**
   * Adds the rules of a file to the existing ones, with new ids, and switches on the tools that are on in the file.
   * Throws like `load`.
   */
  add(input: unknown): void {
    const added = parseToolsState(input, this.#schemas);
    for (const state of this.#states) {
      const { enabled = false, rules = [] } = added.get(state.tool.name) ?? {};
      state.enabled ||= enabled;
      for (const rule of rules) state.rules = [...state.rules, { ...rule, id: newRuleId(state.rules) }];
    }
    this.#changed();
  }

  /** Describes the rules of each tool, for editors. */
  ruleForms(): readonly RuleForm[] {
    return this.#states.map((state) => state.form());
  }

  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Removes all hooks and stops the tools. */
  async close(): Promise<void> {
    this.#apply([]);
    await Promise.all(this.#states.map(async ({ running }) => running?.close?.()));
  }

  #find(name: string): ToolState {
    const state = this.#states.find((each) => each.isNamed(name));
    if (state !== undefined) return state;
    const names = this.#states.map(({ tool }) => tool.name);
    const titles = this.#states.map(({ tool }) => tool.title);
    const hint = didYouMean(name, [...names, ...titles], `expected one of ${names.join(', ')}`);
    throw new RuleError(`${JSON.stringify(name.slice(0, 100))} is not a tool: ${hint}`, { field: 'tool' });
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
    this.#apply(this.#states.filter(({ enabled }) => enabled));
    for (const listener of this.#listeners) listener();
  }

  /** Hands the tools their rules and the proxy its hooks. */
  #apply(enabled: readonly ToolState[]): void {
    for (const state of enabled) state.start(this.#services);
    for (const state of this.#states) {
      const isOn = enabled.includes(state);
      state.running?.update(isOn ? state.enabledRules : [], isOn);
    }
    const active = enabled.map((state) => ({
      tool: state.tool,
      running: state.start(this.#services),
      rules: state.enabledRules.map((rule) => this.#compiledRule(state.tool, rule)),
    }));
    const pipeline = new Pipeline(active, this.#runs, (title, text, error) => {
      this.#services.notify({ channel: 'log', title, text: `${text}: ${messageOf(error)}` });
    });
    setHooks(this.#hooks, pipeline, this.#runs);
  }
}
