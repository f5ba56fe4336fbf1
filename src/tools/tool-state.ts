// One debugging tool with its rules, and how it is listed.
import { randomBytes } from 'node:crypto';
import { didYouMean } from '../base/did-you-mean.ts';
import { RuleError, UserError } from '../base/errors.ts';
import type { RunningTool, Tool, ToolServices } from './contract.ts';
import type { Rule } from './rules/rule.ts';
import { ruleSchema, type RuleSchema } from './rules/schema.ts';

export interface ToolListing {
  readonly tool: string;
  readonly title: string;
  readonly enabled: boolean;
  readonly summary: string;
  readonly rules: readonly VisibleRule[];
  /** Every field with its default, and blank entries in lists, see `rules/example.ts`; null for a tool without rules. */
  readonly exampleRule: VisibleRule | null;
}

/** Description of the rules of a tool, for editors. */
export interface RuleForm {
  readonly tool: string;
  /** `first`: only the first of the matching rules applies. */
  readonly matching: 'first' | 'all';
  /** JSON Schema of a rule; null for a tool without rules. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** The fields of a new rule. */
  readonly defaults: Readonly<Record<string, unknown>> | null;
  /** Fields that a rule which begins in the editor has beside them. */
  readonly starter: Readonly<Record<string, unknown>>;
  /** Names of the fields that only rules of this tool have. */
  readonly own: readonly string[];
}

/** A rule with the fields that rules of its tool have. */
export type VisibleRule = Readonly<Record<string, unknown>> & { readonly id: string };

export class ToolState {
  readonly tool: Tool;
  enabled = false;
  rules: readonly Rule[] = [];
  /** Null for a tool without rules. */
  readonly schema: RuleSchema | null;
  #running: RunningTool | null = null;

  constructor(tool: Tool) {
    this.tool = tool;
    this.schema = ruleSchema(tool);
  }

  /** Null until the tool is started. */
  get running(): RunningTool | null {
    return this.#running;
  }

  get enabledRules(): readonly Rule[] {
    return this.rules.filter(({ enabled }) => enabled);
  }

  /** Returns the schema of the rules. Throws a RuleError for a tool without rules. */
  requireRules(): RuleSchema {
    if (this.schema !== null) return this.schema;
    throw new RuleError(`${this.tool.title} has no rules: switch it on or off as a whole`, { field: 'tool' });
  }

  /** Starts the tool, unless it runs already. Throws an Error when one of its steps could never be called. */
  start(services: ToolServices): RunningTool {
    if (this.#running !== null) return this.#running;
    const running = this.tool.start(services);
    requirePlaces(this.tool, running);
    return (this.#running = running);
  }

  isNamed(name: string): boolean {
    const lower = name.trim().toLowerCase();
    return [this.tool.name, this.tool.title].some((each) => each.toLowerCase() === lower);
  }

  /** Returns the rule of this id. Throws a RuleError whose message ends with a similar id, or `fallback`. */
  findRule(id: string, fallback = this.#availableIds()): Rule {
    const rule = this.rules.find((each) => each.id === id);
    if (rule !== undefined) return rule;
    const ids = this.rules.map((each) => each.id);
    const hint = didYouMean(id, ids, fallback);
    const quoted = JSON.stringify(id.slice(0, 100));
    throw new RuleError(`no rule with id ${quoted} in ${this.tool.title}: ${hint}`, { field: 'id' });
  }

  /** Validates a rule as a user wrote it: a new one, or the one with the given id as it would be changed. */
  parseRule(input: unknown, fallback?: string): { readonly rule: Rule; readonly previous: Rule | null } {
    const schema = this.requireRules();
    const id = idOf(input);
    if (id === '') return { rule: schema.parse(input), previous: null };
    const previous = this.findRule(id, fallback);
    return { rule: schema.update(previous, input), previous };
  }

  visible(rule: Rule): VisibleRule {
    return { ...this.requireRules().visibleFields(rule), id: rule.id };
  }

  listing(): ToolListing {
    const { name, title, summary } = this.tool;
    return {
      tool: name,
      title,
      enabled: this.enabled,
      summary,
      rules: this.rules.map((rule) => this.visible(rule)),
      exampleRule: this.schema === null ? null : { ...this.schema.example, id: '' },
    };
  }

  form(): RuleForm {
    const { name, matching, fields, starter = {} } = this.tool;
    return {
      tool: name,
      matching,
      schema: this.schema?.json ?? null,
      defaults: this.schema?.defaults ?? null,
      starter,
      own: Object.keys(fields ?? {}),
    };
  }

  #availableIds(): string {
    if (this.rules.length === 0) return 'it has none';
    const ids = this.rules.slice(0, 20).map(({ id }) => id);
    return `there are ${ids.join(', ')}`;
  }
}

/** Throws an Error when a tool implements a step without a place in its order: the step would never be called. */
function requirePlaces({ name, order }: Tool, running: RunningTool): void {
  for (const step of ['response', 'tunnel'] as const)
    if (running[step] !== undefined && order[step] === undefined)
      throw new UserError(
        'INVALID_DATA',
        `the tool ${name} implements ${step}, which needs a place: add order.${step}`,
      );
}

/** Returns the id of the rule to change; empty for a new rule. */
function idOf(input: unknown): string {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : '';
  if (typeof id === 'string') return id;
  if (id === null) return '';
  throw new RuleError(`id is ${JSON.stringify(id)}: give the id of a rule, or none to make one`, {
    field: 'id',
  });
}

/** Returns a short random id that none of `rules` has. */
export function newRuleId(rules: readonly Rule[]): string {
  const id = randomBytes(4).toString('hex');
  return rules.some((rule) => rule.id === id) ? newRuleId(rules) : id;
}
