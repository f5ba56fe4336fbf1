// Lists the datasets of the workspace, or shows the rows of one.
import { z } from 'zod';
import { didYouMean } from '../../../../base/did-you-mean.ts';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject, reference } from '../fields.ts';

/** Rows that are shown. */
const MAX_ROWS = 1000;

export const listDatasets = defineMethod({
  name: 'list_datasets',
  summary: 'Lists datasets with their columns and number of rows; with a name, its first 1,000 rows too',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ dataset: reference.optional() }),
  result: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.number(),
      columns: z.array(z.string()),
      data: z.array(anyObject).optional(),
    }),
  ),
  async run({ workspace: context }: WorkspaceOwner, { dataset }) {
    const workspace = await context.open();
    const names = dataset === undefined ? await workspace.datasetNames() : [dataset];
    return Promise.all(
      names.map(async (name) => {
        const found = await workspace.dataset(name);
        if (found === null) {
          const hint = didYouMean(name, await workspace.datasetNames(), 'save_dataset makes one');
          throw new ParameterError(`there is no dataset ${JSON.stringify(name)}: ${hint}`, {
            field: 'dataset',
          });
        }
        const { rows } = found;
        const columns = [...new Set(rows.slice(0, MAX_ROWS).flatMap((row) => Object.keys(row)))];
        const data = rows.slice(0, MAX_ROWS).map((row) => ({ ...row }));
        return { name: found.name, rows: rows.length, columns, ...(dataset !== undefined && { data }) };
      }),
    );
  },
});
