// The API description behind a mock server: responses that no saved example has, values made from schemas, checks of
// requests, and callbacks.
import { randomUUID } from 'node:crypto';
import type { Example } from '../../collections/model/example.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { parsePathAndQuery } from '../../documents/paths/path-and-query.ts';
import { ApiAnswers } from '../../specs/answers/index.ts';
import { callbacksOf, type Callback } from '../../specs/answers/callbacks.ts';
import { statusesOf, type MatchedOperation } from '../../specs/contract/index.ts';
import { headerText, preferenceOf, type MockRequest } from './match.ts';
import type { Preferences } from './preferences.ts';
import { parsedBody } from './request-values.ts';
import type { MockServerResponse } from './response.ts';
import { RequestValidator } from './validate.ts';

export class MockApi {
  readonly answers: ApiAnswers;
  readonly validator: RequestValidator;
  /** Makes the values of each start differ where no seed is given. */
  readonly #startSeed = randomUUID();
  #made = 0;

  /** Throws an Error that says what is wrong with the document as a whole. */
  constructor(root: JsonObject) {
    this.answers = new ApiAnswers(root);
    this.validator = new RequestValidator(this.answers.contract);
  }

  find({ method, url }: Pick<MockRequest, 'method' | 'url'>): MatchedOperation | null {
    return this.answers.contract.find(method, url).match;
  }

  /** Returns an example that the request prefers, and that no saved one is; null without one. */
  example({ operation }: MatchedOperation, request: MockRequest, wanted: Preferences): Example | null {
    if (wanted.example !== null) return this.answers.named(operation, wanted.example, wanted.code);
    if (wanted.code === null) return null;
    const all = this.answers.examples(operation, wanted.code);
    const preference = preferenceOf(request);
    const typed = all.map((example) => ({ example, weight: preference(contentType(example)) }));
    return typed.toSorted((a, b) => b.weight - a.weight)[0]?.example ?? null;
  }

  /** Returns the example with another body, made from its schema; null where it has none. */
  dynamic(
    { operation }: MatchedOperation,
    { method, url }: MockRequest,
    example: Example,
    seed: string | null,
  ) {
    const type = contentType(example);
    const schema = this.answers.schemaOf(operation, example.status, type);
    if (schema === undefined) return null;
    this.#made += 1;
    const own = seed ?? `${this.#startSeed} ${this.#made}`;
    const [path = ''] = url.split(/[?#]/, 1);
    const made = this.answers.made(schema, `${own} ${method} ${path}`);
    if (made === null) return null;
    const body = this.answers.contract.document.texts.written(made.value, type ?? '', { schema });
    return { ...example, body, base64: false };
  }

  /** Returns the statuses that an operation has, as the description writes them. */
  statuses({ operation }: MatchedOperation): readonly string[] {
    return statusesOf(operation);
  }

  callbacks(request: MockRequest, response: MockServerResponse, base: string): readonly Callback[] {
    const match = this.find(request);
    if (match === null) return [];
    return callbacksOf(match.operation, this.answers.contract.document, {
      url: `${base}${request.url}`,
      method: request.method,
      status: response.status,
      request: {
        header: (name) => headerText(request.headers, name),
        query: (name) => parsePathAndQuery(request.url).query.find(([each]) => each === name)?.[1],
        path: (name) => match.values.get(name),
        body: parsedBody(request),
      },
      response: {
        header: (name) => headerIn(response.headers, name),
        query: () => undefined,
        path: () => undefined,
        body: parsedBody({ ...request, headers: {}, body: response.body }),
      },
    });
  }
}

function contentType({ headers }: Example): string | null {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? null;
}

function headerIn(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}
