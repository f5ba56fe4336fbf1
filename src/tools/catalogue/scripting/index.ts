// Scripting: JavaScript of the user sees requests, responses, WebSocket messages and events of streams, and changes them.
// Whatever goes wrong in it leaves the message as it was.
import type { z } from 'zod';
import type { Flow } from '../../../flow/flow.ts';
import type {
  HeldEvent,
  HeldMessage,
  InterceptedExchange,
  InterceptedRequest,
  InterceptedResponse,
  RequestVerdict,
} from '../../../proxy/hooks.ts';
import { Sandbox } from '../../../sandbox/sandbox.ts';
import type { RequestChanges, RuleResult, RuleContext } from '../../../sandbox/rules/exchange.ts';
import { ScriptRuntime } from '../../../sandbox/rules/runtime.ts';
import { defineTool, type Mark, type Match, type RunningTool } from '../../contract.ts';
import { urlText } from '../../rules/patterns/url.ts';
import type { Rule } from '../../rules/rule.ts';
import type { ScriptLog } from '../../script-log.ts';
import { flag, path, text, wholeNumber, plainAnswer } from '../../rules/fields.ts';
import { scriptEnvironment } from './environment.ts';
import {
  changeRequest,
  changeResponse,
  scriptFlow,
  scriptRequest,
  scriptResponse,
  scriptSentRequest,
} from './exchange.ts';
import { RuleLog } from './rule-log.ts';
import { RuleScript } from './rule-script.ts';
import { TEMPLATE } from './template.ts';

const fields = {
  code: text.default('').describe('JavaScript with onRequest, onResponse, onWebSocketMessage, onServerEvent'),
  filePath: path.default('').describe('A file that is read in place of `code`, again whenever it changes'),
  runOnRequest: flag.default(true),
  runOnResponse: flag.default(true).describe('Events of streams are responses too'),
  mock: flag.default(false).describe('Whether a response that onRequest returns answers the request'),
  timeoutMs: wholeNumber(1, 30_000, 'milliseconds')
    .default(2000)
    .describe('Past it the message goes on as it was'),
} as const;

type ScriptingRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const scripting = defineTool<ScriptingRule>({
  name: 'scripting',
  title: 'Scripting',
  summary:
    'Lets your JavaScript read and change requests, responses, WebSocket messages and server-sent events.',
  fields,
  matching: 'all',
  fromFlow: () => Promise.resolve({ code: TEMPLATE }),
  start: ({ scriptLog }) => new Scripting(scriptLog),
});

const FAILED = 'the script failed';
const NO_BYTES = Buffer.alloc(0);

class Scripting implements RunningTool<ScriptingRule> {
  readonly #log: ScriptLog;
  #scripts = new Map<string, RuleScript>();
  #sandbox: Sandbox | null = null;
  #runtime: ScriptRuntime | null = null;

  constructor(log: ScriptLog) {
    this.#log = log;
  }

  update(rules: readonly ScriptingRule[]): void {
    const before = this.#scripts;
    this.#scripts = new Map(
      rules.map((rule) => {
        const known = before.get(rule.id);
        const script = known?.takes(rule) === true ? known : this.#script(rule);
        return [rule.id, script];
      }),
    );
    // What is wrong with a script shows when its rule is saved, and the first request need not wait.
    for (const script of this.#scripts.values()) void script.refresh();
  }

  request(exchange: InterceptedExchange, matches: readonly Match<ScriptingRule>[], mark: Mark) {
    return this.#requestFrom(exchange, matches, mark);
  }

  async #requestFrom(
    exchange: InterceptedExchange,
    matches: readonly Match<ScriptingRule>[],
    mark: Mark,
  ): Promise<RequestVerdict | undefined> {
    for (const { rule } of matches) {
      const script = await this.#fresh(rule);
      if (!rule.runOnRequest || script?.has('onRequest') !== true) continue;
      const verdict = await this.#onRequest(exchange, rule, script, mark);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  async #onRequest(
    { request, flow }: InterceptedExchange,
    rule: ScriptingRule,
    script: RuleScript,
    mark: Mark,
  ): Promise<RequestVerdict | undefined> {
    const body = request.hasBody ? await request.body() : NO_BYTES;
    if (body === null) {
      mark(rule, 'body too large');
      return undefined;
    }
    const answer = await script.call('onRequest', {
      context: contextOf(script, flow),
      url: urlText(request.target, request.path),
      request: scriptRequest(request, body),
    });
    const isApplied =
      answer !== null && (answer.type !== 'request' || applied(request, answer.changes, script));
    mark(rule, isApplied ? undefined : FAILED);
    if (answer?.type === 'block') return blocked(rule);
    if (answer?.type !== 'respond') return undefined;
    if (rule.mock) return answered(answer);
    script.say('warn', 'onRequest returned a response, which answers only where the rule has mock on');
    return undefined;
  }

  async response(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
    matches: readonly Match<ScriptingRule>[],
    mark: Mark,
  ): Promise<undefined> {
    if (response.status === 101) return;
    for (const { rule } of matches) {
      const script = await this.#fresh(rule);
      if (!rule.runOnResponse || script === null) continue;
      if (response.isEventStream) watchEvents(exchange, response, rule, script, mark);
      else if (script.has('onResponse')) await onResponse(exchange, response, rule, script, mark);
    }
  }

  watchesWebSocket(_: Flow, matches: readonly Match<ScriptingRule>[]): boolean {
    return matches.some(({ rule }) => this.#scripts.get(rule.id)?.has('onWebSocketMessage') === true);
  }

  async webSocketMessage(
    flow: Flow,
    message: HeldMessage,
    matches: readonly Match<ScriptingRule>[],
    mark: Mark,
  ): Promise<HeldMessage | null> {
    let current: HeldMessage | null = message;
    for (const { rule } of matches) {
      const script = await this.#fresh(rule);
      if (script?.has('onWebSocketMessage') !== true) continue;
      current = await onMessage(flow, current, rule, script, mark);
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

  #script(rule: ScriptingRule): RuleScript {
    return new RuleScript(rule, () => this.#started(), new RuleLog(this.#log));
  }

  #started(): ScriptRuntime {
    // One thread: all rules share one state, which has one home.
    this.#sandbox ??= new Sandbox({ threads: 1 });
    const env = scriptEnvironment(process.env);
    return (this.#runtime ??= new ScriptRuntime({ sandbox: this.#sandbox, env }));
  }

  /** The rule's script, up to date; null when the rule has gone. */
  async #fresh({ id }: ScriptingRule): Promise<RuleScript | null> {
    const script = this.#scripts.get(id);
    if (script === undefined) return null;
    await script.refresh();
    return script;
  }
}

/** False when the request would go nowhere, and goes on as it was. */
function applied(request: InterceptedRequest, changes: RequestChanges, script: RuleScript): boolean {
  const isApplied = changeRequest(request, changes);
  if (!isApplied) script.say('error', `onRequest: ${JSON.stringify(changes.host)} is no host`);
  return isApplied;
}

async function onResponse(
  exchange: InterceptedExchange,
  response: InterceptedResponse,
  rule: ScriptingRule,
  script: RuleScript,
  mark: Mark,
): Promise<void> {
  const body = await response.body();
  if (body === null) {
    mark(rule, 'body too large');
    return;
  }
  const { target, path: sentPath } = exchange.request;
  const answer = await script.call('onResponse', {
    context: contextOf(script, exchange.flow),
    url: urlText(target, sentPath),
    request: await scriptSentRequest(exchange),
    response: scriptResponse(response, body),
  });
  if (answer?.type === 'response') changeResponse(response, answer.changes);
  mark(rule, answer === null ? FAILED : undefined);
}

/** A stream is never held; its events are shown one by one. */
function watchEvents(
  { flow, request }: InterceptedExchange,
  response: InterceptedResponse,
  rule: ScriptingRule,
  script: RuleScript,
  mark: Mark,
): void {
  if (!script.has('onServerEvent')) {
    if (script.has('onResponse')) mark(rule, 'a stream of events is not held');
    return;
  }
  mark(rule);
  const before = response.onEvent;
  const url = urlText(request.target, request.path);
  response.onEvent = async (given) => {
    const event = before === null ? given : await before(given);
    if (event === null) return null;
    const answer = await script.call('onServerEvent', { context: contextOf(script, flow), url, event });
    return eventAfter(answer, event);
  };
}

function eventAfter(answer: RuleResult | null, event: HeldEvent): HeldEvent | null {
  if (answer?.type === 'drop') return null;
  return answer?.type === 'event' ? { ...event, ...answer.changes } : event;
}

async function onMessage(
  flow: Flow,
  message: HeldMessage,
  rule: ScriptingRule,
  script: RuleScript,
  mark: Mark,
): Promise<HeldMessage | null> {
  const { direction, data } = message;
  const answer = await script.call('onWebSocketMessage', {
    context: contextOf(script, flow),
    url: flow.url,
    message: { direction, data },
  });
  mark(rule, answer === null ? FAILED : undefined);
  if (answer?.type === 'drop') return null;
  if (answer?.type !== 'message' || answer.data === undefined) return message;
  return typeof answer.data === 'string'
    ? { direction, kind: 'text', data: answer.data }
    : { direction, kind: 'binary', data: Buffer.from(answer.data) };
}

function contextOf(script: RuleScript, flow: Flow): RuleContext {
  return { ...script.context, flow: scriptFlow(flow) };
}

function blocked({ name }: ScriptingRule): RequestVerdict {
  const text = `403: blocked by the script of the Scripting rule ${JSON.stringify(name)}.\n`;
  return { type: 'respond', response: plainAnswer(403, text) };
}

function answered({ response }: Extract<RuleResult, { readonly type: 'respond' }>): RequestVerdict {
  const { statusCode, statusPhrase, headers, body } = response;
  return {
    type: 'respond',
    response: { status: statusCode, reason: statusPhrase, fields: headers, body: Buffer.from(body) },
  };
}
