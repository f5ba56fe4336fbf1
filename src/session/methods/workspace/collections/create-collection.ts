// Adds an empty collection.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { auth as authModel } from '../../../../collections/model/auth.ts';
import { variable } from '../../../../collections/model/values.ts';
import { checked } from '../../../../collections/edit/changes.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { newCollection } from '../editing.ts';
import { auth, objectName, variables } from '../fields.ts';
import { unmasked } from '../masks.ts';

export const createCollection = defineMethod({
  name: 'create_collection',
  summary: 'Adds an empty collection for saved requests; create_folder and create_request fill it',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({
    name: objectName,
    description: text.optional(),
    variables: variables.optional(),
    auth: auth.optional(),
  }),
  result: z.strictObject({ id: z.string(), name: z.string(), path: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, params) {
    const { name, description = '' } = params;
    const given = unmasked(context, { variables: params.variables ?? [], auth: params.auth }, {}, '');
    const { variables: list, auth: own } = given as { variables: unknown; auth: unknown };
    const collection = newCollection({
      name,
      docs: description,
      variables: checked(z.array(variable), list, 'variables'),
      ...(own !== undefined && { auth: checked(authModel, own, 'auth') }),
    });
    const workspace = await context.open();
    return workspace.exclusively(async () => {
      const same = (await workspace.collectionHeads()).find((head) => head.name === name);
      if (same !== undefined)
        throw new ParameterError(`there is a collection ${JSON.stringify(name)} already, ${same.id}`, {
          field: 'name',
        });
      const { id, path } = await workspace.addCollection(collection);
      return { id, name, path };
    });
  },
});
