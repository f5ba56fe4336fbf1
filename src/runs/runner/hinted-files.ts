// Resolves files that an import knows by name only, for a run in which the user gives their folder.
import type { Body, FormField } from '../../collections/model/body.ts';
import type { Collection, Item } from '../../collections/model/collection.ts';

export function withHintedFiles<Owner extends Pick<Collection, 'items'>>(owner: Owner): Owner {
  return { ...owner, items: owner.items.map(itemWithFiles) };
}

function itemWithFiles(item: Item): Item {
  if (item.kind === 'folder') return { kind: 'folder', folder: withHintedFiles(item.folder) };
  const { request } = item;
  return { kind: 'request', request: { ...request, body: bodyWithFiles(request.body) } };
}

function bodyWithFiles(body: Body): Body {
  if (body.type === 'file') return { ...body, path: body.path || (body.hint ?? '') };
  return body.type === 'multipart' ? { ...body, fields: body.fields.map(fieldWithFiles) } : body;
}

function fieldWithFiles(field: FormField): FormField {
  const { files, hints } = field;
  if (files === null || hints === undefined) return field;
  return { ...field, files: files.map((path, index) => path || (hints[index] ?? '')) };
}
