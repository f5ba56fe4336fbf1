// The variables that a request can use, kept in memory so that completion answers within the frame.
import { rpc } from '../../../api/client.ts';
import type { KnownVariable, VariableSource } from '../../../editor/variable-source.ts';
import { clockText } from '../../../format/measures.ts';
import { attempt } from '../../../state/actions.ts';
import { createResource, useResource, type Resource } from '../../../state/resource.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { act, undoStep } from './steps.ts';

export interface VariablePlace {
  readonly collection?: string;
  /** The id of a saved request, for the variables of its folders. */
  readonly request?: string;
}

const NONE: VariableSource = { variables: [], dynamic: [] };
const sources = new Map<string, Resource<VariableSource>>();

/** Returns the variables at a place, and follows them. */
export function useVariables({ collection, request }: VariablePlace): VariableSource {
  const key = JSON.stringify([collection, request]);
  let source = sources.get(key);
  if (source === undefined) {
    const place = {
      ...(collection !== undefined && { collection }),
      ...(request !== undefined && { request }),
    };
    source = createResource(() => readVariables(place));
    sources.set(key, source);
  }
  return useResource(source).value ?? NONE;
}

async function readVariables(place: VariablePlace): Promise<VariableSource> {
  const { variables, dynamic } = await rpc('client.variables', place);
  return {
    variables: variables.map(({ name, value, scope, owner, secret, overrides, setBy }) => ({
      name,
      value,
      scope,
      owner,
      isSecret: secret,
      overrides,
      ...(setBy !== null && {
        setBy: `${setBy.name}, ${clockText(new Date(setBy.time).toISOString())}`,
      }),
    })),
    dynamic,
    edit: (variable, value) => void setVariable(variable, value),
    create: (name) => void createVariable(name),
    keep: (variable) => void keepValue(variable),
    forget: (variable) => void forgetValue(variable),
    uses: usesOf,
  };
}

async function setVariable(variable: KnownVariable, value: string): Promise<void> {
  const { name, scope, owner, setBy } = variable;
  const params = { scope, key: name, value, ...(scope !== 'globals' && { owner }) };
  const results = await act(`Set ${name}`, [{ method: 'set_variable', params }]);
  // That of the script would stand above it.
  if (results !== null && setBy !== undefined) await attempt(UNFORGOTTEN, () => forget(variable));
}

const UNFORGOTTEN = 'The value of the script cannot be forgotten';

async function keepValue(variable: KnownVariable): Promise<void> {
  await attempt(`${variable.name} cannot be kept`, async () => {
    const { path } = await rpc('client.keep_script_value', {
      ...(await scriptKey(variable)),
      window: windowName,
    });
    say(`Kept ${variable.name} in ${path}`, undoStep);
  });
}

async function forgetValue(variable: KnownVariable): Promise<void> {
  await attempt(UNFORGOTTEN, async () => {
    await forget(variable);
    say(`Forgot the value of ${variable.name} that a script has set`);
  });
}

async function forget(variable: KnownVariable): Promise<void> {
  await rpc('client.forget_script_values', await scriptKey(variable));
}

/** Returns the key of the value that a script has set; the owner of a variable is known by its name alone. */
async function scriptKey({ name, scope, owner: ownerName }: KnownVariable) {
  const { values } = await rpc('client.script_values', {});
  const found = values.find(
    (each) =>
      each.name === name && each.scope === scope && (scope === 'globals' || each.ownerName === ownerName),
  );
  if (found === undefined) throw new Error('no script has set it any more');
  const { owner } = found;
  return { scope: found.scope, owner, name };
}

async function usesOf(name: string): Promise<number> {
  const { counts } = await rpc('client.variable_counts', {});
  return counts.find((each) => each.name === name)?.uses ?? 0;
}

/** Creates a variable in the active environment; without one, among the globals. */
async function createVariable(name: string): Promise<void> {
  await attempt(`${name} cannot be created`, async () => {
    const { owner, params } = await newOwner();
    await act(`Created ${name} in ${owner}`, [
      { method: 'set_variable', params: { ...params, key: name, value: '' } },
    ]);
  });
}

/**
 * Creates a secret variable in the active environment; without one, among the globals. `undone` is called when that is
 * taken back. Resolves with false when it failed, and says why.
 */
export async function createSecret(name: string, value: string, undone: () => void): Promise<boolean> {
  let isMade = false;
  await attempt(`${name} cannot be created`, async () => {
    const { owner, params } = await newOwner();
    const call = { method: 'set_variable', params: { ...params, key: name, value, secret: true } };
    const results = await act(`Made ${name} a secret of ${owner}`, [call], () => {
      undoStep();
      undone();
    });
    isMade = results !== null;
  });
  return isMade;
}

/** Returns the owner that gets a new variable, and its parameters. */
async function newOwner(): Promise<{ readonly owner: string; readonly params: object }> {
  const active = (await rpc('list_environments', {})).find((each) => each.active);
  return active === undefined
    ? { owner: 'the globals', params: { scope: 'globals' } }
    : { owner: active.name, params: { scope: 'environment', owner: active.id } };
}

onWorkspaceEvent(({ type }) => {
  if (type === 'files' || type === 'missed' || type === 'scriptValues')
    for (const source of sources.values()) source.refresh();
});
