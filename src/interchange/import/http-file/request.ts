// Converts a request of an `.http` file, or its curl command.
import type { FileHeader, FileRequest, Region } from '../../../documents/http-file/index.ts';
import { example as exampleModel } from '../../../collections/model/example.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import { curlRequests } from '../shared/curl-request.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { addressOf } from './address.ts';
import { additionsFor, rewritten } from './additions.ts';
import { authOf } from './auth.ts';
import { bodyOf, fragmentsOf, valueOf, type BodyInput } from './body.ts';
import { directiveOf, needsOf, type FileScope } from './file-scope.ts';
import type { RequestInput } from './conversion.ts';
import { isForeign, protocolRequest, type ProtocolRequest, type RequestFields } from './protocols.ts';
import { call, scriptsOf } from './scripts.ts';
import { settingsOf } from './settings.ts';

/** Returns one request, or those of a curl command. */
export function requestsOf(input: RequestInput): readonly SavedRequest[] {
  const { region, file, scope } = input;
  const context = scope.context.inside(`line ${(region.request ?? region).line}`);
  const { request } = region;
  const found =
    request === null ? curlRequests(region.curl, context) : [plainRequest(request, input, context)];
  return found.map((each, index) => {
    const name = scope.context.name(nameOf(region, each), each.name);
    const id = scope.context.id(stableId('http', file.source.file, name, String(index)));
    const named = { ...each, id, name };
    scope.context.placed(id, { file: file.source.file, line: region.line, needs: needsOf(region) });
    return withScripts(named, input, context);
  });
}

function nameOf(region: Region, { method, url }: SavedRequest): string {
  return directiveOf(region, 'name') || region.title || usualName(method, url);
}

/** Returns the name of a request that has none. */
export function usualName(method: string, url: string): string {
  const path = url.replace(/^(?:[a-z][a-z\d+.-]*:\/\/|\{\{[^{}]*\}\})[^/]*/i, '') || url;
  return `${method} ${path}`.trim();
}

function plainRequest(request: FileRequest, input: RequestInput, context: ImportContext): SavedRequest {
  context.countRequest();
  const { region, file, shared, scope } = input;
  const protocol = protocolRequest({ request, regions: [...shared, region], source: file.source, context });
  const { fields, headers } = protocol ?? httpRequest(request, input, context);
  const { auth, headers: others } = authOf(headers, scope.beside.security, context);
  context.countFields(others.length);
  return newRequest({
    ...fields,
    id: 'new',
    name: '',
    headers: others.map(({ name, value, enabled }) => ({ name, value, enabled })),
    auth,
    variables: [...input.variables],
    docs: docsOf(region),
    settings: settingsOf(region.directives, request.version, context),
    examples: exampleOf(region, context),
  });
}

function httpRequest(request: FileRequest, input: RequestInput, context: ImportContext): ProtocolRequest {
  const { file, shared, region, scope } = input;
  const { url, query, headers } = addressOf(request, hasVariable('host', scope));
  const isGraphql =
    request.method === 'GRAPHQL' ||
    valueOf(headers, 'x-request-type').toLowerCase() === 'graphql' ||
    region.directives.some(({ name }) => name === 'graphql');
  const bodyInput: BodyInput = {
    parts: bodyParts(request, region),
    headers: ownHeaders(headers, context),
    isGraphql,
    fragments: fragmentsOf([...shared, region], file.source),
  };
  const body = bodyOf(bodyInput, file.source, context);
  return {
    fields: { ...methodFields(request, body.type === 'graphql', url), url, query, body },
    headers: streaming(request, bodyInput.headers),
  };
}

/** Returns headers without those that mean something to clients and are not sent. */
function ownHeaders(headers: readonly FileHeader[], context: ImportContext): readonly FileHeader[] {
  return headers.filter(({ name }) => {
    if (/^(?:x-)?clientcert$/i.test(name))
      context.warn(`${name}: client certificates are those of the settings`);
    return !/^(?:x-request-type|(?:x-)?clientcert)$/i.test(name);
  });
}

function hasVariable(name: string, { variables, beside }: FileScope): boolean {
  return (
    variables.has(name) || beside.environments.some((each) => each.variables.some((one) => one.name === name))
  );
}

/** Files in whose text variables are replaced, as `<@` does for each, are read with `# @injectVariables`. */
function bodyParts({ body }: FileRequest, { directives }: Region): FileRequest['body'] {
  if (!directives.some(({ name }) => name === 'injectvariables')) return body;
  return body.map((part) => (part.type === 'file' ? { ...part, replaces: true } : part));
}

function methodFields({ method }: FileRequest, isGraphql: boolean, url: string): RequestFields {
  if (isGraphql)
    return {
      type: 'graphql',
      method: 'POST',
      ...(/^wss?:/i.test(url) && { graphql: { transport: 'websocket' } }),
    };
  return { type: 'http', method: /^(?:SSE|EVENTSOURCE|)$/.test(method) ? 'GET' : method };
}

/** Adds the header of an event stream. */
function streaming({ method }: FileRequest, headers: readonly FileHeader[]): readonly FileHeader[] {
  if (!/^(?:SSE|EVENTSOURCE)$/.test(method) || valueOf(headers, 'accept') !== '') return headers;
  return [...headers, { name: 'Accept', value: 'text/event-stream', enabled: true }];
}

/** Returns the response that the file documents behind the request. */
function exampleOf({ response }: Region, context: ImportContext): SavedRequest['examples'] {
  if (response === '') return [];
  const end = /\n\s*\n/.exec(response);
  const [first = '', ...lines] = response.slice(0, end?.index).split('\n');
  const [, status = '200', reason = ''] = /^HTTP\/[\d.]+\s+(\d{3})\s*(.*)$/.exec(first) ?? [];
  const headers = lines
    .map((line) => /^([^:\s]+):\s*(.*)$/.exec(line.trim()))
    .flatMap((found) => (found === null ? [] : [{ name: found[1] ?? '', value: found[2] ?? '' }]));
  context.countFields(headers.length);
  const body = end === null ? '' : response.slice(end.index).trim();
  const id = context.id(null);
  return [
    exampleModel.parse({
      id,
      name: `${status} ${reason}`.trim(),
      status: Number(status),
      reason,
      headers,
      body,
    }),
  ];
}

function docsOf(region: Region): string {
  const description = directiveOf(region, 'description');
  const title = directiveOf(region, 'title');
  const name = directiveOf(region, 'name');
  const own = region.title !== name && name !== '' ? region.title : '';
  return [own, title, description]
    .filter((line) => line !== '')
    .concat(region.comments)
    .join('\n')
    .trim();
}

function withScripts(request: SavedRequest, input: RequestInput, context: ImportContext): SavedRequest {
  const { region, file, scope } = input;
  const method = region.request?.method ?? '';
  const additions = additionsFor(request, input);
  if (isForeign(method)) context.warn(`${method} is not supported: the request is kept, and skipped in runs`);
  const first = isForeign(method) ? [call('skip')] : [];
  const scripts = scriptsOf(withoutEvery(region), { ...additions, first }, file.source, scope.context);
  warnOfCommands(region, context);
  return { ...rewritten(request, scope), scripts };
}

/** Scripts for every request belong to the file. */
function withoutEvery(region: Region): Region {
  const own = (scripts: Region['before']): Region['before'] =>
    scripts.filter(({ event }) => !event.startsWith('+'));
  return { ...region, before: own(region.before), after: own(region.after) };
}

function warnOfCommands({ commands }: Region, context: ImportContext): void {
  for (const { word, value } of commands)
    if (word.startsWith('>>')) context.warn(`the response is not written to ${JSON.stringify(value)}`);
    else if (word === '<>') context.warn(`the earlier response ${JSON.stringify(value)} is not shown`);
}
