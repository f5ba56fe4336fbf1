// Tries a script on a captured exchange: nothing is sent, and nothing is kept.
import { decodeUtf8 } from '../../../base/bytes.ts';
import { decodeBody } from '../../../flow/decode.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { Message } from '../../../flow/message.ts';
import type { ConsoleLine } from '../../../sandbox/job.ts';
import type {
  HeaderLines,
  RuleCalls,
  RuleResult,
  ScriptRequest,
  ScriptResponse,
} from '../../../sandbox/rule-runtime/exchange.ts';
import {
  ScriptRuntime,
  type CompiledScript,
  type RuleScriptError,
} from '../../../sandbox/rule-runtime/runtime.ts';
import { Sandbox } from '../../../sandbox/sandbox.ts';
import { scriptEnvironment } from './environment.ts';
import { scriptFlow } from './exchange.ts';
import { hostCalls } from './host-calls.ts';

export interface TrialChange {
  /** Such as `headers.x-debug`. */
  readonly where: string;
  /** Null for a value that did not exist. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface TrialStep {
  readonly name: 'onRequest' | 'onResponse';
  /** `blocked`: the client would get a 403. `responds`: the script responds itself. */
  readonly outcome: 'changed' | 'unchanged' | 'blocked' | 'responds';
  readonly changes: readonly TrialChange[];
}

export interface ScriptTrial {
  /** The functions that the script defines. */
  readonly functions: readonly string[];
  readonly steps: readonly TrialStep[];
  readonly console: readonly ConsoleLine[];
  readonly error: Pick<RuleScriptError, 'message' | 'line' | 'column'> | null;
}

interface Trial {
  readonly runtime: ScriptRuntime;
  readonly script: CompiledScript;
  readonly flow: Flow;
  readonly timeoutMs: number;
  readonly console: ConsoleLine[];
}

/** Calls the functions of the script for requests and responses, and no others that it defines. */
export async function tryScript(code: string, timeoutMs: number, flow: Flow): Promise<ScriptTrial> {
  await using sandbox = disposable(new Sandbox({ threads: 1 }));
  const runtime = new ScriptRuntime({ sandbox: sandbox.value, env: scriptEnvironment(process.env) });
  const script = await runtime.compile(code, { timeoutMs });
  const console = [...script.console];
  if (script.type === 'error') return { functions: [], steps: [], console, error: errorOf(script) };
  const steps: TrialStep[] = [];
  const error = await runSteps({ runtime, script, flow, timeoutMs, console }, steps);
  runtime.close();
  return { functions: script.functions, steps, console, error };
}

async function runSteps(trial: Trial, steps: TrialStep[]): Promise<ScriptTrial['error']> {
  const { flow, script } = trial;
  if (flow.request === null) return null;
  let request = await capturedRequest(flow, flow.request);
  const call = { context: contextOf(flow), url: flow.url };
  if (script.functions.includes('onRequest')) {
    const result = await callOnce(trial, 'onRequest', { ...call, request });
    if (result.type === 'error') return errorOf(result);
    steps.push(stepOf('onRequest', result, request));
    if (result.type !== 'request') return null;
    request = { ...request, ...withBytes(result.changes) };
  }
  if (flow.response === null || !script.functions.includes('onResponse')) return null;
  const response = await capturedResponse(flow, flow.response);
  const result = await callOnce(trial, 'onResponse', { ...call, request, response });
  if (result.type === 'error') return errorOf(result);
  steps.push(stepOf('onResponse', result, response));
  return null;
}

async function callOnce<Name extends TrialStep['name']>(
  { runtime, script, timeoutMs, console }: Trial,
  name: Name,
  input: RuleCalls[Name],
): Promise<RuleResult | RuleScriptError> {
  const ended = new AbortController();
  const answer = hostCalls('unavailable', ended.signal);
  const result = await runtime.call(script, name, input, { timeoutMs }, answer);
  ended.abort();
  console.push(...result.console);
  return result.type === 'result' ? result.result : result;
}

function stepOf(
  name: TrialStep['name'],
  result: RuleResult,
  before: ScriptRequest | ScriptResponse,
): TrialStep {
  if (result.type === 'block') return { name, outcome: 'blocked', changes: [] };
  if (result.type === 'respond')
    return { name, outcome: 'responds', changes: changesOf({}, result.response) };
  const changes = 'changes' in result ? changesOf(before, result.changes) : [];
  return { name, outcome: changes.length === 0 ? 'unchanged' : 'changed', changes };
}

function changesOf(before: object, after: object): readonly TrialChange[] {
  const known = new Map(Object.entries(before));
  return Object.entries(after)
    .flatMap(([name, value]: [string, unknown]) =>
      name === 'headers'
        ? headerChanges((known.get(name) ?? []) as HeaderLines, value as HeaderLines)
        : [{ where: name, before: shown(known.get(name)), after: shown(value) }],
    )
    .filter((change) => change.before !== change.after);
}

function headerChanges(before: HeaderLines, after: HeaderLines): readonly TrialChange[] {
  const names = new Set([...before, ...after].map(([name]) => name.toLowerCase()));
  const valueIn = (lines: HeaderLines, name: string): string | null => {
    const values = lines.filter((line) => line[0].toLowerCase() === name).map((line) => line[1]);
    return values.length === 0 ? null : values.join('\n');
  };
  return [...names].map((name) => ({
    where: `headers.${name}`,
    before: valueIn(before, name),
    after: valueIn(after, name),
  }));
}

const MAX_SHOWN = 20_000;

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value.slice(0, MAX_SHOWN);
  if (!(value instanceof Uint8Array)) return JSON.stringify(value);
  return (decodeUtf8(Buffer.from(value)) ?? `${value.length} bytes`).slice(0, MAX_SHOWN);
}

/** Returns changes with a body of bytes, as the next function gets it. */
function withBytes(changes: Partial<Record<string, unknown>>): object {
  const { body } = changes;
  return typeof body === 'string' ? { ...changes, body: Buffer.from(body) } : changes;
}

async function capturedRequest(flow: Flow, message: Message): Promise<ScriptRequest> {
  const { method, target, octetPath: path } = flow;
  const at = path.indexOf('?');
  const { bytes } = await decodeBody(message, Infinity);
  return {
    method,
    ...target,
    headers: linesOf(message),
    body: bytes,
    path: at < 0 ? path : path.slice(0, at),
    query: at < 0 ? '' : path.slice(at + 1),
  };
}

async function capturedResponse(flow: Flow, message: Message): Promise<ScriptResponse> {
  const httpVersion = /^HTTP\/[\d.]+/.exec(message.startLine)?.[0] ?? 'HTTP/1.1';
  const { bytes } = await decodeBody(message, Infinity);
  const { status: statusCode, reason: statusPhrase } = flow;
  return { statusCode, statusPhrase, httpVersion, headers: linesOf(message), body: bytes };
}

function linesOf({ octetHeaders }: Message): HeaderLines {
  return octetHeaders.map(({ name, value }) => [name, value] as const);
}

function contextOf(flow: Flow) {
  return { scriptName: 'test', matchingRule: 'test', flow: scriptFlow(flow) };
}

function errorOf({ message, line, column }: RuleScriptError): ScriptTrial['error'] {
  return { message, line, column };
}

function disposable(value: Sandbox): AsyncDisposable & { readonly value: Sandbox } {
  return { value, [Symbol.asyncDispose]: () => value.close() };
}
