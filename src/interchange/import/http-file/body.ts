// Converts bodies: text, files, forms and GraphQL.
import {
  maskTemplates,
  type BodyPart,
  type FileHeader,
  type Region,
} from '../../../documents/http-file/index.ts';
import { mediaType } from '../../../base/body-text.ts';
import { NO_BODY, type Body } from '../../../collections/model/body.ts';
import { rawLanguage } from '../../../collections/model/raw-language.ts';
import { fileBody } from '../shared/body-files.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { isMultipart, multipartBody } from './multipart.ts';
import { pathBeside, textBeside, type HttpSource } from './source.ts';

export interface BodyInput {
  readonly parts: readonly BodyPart[];
  readonly headers: readonly FileHeader[];
  /** True for a request that says that it is GraphQL. */
  readonly isGraphql: boolean;
  /** Fragments of GraphQL by their name. */
  readonly fragments: ReadonlyMap<string, string>;
}

export function bodyOf(input: BodyInput, source: HttpSource, context: ImportContext): Body {
  const { parts, headers } = input;
  const type = valueOf(headers, 'content-type');
  if (!isMultipart(type)) return plainBody(input, type, source, context);
  const form = multipartBody(parts, type, source, context);
  if (form !== null) return form;
  // Lines of such a body end as in a message.
  const text = textOf(parts, source, context).replace(/\r?\n/g, '\r\n');
  return { type: 'raw', language: 'text', text: `${text}\r\n` };
}

function plainBody(input: BodyInput, type: string, source: HttpSource, context: ImportContext): Body {
  const { parts, isGraphql, fragments } = input;
  const [first] = parts;
  if (first === undefined) return NO_BODY;
  if (isGraphql || isOperation(parts, type))
    return graphqlBody(textOf(parts, source, context), fragments, source);
  if (first.type === 'file' && parts.length === 1) {
    const isRead = first.replaces && textBeside(source, first.path, first.encoding) !== null;
    if (first.replaces && !isRead)
      context.warn(`the variables in the file ${JSON.stringify(first.path)} are not replaced`);
    if (!isRead) return fileBody(pathBeside(source, first.path), context);
  }
  const text = textOf(parts, source, context);
  if (/x-www-form-urlencoded/i.test(type)) return formBody(text);
  return { type: 'raw', language: type === '' ? guessed(text) : rawLanguage(mediaType(type)), text };
}

function guessed(text: string): 'json' | 'text' {
  try {
    if (/^\s*[{[]/.test(text)) {
      JSON.parse(text);
      return 'json';
    }
  } catch {
    // A text that is not JSON.
  }
  return 'text';
}

/** Returns the whole text, with the files in it that can be read. */
export function textOf(parts: readonly BodyPart[], source: HttpSource, context: ImportContext): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text;
      const text = textBeside(source, part.path, part.encoding);
      if (text === null)
        context.warn(
          `the file ${JSON.stringify(part.path)} within the body cannot be read, and was left out`,
        );
      return text ?? '';
    })
    .join('\n');
}

/** Returns a form whose fields may be on several lines. */
function formBody(text: string): Body {
  const joined = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .reduce(
      (all, line) => `${all}${all === '' || all.endsWith('&') || line.startsWith('&') ? '' : '&'}${line}`,
      '',
    );
  // An encoded form is sent as it is written.
  if (/[%+]/.test(maskTemplates(joined))) return { type: 'raw', language: 'text', text: joined };
  const fields = joined.split('&').filter((pair) => pair !== '');
  return {
    type: 'urlencoded',
    fields: fields.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name: name.trim(), value: value.join('=').trim(), enabled: true, docs: '' };
    }),
  };
}

function isOperation(parts: readonly BodyPart[], type: string): boolean {
  const [first] = parts;
  if (first?.type !== 'text' || !/json|graphql/i.test(type)) return false;
  return /^\s*(?:(?:query|mutation|subscription)\b[^]*\{|gql\s+\w+\s*(?:<\s*\S|\{|\n))/.test(first.text);
}

/** Splits the text into an operation and its variables, and adds the fragments that it uses. */
function graphqlBody(text: string, fragments: ReadonlyMap<string, string>, source: HttpSource): Body {
  const inlined = text.replace(/^gql[ \t]+\w+[ \t]*(?:<[ \t]*(\S+)[ \t]*$)?/m, (_, path?: string) =>
    path === undefined ? '' : (textBeside(source, path) ?? ''),
  );
  const at = /\n\s*\n(?=\s*\{)/.exec(inlined);
  const operation = (at === null ? inlined : inlined.slice(0, at.index)).trim();
  const variables = at === null ? '' : inlined.slice(at.index).trim();
  const operationName = /^\s*(?:query|mutation|subscription)\s+(\w+)/.exec(operation)?.[1] ?? '';
  const used = [...fragments]
    .filter(([name]) => operation.includes(`...${name}`))
    .map(([, fragment]) => fragment);
  return { type: 'graphql', query: [operation, ...used].join('\n'), variables, operationName };
}

/** Returns fragments that commands of regions define. */
export function fragmentsOf(regions: readonly Region[], source: HttpSource): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { word, value } of regions.flatMap(({ commands }) => commands)) {
    const [, name, path] = /^(\w+)\s*<\s*(\S+)/.exec(value) ?? [];
    const text =
      word === 'fragment' ? value : word === 'gql' && path !== undefined ? textBeside(source, path) : null;
    if (text === null) continue;
    const defined = /fragment\s+(\w+)\s+on/.exec(text)?.[1] ?? name;
    if (defined !== undefined) found.set(defined, text.trim());
  }
  return found;
}

export function valueOf(headers: readonly FileHeader[], name: string): string {
  return headers.find((header) => header.enabled && header.name.toLowerCase() === name)?.value ?? '';
}
