// Runs scripts of collections, each in a clean sandbox. A script receives its input, and returns its tests and its
// changes to the scopes and the request. No script exceeds its limits or sees another.
import { HEAD_COLUMNS, RUN, setupFor } from '../../sandbox/collections/script.ts';
import type { Job, JobResult, Limits, Outcome } from '../../sandbox/job.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { parseError } from '../../sandbox/script-error.ts';
import { HostCalls } from './host-calls.ts';
import { factsOf } from './script-facts.ts';
import { bodiesOf, scriptInput } from './script-input.ts';
import type { ScriptHost, ScriptOutcome, ScriptTask, ScriptTest } from './contract.ts';
import { parseScriptResult, parseTests, type ScriptResult } from './script-result.ts';
import { applyChanges } from './request-definition.ts';

export interface ScriptLimits extends Limits {
  /** The maximum number of requests that one script may send. */
  readonly requests: number;
}

const MIB = 1024 * 1024;
/** The maximum size of a script, because parsing cannot be interrupted. */
const MAX_SCRIPT_BYTES = 10 * MIB;

export const SCRIPT_LIMITS: ScriptLimits = {
  timeoutMs: 1000,
  waitMs: 60_000,
  memoryBytes: 128 * MIB,
  outputBytes: 16 * MIB,
  consoleLines: 1000,
  consoleBytes: MIB / 4,
  hostCalls: 10_000,
  requests: 100,
};

export interface ScriptRunnerOptions {
  readonly limits?: Partial<ScriptLimits>;
  /** The number of worker threads. */
  readonly threads?: number;
}

export class ScriptRunner {
  readonly #sandbox: Sandbox;
  readonly #limits: ScriptLimits;

  constructor({ limits = {}, threads }: ScriptRunnerOptions = {}) {
    this.#limits = { ...SCRIPT_LIMITS, ...limits };
    this.#sandbox = new Sandbox(threads === undefined ? {} : { threads });
  }

  /** Starts a thread and the setup of a script in advance, so that the first one need not wait. Never rejects. */
  async prepare(script = ''): Promise<void> {
    await this.#sandbox.run({ setup: setupFor(script), script: '', call: null, limits: this.#limits });
  }

  /** Runs a script. Never rejects: whatever happens to the script is the outcome. */
  async run(task: ScriptTask, host: ScriptHost): Promise<ScriptOutcome> {
    const { bytes, setup, code } = factsOf(task.script);
    if (bytes > MAX_SCRIPT_BYTES) return TOO_LARGE;
    const calls = new HostCalls(host);
    const { onOutput } = host;
    const limits = withRoomFor(task.response?.body.length ?? 0, this.#limits);
    const job: Job = {
      setup,
      script: code,
      setupInput: JSON.stringify(scriptInput(task, this.#limits.requests)),
      call: RUN,
      bodies: task.response === null ? [] : bodiesOf(task.response),
      limits,
      onHostCall: (name, json) => calls.handle(name, json),
      ...(onOutput && {
        onOutput: ({ console, notes }) => onOutput({ console, tests: parseTests(notes) }),
      }),
    };
    try {
      return this.#outcome(task, await this.#sandbox.run(job), limits);
    } finally {
      calls.close();
    }
  }

  /** Ends all threads; running scripts end with an error. */
  close(): Promise<void> {
    return this.#sandbox.close();
  }

  #outcome(
    task: ScriptTask,
    { outcome, console, notes = [] }: JobResult,
    limits: ScriptLimits,
  ): ScriptOutcome {
    const tests = parseTests(notes);
    if (outcome.type !== 'value') return { ...UNCHANGED, tests, console, error: errorOf(outcome, limits) };
    const result = parseScriptResult(outcome.json);
    if (result === null) return { ...UNCHANGED, tests, console, error: TAMPERED };
    const { scopes, request, settings, next, skip } = result;
    const error = result.error === null ? null : errorOf(parseError(result.error), limits);
    return {
      tests,
      console,
      error,
      next,
      skip,
      settings,
      scopes: changedScopes(scopes),
      request: request === null ? null : applyChanges(task.request, request),
    };
  }
}

const UNCHANGED: Pick<ScriptOutcome, 'scopes' | 'request' | 'settings' | 'next' | 'skip'> & {
  readonly tests: readonly ScriptTest[];
} = {
  tests: [],
  scopes: {},
  request: null,
  settings: {},
  next: undefined,
  skip: false,
};

const TOO_LARGE: ScriptOutcome = {
  ...UNCHANGED,
  console: [],
  error: { name: 'RangeError', line: null, message: `the script is larger than ${MAX_SCRIPT_BYTES} bytes` },
};

const TAMPERED = {
  name: 'Error',
  line: null,
  message: 'its result is not valid: the script has changed its own environment',
};

function changedScopes(scopes: ScriptResult['scopes']): ScriptOutcome['scopes'] {
  const { globals, collection, environment, local } = scopes;
  return {
    ...(globals === undefined ? {} : { globals }),
    ...(collection === undefined ? {} : { collection }),
    ...(environment === undefined ? {} : { environment }),
    ...(local === undefined ? {} : { local }),
  };
}

/** Corrects columns by the length of the wrapper around the script. */
function withOriginalColumns(stack: string): string {
  return stack.replaceAll(
    /script\.js:1:(\d+)/g,
    (_, column: string) => `script.js:1:${Math.max(Number(column) - HEAD_COLUMNS, 1)}`,
  );
}

/** Copies of a body that a script may hold at a time, as text in two forms and what it makes of it. */
const COPIES = 5;
const USUAL_BODY_BYTES = 8 * MIB;
/** Bytes of a large body for which a script gets a millisecond more. */
const BYTES_PER_MS = 64 * 1024;

/** Returns limits with which a script can read a body of any size that a run holds. */
function withRoomFor(bodyBytes: number, limits: ScriptLimits): ScriptLimits {
  if (bodyBytes <= USUAL_BODY_BYTES) return limits;
  return {
    ...limits,
    memoryBytes: limits.memoryBytes + COPIES * bodyBytes,
    timeoutMs: limits.timeoutMs + Math.ceil(bodyBytes / BYTES_PER_MS),
  };
}

function errorOf(
  outcome: Outcome,
  { timeoutMs, waitMs, memoryBytes }: ScriptLimits,
): NonNullable<ScriptOutcome['error']> {
  switch (outcome.type) {
    case 'timeout':
      return {
        name: 'TimeoutError',
        line: null,
        message: `the script did not end within ${timeoutMs} ms, and ${waitMs} ms of waiting for requests and timers`,
      };
    case 'memory':
      return {
        name: 'MemoryError',
        line: null,
        message: `the script used more than ${Math.floor(memoryBytes / MIB)} MiB`,
      };
    case 'error':
      return {
        name: outcome.name,
        message: outcome.message,
        line: outcome.line,
        stack: withOriginalColumns(outcome.stack),
      };
    case 'value':
      return TAMPERED;
  }
}
