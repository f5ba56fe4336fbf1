// Reads the JSON report of `proxyctl collection run` (version 1).

export interface Outcome {
  readonly name: string;
  /** Names of the folders that lead to the request. */
  readonly folders: readonly string[];
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  /** Sentences about what failed. */
  readonly failures: readonly string[];
}

interface Reported {
  readonly name: string;
  readonly folders: readonly string[];
  readonly failed: boolean;
  readonly skipped: boolean;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly tests: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly error: { readonly message: string } | null;
  }[];
  readonly scriptErrors: readonly { readonly message?: string }[];
}

/** Throws an Error for a text that is no such report. */
export function outcomesOf(text: string): readonly Outcome[] {
  const { version, requests } = JSON.parse(text) as {
    readonly version: unknown;
    readonly requests?: readonly Reported[];
  };
  if (version !== 1 || requests === undefined)
    throw new Error('the report is of another version of proxyctl');
  return requests.map((request) => ({
    name: request.name,
    folders: request.folders,
    state: request.skipped ? 'skipped' : request.failed ? 'failed' : 'passed',
    durationMs: request.durationMs ?? 0,
    failures: failuresOf(request),
  }));
}

function failuresOf({ error, tests, scriptErrors }: Reported): readonly string[] {
  const failed = tests.filter(({ passed }) => !passed);
  return [
    ...(error === null ? [] : [error]),
    ...failed.map(({ name, error: reason }) => (reason === null ? name : `${name}: ${reason.message}`)),
    ...scriptErrors.map(({ message }) => `script: ${message ?? 'failed'}`),
  ];
}

/** Joins the outcomes of several iterations: one that failed counts. */
export function worstByName(outcomes: readonly Outcome[]): ReadonlyMap<string, Outcome> {
  const worst = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome.folders, outcome.name);
    const known = worst.get(key);
    if (known === undefined || (known.state !== 'failed' && outcome.state === 'failed'))
      worst.set(key, outcome);
  }
  return worst;
}

export function keyOf(folders: readonly string[], name: string): string {
  return [...folders, name].join('\u0000');
}
