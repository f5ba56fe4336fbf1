// Lists variables; on request with the values that requests receive.
import { z } from 'zod';
import type { Variable } from '../../../../collections/model/values.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { flag } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { masked } from '../masks.ts';
import { OWNER, ownedVariables, scope, type VariableScope } from './variable-owner.ts';

interface Listed extends Variable {
  readonly scope: VariableScope;
  readonly owner: string;
}

export const listVariables = defineMethod({
  name: 'list_variables',
  summary:
    'Lists variables of a scope, or those in force; resolve shows which value wins, with {{…}} replaced',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    scope: scope.optional(),
    owner: reference.optional().describe(OWNER),
    resolve: flag.optional(),
  }),
  result: z.array(
    z.looseObject({ scope: z.string(), owner: z.string(), name: z.string(), value: z.string() }),
  ),
  async run({ workspace: context }: WorkspaceOwner, { scope: of, owner, resolve = false }) {
    const workspace = await context.open();
    const listed =
      of === undefined ? await inForce(workspace, owner) : await variablesOf(workspace, of, owner);
    const shown = resolve ? await resolved(listed, !context.showsSecrets) : listed;
    return masked(shown, context).map((each) => ({ ...each }));
  },
});

async function variablesOf(
  workspace: Workspace,
  of: VariableScope,
  owner: string | undefined,
): Promise<readonly Listed[]> {
  const found = await ownedVariables(workspace, of, owner);
  return found.variables.map((each) => ({ scope: of, owner: found.owner, ...each }));
}

/** Resolves with the variables of a request in this collection, the weakest first. */
async function inForce(workspace: Workspace, collection: string | undefined): Promise<readonly Listed[]> {
  const globals = await variablesOf(workspace, 'globals', undefined);
  const own = collection === undefined ? [] : await variablesOf(workspace, 'collection', collection);
  const { activeEnvironment } = workspace.fields();
  const environment =
    activeEnvironment === null ? [] : await variablesOf(workspace, 'environment', activeEnvironment);
  return [...globals, ...own, ...environment];
}

/** Returns the variables that win, with the variables in their values replaced. */
async function resolved(listed: readonly Listed[], hidesSecrets: boolean): Promise<readonly Listed[]> {
  const { interpolate } = await import('../../../../collections/variables/interpolate.ts');
  const winners = new Map(listed.filter(({ enabled }) => enabled).map((each) => [each.name, each]));
  return [...winners.values()].map((each) => {
    let usesSecret = each.secret;
    const { text } = interpolate(each.value, (name) => {
      const found = winners.get(name);
      usesSecret ||= found?.secret === true;
      return found?.value;
    });
    // A value that contains a secret is a secret.
    return { ...each, value: text, secret: each.secret || (hidesSecrets && usesSecret) };
  });
}
