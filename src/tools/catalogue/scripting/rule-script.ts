// The script of one rule: compiles it when its code has changed, calls its functions, and logs its console and errors.
import { basename } from 'node:path';
import type { RuleResult, RuleCalls, RuleContext } from '../../../sandbox/rule-runtime/exchange.ts';
import type {
  CompiledScript,
  RuleScriptError,
  ScriptRuntime,
} from '../../../sandbox/rule-runtime/runtime.ts';
import type { FunctionName } from '../../../sandbox/rules/setup.ts';
import type { Fetch } from '../../../proxy/hooks.ts';
import { hostCalls } from './host-calls.ts';
import type { RuleLog } from './rule-log.ts';
import type { ScriptCode } from './modules.ts';
import { fileSource, textSource, type ScriptSource } from './source.ts';

export interface ScriptSettings {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly filePath: string;
  readonly timeoutMs: number;
  /** True when the script may send requests. */
  readonly fetch: boolean;
}

/** Returns the script runtime, which starts when it is first needed. */
export type RuntimeProvider = () => ScriptRuntime;

/** The note of a flow on a call that failed; the log has all of the error. */
export const FAILED = 'the script failed';
const MAX_NOTE_CHARS = 300;

export interface ScriptFailure {
  readonly type: 'failed';
  /** Says that the script failed, and why. */
  readonly note: string;
}

/** Returns the note of a result that is a failure. */
export function failureNote(result: RuleResult | ScriptFailure): string | undefined {
  return result.type === 'failed' ? result.note : undefined;
}

interface Compiled {
  readonly source: ScriptCode;
  readonly script: Promise<CompiledScript | null>;
}

export class RuleScript {
  readonly #runtime: RuntimeProvider;
  readonly #log: RuleLog;
  readonly #source: ScriptSource;
  #rule: ScriptSettings;
  #compiled: Compiled | null = null;
  #current: CompiledScript | null = null;
  #compileError: string | null = null;

  constructor(rule: ScriptSettings, runtime: RuntimeProvider, log: RuleLog) {
    this.#rule = rule;
    this.#runtime = runtime;
    this.#log = log;
    this.#source =
      rule.filePath === ''
        ? textSource(rule.code)
        : fileSource(rule.filePath, (reason) => this.log('error', reason));
  }

  /** Takes over a changed rule; false when its code comes from another source. */
  accepts(rule: ScriptSettings): boolean {
    const isSame =
      rule.filePath === this.#rule.filePath && (rule.filePath !== '' || rule.code === this.#rule.code);
    if (isSame) this.#rule = rule;
    return isSame;
  }

  /** A note that says why the script cannot be used; null when it can. */
  get compileError(): string | null {
    return this.#compileError;
  }

  /** Returns true when the compiled script defines this function. */
  has(name: FunctionName): boolean {
    return this.#current?.functions.includes(name) === true;
  }

  /** Compiles the script again if its code has changed. Returns undefined at once if not. Never rejects. */
  refresh(): undefined | Promise<undefined> {
    const code = this.#source.code();
    if (code instanceof Promise) return code.then((found) => this.#use(found));
    return this.#use(code);
  }

  get context(): Pick<RuleContext, 'scriptName' | 'matchingRule'> {
    const { name, filePath } = this.#rule;
    return { scriptName: filePath === '' ? name : basename(filePath), matchingRule: name };
  }

  /** Calls a function of the script, which must have it. Logs the error when it fails. */
  async call<Name extends FunctionName>(
    name: Name,
    input: RuleCalls[Name],
    fetch: Fetch | null,
  ): Promise<RuleResult | ScriptFailure> {
    const script = this.#current;
    if (script === null) return { type: 'failed', note: this.#compileError ?? FAILED };
    const { timeoutMs } = this.#rule;
    // Aborted when the call ends for any reason, because nobody waits for the requests that it began.
    const ended = new AbortController();
    const onHostCall = hostCalls(this.#rule.fetch ? (fetch ?? 'unavailable') : 'off', ended.signal);
    const result = await this.#runtime().call(script, name, input, { timeoutMs }, onHostCall);
    ended.abort();
    this.#log.console(this.#rule.name, result.console);
    if (result.type === 'result') return result.result;
    const text = `${name}: ${errorText(result)}`;
    this.log('error', text);
    this.#log.failed(this.#rule.id, text);
    return { type: 'failed', note: noteOf(FAILED, result) };
  }

  log(level: 'warn' | 'error', text: string): void {
    this.#log.add(level, this.#rule.name, text);
  }

  /** Stops logging. */
  close(): void {
    this.#log.close();
  }

  #use(source: ScriptCode | null): undefined | Promise<undefined> {
    if (this.#compiled?.source === source)
      return this.#current === null ? this.#awaitCompiled(this.#compiled) : undefined;
    if (source === null || source.code.trim() === '') {
      this.#compiled = null;
      this.#current = null;
      this.#compileError = null;
      return undefined;
    }
    this.#compiled = { source, script: this.#compile(source) };
    return this.#awaitCompiled(this.#compiled);
  }

  async #awaitCompiled(compiled: Compiled): Promise<undefined> {
    const script = await compiled.script;
    if (compiled === this.#compiled) this.#current = script;
  }

  async #compile({ code, modules }: ScriptCode): Promise<CompiledScript | null> {
    const { name, timeoutMs } = this.#rule;
    const result = await this.#runtime().compile(code, { timeoutMs }, modules);
    this.#log.console(name, result.console);
    this.#compileError = result.type === 'compiled' ? null : noteOf('the script cannot be used', result);
    if (result.type === 'compiled') return result;
    this.log('error', `the script cannot be used: ${errorText(result)}`);
    return null;
  }
}

function noteOf(what: string, error: RuleScriptError): string {
  return `${what}: ${errorText(error)}`.slice(0, MAX_NOTE_CHARS);
}

function errorText({ message, file, line, column }: RuleScriptError): string {
  if (line === null) return message;
  return `${message} (${file === undefined ? '' : `${file}, `}line ${line}${column === null ? '' : `, column ${column}`})`;
}
