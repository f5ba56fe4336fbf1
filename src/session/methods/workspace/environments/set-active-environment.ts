// Chooses the environment that requests and runs use.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';

export const setActiveEnvironment = defineMethod({
  name: 'set_active_environment',
  summary: 'Chooses the environment that requests and runs use by default; null for none',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({ environment: reference.nullable() }),
  result: z.strictObject({
    active: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    before: z.string().nullable(),
  }),
  async run({ workspace: context }: WorkspaceOwner, { environment }) {
    const { environmentNamed } = await import('../../../../collections/storage/named.ts');
    const workspace = await context.open();
    return workspace.exclusively(async () => {
      const found = environment === null ? null : await environmentNamed(workspace, environment);
      const fields = workspace.fields();
      await workspace.saveFields({ ...fields, activeEnvironment: found?.id ?? null });
      const active = found === null ? null : { id: found.id, name: found.name };
      return { active, before: fields.activeEnvironment };
    });
  },
});
