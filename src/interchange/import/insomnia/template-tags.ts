// Replaces template tags of Insomnia in requests: by dynamic variables, by constants, and by variables that scripts set
// (https://developer.konghq.com/insomnia/template-tags/). Tags without a counterpart stay as they are.
import { dynamicNames } from '../../../base/dynamic-variables.ts';
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { ofRequest, pathCode } from './tag-values.ts';

/** A value of a tag: a text, or the name of a variable. */
interface Argument {
  readonly text: string;
  readonly isVariable: boolean;
}

/** Lines that scripts get. */
interface Lines {
  /** By the id of the request that has the tag. */
  readonly before: Map<unknown, Set<string>>;
  /** By the id of the request that a tag refers to. */
  readonly after: Map<unknown, Set<string>>;
}

interface TagInput {
  readonly words: readonly Argument[];
  readonly requests: ReadonlyMap<unknown, JsonObject>;
  readonly before: (line: string) => void;
  readonly after: (id: unknown, line: string) => void;
}

const REQUESTS = new Set<unknown>(['request', 'websocket_request', 'grpc_request']);
/** Fields of requests that may hold tags. */
const FIELDS = ['url', 'headers', 'parameters', 'pathParameters', 'body', 'authentication', 'metadata'];
const TAG = /\{%\s*([A-Za-z]\w*)((?:[^{}%]|\{\{[^{}]*\}\}|%(?!\}))*)%\}/g;

/** Returns the resources with their tags replaced, and the scripts that this needs. */
export function withoutTags(resources: readonly unknown[]): readonly unknown[] {
  const requests = new Map(
    resources.filter(isObject).flatMap((each) => (REQUESTS.has(each['_type']) ? [[each['_id'], each]] : [])),
  );
  const lines: Lines = { before: new Map(), after: new Map() };
  const replaced = resources.map((resource) =>
    isObject(resource) && requests.has(resource['_id']) ? replacedIn(resource, requests, lines) : resource,
  );
  return replaced.map((resource) => (isObject(resource) ? withLines(resource, lines) : resource));
}

function replacedIn(
  resource: JsonObject,
  requests: TagInput['requests'],
  { before, after }: Lines,
): JsonObject {
  const input = {
    requests,
    before: (line: string) => add(before, resource['_id'], line),
    after: (id: unknown, line: string) => add(after, id, line),
  };
  const replace = (text: string): string =>
    text.replace(TAG, (whole, name: string, list: string) => {
      const words = argumentsOf(list);
      return (Object.hasOwn(TAGS, name) ? TAGS[name]?.({ ...input, words }) : null) ?? whole;
    });
  const fields = FIELDS.filter((name) => name in resource).map((name) => [
    name,
    mapTexts(resource[name], replace),
  ]);
  return { ...resource, ...(Object.fromEntries(fields) as JsonObject) };
}

function add(lines: Map<unknown, Set<string>>, id: unknown, line: string): void {
  lines.set(id, (lines.get(id) ?? new Set()).add(line));
}

function withLines(resource: JsonObject, { before, after }: Lines): JsonObject {
  const [first, last] = [before.get(resource['_id']), after.get(resource['_id'])];
  const script = (name: string, lines: ReadonlySet<string> | undefined): JsonObject =>
    lines === undefined ? {} : { [name]: [...lines, scalarText(resource[name]) ?? ''].join('\n').trimEnd() };
  return { ...resource, ...script('preRequestScript', first), ...script('afterResponseScript', last) };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.includes('{%') ? change(value) : value;
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

/** Returns the values of a tag; `b64::…::46b` stands for a text in base64. */
function argumentsOf(list: string): readonly Argument[] {
  return [...list.matchAll(/'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|([^\s,]+)/g)].map(
    ([, single, double, plain]) => {
      if (plain !== undefined)
        return { text: plain.replace(/^_\./, ''), isVariable: !/^(?:-?\d|true$|false$)/.test(plain) };
      const text = (single ?? double ?? '').replace(/\\(['"\\])/g, '$1');
      const [, encoded] = /^b64::(.*)::46b$/.exec(text) ?? [];
      return {
        text: encoded === undefined ? text : Buffer.from(encoded, 'base64').toString(),
        isVariable: false,
      };
    },
  );
}

const word = ({ words }: TagInput, index: number): string => words[index]?.text ?? '';

/** Returns null for what has no counterpart. */
const TAGS: Readonly<Record<string, (input: TagInput) => string | null>> = {
  uuid: () => '{{$guid}}',
  guid: () => '{{$guid}}',
  now: moment,
  timestamp: moment,
  faker: (input) => (dynamicNames().includes(word(input, 0)) ? `{{$${word(input, 0)}}}` : null),
  base64,
  hash: (input) => {
    const [algorithm, encoding] = [word(input, 0).toUpperCase(), word(input, 1)];
    const value = input.words[2];
    if (value === undefined || !/^(?:MD5|SHA1|SHA224|SHA256|SHA384|SHA512)$/.test(algorithm)) return null;
    const to = encoding === 'base64' ? 'Base64' : 'Hex';
    return computed(
      input,
      `hash ${algorithm} ${to} ${shown(value)}`,
      value,
      (text) => `CryptoJS.${algorithm}(${text}).toString(CryptoJS.enc.${to})`,
    );
  },
  response,
};

const URL_SAFE = String.raw`.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')`;

function base64(input: TagInput): string | null {
  const value = input.words.at(-1);
  if (value === undefined || input.words.length < 2) return null;
  const isDecoding = word(input, 0) === 'decode';
  const isUrl = word(input, 1) === 'url';
  const [from, to] = isDecoding ? (['base64', 'utf8'] as const) : (['utf8', 'base64'] as const);
  if (isConstant(value))
    return Buffer.from(value.text, from).toString(isUrl && !isDecoding ? 'base64url' : to);
  const name = `base64 ${word(input, 0)} ${shown(value)}`;
  return computed(input, name, value, (text) => {
    const code = `require('buffer').Buffer.from(${text}, '${from}').toString('${to}')`;
    return isUrl && !isDecoding ? `${code}${URL_SAFE}` : code;
  });
}

function moment(input: TagInput): string | null {
  switch (word(input, 0)) {
    case '':
    case 'iso-8601':
      return '{{$isoTimestamp}}';
    case 'unix':
    case 's':
      return '{{$timestamp}}';
    case 'millis':
    case 'ms':
      return "{{$datetime 'x'}}";
    case 'custom':
      return /['{}]/.test(word(input, 1)) ? null : `{{$localDatetime '${word(input, 1)}'}}`;
    default:
      return null;
  }
}

function isConstant({ text, isVariable }: Argument): boolean {
  return !isVariable && !text.includes('{{');
}

function shown({ text }: Argument): string {
  return text.replace(/\{\{\s*_\.|[{}]/g, '').trim();
}

/** Lets a script before the request set a variable, and returns the variable. */
function computed(input: TagInput, name: string, value: Argument, code: (text: string) => string): string {
  const template = value.isVariable ? `{{${value.text}}}` : value.text.replace(/\{\{\s*_\./g, '{{');
  input.before(
    `pm.variables.set(${JSON.stringify(name)}, ${code(`pm.variables.replaceIn(${JSON.stringify(template)})`)});`,
  );
  return `{{${name}}}`;
}

/** A part of the response of another request, which that request's script keeps. */
function response(input: TagInput): string | null {
  const [part, id, path] = [word(input, 0), word(input, 1), word(input, 2)];
  const other = input.requests.get(id);
  if (other === undefined) return null;
  const code = partCode(part, path);
  if (code === null) return null;
  const name = ofRequest(part, scalarText(other['name']) ?? id, path);
  input.after(id, `pm.collectionVariables.set(${JSON.stringify(name)}, ${code});`);
  return `{{${name}}}`;
}

function partCode(part: string, path: string): string | null {
  if (part === 'raw') return 'pm.response.text()';
  if (part === 'header') return `pm.response.headers.get(${JSON.stringify(path)})`;
  return part === 'body' ? pathCode(path) : null;
}
