// Encodes an edited body as the bytes to send, with their content type.
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileErrorMessage, messageOf, UserError } from '../../base/errors.ts';
import type { HeaderField } from '../auth/contract.ts';
import { RAW_CONTENT_TYPES, type Body, type FormField } from '../../collections/model/body.ts';
import { mediaTypeOfFile } from '../../base/content-types.ts';
import { withoutJsonComments } from './json-comments.ts';
import { boundaryIn, correctContentType } from './form-content-type.ts';

export interface EncodedBody {
  readonly bytes: Buffer;
  /** Null to send no Content-Type. */
  readonly contentType: string | null;
}

export interface EncodedRequest extends EncodedBody {
  /** The headers, with the Content-Type of a form corrected. */
  readonly headers: readonly HeaderField[];
}

/** Resolves the path of a file in a body. Throws an Error when the file must not be read. */
export type ResolveFile = (path: string) => string;

const MAX_FILE_BYTES = 1024 * 1024 * 1024;

/**
 * Encodes a body for a request with these headers. Variables must already be replaced. Rejects with an Error that
 * names a file that cannot be read.
 */
export async function encodeBody(
  body: Body,
  headers: readonly HeaderField[],
  resolveFile: ResolveFile,
): Promise<EncodedRequest> {
  const encoded = await encode(body, boundaryIn(headers), resolveFile);
  const isForm = body.type === 'urlencoded' || body.type === 'multipart';
  if (!isForm || encoded.contentType === null) return { ...encoded, headers };
  return { ...encoded, headers: correctContentType(headers, body.type, encoded.contentType) };
}

async function encode(
  body: Body,
  boundary: string | undefined,
  resolveFile: ResolveFile,
): Promise<EncodedBody> {
  switch (body.type) {
    case 'none':
      return { bytes: Buffer.alloc(0), contentType: null };
    case 'raw':
      return {
        bytes: Buffer.from(body.language === 'json' ? withoutJsonComments(body.text) : body.text),
        contentType: body.text === '' ? null : RAW_CONTENT_TYPES[body.language],
      };
    case 'urlencoded':
      return {
        bytes: Buffer.from(
          body.fields
            .filter(({ enabled }) => enabled)
            .map(({ name, value }) => `${formEncode(name)}=${formEncode(value)}`)
            .join('&'),
        ),
        contentType: 'application/x-www-form-urlencoded',
      };
    case 'multipart':
      return multipart(
        body.fields.filter(({ enabled }) => enabled),
        boundary ?? `--------------------------${randomBytes(12).toString('hex')}`,
        resolveFile,
      );
    case 'file':
      return {
        bytes: await fileBytes(body.path, body.hint, resolveFile),
        contentType: body.path === '' ? null : mediaTypeOfFile(body.path),
      };
    case 'graphql':
      return { bytes: Buffer.from(graphqlText(body)), contentType: 'application/json' };
  }
}

/** Returns the JSON of an operation. Throws a UserError when the variables are not JSON. */
export function graphqlText({ query, variables, operationName }: Extract<Body, { type: 'graphql' }>): string {
  const head = JSON.stringify({ query, ...(operationName !== '' && { operationName }) });
  const values = variables.trim();
  if (values === '') return head;
  try {
    JSON.parse(values);
  } catch (error) {
    throw new UserError('INVALID_DATA', `its GraphQL variables are not valid JSON: ${messageOf(error)}`, {
      cause: error,
    });
  }
  // The variables are sent as written, since JSON.parse would round large numbers.
  return `${head.slice(0, -1)},"variables":${values}}`;
}

/** Encodes everything except unreserved characters (RFC 3986). */
function formEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes a multipart body (RFC 7578). */
async function multipart(
  fields: readonly FormField[],
  boundary: string,
  resolveFile: ResolveFile,
): Promise<EncodedBody> {
  // A boundary of the user's header has one char per byte.
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const pieces: Buffer[] = [];
  for (const field of fields) {
    const parts = field.files === null ? [await textPart(field)] : await fileParts(field, resolveFile);
    for (const { head, bytes } of parts)
      pieces.push(delimiter, Buffer.from(`\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n'));
  }
  pieces.push(delimiter, Buffer.from('--\r\n'));
  return { bytes: Buffer.concat(pieces), contentType: `multipart/form-data; boundary=${boundary}` };
}

interface Part {
  readonly head: string;
  readonly bytes: Buffer;
}

function textPart({ name, value, contentType }: FormField): Promise<Part> {
  const type = contentType === '' ? '' : `\r\nContent-Type: ${oneLine(contentType)}`;
  return Promise.resolve({
    head: `Content-Disposition: form-data; name="${escapeQuoted(name)}"${type}`,
    bytes: Buffer.from(value),
  });
}

function fileParts(
  { name, files, hints, contentType }: FormField,
  resolveFile: ResolveFile,
): Promise<Part[]> {
  const paths = files === null || files.length === 0 ? [''] : files;
  return Promise.all(
    paths.map(async (path, index) => {
      const disposition = `Content-Disposition: form-data; name="${escapeQuoted(name)}"; filename="${escapeQuoted(basename(path))}"`;
      const bytes = await fileBytes(path, hints?.[index], resolveFile);
      if (path === '') return { head: disposition, bytes };
      const type = contentType === '' ? mediaTypeOfFile(path) : oneLine(contentType);
      return { head: `${disposition}\r\nContent-Type: ${type}`, bytes };
    }),
  );
}

/** Reads a file. Without one the body is empty, as browsers send a form whose file was not chosen. */
async function fileBytes(path: string, hint: string | undefined, resolveFile: ResolveFile): Promise<Buffer> {
  if (path === '' && (hint === undefined || hint === '')) return Buffer.alloc(0);
  if (path === '')
    throw new UserError(
      'INVALID_DATA',
      `the file ${hint} of its body has not been selected: select it, or give its folder with --working-dir`,
    );
  const resolved = resolveFile(path);
  try {
    const { size } = await stat(resolved);
    if (size > MAX_FILE_BYTES) throw new UserError('TOO_LARGE', `it is larger than ${MAX_FILE_BYTES} bytes`);
    return await readFile(resolved);
  } catch (error) {
    const reason = fileErrorMessage(error);
    throw new UserError('INVALID_DATA', `the file ${path} of its body cannot be sent: ${reason}`, {
      cause: error,
    });
  }
}

/** Escapes names like browsers (https://html.spec.whatwg.org/#multipart-form-data). */
function escapeQuoted(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
