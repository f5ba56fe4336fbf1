// The debugging tools of a proxy in the library. They are loaded at the first call.
import type { Flow } from '../flow/flow.ts';
import type { SessionTools } from '../session/tools.ts';
import type { RuleExplanation } from '../tools/explain.ts';
import type { ToolsState } from '../tools/rules/tools-file.ts';
import type { ToolListing, VisibleRule } from '../tools/tool-state.ts';
import type { ToolSet } from '../tools/tool-set.ts';

/**
 * The tools and their rules. Each tool has its name from the documentation, such as `blockList`. Invalid rules and
 * unknown tools reject with an Error whose `field` names the problem.
 */
export class ProxyTools {
  readonly #tools: SessionTools;
  readonly #find: (id: number) => Flow;

  /** Use `TrafficProxy.tools` instead. */
  constructor(tools: SessionTools, find: (id: number) => Flow) {
    this.#tools = tools;
    this.#find = find;
  }

  /** Lists all tools with their rules, or one. */
  async list(tool?: string): Promise<readonly ToolListing[]> {
    return (await this.#loaded()).list(tool);
  }

  /** Creates a rule, or changes the one whose `id` is given, and switches the tool on. Resolves with the rule. */
  async upsert(tool: string, rule: Readonly<Record<string, unknown>>): Promise<VisibleRule> {
    return (await this.#loaded()).upsert(tool, rule);
  }

  async remove(tool: string, id: string): Promise<void> {
    (await this.#loaded()).remove(tool, id);
  }

  /** Switches a tool on or off; its rules are kept. */
  async setEnabled(tool: string, on: boolean): Promise<void> {
    (await this.#loaded()).setEnabled(tool, on);
  }

  /** Puts the rules of a tool in the order of `ids`, which must name each of them once. */
  async reorder(tool: string, ids: readonly string[]): Promise<void> {
    (await this.#loaded()).reorder(tool, ids);
  }

  /** Replaces all rules by those of a rules file. `folder`: where relative paths in it start. */
  async load(rules: unknown, folder: string | null = null): Promise<void> {
    (await this.#loaded()).load(rules, folder);
  }

  /** Resolves with everything that `load` takes. */
  async state(): Promise<ToolsState> {
    return (await this.#loaded()).state();
  }

  /** Explains for each rule, on or off, whether it matches a captured request. */
  async explain(id: number): Promise<readonly RuleExplanation[]> {
    return (await this.#loaded()).explain(this.#find(id));
  }

  async #loaded(): Promise<ToolSet> {
    return (await this.#tools.load()).tools;
  }
}
