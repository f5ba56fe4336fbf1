// Writes the variables, the cookies and the collection at the end of a run to files that Newman and Postman read.
import { postman } from '../../interchange/export/postman/index.ts';
import type { Variable } from '../../collections/model/values.ts';
import type { Reporter, RunStart, RunState, RunSubject } from '../runner/events.ts';
import type { Scopes } from '../../collections/variables/scopes.ts';
import { writeExport } from '../newman-events/exports.ts';

/** The paths of the files. */
export interface StateFiles {
  readonly exportEnvironment?: string | undefined;
  readonly exportGlobals?: string | undefined;
  readonly exportCollection?: string | undefined;
  readonly exportCookieJar?: string | undefined;
}

/** Returns a reporter that writes the files at the end of the run; null when no file was requested. */
export function stateReporter(files: StateFiles): Reporter | null {
  if (Object.values(files).every((path) => path === undefined)) return null;
  let subject: RunSubject | null = null;
  return {
    start: (run: RunStart) => {
      subject = run.subject;
    },
    state: async (state) => {
      if (subject === null) return;
      for (const [name, path, content] of await contents(files, subject, state))
        if (path !== undefined) await writeExport({ name, path, default: `newman-${name}.json`, content });
    },
  };
}

type Content = readonly [name: string, path: string | undefined, content: unknown];

async function contents(
  files: StateFiles,
  { collection, environment, globals }: RunSubject,
  { scopes, cookies }: RunState,
): Promise<readonly Content[]> {
  const { text } = postman.write(
    { ...collection, variables: changed(collection.variables, scopes.values('collection')) },
    { environment: null },
  );
  const { id = null, name = 'environment', variables = [] } = environment ?? {};
  return [
    [
      'environment',
      files.exportEnvironment,
      { id, ...scopeOf(name, variables, scopes.values('environment'), 'environment') },
    ],
    ['globals', files.exportGlobals, scopeOf('globals', globals, scopes.values('globals'), 'globals')],
    ['collection', files.exportCollection, text],
    [
      'cookie-jar',
      files.exportCookieJar,
      files.exportCookieJar === undefined ? null : await cookies.toJSON(),
    ],
  ];
}

type ScopeValues = ReturnType<Scopes['values']>;

/** Secrets are written too: the next step of a pipeline needs the token that a run has got, as with Newman. */
function scopeOf(name: string, before: readonly Variable[], values: ScopeValues, scope: string): object {
  const disabled = before.filter(({ enabled }) => !enabled);
  return {
    name,
    values: [
      ...Object.entries(values).map(([key, value]) => ({ type: 'any', value, key, enabled: true })),
      ...disabled.map(({ name: key, value }) => ({ type: 'any', value, key, enabled: false })),
    ],
    _postman_variable_scope: scope,
    _postman_exported_at: new Date().toISOString(),
    _postman_exported_using: 'proxyctl',
  };
}

/** Returns the variables with the values that scripts have set, and the new ones. */
function changed(before: readonly Variable[], values: ScopeValues): Variable[] {
  const remaining = before.filter(({ name, enabled }) => !enabled || Object.hasOwn(values, name));
  const known = new Set(remaining.filter(({ enabled }) => enabled).map(({ name }) => name));
  const added = Object.keys(values).filter((name) => !known.has(name));
  return [
    ...remaining.map((variable) =>
      variable.enabled ? { ...variable, value: asText(values[variable.name]) } : variable,
    ),
    ...added.map((name) => ({ name, value: asText(values[name]), enabled: true, secret: false, docs: '' })),
  ];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
