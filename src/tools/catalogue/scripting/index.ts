// Scripting: lets the user's JavaScript read and change requests, responses, WebSocket messages and server-sent events.
// An error in a script leaves the message unchanged.
import type { Flow } from '../../../flow/flow.ts';
import type {
  Fetch,
  HeldMessage,
  InterceptedExchange,
  InterceptedResponse,
  RequestVerdict,
} from '../../../proxy/hooks.ts';
import { Sandbox } from '../../../sandbox/sandbox.ts';
import { ScriptRuntime } from '../../../sandbox/rule-runtime/runtime.ts';
import type { Match } from '../../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool } from '../../contract.ts';
import type { ScriptLog } from '../../script-log.ts';
import { scriptEnvironment } from './environment.ts';
import { onMessage } from './message-hook.ts';
import { onRequest } from './request-hook.ts';
import { onResponse, watchEvents } from './response-hook.ts';
import { check, fields, warnings, type ScriptingRule } from './rule.ts';
import { RuleLog } from './rule-log.ts';
import { RuleScript } from './rule-script.ts';
import { TEMPLATE } from './template.ts';

export const scripting = defineTool({
  name: 'scripting',
  title: 'Scripting',
  summary:
    'Lets your JavaScript read and change requests, responses, WebSocket messages and server-sent events.',
  order: { request: 40, response: 10 },
  fields,
  pathFields: { filePath: 'file' },
  check,
  warnings,
  matching: 'all',
  matchesResponses: true,
  starter: { code: TEMPLATE },
  start: ({ scriptLog }) => new Scripting(scriptLog),
});

class Scripting implements RunningTool<ScriptingRule> {
  readonly #log: ScriptLog;
  readonly #fetches = new WeakMap<Flow, Fetch>();
  #scripts = new Map<string, RuleScript>();
  #sandbox: Sandbox | null = null;
  #runtime: ScriptRuntime | null = null;

  constructor(log: ScriptLog) {
    this.#log = log;
  }

  update(rules: readonly ScriptingRule[]): void {
    const before = this.#scripts;
    for (const id of before.keys()) if (!rules.some((rule) => rule.id === id)) this.#log.forgetError(id);
    this.#scripts = new Map(
      rules.map((rule) => {
        const known = before.get(rule.id);
        const script = known?.accepts(rule) === true ? known : this.#newScript(rule);
        return [rule.id, script];
      }),
    );
    // Compiled at once, so that errors show when the rule is saved and the first request need not wait.
    for (const script of this.#scripts.values()) void script.refresh();
  }

  request(exchange: InterceptedExchange, matches: readonly Match<ScriptingRule>[], recordMatch: RecordMatch) {
    return this.#requestFrom(exchange, matches, recordMatch);
  }

  async #requestFrom(
    exchange: InterceptedExchange,
    matches: readonly Match<ScriptingRule>[],
    recordMatch: RecordMatch,
  ): Promise<RequestVerdict | undefined> {
    // The messages of a WebSocket come without their exchange.
    if (exchange.request.upgrades) this.#fetches.set(exchange.flow, exchange.fetch);
    for (const { rule } of matches) {
      const script = await this.#currentScript(rule);
      if (script !== null && script.compileError !== null) recordMatch(rule, script.compileError);
      if (!rule.runOnRequest || script?.has('onRequest') !== true) continue;
      const verdict = await onRequest(exchange, rule, script, recordMatch);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  async response(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
    matches: readonly Match<ScriptingRule>[],
    recordMatch: RecordMatch,
  ): Promise<undefined> {
    if (response.status === 101) return;
    for (const { rule } of matches) {
      const script = await this.#currentScript(rule);
      if (script !== null && script.compileError !== null) recordMatch(rule, script.compileError);
      if (!rule.runOnResponse || script === null) continue;
      if (response.isEventStream) watchEvents(exchange, response, rule, script, recordMatch);
      else if (script.has('onResponse')) await onResponse(exchange, response, rule, script, recordMatch);
    }
  }

  watchesWebSocket(_: Flow, matches: readonly Match<ScriptingRule>[]): boolean {
    return matches.some(({ rule }) => this.#scripts.get(rule.id)?.has('onWebSocketMessage') === true);
  }

  async webSocketMessage(
    flow: Flow,
    message: HeldMessage,
    matches: readonly Match<ScriptingRule>[],
    recordMatch: RecordMatch,
  ): Promise<HeldMessage | null> {
    let current: HeldMessage | null = message;
    for (const { rule } of matches) {
      const script = await this.#currentScript(rule);
      if (script?.has('onWebSocketMessage') !== true) continue;
      const fetch = this.#fetches.get(flow) ?? null;
      current = await onMessage({ flow, message: current, fetch }, rule, script, recordMatch);
      if (current === null) return null;
    }
    return current;
  }

  async close(): Promise<void> {
    for (const script of this.#scripts.values()) script.close();
    this.#scripts.clear();
    this.#runtime?.close();
    this.#runtime = null;
    const sandbox = this.#sandbox;
    this.#sandbox = null;
    await sandbox?.close();
  }

  #newScript(rule: ScriptingRule): RuleScript {
    this.#log.forgetError(rule.id);
    return new RuleScript(rule, () => this.#startRuntime(), new RuleLog(this.#log));
  }

  #startRuntime(): ScriptRuntime {
    // A single thread: all rules share one state.
    this.#sandbox ??= new Sandbox({ threads: 1 });
    const env = scriptEnvironment(process.env);
    return (this.#runtime ??= new ScriptRuntime({ sandbox: this.#sandbox, env }));
  }

  /** Returns the rule's script, up to date; null when the rule has been removed. */
  async #currentScript({ id }: ScriptingRule): Promise<RuleScript | null> {
    const script = this.#scripts.get(id);
    if (script === undefined) return null;
    await script.refresh();
    return script;
  }
}
