// Scripting: lets the user's JavaScript read and change requests, responses, WebSocket messages and server-sent events.
// An error in a script leaves the message unchanged.
import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { Flow } from '../../../flow/flow.ts';
import type {
  Fetch,
  HeldEvent,
  HeldMessage,
  InterceptedExchange,
  InterceptedRequest,
  InterceptedResponse,
  RequestVerdict,
} from '../../../proxy/hooks.ts';
import { Sandbox } from '../../../sandbox/sandbox.ts';
import type { RuleResult, RuleContext } from '../../../sandbox/rules/exchange.ts';
import { ScriptRuntime } from '../../../sandbox/rules/runtime.ts';
import {
  defineTool,
  type RecordMatch,
  type Match,
  type RuleIssue,
  type RunningTool,
} from '../../contract.ts';
import { urlText } from '../../rules/patterns/url.ts';
import type { Rule } from '../../rules/rule.ts';
import type { ScriptLog } from '../../script-log.ts';
import { flag, path, text, wholeNumber, textResponse } from '../../rules/fields.ts';
import { scriptEnvironment } from './environment.ts';
import {
  changeRequest,
  changeResponse,
  encodedBody,
  scriptFlow,
  scriptRequest,
  scriptResponse,
  scriptSentRequest,
} from './exchange.ts';
import { isModule } from './modules.ts';
import { RuleLog } from './rule-log.ts';
import { FAILED, RuleScript, type ScriptFailure } from './rule-script.ts';
import { syntaxError } from './syntax.ts';
import { TEMPLATE } from './template.ts';

const fields = {
  code: text.default('').describe('JavaScript with onRequest, onResponse, onWebSocketMessage, onServerEvent'),
  filePath: path.default('').describe('File to use instead of `code`; read again whenever it changes'),
  runOnRequest: flag.default(true),
  runOnResponse: flag.default(true).describe('Includes the events of event streams'),
  mock: flag
    .default(false)
    .describe('A response that onRequest returns is sent, instead of contacting the server'),
  fetch: flag
    .default(false)
    .describe('Lets the script send requests with fetch, on the connections of this proxy'),
  timeoutMs: wholeNumber(1, 30_000, 'milliseconds')
    .default(2000)
    .describe('After this time the message is sent unchanged'),
} as const;

type ScriptingRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

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
  fromFlow: () => Promise.resolve({ code: TEMPLATE }),
  start: ({ scriptLog }) => new Scripting(scriptLog),
});

function check({ code, filePath }: ScriptingRule): RuleIssue | null {
  const error = filePath === '' ? syntaxError(code) : null;
  return error === null ? null : { field: 'code', expected: `a script without syntax errors: ${error}` };
}

async function warnings({ filePath }: ScriptingRule): Promise<readonly string[]> {
  const code = filePath === '' ? '' : await readFile(filePath, 'utf8').catch(() => '');
  // The syntax of modules is checked when they are loaded, together.
  const error = isModule(code) ? null : syntaxError(code);
  return error === null ? [] : [`filePath: the script cannot be used: ${error}`];
}

const NO_BYTES = Buffer.alloc(0);

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
    this.#scripts = new Map(
      rules.map((rule) => {
        const known = before.get(rule.id);
        const script = known?.accepts(rule) === true ? known : this.#newScript(rule);
        return [rule.id, script];
      }),
    );
    // Compiles at once: errors show when the rule is saved, and the first request need not wait.
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
      const verdict = await this.#onRequest(exchange, rule, script, recordMatch);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  async #onRequest(
    { request, flow, fetch }: InterceptedExchange,
    rule: ScriptingRule,
    script: RuleScript,
    recordMatch: RecordMatch,
  ): Promise<RequestVerdict | undefined> {
    const body = request.hasBody ? await request.body() : NO_BYTES;
    if (body === null) {
      recordMatch(rule, 'body too large');
      return undefined;
    }
    const result = await script.call(
      'onRequest',
      {
        context: contextOf(script, flow),
        url: urlText(request.target, request.path),
        request: scriptRequest(request, body),
      },
      fetch,
    );
    recordMatch(rule, failureNote(result) ?? applyChanges(request, result, script));
    if (result.type === 'block') return blockedVerdict(rule);
    if (result.type !== 'respond') return undefined;
    if (rule.mock) return mockVerdict(result);
    script.log('warn', 'onRequest returned a response, which is sent only when the rule has mock on');
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

function failureNote(result: RuleResult | ScriptFailure): string | undefined {
  return result.type === 'failed' ? result.note : undefined;
}

/** Returns a note, with the request unchanged, when its new destination is not valid. */
function applyChanges(
  request: InterceptedRequest,
  result: RuleResult | ScriptFailure,
  script: RuleScript,
): string | undefined {
  if (result.type !== 'request' || changeRequest(request, result.changes)) return undefined;
  const reason = `onRequest: ${JSON.stringify(result.changes.host)} is not a host`;
  script.log('error', reason);
  return `${FAILED}: ${reason}`;
}

async function onResponse(
  exchange: InterceptedExchange,
  response: InterceptedResponse,
  rule: ScriptingRule,
  script: RuleScript,
  recordMatch: RecordMatch,
): Promise<void> {
  const body = await response.body();
  if (body === null) {
    recordMatch(rule, 'body too large');
    return;
  }
  const { target, path: sentPath } = exchange.request;
  const result = await script.call(
    'onResponse',
    {
      context: contextOf(script, exchange.flow),
      url: urlText(target, sentPath),
      request: await scriptSentRequest(exchange),
      response: scriptResponse(response, body),
    },
    exchange.fetch,
  );
  if (result.type === 'response') changeResponse(response, result.changes);
  recordMatch(rule, failureNote(result));
}

/** Calls the script with each event of a stream, which is never buffered as a whole. */
function watchEvents(
  { flow, request, fetch }: InterceptedExchange,
  response: InterceptedResponse,
  rule: ScriptingRule,
  script: RuleScript,
  recordMatch: RecordMatch,
): void {
  if (!script.has('onServerEvent')) {
    if (script.has('onResponse')) recordMatch(rule, 'an event stream is not buffered');
    return;
  }
  recordMatch(rule);
  const before = response.onEvent;
  const url = urlText(request.target, request.path);
  response.onEvent = async (given) => {
    const event = before === null ? given : await before(given);
    if (event === null) return null;
    const result = await script.call(
      'onServerEvent',
      { context: contextOf(script, flow), url, event },
      fetch,
    );
    // One note for all events: what each error says is in the log.
    if (result.type === 'failed') recordMatch(rule, FAILED);
    return eventAfter(result, event);
  };
}

function eventAfter(result: RuleResult | ScriptFailure, event: HeldEvent): HeldEvent | null {
  if (result.type === 'drop') return null;
  return result.type === 'event' ? { ...event, ...result.changes } : event;
}

interface ReceivedMessage {
  readonly flow: Flow;
  readonly message: HeldMessage;
  readonly fetch: Fetch | null;
}

async function onMessage(
  { flow, message, fetch }: ReceivedMessage,
  rule: ScriptingRule,
  script: RuleScript,
  recordMatch: RecordMatch,
): Promise<HeldMessage | null> {
  const { direction, data } = message;
  const result = await script.call(
    'onWebSocketMessage',
    {
      context: contextOf(script, flow),
      url: flow.url,
      message: { direction, data },
    },
    fetch,
  );
  recordMatch(rule, result.type === 'failed' ? FAILED : undefined);
  if (result.type === 'drop') return null;
  if (result.type !== 'message' || result.data === undefined) return message;
  return typeof result.data === 'string'
    ? { direction, kind: 'text', data: result.data }
    : { direction, kind: 'binary', data: Buffer.from(result.data) };
}

function contextOf(script: RuleScript, flow: Flow): RuleContext {
  return { ...script.context, flow: scriptFlow(flow) };
}

function blockedVerdict({ name }: ScriptingRule): RequestVerdict {
  const text = `403: blocked by the script of the Scripting rule ${JSON.stringify(name)}.\n`;
  return { type: 'respond', response: textResponse(403, text) };
}

function mockVerdict({ response }: Extract<RuleResult, { readonly type: 'respond' }>): RequestVerdict {
  const { statusCode, statusPhrase, headers, body } = response;
  const { bytes, fields: described } = encodedBody(body, headers);
  return {
    type: 'respond',
    response: { status: statusCode, reason: statusPhrase, fields: described, body: bytes },
  };
}
