// One request of a collection as lines of a k6 script.
import { Script } from 'node:vm';
import type { Auth } from '../../../collections/model/auth.ts';
import { RAW_CONTENT_TYPES, type Body } from '../../../collections/model/body.ts';
import { dialectOf } from '../../../collections/model/script-dialect.ts';
import { urlWithQuery } from '../../../collections/model/query.ts';
import type { Step, StepScript } from '../../../runs/runner/steps.ts';
import { K6_DYNAMIC_VARIABLES } from './runtime.ts';
import { requestTag } from './thresholds.ts';

export interface RequestSource {
  /** Lines of the default function. */
  readonly lines: readonly string[];
  /** Lines before it, such as files that k6 opens once. */
  readonly init: readonly string[];
  readonly warnings: readonly string[];
}

export interface RequestSettings {
  readonly timeoutMs: number | null;
  /** The name by which a threshold is about the request; null without one. */
  readonly tag: string | null;
}

/** Names that the `pm` of the script does not have. */
const UNTRANSLATED =
  /\brequire\s*\(|\bpm\s*\.\s*(?:sendRequest|cookies|vault|visualizer|execution|request|info|require)\b|\bpostman\s*\.|\b(?:CryptoJS|cheerio|tv4|xml2js|xml2Json|moment|lodash|_\.\w|Buffer|setTimeout|await)\b/;

export function requestSource(step: Step, settings: RequestSettings): RequestSource {
  const { request, folders } = step;
  const title = [...folders, request.name].join(' / ');
  const warnings: string[] = [];
  const warn = (sentence: string): void => void warnings.push(`the request ${title}: ${sentence}`);
  if (request.type !== 'http' && request.type !== 'graphql') {
    warn(`k6 has no requests of the type ${request.type}: it is left out`);
    return {
      lines: [`// ${oneLine(title)} is of the type ${request.type}, which is left out.`],
      init: [],
      warnings,
    };
  }
  nameDynamicVariables(step, warn);
  const body = bodyOf(request.body, warn);
  const auth = authOf(step.auth, warn);
  const headers = [
    ...(body.contentType === null ? [] : [`'Content-Type': ${text(body.contentType)}`]),
    ...request.headers
      .filter(({ enabled, name }) => enabled && name.trim() !== '')
      .map(({ name, value }) => `${quoted(name.trim())}: ${text(value)}`),
    ...auth.headers,
  ];
  const timeout = settings.timeoutMs ?? request.settings.timeoutMs;
  const tags = `{ name: ${quoted(request.name)}${settings.tag === null ? '' : `, request: ${quoted(requestTag(settings.tag))}`} }`;
  const params = [
    `headers: { ${headers.join(', ')} }`,
    `tags: ${tags}`,
    ...(request.settings.followRedirects
      ? [`redirects: ${request.settings.maxRedirects}`]
      : ['redirects: 0']),
    ...(timeout > 0 ? [`timeout: ${timeout}`] : []),
  ];
  const path = request.path
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => `${quoted(name)}: ${text(value)}`);
  const call = [
    `response = http.request(${quoted(request.method)}, ${auth.url(`address(${quoted(urlWithQuery(request))}, { ${path.join(', ')} })`)}, ${body.value}, {`,
    ...params.map((param) => `  ${param},`),
    '});',
  ];
  const inner = [
    'hasFailed = false;',
    ...scriptLines(step.preRequest, warn),
    ...call,
    'hasFailed ||= response.status === 0 || response.status >= 400;',
    ...(step.test.length === 0
      ? ["check(response, { 'status below 400': ({ status }) => status > 0 && status < 400 });"]
      : scriptLines(step.test, warn)),
    `countError(${tags});`,
  ];
  const lines = [...folders, request.name].reduceRight<readonly string[]>(
    (nested, name) => [`group(${quoted(name)}, () => {`, ...nested.map((line) => `  ${line}`), '});'],
    inner,
  );
  return { lines, init: body.init, warnings };
}

function scriptLines(scripts: readonly StepScript[], warn: (sentence: string) => void): readonly string[] {
  return scripts.flatMap(({ where, script }) => {
    const reason = obstacle(script);
    if (reason === null) return [`script(() => {\n${script}\n});`];
    warn(`the script of the ${where} is left out: ${reason}`);
    return [`// The script of the ${oneLine(where)} is left out: ${oneLine(reason)}`];
  });
}

/** Returns why a script cannot be part of the script of k6; null when it can. */
function obstacle(script: string): string | null {
  const dialect = dialectOf(script);
  if (dialect !== 'postman') return `it uses the names of ${dialect}, which k6 does not have`;
  const used = UNTRANSLATED.exec(script)?.[0];
  if (used !== undefined) return `it uses ${used.replace(/\s*\($/, '')}, which k6 does not have`;
  try {
    new Script(`(() => {${script}\n})`);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'it is not valid JavaScript';
  }
}

function nameDynamicVariables(step: Step, warn: (sentence: string) => void): void {
  const { url, query, path, headers, body } = step.request;
  const used = JSON.stringify([url, query, path, headers, body, step.auth]).matchAll(
    /\{\{\s*\$(\w+)\s*\}\}/g,
  );
  const unknown = new Set(
    [...used].map(([, name = '']) => name).filter((name) => !K6_DYNAMIC_VARIABLES.has(name)),
  );
  for (const name of unknown) warn(`the dynamic variable {{$${name}}} is sent as it is`);
}

interface BodySource {
  /** An expression. */
  readonly value: string;
  readonly contentType: string | null;
  readonly init: readonly string[];
}

function bodyOf(body: Body, warn: (sentence: string) => void): BodySource {
  const source = (value: string, contentType: string | null, init: readonly string[] = []): BodySource => ({
    value,
    contentType,
    init,
  });
  switch (body.type) {
    case 'none':
      return source('null', null);
    case 'raw':
      return source(text(body.text), body.text === '' ? null : RAW_CONTENT_TYPES[body.language]);
    case 'urlencoded': {
      const fields = body.fields.filter(({ enabled }) => enabled);
      const pairs = fields.map(({ name, value }) => `[${text(name)}, ${text(value)}]`);
      return source(`form([${pairs.join(', ')}])`, 'application/x-www-form-urlencoded');
    }
    case 'multipart':
      return multipartOf(body.fields, warn);
    case 'file':
      return source(fileName(body.path), null, [openFile(body.path)]);
    case 'graphql': {
      const variables = body.variables.trim() === '' ? '{}' : body.variables;
      return source(
        `JSON.stringify({ query: ${text(body.query)}, variables: JSON.parse(${text(variables)}) })`,
        'application/json',
      );
    }
  }
}

/** Returns an object of fields, which k6 sends as a form with parts when one of them is a file. */
function multipartOf(
  fields: Extract<Body, { type: 'multipart' }>['fields'],
  warn: (sentence: string) => void,
): BodySource {
  const used = fields.filter(({ enabled }) => enabled);
  const paths = used.flatMap(({ files }) => files ?? []);
  if (paths.length === 0 && used.length > 0)
    warn('a form in parts without a file is sent by k6 as application/x-www-form-urlencoded');
  const entries = used.map(({ name, value, files }) =>
    files === null
      ? `${quoted(name)}: ${text(value)}`
      : `${quoted(name)}: [${files.map((path) => `http.file(${fileName(path)}, ${quoted(path.replace(/^.*[/\\]/, ''))})`).join(', ')}]`,
  );
  return { value: `{ ${entries.join(', ')} }`, contentType: null, init: paths.map(openFile) };
}

function openFile(path: string): string {
  return `const ${fileName(path)} = open(${quoted(path)}, 'b');`;
}

/** Returns a name that belongs to the path alone. */
function fileName(path: string): string {
  return `file_${Buffer.from(path).toString('hex')}`;
}

interface AuthSource {
  readonly headers: readonly string[];
  /** Adds to the expression of a URL. */
  readonly url: (url: string) => string;
}

function authOf(auth: Auth, warn: (sentence: string) => void): AuthSource {
  const same = (url: string): string => url;
  switch (auth.type) {
    case 'none':
    case 'inherit':
      return { headers: [], url: same };
    case 'basic':
      return {
        headers: [
          `Authorization: 'Basic ' + encoding.b64encode(${text(auth.username)} + ':' + ${text(auth.password)})`,
        ],
        url: same,
      };
    case 'bearer':
      return { headers: [`Authorization: 'Bearer ' + ${text(auth.token)}`], url: same };
    case 'apiKey':
      return auth.in === 'header'
        ? { headers: [`[${text(auth.key)}]: ${text(auth.value)}`], url: same }
        : {
            headers: [],
            url: (url) => `withParameter(${url}, ${text(auth.key)}, ${text(auth.value)})`,
          };
    default:
      warn(`its authorization of the type ${auth.type} is left out`);
      return { headers: [], url: same };
  }
}

/** Returns an expression for a text with variables. */
function text(value: string): string {
  return value.includes('{{') ? `fill(${quoted(value)})` : quoted(value);
}

function quoted(value: string): string {
  return JSON.stringify(value);
}

function oneLine(value: string): string {
  return value.replace(/[\r\n\u2028\u2029]+/g, ' ');
}
