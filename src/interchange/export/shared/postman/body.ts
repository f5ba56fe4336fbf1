// Converts bodies to Postman's modes.
import type { PostmanBody, PostmanFormField } from '../../../../documents/postman.ts';
import type { Body, FormField } from '../../../../collections/model/body.ts';
import { postmanPair, disabledField, descriptionField } from './fields.ts';

export function postmanBody(body: Body): { readonly body?: PostmanBody } {
  const converted = bodyOf(body);
  return converted === null ? {} : { body: converted };
}

function bodyOf(body: Body): PostmanBody | null {
  switch (body.type) {
    case 'none':
      return null;
    case 'raw': {
      const options = { raw: { language: body.language } };
      return { mode: 'raw', raw: body.text, ...(body.language !== 'text' && { options }) };
    }
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: body.fields.map(postmanPair) };
    case 'multipart':
      return { mode: 'formdata', formdata: body.fields.map(formField) };
    case 'file':
      return { mode: 'file', file: withSource(body.path || body.hint) };
    case 'graphql': {
      const { query, variables, operationName } = body;
      return {
        mode: 'graphql',
        graphql: { query, variables, ...(operationName !== '' && { operationName }) },
      };
    }
  }
}

function formField({ name, value, files, hints, contentType, enabled, docs }: FormField): PostmanFormField {
  return {
    key: name,
    ...(files === null ? { value, type: 'text' } : { type: 'file', src: sourceOf(files, hints) }),
    ...(contentType !== '' && { contentType }),
    ...disabledField(enabled),
    ...descriptionField(docs),
  };
}

function withSource(src: string | undefined): { readonly src?: string } {
  return src === undefined || src === '' ? {} : { src };
}

/** Returns the sources as Postman writes them: one file as its path, an unselected one as an empty list. */
function sourceOf(chosen: readonly string[], hints: readonly string[] = []): string | readonly string[] {
  const files = chosen.map((path, index) => path || (hints[index] ?? ''));
  const [only] = files;
  if (files.length > 1) return files;
  return only === undefined || only === '' ? [] : only;
}
