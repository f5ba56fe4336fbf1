// Saves a response as an example of a request.
import { z } from 'zod';
import { changeItem, requestNamed } from '../../../../collections/edit/items.ts';
import { headersOf } from '../../../../collections/edit/request-input.ts';
import { example as exampleModel } from '../../../../collections/model/example.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text, wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { editCollection } from '../editing.ts';
import { headers, objectName, reference } from '../fields.ts';

export const saveExample = defineMethod({
  name: 'save_example',
  summary: 'Saves a response as an example of a request, which mocks and docs use; the same name replaces it',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({
    collection: reference,
    request: reference,
    name: objectName,
    status: wholeNumber(100, 599),
    headers: headers.optional(),
    body: text.optional(),
  }),
  result: z.looseObject({ id: z.string(), name: z.string(), status: z.number(), replaced: z.boolean() }),
  run({ workspace: context }: WorkspaceOwner, params) {
    return editCollection(context, params.collection, (collection) => {
      const old = requestNamed(collection, params.request).item.request;
      const at = old.examples.findIndex(({ name }) => name === params.name);
      const known = old.examples[at];
      const example = exampleModel.parse({
        id: known?.id ?? crypto.randomUUID(),
        name: params.name,
        status: params.status,
        headers: headersOf(params.headers ?? {}),
        body: params.body ?? '',
        request: known?.request ?? null,
      });
      const examples = known === undefined ? [...old.examples, example] : old.examples.with(at, example);
      const items = changeItem(collection.items, old.id, () => ({
        kind: 'request',
        request: { ...old, examples },
      }));
      return {
        collection: { ...collection, items },
        result: { ...example, replaced: known !== undefined },
      };
    });
  },
});
