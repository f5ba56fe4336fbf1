// Steps that a window takes on the workspace, and takes back.
import { z } from 'zod';
import { ParameterError, UserError } from '../../../../base/errors.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { label, window } from '../fields.ts';

export const act = defineMethod({
  name: 'client.act',
  summary: 'Runs operations on files of the workspace as one step; when one is refused, none is done',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    label: label.describe('What the step does, such as "Moved 3 requests"'),
    calls: z
      .array(
        z.strictObject({ method: z.string(), params: z.record(z.string(), z.unknown()).default({}) }),
        'a list of {"method", "params"}',
      )
      .min(1)
      .max(1000)
      .readonly()
      .describe('Methods that change files, such as move_item'),
    window,
  }),
  result: z.strictObject({ results: z.array(z.unknown()) }),
  async run(app, { label: called, calls, window: by }, signal) {
    const { dispatcher } = await import('../../dispatch.ts');
    const { workspaceMethods } = await import('../../workspace/index.ts');
    const undoable = workspaceMethods.filter(({ undo }) => undo === 'files');
    for (const { method } of calls)
      if (!undoable.some(({ name }) => name === method))
        throw new ParameterError(`${method} does not change files alone: call it by itself`, {
          field: 'calls',
        });
    const files = await app.clientFiles();
    return files.act({ label: called, window: by }, async ({ workspace }) => {
      const context = { ...app.workspace, open: () => Promise.resolve(workspace) };
      const call = dispatcher(undoable, { workspace: context });
      const results: unknown[] = [];
      for (const { method, params } of calls) results.push(await call(method, params, signal));
      return { results };
    });
  },
});

export const undo = defineMethod({
  name: 'client.undo',
  summary: 'Takes back the last step of a window: its files and drafts are what they were before',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ window }),
  result: z.strictObject({ undone: z.string() }),
  run: async (app, { window: by }) => ({ undone: await (await app.clientFiles()).undoLast(by) }),
});

export const undoSteps = defineMethod({
  name: 'client.undo_steps',
  summary: 'Lists the steps that a window can take back, the latest first',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ window }),
  result: z.strictObject({ steps: z.array(z.string()).readonly() }),
  run: async (app, { window: by }) => ({ steps: (await app.clientFiles()).undoLabels(by) }),
});

export const ownId = defineMethod({
  name: 'client.own_id',
  summary: 'Gives a file that has the id of another one an id of its own',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ path: z.string().describe('As client.workspace lists it'), window }),
  result: z.strictObject({ id: z.string() }),
  async run(app, { path, window: by }) {
    const { giveOwnId } = await import('../../../../collections/objects/own-id.ts');
    const files = await app.clientFiles();
    const duplicate = files.index.duplicates().find(({ file }) => file.path === path);
    if (duplicate === undefined)
      throw new UserError('NOT_FOUND', `${path.slice(0, 200)} does not have the id of another file`, {
        field: 'path',
      });
    const { file } = duplicate;
    const id = await files.act({ label: `Gave ${file.name} an id of its own`, window: by }, ({ workspace }) =>
      workspace.exclusively(() => giveOwnId(workspace.folder, file)),
    );
    return { id };
  },
});
