// Compiled conditions: each can be tested for a request, and describes itself.
import { isDeepStrictEqual } from 'node:util';
import { ipBytes } from '../../../base/ip.ts';
import { isInRanges, readIpRange } from '../../../base/ip-range.ts';
import { readHostPattern } from '../../../base/host-pattern.ts';
import type { Json } from '../../../base/json.ts';
import { matchesWildcard } from '../../../base/wildcard.ts';
import { compilePattern } from '../patterns/pattern.ts';
import { compileRegex } from '../patterns/regex.ts';
import { siteText } from '../patterns/url.ts';
import type { BodyCondition, ConditionSet, FieldCondition } from '../conditions.ts';
import { jsonPathValues } from '../../../base/json-path.ts';
import {
  cookiesOf,
  graphqlOperations,
  headersOf,
  jsonOf,
  queryOf,
  requestText,
  type NamedValues,
  type WithFields,
} from './request-parts.ts';
import type { Subject } from './subject.ts';

/**
 * The data that a condition needs. `site`: scheme, host, port and client. `head`: these and the head of the request.
 * `app`: the client's app. `body`: the body.
 */
export type Need = 'site' | 'head' | 'app' | 'body';

/** A condition on a request, or on another subject such as a response. */
export interface Criterion<S = Subject> {
  readonly needs: Need;
  /** True when it needs the app, or the head, besides what `needs` says. */
  readonly needsApp?: boolean;
  readonly needsHead?: boolean;
  /** `body` is empty for a condition that does not need it. */
  holds(subject: S, body: Buffer): boolean;
  /** The condition in words, such as `header x-a equals "1"`. */
  readonly description: string;
}

/** Compiles the conditions on a request. */
export function compileConditions(conditions: ConditionSet): readonly Criterion[] {
  const { not, any } = conditions;
  const { query, headers, cookies, body, graphqlOperation, app, clientIP, host, protocol, excludePattern } =
    conditions;
  const criteria: (readonly Criterion[] | Criterion | undefined)[] = [
    protocol && protocolCriterion(protocol),
    host && hostCriterion(host),
    clientIP && clientCriterion(clientIP),
    excludePattern && exclusionCriterion(excludePattern),
    query?.map((each) => fieldCriterion('query parameter', each, queryOf)),
    headers?.map((each) => fieldCriterion('header', { ...each, name: each.name.toLowerCase() }, headersOf)),
    cookies?.map((each) => fieldCriterion('cookie', each, cookiesOf)),
    app && appCriterion(app),
    graphqlOperation && operationCriterion(graphqlOperation),
    body && bodyCriterion(body),
    not && negation(compileConditions(not)),
    any && alternative(any.map(compileConditions)),
  ].map((each) => each || undefined);
  return criteria.filter((each) => each !== undefined).flat();
}

function negation(criteria: readonly Criterion[]): Criterion {
  return {
    ...jointNeeds(criteria),
    description: `not (${described(criteria)})`,
    holds: (subject, body) => !criteria.every((each) => each.holds(subject, body)),
  };
}

function alternative(sets: readonly (readonly Criterion[])[]): Criterion {
  return {
    ...jointNeeds(sets.flat()),
    description: `any of (${sets.map(described).join(') or (')})`,
    holds: (subject, body) => sets.some((set) => set.every((each) => each.holds(subject, body))),
  };
}

const NEEDS: readonly Need[] = ['site', 'head', 'app', 'body'];

function jointNeeds(criteria: readonly Criterion[]): Pick<Criterion, 'needs' | 'needsApp' | 'needsHead'> {
  return {
    needs: NEEDS.findLast((need) => criteria.some((each) => each.needs === need)) ?? 'site',
    needsApp: criteria.some(({ needs, needsApp }) => needs === 'app' || needsApp === true),
    needsHead: criteria.some(({ needs, needsHead }) => needs === 'head' || needsHead === true),
  };
}

function described(criteria: readonly Criterion[]): string {
  return criteria.map(({ description }) => description).join(' and ') || 'anything';
}

export function fieldCriterion<S>(
  kind: string,
  { name, op, value }: FieldCondition,
  read: (subject: S) => NamedValues,
): Criterion<S> {
  const fits = textTest(op, value);
  return {
    needs: 'head',
    description: `${kind} ${name} ${describeText(op, value)}`,
    holds: (subject) => {
      const values = read(subject).filter((pair) => pair[0] === name);
      return op === 'absent' ? values.length === 0 : values.some((pair) => fits(pair[1]));
    },
  };
}

function describeText(op: FieldCondition['op'], value: string): string {
  if (op === 'exists') return 'is there';
  return op === 'absent' ? 'is not there' : `${op === 'regex' ? 'matches' : op} ${JSON.stringify(value)}`;
}

function textTest(op: FieldCondition['op'], value: string): (text: string) => boolean {
  if (op === 'regex') {
    const regex = compileRegex(value);
    return (text) => regex.test(text);
  }
  if (op === 'contains') return (text) => text.includes(value);
  return op === 'equals' ? (text) => text === value : () => true;
}

function protocolCriterion(protocol: NonNullable<ConditionSet['protocol']>): Criterion {
  const scheme = protocol === 'https' || protocol === 'wss' ? 'https' : 'http';
  const isSocket = protocol.startsWith('ws');
  return {
    needs: isSocket ? 'head' : 'site',
    description: `protocol ${protocol}`,
    holds: ({ target, upgrades }) => target.scheme === scheme && upgrades === isSocket,
  };
}

function hostCriterion(text: string): Criterion {
  const pattern = readHostPattern(text) ?? text;
  return {
    needs: 'site',
    description: `host ${pattern}`,
    holds: ({ target }) => matchesWildcard(pattern, target.host),
  };
}

function clientCriterion(text: string): Criterion {
  const range = readIpRange(text);
  return {
    needs: 'site',
    description: `client ${text}`,
    holds: ({ client }) => {
      const bytes = ipBytes(client.address);
      return range !== null && bytes !== null && isInRanges(bytes, [range]);
    },
  };
}

function exclusionCriterion(text: string): Criterion {
  const pattern = compilePattern({ pattern: text, patternType: 'wildcard', includeSubpaths: true });
  return {
    needs: 'site',
    description: `a URL that ${text} does not match`,
    holds: ({ url, target }) => (url === siteText(target) ? !pattern.covers(url) : !pattern.test(url)),
  };
}

function appCriterion(text: string): Criterion {
  const pattern = text.toLowerCase();
  return {
    needs: 'app',
    description: `app ${text}`,
    holds: ({ client }) => client.app !== null && matchesWildcard(pattern, client.app.toLowerCase()),
  };
}

function operationCriterion(name: string): Criterion {
  return {
    needs: 'body',
    description: `GraphQL operation ${name}`,
    holds: (subject, body) => graphqlOperations(subject, body).includes(name),
  };
}

export function bodyCriterion(condition: BodyCondition): Criterion<WithFields> {
  const { op, path, value } = condition;
  if (op === 'jsonPath') return jsonCriterion(path, value);
  const text = typeof value === 'string' ? value : '';
  const fits = textTest(op, text);
  return {
    needs: 'body',
    description: `body ${describeText(op, text)}`,
    holds: (subject, body) => fits(requestText(subject, body)),
  };
}

function jsonCriterion(path: string, value: Json | undefined): Criterion<WithFields> {
  const isWanted = (found: Json): boolean => value === undefined || isSameValue(found, value);
  return {
    needs: 'body',
    description: `body ${path} ${value === undefined ? 'is there' : `is ${JSON.stringify(value)}`}`,
    holds: (subject, body) => {
      const json = jsonOf(subject, body);
      return json !== undefined && jsonPathValues(path, json).some(isWanted);
    },
  };
}

/** Compares JSON values; a text also equals the number, boolean or null that it spells. */
function isSameValue(found: Json, expected: Json): boolean {
  if (typeof expected === 'string' && typeof found !== 'object') return String(found) === expected;
  return (found === null && expected === 'null') || isDeepStrictEqual(found, expected);
}
