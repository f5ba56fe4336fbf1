// Writes bodies: text, forms over several lines, and files as `< path`.
import { basename } from 'node:path';
import { RAW_CONTENT_TYPES, type Body, type FormField } from '../../../collections/model/body.ts';
import type { Pair } from '../../../collections/model/values.ts';

export interface WrittenBody {
  readonly text: string;
  /** The Content-Type that has to be written; null for none. */
  readonly contentType: string | null;
}

const BOUNDARY = 'form-boundary';

export function writtenBody(body: Body, headers: readonly Pair[]): WrittenBody {
  const type =
    headers.find(({ name, enabled }) => enabled && name.toLowerCase() === 'content-type')?.value ?? null;
  const missing = (wanted: string): string | null => (type === null ? wanted : null);
  switch (body.type) {
    case 'none':
      return { text: '', contentType: null };
    case 'raw':
      return {
        text: body.text.replaceAll('\r\n', '\n'),
        contentType: body.text === '' ? null : missing(RAW_CONTENT_TYPES[body.language]),
      };
    case 'urlencoded':
      return {
        text: body.fields
          .filter(({ enabled }) => enabled)
          .map(({ name, value }, index) => `${index === 0 ? '' : '&'}${name}=${value}`)
          .join('\n'),
        contentType: missing('application/x-www-form-urlencoded'),
      };
    case 'multipart':
      return multipart(body.fields, type);
    case 'file': {
      const path = body.path || (body.hint ?? '');
      return { text: path === '' ? '' : `< ${path}`, contentType: null };
    }
    case 'graphql':
      return {
        text: [body.query, body.variables].filter((part) => part !== '').join('\n\n'),
        contentType: null,
      };
  }
}

function multipart(fields: readonly FormField[], type: string | null): WrittenBody {
  const known = /boundary=("?)([^";]+)\1/i.exec(type ?? '')?.[2]?.trim();
  const boundary = known ?? BOUNDARY;
  const parts = fields
    .filter(({ enabled }) => enabled)
    .flatMap((field) => {
      const files = field.files?.map((path, index) => path || (field.hints?.[index] ?? ''));
      return files === undefined ? [partOf(field, null)] : files.map((path) => partOf(field, path));
    });
  return {
    text: [...parts.map((part) => `--${boundary}\n${part}`), `--${boundary}--`].join('\n'),
    contentType: known === undefined ? `multipart/form-data; boundary=${boundary}` : null,
  };
}

function partOf({ name, value, contentType }: FormField, path: string | null): string {
  const filename = path === null ? '' : `; filename="${basename(path)}"`;
  return [
    `Content-Disposition: form-data; name="${name}"${filename}`,
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
    '',
    path === null ? value : `< ${path}`,
  ].join('\n');
}
