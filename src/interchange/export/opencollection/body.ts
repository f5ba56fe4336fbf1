// Converts bodies to OpenCollection.
import type { Body, FormField, RawLanguage } from '../../../collections/model/body.ts';
import { pairFields } from './pairs.ts';

const TYPES: Readonly<Record<RawLanguage, string>> = {
  json: 'json',
  xml: 'xml',
  text: 'text',
  html: 'text',
  javascript: 'text',
};

/** Returns nothing for a request without a body. */
export function bodyField(body: Body): object | undefined {
  switch (body.type) {
    case 'none':
      return undefined;
    case 'raw':
      return { type: TYPES[body.language], data: body.text };
    case 'urlencoded':
      return { type: 'form-urlencoded', data: body.fields.map(pairFields) };
    case 'multipart':
      return { type: 'multipart-form', data: body.fields.map(partFields) };
    case 'file':
      return {
        type: 'file',
        data: [{ filePath: body.path || (body.hint ?? ''), contentType: '', selected: true }],
      };
    case 'graphql':
      return { query: body.query, variables: body.variables };
  }
}

function partFields({ files, hints = [], contentType, ...pair }: FormField): object {
  return {
    ...pairFields(pair),
    type: files === null ? 'text' : 'file',
    ...(files !== null && { value: files.map((path, index) => path || (hints[index] ?? '')) }),
    ...(contentType !== '' && { contentType }),
  };
}
