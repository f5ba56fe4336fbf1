// The API of rule scripts for completion, as docs/scripting.md describes it.

/** A name that completion offers. */
export interface ApiEntry {
  readonly name: string;
  /** The type, or for a function its parameters and result. */
  readonly detail: string;
  readonly info?: string;
  /** True for a function. */
  readonly isCall?: true;
}

function entries(text: string): readonly ApiEntry[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', detail = '', info] = line.trim().split(' | ');
      return {
        name,
        detail,
        ...(info !== undefined && { info }),
        ...(detail.startsWith('(') && { isCall: true as const }),
      };
    });
}

/** The names that every script can use. */
export const GLOBALS = entries(`
  sharedState | any | A JSON value that all scripts share, {} at first
  env | object | Variables PROXYCTL_ENV_… of the proxy's environment
  console | object | log, info, warn, error, debug
  hash | object | md5, sha1, sha256, sha512, hmac
  base64 | object | encode, encodeUrl, decode, decodeBytes
  aes | object | encrypt, decrypt
  form | object | encode, decode
  multipart | object | encode, decode
  uuid | () => string | A random UUID
  randomBytes | (count) => Uint8Array
  atob | (text) => string
  btoa | (text) => string
  fetch | (url, {method, headers, body, redirect}) => Promise<Response> | Needs the field fetch of the rule
  sleep | (ms) => Promise<void>
  Headers | class
  URL | class
  URLSearchParams | class
  TextEncoder | class
  TextDecoder | class
`);

/** Functions that the proxy calls, as templates. */
export const FUNCTIONS: readonly (readonly [name: string, template: string, info: string])[] = [
  [
    'onRequest',
    'function onRequest(context, url, request) {\n  ${}\n}',
    'Before the request is sent. Returns nothing, the request, a response, or null for a 403',
  ],
  [
    'onResponse',
    'function onResponse(context, url, request, response) {\n  ${}\n}',
    'Before the client gets the response. Returns nothing, or the response',
  ],
  [
    'onWebSocketMessage',
    'function onWebSocketMessage(context, url, message) {\n  ${}\n}',
    'For each WebSocket message. null drops it',
  ],
  [
    'onServerEvent',
    'function onServerEvent(context, url, event) {\n  ${}\n}',
    'For each server-sent event. null drops it',
  ],
];

/** The members of parameters and globals, by the name of the value. */
export const MEMBERS: Readonly<Record<string, readonly ApiEntry[]>> = {
  request: entries(`
    method | string
    scheme | string
    host | string
    port | number
    path | string | Without the query
    queries | object | The value of a duplicate name is a list
    headers | object | Names in any case; a header on several lines is a list; null removes it
    body | any | An object for JSON and forms, text for other text, else a Uint8Array
    rawBody | Uint8Array
  `),
  response: entries(`
    statusCode | number
    statusPhrase | string
    httpVersion | string
    headers | object | Names in any case; a header on several lines is a list; null removes it
    body | any | An object for JSON and forms, text for other text, else a Uint8Array
    rawBody | Uint8Array
  `),
  context: entries(`
    scriptName | string
    matchingRule | string
    flow | object | id, app, clientIP, serverIP
  `),
  flow: entries(`
    id | string
    app | string | null
    clientIP | string | null
    serverIP | string | null
  `),
  message: entries(`
    direction | 'sent' or 'received'
    kind | 'text' or 'binary'
    data | string or Uint8Array
  `),
  event: entries(`
    event | string
    data | string
    id | string
    retry | number
  `),
  console: entries(`
    log | (...values) => void
    info | (...values) => void
    warn | (...values) => void
    error | (...values) => void
    debug | (...values) => void
  `),
  hash: entries(`
    md5 | (data, shape?) => string | shape: hex, base64 or bytes
    sha1 | (data, shape?) => string
    sha256 | (data, shape?) => string
    sha512 | (data, shape?) => string
    hmac | (algorithm, key, data, shape?) => string
  `),
  base64: entries(`
    encode | (data) => string
    encodeUrl | (data) => string
    decode | (text) => string
    decodeBytes | (text) => Uint8Array
  `),
  aes: entries(`
    encrypt | (mode, key, data, {iv, aad}) => {iv, data} | mode: gcm, cbc, ctr or ecb
    decrypt | (mode, key, data, {iv, aad}) => Uint8Array
  `),
  form: entries(`
    decode | (text) => object
    encode | (fields) => string
  `),
  multipart: entries(`
    decode | (body, contentType) => parts
    encode | (parts) => {body, contentType}
  `),
};
