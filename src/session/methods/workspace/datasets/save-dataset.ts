// Creates a dataset, or replaces the rows of one.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { looseObject, objectName } from '../fields.ts';

export const saveDataset = defineMethod({
  name: 'save_dataset',
  summary: 'Creates a dataset for runs from rows or CSV, or replaces the one with this name',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({
    name: objectName,
    rows: z.array(looseObject, 'a list of objects').optional(),
    csv: text.optional().describe('CSV with the names of columns in its first line'),
  }),
  result: z.strictObject({ name: z.string(), rows: z.number(), path: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, { name, rows, csv }) {
    if ((rows === undefined) === (csv === undefined))
      throw new ParameterError('give either rows or csv', { field: 'rows' });
    const workspace = await context.open();
    return workspace.exclusively(async () => {
      const content =
        csv === undefined
          ? ({ format: 'json', text: `${JSON.stringify(rows, null, 2)}\n` } as const)
          : ({ format: 'csv', text: csv } as const);
      const saved = await workspace.saveDataset(name, content);
      return { name: saved.name, rows: saved.rows.length, path: saved.path };
    });
  },
});
