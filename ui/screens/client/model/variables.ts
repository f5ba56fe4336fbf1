// The variables that a request can use, kept in memory so that completion answers within the frame.
import { rpc } from '../../../api/client.ts';
import type { KnownVariable, VariableSource } from '../../../editor/variable-source.ts';
import { attempt } from '../../../state/actions.ts';
import { createResource, useResource, type Resource } from '../../../state/resource.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
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
    variables: variables.map(({ name, value, scope, owner, secret, overrides }) => ({
      name,
      value,
      scope,
      owner,
      isSecret: secret,
      overrides,
    })),
    dynamic,
    edit: (variable, value) => void setVariable(variable, value),
    create: (name) => void createVariable(name),
  };
}

async function setVariable({ name, scope, owner }: KnownVariable, value: string): Promise<void> {
  const params = { scope, key: name, value, ...(scope !== 'globals' && { owner }) };
  await act(`Set ${name}`, [{ method: 'set_variable', params }]);
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
