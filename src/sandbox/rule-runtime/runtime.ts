// Runs the scripts of a set of rules. Each script keeps its context between calls, and all of them share one state. A
// call returns the changes or an error. After an error, traffic continues unchanged.
import { randomUUID } from 'node:crypto';
import {
  fullLimits,
  type ConsoleLine,
  type HostCallHandler,
  type Job,
  type Limits,
  type Modules,
  type Outcome,
  type ScriptError,
} from '../job.ts';
import type { Sandbox } from '../sandbox.ts';
import { parseRuleResult } from './result.ts';
import type { RuleResult, RuleCalls } from './exchange.ts';
import { writeCall } from './input.ts';
import { FUNCTION_NAMES, FUNCTIONS_CALL, type FunctionName } from '../rules/setup.ts';

export interface ScriptRuntimeOptions {
  readonly sandbox: Sandbox;
  /** The global `env` of all scripts, which must be a JSON value. */
  readonly env?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
}

/** A script that can be called. */
export interface CompiledScript {
  readonly type: 'compiled';
  /** The functions that the script defines. */
  readonly functions: readonly FunctionName[];
  readonly code: string;
  readonly modules: Modules | null;
  readonly key: string;
  /** Console output from loading the script. */
  readonly console: readonly ConsoleLine[];
}

/** The error of a script. Line and column count from 1, and are null when unknown. */
export interface RuleScriptError {
  readonly type: 'error';
  readonly cause: 'error' | 'timeout' | 'memory';
  /** For example `TypeError: x is not a function`. */
  readonly message: string;
  /** Locations in the script, innermost first. */
  readonly stack: string;
  readonly line: number | null;
  readonly column: number | null;
  /** The path of the module that line and column are in; absent for the script itself. */
  readonly file?: string;
  readonly console: readonly ConsoleLine[];
}

export interface RuleCallResult {
  readonly type: 'result';
  readonly result: RuleResult;
  readonly console: readonly ConsoleLine[];
}

const MAX_SCRIPT_BYTES = 1024 * 1024;
/**
 * The last line of a module. It passes the module's functions on, because declarations in a module are not visible
 * outside of it.
 */
const EXPOSE_FUNCTIONS = `\n;Object.assign(globalThis, { ${FUNCTION_NAMES.map(
  (name) => `${name}: typeof ${name} === 'function' ? ${name} : undefined`,
).join(', ')} });`;

export class ScriptRuntime {
  readonly #sandbox: Sandbox;
  readonly #limits: Partial<Limits>;
  readonly #setupInput: string;
  readonly #group = randomUUID();
  #lastKey = 0;

  constructor({ sandbox, env = {}, limits = {} }: ScriptRuntimeOptions) {
    this.#sandbox = sandbox;
    this.#limits = limits;
    this.#setupInput = JSON.stringify({ env });
  }

  /** Runs the statements of the script and returns the functions that it defines. Never rejects. */
  async compile(
    code: string,
    limits: Partial<Limits> = {},
    modules: Modules | null = null,
  ): Promise<CompiledScript | RuleScriptError> {
    if (Buffer.byteLength(code) > MAX_SCRIPT_BYTES)
      return tooLong(`the script is larger than ${MAX_SCRIPT_BYTES} bytes`);
    this.#lastKey += 1;
    const key = String(this.#lastKey);
    const script = modules === null ? { code, modules } : { code: `${code}${EXPOSE_FUNCTIONS}`, modules };
    const { outcome, console } = await this.#run(
      script,
      key,
      { call: FUNCTIONS_CALL, onHostCall: noHostCalls },
      limits,
    );
    if (outcome.type !== 'value') return toScriptError(outcome, console, { ...this.#limits, ...limits });
    const names: unknown = JSON.parse(outcome.json);
    const functions = FUNCTION_NAMES.filter((name) => Array.isArray(names) && names.includes(name));
    return { type: 'compiled', functions, ...script, key, console };
  }

  /**
   * Calls a function of the script. Time in the queue counts against the limit, but a call that has started gets its
   * full time. Never rejects.
   */
  async call<Name extends FunctionName>(
    script: CompiledScript,
    name: Name,
    input: RuleCalls[Name],
    limits: Partial<Limits> = {},
    onHostCall: HostCallHandler = noHostCalls,
  ): Promise<RuleCallResult | RuleScriptError> {
    const { outcome, console } = await this.#run(
      script,
      script.key,
      {
        call: name,
        ...writeCall(input),
        onHostCall,
        notAfter: Date.now() + fullLimits({ ...this.#limits, ...limits }).timeoutMs,
      },
      limits,
    );
    if (outcome.type !== 'value') return toScriptError(outcome, console, { ...this.#limits, ...limits });
    const result = parseRuleResult(name, outcome.json);
    if (result === null) return toScriptError(TAMPERED, console, {});
    return { type: 'result', result, console };
  }

  /** Discards the contexts and the state. */
  close(): void {
    this.#sandbox.forget(this.#group);
  }

  #run(
    { code, modules }: Pick<CompiledScript, 'code' | 'modules'>,
    key: string,
    job: Pick<Job, 'call' | 'input' | 'bodies' | 'notAfter' | 'onHostCall'>,
    limits: Partial<Limits>,
  ): ReturnType<Sandbox['run']> {
    return this.#sandbox.run({
      ...job,
      setup: 'rules',
      script: code,
      modules: modules ?? undefined,
      setupInput: this.#setupInput,
      limits: { ...this.#limits, ...limits },
      reuse: { group: this.#group, key },
    });
  }
}

function noHostCalls(name: string): Promise<never> {
  return Promise.reject(new Error(`${name} is not available while a script is loaded`));
}

const TAMPERED: ScriptError = {
  type: 'error',
  name: 'Error',
  message: 'its result is not valid: the script has changed its own environment',
  stack: '',
  line: null,
  column: null,
};

function tooLong(message: string): RuleScriptError {
  return toScriptError({ ...TAMPERED, name: 'RangeError', message }, [], {});
}

function toScriptError(
  outcome: Exclude<Outcome, { type: 'value' }>,
  console: readonly ConsoleLine[],
  { timeoutMs }: Partial<Limits>,
): RuleScriptError {
  if (outcome.type === 'error') {
    const { name, message, stack, line, column, file } = outcome;
    const location = file === undefined ? {} : { file };
    return {
      type: 'error',
      cause: 'error',
      message: `${name}: ${message}`,
      stack,
      line,
      column,
      ...location,
      console,
    };
  }
  const message =
    outcome.type === 'memory'
      ? 'it ran out of memory'
      : `it did not end within ${timeoutMs === undefined ? 'its time' : `${timeoutMs} ms`}`;
  return { type: 'error', cause: outcome.type, message, stack: '', line: null, column: null, console };
}
