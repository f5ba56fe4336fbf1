// Adds the answer of the server behind a mock to the description that the mock serves: an operation, a status, a media
// type or an example, whichever it lacks. The next call like it is answered without that server.
import { UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { STATUS_CODES } from '../../base/status-codes.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { OPENAPI_METHODS, type OpenApiMethod } from '../../documents/openapi/methods.ts';
import { openApiOperationId, type OpenApiContent } from '../../documents/openapi/writer.ts';
import type { MockCall, PassedBody } from '../../services/mock/server.ts';
import { operationPath } from '../../specs/compare-texts.ts';
import type { ApiContract, MatchedOperation } from '../../specs/contract/index.ts';
import { dialectOf, operationIn, responseIn, type Dialect } from '../../specs/corrections/dialect.ts';
import { valueAt } from '../../specs/corrections/index.ts';
import { readWholeSpec } from '../../specs/operations/index.ts';
import type { TextEdit } from '../../specs/text-edits/index.ts';
import { isJsonType, jsonTextContent } from '../../traffic/formats/open-api/document.ts';
import { queryParameters, templatePath } from '../../traffic/formats/open-api/parameters.ts';
import { componentPath, withParametersOf } from './additions.ts';
import { contractOf } from './check-traffic.ts';
import { contractDocument } from './contract-document.ts';

export type PassedCall = Pick<MockCall, 'method' | 'path' | 'passed'>;

export interface DescribedAnswer {
  /** The text of the description with it. */
  readonly text: string;
  /** Such as `200 of GET /pets/{petId}`. */
  readonly name: string;
}

interface Addition {
  readonly name: string;
  /** The part that has to be in the document itself. */
  readonly part: readonly string[];
  readonly edit: TextEdit;
}

interface Answer {
  readonly status: number;
  /** In lower case, without parameters; empty for a response without a body. */
  readonly type: string;
  /** Undefined without a body. */
  readonly example?: unknown;
  readonly content: OpenApiContent | null;
}

/**
 * Resolves with null for a call that no server behind has answered, and for one whose answer the description has.
 * Rejects with a UserError for an answer that it cannot have. `file`, `text`: the description.
 */
export async function withPassedAnswer(
  file: string,
  text: string,
  call: PassedCall,
): Promise<DescribedAnswer | null> {
  const method = OPENAPI_METHODS.find((each) => each === call.method.toLowerCase());
  // A description has the answer to HEAD as that to GET, and nobody writes down preflights.
  if (call.passed === null || method === 'head' || method === 'options') return null;
  if (method === undefined)
    throw new UserError('INVALID_DATA', `a description has no operations of the method ${call.method}`);
  const { contract } = contractOf(await contractDocument(file, text));
  const found = additionOf(contract, method, call.path, call.passed);
  if (found === null) return null;
  const { name, part, edit } = found;
  const { edited } = await readWholeSpec({ path: file, text }, 'edit', { edits: [edit], parts: [part] });
  if (edited !== null) return { text: edited.text, name };
  throw new UserError(
    'INVALID_DATA',
    `${name} belongs to a part that stands in another file, or is written in a way that only a person can change`,
  );
}

function additionOf(
  contract: ApiContract,
  method: OpenApiMethod,
  url: string,
  passed: PassedBody,
): Addition | null {
  const answer = answerOf(passed);
  const { match, path } = contract.find(method.toUpperCase(), url);
  return match === null
    ? operationAddition(contract, { method, url, path }, answer, passed)
    : answerAddition(contract, match, answer);
}

/** Throws a UserError for a body that is not text. */
function answerOf({ status, headers, body }: PassedBody): Answer {
  const given = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const type = given.split(';', 1)[0]!.trim().toLowerCase();
  if (body.length === 0) return { status, type: '', content: null };
  const text = body.toString();
  if (text.includes('\ufffd'))
    throw new UserError(
      'INVALID_DATA',
      `the answer is ${type || 'of no type'}, which is not text: it cannot be an example`,
    );
  const json = isJsonType(type) ? jsonTextContent(type, text, false) : null;
  if (json !== null) return { status, type, example: JSON.parse(text) as unknown, content: json };
  const name = type === '' ? 'text/plain' : type;
  return { status, type: name, example: text, content: { [name]: { schema: { type: 'string' } } } };
}

interface NewOperation {
  readonly method: OpenApiMethod;
  readonly url: string;
  /** A path that the description has; null for a new one. */
  readonly path: string | null;
}

function operationAddition(
  contract: ApiContract,
  { method, url, path: known }: NewOperation,
  answer: Answer,
  { sent }: PassedBody,
): Addition {
  const { root } = contract.document;
  const dialect = dialectOf(root);
  const [own = ''] = url.split(/[?#]/, 1);
  const { path: made, parameters } = templatePath(contract.withoutBase(own));
  const path = known ?? made;
  const { type = '', body } = sent ?? {};
  const sentType = type.split(';', 1)[0]!.trim().toLowerCase();
  const content =
    isJsonType(sentType) && body !== undefined ? jsonTextContent(sentType, body.toString()) : null;
  const operation = operationIn(
    {
      summary: `${method.toUpperCase()} ${path}`,
      operationId: openApiOperationId(method, path),
      parameters: [...parameters, ...queryParameters(url)],
      ...(content !== null && method !== 'get' && { requestBody: { content } }),
      responses: {},
    },
    dialect,
  );
  const described = known === null ? operation : withParametersOf(root, known, operation, dialect);
  const value = { ...described, responses: { [answer.status]: responseOf(answer, dialect) } };
  return {
    name: `${answer.status} of ${method.toUpperCase()} ${path}`,
    part: ['paths'],
    edit: { type: 'set', path: ['paths', path, method], value },
  };
}

/** Adds to an operation that is there: a status, the media type of a response, or an example of it. */
function answerAddition(
  contract: ApiContract,
  { operation }: MatchedOperation,
  answer: Answer,
): Addition | null {
  const { root } = contract.document;
  const dialect = dialectOf(root);
  const title = `${operation.method.toUpperCase()} ${operation.path}`;
  const own = operationPath(root, title);
  if (own === null) throw new UserError('INVALID_DATA', `the description refers to ${title} elsewhere`);
  const name = `${answer.status} of ${title}`;
  const key = String(answer.status);
  const to = (path: readonly string[], names: readonly string[], value: unknown): Addition => ({
    name,
    part: path,
    edit: { type: 'set', path: [...path, ...names], value },
  });
  if (contract.responseKey(operation, answer.status) !== key)
    return to([...own, 'responses'], [key], responseOf(answer, dialect));
  if (answer.content === null) return null;
  const path = responsePath(root, [...own, 'responses', key]);
  const response = valueAt(root, path);
  if (dialect === '2.0') {
    const has = valueAt(response, ['examples', answer.type]) !== undefined;
    return has ? null : to(path, ['examples', answer.type], answer.example);
  }
  const media = valueAt(response, ['content', answer.type]);
  if (!isObject(media)) return to(path, ['content', answer.type], mediaOf(answer, dialect));
  if (media['example'] !== undefined || media['examples'] !== undefined) return null;
  return to([...path, 'content', answer.type], ['example'], answer.example);
}

/** Returns where a response stands that may be a reference. */
function responsePath(root: JsonObject, path: readonly string[]): readonly string[] {
  const reference = valueAt(root, [...path, '$ref']);
  return (typeof reference === 'string' ? componentPath(reference) : null) ?? path;
}

function responseOf(answer: Answer, dialect: Dialect): JsonObject {
  const description = STATUS_CODES[answer.status] ?? 'Response';
  const { content, type, example } = answer;
  if (content === null) return { description };
  if (dialect === '2.0')
    return { ...responseIn({ description, content }, dialect), examples: { [type]: example } };
  return { description, content: { [type]: mediaOf(answer, dialect) } };
}

function mediaOf({ type, content, example }: Answer, dialect: Dialect): JsonObject {
  const media = valueAt(responseIn({ description: '', content: content ?? {} }, dialect), ['content', type]);
  return { ...(isObject(media) && media), example };
}
