// The scripts of a set of rules: each keeps its context from call to call, and all of them share one state. What comes
// out is what has changed, or why the script failed, in which case traffic goes on as it was.
import { randomUUID } from 'node:crypto';
import {
  fullLimits,
  type ConsoleLine,
  type Job,
  type Limits,
  type Outcome,
  type ScriptError,
} from '../job.ts';
import type { Sandbox } from '../sandbox.ts';
import { parseRuleResult } from './result.ts';
import type { RuleResult, RuleCalls } from './exchange.ts';
import { writeCall } from './input.ts';
import { FUNCTION_NAMES, FUNCTIONS_CALL, type FunctionName } from './setup.ts';

export interface ScriptRuntimeOptions {
  readonly sandbox: Sandbox;
  /** The global `env` of all scripts: a value that JSON has. */
  readonly env?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
}

/** A script that can be called. */
export interface CompiledScript {
  readonly type: 'compiled';
  /** Which of the functions it has. */
  readonly functions: readonly FunctionName[];
  readonly code: string;
  readonly key: string;
  /** What it printed while it was loaded. */
  readonly console: readonly ConsoleLine[];
}

/** Line and column count from 1; null where no place is known. */
export interface RuleScriptError {
  readonly type: 'error';
  readonly cause: 'error' | 'timeout' | 'memory';
  /** Such as `TypeError: x is not a function`. */
  readonly message: string;
  /** Places in the script, innermost first. */
  readonly stack: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly console: readonly ConsoleLine[];
}

export interface RuleCallResult {
  readonly type: 'result';
  readonly result: RuleResult;
  readonly console: readonly ConsoleLine[];
}

const MAX_SCRIPT_BYTES = 1024 * 1024;

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

  /** Runs the script's own statements, and says which functions it has. Never rejects. */
  async compile(code: string, limits: Partial<Limits> = {}): Promise<CompiledScript | RuleScriptError> {
    if (Buffer.byteLength(code) > MAX_SCRIPT_BYTES)
      return tooLong(`the script is larger than ${MAX_SCRIPT_BYTES} bytes`);
    this.#lastKey += 1;
    const key = String(this.#lastKey);
    const { outcome, console } = await this.#run(code, key, { call: FUNCTIONS_CALL }, limits);
    if (outcome.type !== 'value') return toScriptError(outcome, console, { ...this.#limits, ...limits });
    const names: unknown = JSON.parse(outcome.json);
    const functions = FUNCTION_NAMES.filter((name) => Array.isArray(names) && names.includes(name));
    return { type: 'compiled', functions, code, key, console };
  }

  /**
   * Calls one of the functions that the script has. The time that it waits for other calls counts, save that what has
   * begun gets all of its time. Never rejects.
   */
  async call<Name extends FunctionName>(
    script: CompiledScript,
    name: Name,
    input: RuleCalls[Name],
    limits: Partial<Limits> = {},
  ): Promise<RuleCallResult | RuleScriptError> {
    const { outcome, console } = await this.#run(
      script.code,
      script.key,
      {
        call: name,
        ...writeCall(input),
        notAfter: Date.now() + fullLimits({ ...this.#limits, ...limits }).timeoutMs,
      },
      limits,
    );
    if (outcome.type !== 'value') return toScriptError(outcome, console, { ...this.#limits, ...limits });
    const result = parseRuleResult(name, outcome.json);
    if (result === null) return toScriptError(TAMPERED, console, {});
    return { type: 'result', result, console };
  }

  /** Contexts and state go. */
  close(): void {
    this.#sandbox.forget(this.#group);
  }

  #run(
    script: string,
    key: string,
    job: Pick<Job, 'call' | 'input' | 'bodies' | 'notAfter'>,
    limits: Partial<Limits>,
  ): ReturnType<Sandbox['run']> {
    return this.#sandbox.run({
      ...job,
      setup: 'rules',
      script,
      setupInput: this.#setupInput,
      limits: { ...this.#limits, ...limits },
      reuse: { group: this.#group, key },
    });
  }
}

const TAMPERED: ScriptError = {
  type: 'error',
  name: 'Error',
  message: 'what it answered cannot be read: the script has changed its own surroundings',
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
    const { name, message, stack, line, column } = outcome;
    return { type: 'error', cause: 'error', message: `${name}: ${message}`, stack, line, column, console };
  }
  const message =
    outcome.type === 'memory'
      ? 'it ran out of memory'
      : `it did not end within ${timeoutMs === undefined ? 'its time' : `${timeoutMs} ms`}`;
  return { type: 'error', cause: outcome.type, message, stack: '', line: null, column: null, console };
}
