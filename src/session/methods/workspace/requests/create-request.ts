// Saves a new request.
import { z } from 'zod';
import { checked } from '../../../../collections/edit/changes.ts';
import { folderNamed, insertItem } from '../../../../collections/edit/items.ts';
import { requestInput } from '../../../../collections/edit/request-input.ts';
import { request as requestModel, REQUEST_TYPES } from '../../../../collections/model/request.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { editCollection } from '../editing.ts';
import { auth, body, headers, looseObject, objectName, reference } from '../fields.ts';
import { masked, unmasked } from '../masks.ts';

export const createRequest = defineMethod({
  name: 'create_request',
  summary: 'Saves a new request in a collection; use {{name}} for variables; scripts are {preRequest, test}',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({
    collection: reference,
    name: objectName,
    type: z.enum(REQUEST_TYPES, REQUEST_TYPES.join(', ')).optional(),
    method: text.optional(),
    url: text,
    headers: headers.optional(),
    body: body.optional(),
    auth: auth.optional(),
    folder: reference.optional(),
    scripts: looseObject.optional(),
  }),
  result: z.looseObject({ id: z.string(), name: z.string(), type: z.string() }),
  run({ workspace: context }: WorkspaceOwner, { collection: name, folder: parent, ...fields }) {
    return editCollection(context, name, (collection) => {
      const folder = parent === undefined ? null : folderNamed(collection, parent).item.folder.id;
      const given = unmasked(context, requestInput(fields), {}, '') as object;
      const request = checked(requestModel, { ...given, id: crypto.randomUUID() }, '');
      const items = insertItem(collection.items, folder, { kind: 'request', request });
      return { collection: { ...collection, items }, result: masked(request, context) };
    });
  },
});
