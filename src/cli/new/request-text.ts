// The text of a new request: what its type needs, and comments on the rest.
import { pathNames, splitUrl } from '../../collections/model/url-parts.ts';
import type { RequestType } from '../../collections/model/request.ts';
import {
  bearer,
  commented,
  fileText,
  graphqlBody,
  identity,
  jsonBody,
  namedValues,
  scalar,
  type Lines,
} from './written.ts';

export interface NewRequest {
  readonly name: string;
  readonly type: RequestType;
  readonly method: string;
  /** Empty for one to fill in. */
  readonly url: string;
  /** The names by which `send` finds it. */
  readonly path: string;
}

/** Methods whose requests have a body as a rule. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

export function requestText(request: NewRequest): string {
  const { name, type, method, path } = request;
  const { url, query } = splitUrl(request.url || URLS[type]);
  const names = [...pathNames(url)];
  const isHttp = type === 'http';
  return fileText([
    [
      '# A request. Values may have variables of the environment, the collection and the folder: {{name}}.',
      '# All fields: proxyctl schema request. Send it: proxyctl send ' + shellWord(path),
      ...identity(name),
    ],
    [`type: ${type}`, ...(isHttp ? [`method: ${scalar(method)}`] : []), `url: ${scalar(url)}`],
    ...(names.length > 0
      ? [
          [
            '# Values of :name in the URL.',
            ...namedValues(
              'path',
              names.map((each) => [each, '']),
            ),
          ],
        ]
      : []),
    query.length > 0
      ? namedValues(
          'query',
          query.map(({ name: key, value }) => [key, value]),
        )
      : commented(namedValues('query', [['page', '1']])),
    ...PARTS[type](method),
    ['# Without it, that of the folder or collection.', ...commented(bearer('{{token}}'))],
    [
      '# JavaScript that runs after the response has arrived; preRequest runs before the request is sent.',
      'scripts:',
      '  test: |',
      ...TESTS[type].map((line) => `    ${line}`),
    ],
  ]);
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const URLS: Readonly<Record<RequestType, string>> = {
  http: 'https://example.com',
  graphql: 'https://example.com/graphql',
  grpc: 'grpcs://example.com',
  mcp: 'https://example.com/mcp',
  ai: '',
  sql: 'postgres://localhost:5432/database',
  websocket: 'wss://example.com',
  socketio: 'https://example.com',
  mqtt: 'mqtt://localhost:1883',
  tcp: 'tcp://localhost:7',
};

const headers = namedValues('headers', [['Accept', 'application/json']]);

/** Sections of the single types. */
const PARTS: Readonly<Record<RequestType, (method: string) => readonly Lines[]>> = {
  http: (method) => {
    const body = jsonBody('{ "name": "Ada" }');
    return [headers, WITH_BODY.has(method.toUpperCase()) ? body : commented(body)];
  },
  graphql: () => [graphqlBody('query {\n  __typename\n}')],
  grpc: () => [
    [
      'grpc:',
      '  service: shop.v1.Orders',
      '  method: Get',
      '  # Definition files; without any, the server is asked.',
      '  # protoFiles: [shop.proto]',
      '  messages:',
      "    - '{}'",
    ],
  ],
  mcp: () => [
    [
      'mcp:',
      '  # Or tools/call, with the name of the tool as target.',
      '  operation: tools/list',
      '  # target: search',
      "  # arguments: '{}'",
    ],
  ],
  ai: () => [
    [
      'ai:',
      '  # Or anthropic, gemini, ollama, bedrock, openaiCompatible.',
      '  provider: openai',
      '  model: gpt-5-mini',
      '  # A secret variable: proxyctl keeps its value out of shared files.',
      "  apiKey: '{{apiKey}}'",
      '  messages:',
      '    - text: Hello',
    ],
  ],
  sql: () => [
    [
      'sql:',
      '  # Or mysql, sqlite.',
      '  driver: postgres',
      '  statement: SELECT 1 AS one',
      '  # Values of $1, $2 and so on.',
      '  # parameters: []',
    ],
  ],
  websocket: () => [conversation('websocket')],
  socketio: () => [
    [
      'socketio:',
      '  emit:',
      '    - event: hello',
      "      args: ['{}']",
      '  # Events to collect; all without it.',
      '  # listen: [news]',
    ],
  ],
  mqtt: () => [
    [
      'mqtt:',
      '  subscribe:',
      '    - topic: news/#',
      '  publish:',
      '    - topic: news/today',
      '      payload: hello',
    ],
  ],
  tcp: () => [conversation('tcp')],
};

function conversation(type: string): Lines {
  return [
    `${type}:`,
    '  messages:',
    '    - text: hello',
    '    # Waits for a message that contains the text.',
    '    - action: expect',
    '      text: hello',
    '    - action: close',
  ];
}

const IS_OK: Lines = ["pm.test('is answered', () => pm.response.to.be.ok);"];
const TESTS: Readonly<Record<RequestType, Lines>> = {
  http: ["pm.test('is answered', () => pm.response.to.have.status(200));"],
  graphql: ["pm.test('has no errors', () => pm.expect(pm.response.json()).to.not.have.property('errors'));"],
  grpc: IS_OK,
  mcp: IS_OK,
  ai: IS_OK,
  sql: IS_OK,
  websocket: IS_OK,
  socketio: IS_OK,
  mqtt: IS_OK,
  tcp: IS_OK,
};
