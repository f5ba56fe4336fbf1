// Imports OpenAPI 3 and Swagger 2 documents. Each becomes a collection with a folder for each tag; the document is
// kept as well.
import { UserError } from '../../../base/errors.ts';
import { ApiDocument, isApiDocument } from '../../../documents/openapi/document.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import type { Collection, Item } from '../../../collections/model/collection.ts';
import { NOTHING_IMPORTED } from '../../../collections/model/imported.ts';
import { defineImport } from '../contract.ts';
import { fileTitle } from '../shared/file-title.ts';
import { ImportContext } from '../shared/import-context.ts';
import { collectionIdOf, requestIdOf } from './ids.ts';
import { folderOf, TagFolders, NO_SCRIPTS } from './folders.ts';
import { requestOf, type OperationContext } from './request.ts';
import { SecuritySchemes } from './security.ts';
import { CollectionVariables } from './variables.ts';

const LOCAL_SERVER = 'http://localhost';

export const openApi = defineImport({
  id: 'openapi',
  label: 'OpenAPI or Swagger',
  detect: (content) => isApiDocument(content.value()),
  read: (content) => {
    const root = content.value();
    if (!isApiDocument(root)) throw new UserError('INVALID_DATA', 'it is not an API description');
    const context = new ImportContext();
    const collection = collectionOf(root, content.file, context);
    const spec = { name: collection.name, text: content.text, collectionId: collection.id, root };
    return { ...NOTHING_IMPORTED, collections: [collection], specs: [spec], warnings: context.warnings };
  },
});

function collectionOf(root: JsonObject, file: string, context: ImportContext): Collection {
  const document = new ApiDocument(root, (sentence) => {
    context.warn(sentence);
  });
  const variables = new CollectionVariables();
  const server = document.server ?? LOCAL_SERVER;
  variables.add('baseUrl', server);
  const security = new SecuritySchemes(document, variables, context);
  const items = itemsOf({ document, variables, server, security, importContext: context });
  const name = titleOf(document, file, context);
  return {
    id: collectionIdOf(name, context),
    name,
    docs: context.text(document.info['description'], 'the description'),
    auth: security.auth,
    variables: variables.all,
    scripts: NO_SCRIPTS,
    items,
  };
}

function titleOf({ info }: ApiDocument, file: string, context: ImportContext): string {
  const title = context.name(info['title'], '').trim();
  if (title !== '') return title;
  const name = context.name(fileTitle(file, 'New API'), 'New API');
  context.warn(`it has no title: the collection is named "${name}"`);
  return name;
}

function itemsOf(operationContext: OperationContext): Item[] {
  const { document, variables, importContext: context } = operationContext;
  const folders = new TagFolders(document.root['tags'], context);
  for (const operation of document.operations())
    folders.add(operation.fields['tags'], {
      kind: 'request',
      request: requestOf(operation, operationContext, requestIdOf(operation, context)),
    });
  const webhooks: Item[] = [];
  for (const { path, ...operation } of document.webhooks()) {
    // The key of a webhook is a name, and its target is unknown.
    const fields = { summary: path, ...operation.fields };
    const id = requestIdOf({ ...operation, path: `webhook ${path}` }, context);
    const target = { ...operation, path: '', server: '{{webhookUrl}}', fields };
    const request = requestOf(target, operationContext, id);
    webhooks.push({ kind: 'request', request });
  }
  if (webhooks.length === 0) return folders.items(context);
  variables.add('webhookUrl', LOCAL_SERVER, 'Where the webhooks go.');
  return [
    ...folders.items(context),
    folderOf('Webhooks', 'What the API sends by itself.', webhooks, context),
  ];
}
