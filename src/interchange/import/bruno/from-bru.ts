// Converts files in Bruno's text format to the fields of OpenCollection.
import type { BruBlock, BruField } from '../../../documents/bru.ts';
import type { JsonObject } from '../../../documents/json-values.ts';

const METHODS = new Set([
  'get',
  'post',
  'put',
  'delete',
  'patch',
  'options',
  'head',
  'connect',
  'trace',
  'query',
  'http',
]);
/** Names of bodies in the block of the method, and their blocks where the two differ. */
const BODY_BLOCKS: ReadonlyMap<string, string> = new Map([
  ['formUrlEncoded', 'form-urlencoded'],
  ['multipartForm', 'multipart-form'],
]);

type Values = Readonly<Record<string, string | undefined>>;

class Blocks {
  readonly #blocks: readonly BruBlock[];

  constructor(blocks: readonly BruBlock[]) {
    this.#blocks = blocks;
  }

  find(isWanted: (block: BruBlock) => boolean): BruBlock | undefined {
    return this.#blocks.find(isWanted);
  }

  all(name: string): readonly BruBlock[] {
    return this.#blocks.filter((block) => block.name === name);
  }

  text(name: string): string {
    return this.all(name)
      .map((block) => block.text)
      .join('\n');
  }

  fields(name: string): readonly BruField[] {
    return this.all(name).flatMap((block) => block.fields);
  }

  values(name: string): Values {
    return valuesOf(this.fields(name));
  }
}

/** Converts the file of a request. */
export function requestFromBru(list: readonly BruBlock[]): JsonObject {
  const blocks = new Blocks(list);
  const meta = blocks.values('meta');
  const method = blocks.find(({ name }) => METHODS.has(name));
  const head: Values = method === undefined ? {} : valuesOf(method.fields);
  const type = meta['type'] ?? 'http';
  return {
    info: { name: meta['name'], type, seq: meta['seq'], tags: tagsIn(meta) },
    ...(type === 'grpc' || type === 'ws'
      ? protocolFromBru(type, blocks)
      : {
          [type === 'graphql' ? 'graphql' : 'http']: {
            method: head['method'] ?? (method?.name === 'http' ? 'get' : method?.name),
            url: head['url'],
            headers: pairsOf(blocks.fields('headers')),
            params: [
              ...pairsOf(blocks.fields('params:query')).map((pair) => ({ ...pair, type: 'query' })),
              ...pairsOf(blocks.all('params:query').length > 0 ? [] : blocks.fields('query')).map((pair) => ({
                ...pair,
                type: 'query',
              })),
              ...pairsOf(blocks.fields('params:path')).map((pair) => ({ ...pair, type: 'path' })),
            ],
            body: bodyFromBru(head['body'] ?? 'none', blocks),
            auth: authFromBru(head['auth'], blocks),
          },
        }),
    runtime: runtimeFromBru(blocks),
    settings: blocks.values('settings'),
    docs: blocks.text('docs'),
    examples: blocks.all('example').map(({ fields }) => exampleFromBru(fields)),
  };
}

/** Converts `collection.bru` or `folder.bru`. */
export function folderFromBru(list: readonly BruBlock[]): JsonObject {
  const blocks = new Blocks(list);
  const runtime = runtimeFromBru(blocks);
  const mode = blocks.values('auth')['mode'];
  return {
    info: { ...blocks.values('meta'), tags: tagsIn(blocks.values('meta')) },
    request: {
      headers: pairsOf(blocks.fields('headers')),
      auth: mode === undefined ? undefined : authFromBru(mode, blocks),
      variables: runtime.variables,
      scripts: runtime.scripts,
    },
    actions: runtime.actions,
    docs: blocks.text('docs'),
  };
}

/** Returns the lines of a list. */
function tagsIn({ tags }: Values): readonly string[] | undefined {
  return tags?.replace(/^\[|\]$/g, '').split(/[\n,]/);
}

/** Converts a file of an environment. */
export function environmentFromBru(list: readonly BruBlock[]): JsonObject {
  const blocks = new Blocks(list);
  const secret = blocks
    .fields('vars:secret')
    .map(({ name, enabled }) => ({ name, secret: true, disabled: !enabled }));
  const names = new Set(secret.map(({ name }) => name));
  return {
    variables: [...pairsOf(blocks.fields('vars')).filter(({ name }) => !names.has(String(name))), ...secret],
  };
}

function protocolFromBru(type: 'grpc' | 'ws', blocks: Blocks): JsonObject {
  const { url, method, ...head } = blocks.values(type);
  const messages = blocks.all(`body:${type}`).map(({ fields }) => {
    const { name, content, type: kind } = valuesOf(fields);
    return type === 'grpc'
      ? { title: name, message: content }
      : { title: name, message: { type: kind, data: content } };
  });
  const common = { url, auth: authFromBru(head['auth'], blocks) };
  return type === 'grpc'
    ? {
        grpc: {
          ...common,
          method,
          message: messages,
          metadata: pairsOf(blocks.fields('metadata')),
          protoFilePath: head['protoPath'],
        },
      }
    : { websocket: { ...common, headers: pairsOf(blocks.fields('headers')), message: messages } };
}

function runtimeFromBru(
  blocks: Blocks,
): Readonly<Record<'scripts' | 'assertions' | 'variables' | 'actions', unknown>> {
  const scripts = [
    { type: 'before-request', code: blocks.text('script:pre-request') },
    { type: 'after-response', code: blocks.text('script:post-response') },
    { type: 'tests', code: blocks.text('tests') },
  ];
  return {
    scripts: scripts.filter(({ code }) => code !== ''),
    assertions: blocks.fields('assert').map(({ name, value, enabled }) => {
      const [, operator, operand = ''] = /^(\S*)\s*(.*)$/s.exec(value) ?? [];
      return { expression: name, operator, value: operand, disabled: !enabled };
    }),
    variables: pairsOf(blocks.fields('vars:pre-request')),
    actions: blocks.fields('vars:post-response').map(({ name, value, enabled }) => ({
      type: 'set-variable',
      disabled: !enabled,
      selector: { expression: value },
      variable: { name, scope: 'runtime' },
    })),
  };
}

function bodyFromBru(mode: string, blocks: Blocks): unknown {
  const type = BODY_BLOCKS.get(mode) ?? mode;
  const name = `body:${type}`;
  switch (type) {
    case 'none':
      return undefined;
    case 'graphql':
      return { query: blocks.text(name), variables: blocks.text('body:graphql:vars') };
    case 'form-urlencoded':
      return { type, data: pairsOf(blocks.fields(name)) };
    case 'multipart-form':
      return { type, data: blocks.fields(name).map(partFromBru) };
    case 'file':
      return {
        type,
        data: blocks.fields(name).map(({ value, enabled, notes }) => ({
          filePath: fileOf(value)?.[0] ?? value,
          contentType: notes.get('contentType'),
          selected: enabled,
        })),
      };
    default:
      return { type, data: blocks.text(name) };
  }
}

function partFromBru(field: BruField): JsonObject {
  const files = fileOf(field.value);
  const [pair] = pairsOf([field]);
  return {
    ...pair,
    ...(files === null ? { type: 'text' } : { type: 'file', value: files }),
    contentType: field.notes.get('contentType'),
  };
}

/** Returns the paths in `@file(a|b)`; null for a text. */
function fileOf(value: string): readonly string[] | null {
  const paths = /^@file\((.*)\)$/s.exec(value.trim())?.[1];
  return paths === undefined ? null : paths.split('|').filter((path) => path !== '');
}

function authFromBru(mode: string | undefined, blocks: Blocks): unknown {
  if (mode === undefined || mode === 'inherit' || mode === 'none') return mode;
  return { type: mode, ...blocks.values(`auth:${mode}`) };
}

function exampleFromBru(fields: readonly BruField[]): JsonObject {
  const { name, description } = valuesOf(fields);
  const response = nested(fields, 'response');
  const request = nested(fields, 'request');
  const status = valuesOf(nested(response, 'status'));
  const body = valuesOf(nested(response, 'body'));
  const head = valuesOf(request);
  const blocks = new Blocks(
    request.map((field) => ({ name: field.name, line: 0, text: field.value, fields: field.fields ?? [] })),
  );
  return {
    name,
    description,
    request: {
      url: head['url'],
      method: head['method'],
      headers: pairsOf(nested(request, 'headers')),
      params: [
        ...pairsOf(nested(request, 'params:query')).map((pair) => ({ ...pair, type: 'query' })),
        ...pairsOf(nested(request, 'params:path')).map((pair) => ({ ...pair, type: 'path' })),
      ],
      body: bodyFromBru(head['mode'] ?? 'none', blocks),
    },
    response: {
      status: status['code'],
      statusText: status['text'],
      headers: pairsOf(nested(response, 'headers')),
      body: { type: body['type'], data: body['content'] },
    },
  };
}

function nested(fields: readonly BruField[], name: string): readonly BruField[] {
  return fields.find((field) => field.name === name)?.fields ?? [];
}

function pairsOf(fields: readonly BruField[]): readonly JsonObject[] {
  return fields.map(({ name, value, enabled, notes }) => {
    const type = ['number', 'boolean', 'object'].find((each) => notes.has(each));
    return {
      name,
      value: type === undefined ? value : { type, data: value },
      ...(!enabled && { disabled: true }),
      ...(notes.has('description') && { description: notes.get('description') }),
    };
  });
}

function valuesOf(fields: readonly BruField[]): Values {
  return Object.fromEntries(fields.filter(({ enabled }) => enabled).map(({ name, value }) => [name, value]));
}
