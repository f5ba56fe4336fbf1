// Responses to requests that violate an OpenAPI document: the violations as problem details (RFC 9457).
import type { ApiContract, Violation } from '../../specs/contract/index.ts';
import { securityViolation, type SecurityViolation } from '../../specs/contract/security.ts';
import { parsePathAndQuery } from '../../documents/paths/path-and-query.ts';
import type { MockServerResponse } from './response.ts';
import type { MockRequest } from './match.ts';

const MAX_VIOLATIONS = 20;

export interface RequestProblem {
  /** The refusal. */
  readonly response: MockServerResponse;
  /** A sentence for each violation. */
  readonly details: readonly string[];
}

export class RequestValidator {
  readonly #contract: ApiContract;

  constructor(contract: ApiContract) {
    this.#contract = contract;
  }

  /** Returns what is wrong with an invalid request; null for a valid one. */
  problem(request: MockRequest): RequestProblem | null {
    if (request.method === 'OPTIONS') return null;
    const { match, methods } = this.#contract.find(request.method, request.url);
    if (methods.length === 0)
      return problemResponse(
        404,
        'Not found',
        `the document has no path ${request.url.split('?', 1)[0] ?? ''}`,
      );
    if (match === null) {
      const known = methods.join(', ');
      return problemResponse(
        405,
        'Method not allowed',
        `the path has the methods ${known}`,
        [],
        ['Allow', known],
      );
    }
    const { query } = parsePathAndQuery(request.url);
    const denied = securityViolation(match.operation, this.#contract.document, { ...request, query });
    if (denied !== null) return deniedResponse(denied);
    const parameters = this.#contract.parameterViolations(match, request);
    const [bodyStatus, body] = this.#contract.bodyViolations(match, request, request.body ?? Buffer.alloc(0));
    const violations = [...parameters, ...body].slice(0, MAX_VIOLATIONS);
    if (violations.length === 0) return null;
    const status = parameters.length > 0 ? 422 : bodyStatus;
    return problemResponse(status, TITLES[status], violations[0]?.detail ?? '', violations);
  }

  /** Returns the response to a request that accepts none of the available media types. */
  notAcceptable(types: readonly string[]): RequestProblem {
    return problemResponse(406, 'Not acceptable', `the response has the media types ${types.join(', ')}`);
  }
}

function deniedResponse({ status, detail, challenge }: SecurityViolation): RequestProblem {
  const title = status === 401 ? 'Not authenticated' : 'Not allowed';
  return problemResponse(
    status,
    title,
    detail,
    [],
    challenge === null ? [] : ['WWW-Authenticate', challenge],
  );
}

const TITLES = { 415: 'Unsupported media type', 422: 'The request does not fit the document' } as const;

function problemResponse(
  status: number,
  title: string,
  detail: string,
  errors: readonly Violation[] = [],
  more: readonly string[] = [],
): RequestProblem {
  const members = errors.map((each) => ({ place: each.location, detail: each.detail }));
  const problem = {
    type: 'about:blank',
    title,
    status,
    detail,
    ...(errors.length > 0 && { errors: members }),
  };
  const body = Buffer.from(`${JSON.stringify(problem)}\n`);
  const headers = ['Content-Type', 'application/problem+json', 'Content-Length', String(body.length)];
  const details = errors.length === 0 ? [detail] : errors.map((each) => each.detail);
  const fields = [...headers, 'Access-Control-Allow-Origin', '*', ...more];
  return { response: { status, reason: '', headers: fields, body }, details };
}
