// Sets one variable.
import { z } from 'zod';
import { MASK } from '../../../settings/secrets.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { flag, text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { masked, unmasked } from '../masks.ts';
import { OWNER, ownedVariables, scope } from './variable-owner.ts';

export const setVariable = defineMethod({
  name: 'set_variable',
  summary: 'Sets a variable, or adds it; values of secret ones never stand in files that Git tracks',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({
    scope,
    owner: reference.optional().describe(OWNER),
    key: reference,
    value: text,
    secret: flag.optional(),
  }),
  result: z.looseObject({
    scope: z.string(),
    owner: z.string(),
    name: z.string(),
    value: z.string(),
    created: z.boolean(),
  }),
  async run({ workspace: context }: WorkspaceOwner, { scope: of, owner, key, value, secret }) {
    const workspace = await context.open();
    return workspace.exclusively(async () => {
      const found = await ownedVariables(workspace, of, owner);
      // When several variables share a name, the last one counts.
      const at = found.variables.findLastIndex(({ name }) => name === key);
      const old = found.variables[at];
      const plain = unmasked(
        context,
        value,
        old?.secret === true || value === MASK ? old?.value : undefined,
        'value',
      );
      const next = {
        ...(old ?? { name: key, docs: '' }),
        enabled: true,
        value: String(plain),
        secret: secret ?? old?.secret ?? false,
      };
      await found.save(old === undefined ? [...found.variables, next] : found.variables.with(at, next));
      const shown = masked(next, context);
      return { scope: of, owner: found.owner, ...shown, created: old === undefined };
    });
  },
});
