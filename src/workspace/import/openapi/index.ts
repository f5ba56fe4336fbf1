// Descriptions of APIs, OpenAPI 3 and Swagger 2: each becomes a collection with a folder for each tag, and is kept.
import { ApiDocument, isApiDocument } from '../../../documents/openapi/document.ts';
import type { Fields } from '../../../documents/json-values.ts';
import type { Collection, Item } from '../../model/collection.ts';
import { NOTHING_IMPORTED } from '../../model/imported.ts';
import { defineImport } from '../contract.ts';
import { fileTitle } from '../shared/file-title.ts';
import { Notes } from '../shared/import-context.ts';
import { folderOf, Folders, NO_SCRIPTS } from './folders.ts';
import { requestOf, type Making } from './request.ts';
import { Security } from './security.ts';
import { Variables } from './variables.ts';

const LOCAL_SERVER = 'http://localhost';

export const openApi = defineImport({
  id: 'openapi',
  label: 'OpenAPI or Swagger',
  detect: (content) => isApiDocument(content.value()),
  read: (content) => {
    const root = content.value();
    if (!isApiDocument(root)) throw new Error('it is no description of an API');
    const notes = new Notes();
    const collection = collectionOf(root, content.file, notes);
    const spec = { name: collection.name, text: content.text, collectionId: collection.id };
    return { ...NOTHING_IMPORTED, collections: [collection], specs: [spec], warnings: notes.warnings };
  },
});

function collectionOf(root: Fields, file: string, notes: Notes): Collection {
  const document = new ApiDocument(root, (sentence) => {
    notes.warn(sentence);
  });
  const variables = new Variables();
  const server = document.server ?? LOCAL_SERVER;
  variables.add('baseUrl', server);
  const security = new Security(document, variables, notes);
  const items = itemsOf({ document, variables, server, security, notes });
  return {
    id: notes.id(null),
    name: titleOf(document, file, notes),
    docs: notes.text(document.info['description'], 'the description'),
    auth: security.auth,
    variables: variables.all,
    scripts: NO_SCRIPTS,
    items,
  };
}

function titleOf({ info }: ApiDocument, file: string, notes: Notes): string {
  const title = notes.name(info['title'], '').trim();
  if (title !== '') return title;
  const name = notes.name(fileTitle(file, 'New API'), 'New API');
  notes.warn(`it has no title: the collection is named "${name}"`);
  return name;
}

function itemsOf(making: Making): Item[] {
  const { document, variables, notes } = making;
  const folders = new Folders(document.root['tags'], notes);
  for (const operation of document.operations())
    folders.add(operation.fields['tags'], { kind: 'request', request: requestOf(operation, making) });
  const webhooks: Item[] = [];
  for (const { path, ...operation } of document.webhooks()) {
    // Their key is a name; where they go is whoever receives them.
    const fields = { summary: path, ...operation.fields };
    const request = requestOf({ ...operation, path: '', server: '{{webhookUrl}}', fields }, making);
    webhooks.push({ kind: 'request', request });
  }
  if (webhooks.length === 0) return folders.items(notes);
  variables.add('webhookUrl', LOCAL_SERVER, 'Where the webhooks go.');
  return [...folders.items(notes), folderOf('Webhooks', 'What the API sends by itself.', webhooks, notes)];
}
