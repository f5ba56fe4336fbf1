// A violation of an API description up close: what the description asks for, what each request has in its place, and the
// corrections that are possible.
import type { Flow } from '../../flow/flow.ts';
import type { ApiContract, BrokenRule } from '../../specs/contract/index.ts';
import { correctionsOf, valueAt, type Correction } from '../../specs/corrections/index.ts';
import { flowText } from '../../specs/text-edits/written.ts';
import { violationKind } from '../../traffic/insights/report/contract.ts';
import { additionsOf } from './additions.ts';
import { exchangeViolations } from './exchange.ts';

export interface Violated {
  /** Method and path, as the comparison names them. */
  readonly endpoint: string;
  /** The sentence of the kind. */
  readonly what: string;
}

export interface Evidence {
  /** The part of the description that is broken; null where it has nothing about it. */
  readonly rule: {
    /** Such as `type: number`. */
    readonly text: string;
    /** The names that lead to it; null for a part that is only derived from the text. */
    readonly path: readonly string[] | null;
  } | null;
  readonly requests: readonly ViolatingRequest[];
  readonly corrections: readonly Correction[];
}

export interface ViolatingRequest {
  readonly id: number;
  readonly status: number;
  readonly app: string | null;
  readonly startedAt: number;
  /** The value as JSON, or a sentence; null where something is missing. */
  readonly value: string | null;
}

/** Characters of a value that are shown. */
const MAX_SHOWN = 300;
/** Values that a correction takes into account. */
const MAX_VALUES = 100;
const MAX_BODY_BYTES = 1024 * 1024;

/** `flows`: some that have the violation. */
export async function evidenceOf(
  contract: ApiContract,
  { endpoint, what }: Violated,
  flows: AsyncIterable<Flow>,
): Promise<Evidence> {
  const found: { readonly flow: Flow; readonly rules: readonly BrokenRule[] }[] = [];
  for await (const flow of flows) {
    const { violations } = await exchangeViolations(contract, flow, MAX_BODY_BYTES);
    const own = violations.filter(({ detail }) => violationKind(detail) === what);
    if (own.length > 0) found.push({ flow, rules: own.flatMap(({ rule }) => rule ?? []) });
  }
  const [rule] = found.flatMap(({ rules }) => rules);
  const path = rule === undefined ? null : contract.pathOf(rule);
  const lacking = { endpoint, what, flows: found.map(({ flow }) => flow), path };
  const additions = await additionsOf(contract, lacking);
  const alike = found.flatMap(({ rules }) => rules).filter((each) => isSame(each, rule));
  return {
    rule: rule === undefined ? null : { text: ruleText(rule), path },
    requests: found.map(({ flow, rules: [first] }) => requestOf(flow, first)),
    corrections:
      additions.length > 0 || path === null || rule === undefined
        ? additions
        : correctionsOf(contract.document.root, {
            path,
            values: alike.slice(0, MAX_VALUES).map(({ value }) => value),
            property: rule.property ?? '',
            propertyValue: valueAt(rule.value, [rule.property ?? '']),
          }),
  };
}

function isSame(one: BrokenRule, other: BrokenRule | undefined): boolean {
  return (
    one.from === other?.from &&
    one.names.join('/') === other.names.join('/') &&
    one.property === other.property
  );
}

function requestOf(flow: Flow, rule: BrokenRule | undefined): ViolatingRequest {
  const { id, status, app, startedAt } = flow;
  return { id, status, app, startedAt, value: rule === undefined ? null : valueText(rule) };
}

/** Returns the part of the description in one line, such as `type: number` or `responses: 200, 404`. */
function ruleText({ from, names, property }: BrokenRule): string {
  const keyword = names.at(-1) ?? '';
  const value = valueAt(from, names);
  if (keyword === 'additionalProperties' && property !== undefined)
    return bounded(`properties: ${namesOf(valueAt(from, [...names.slice(0, -1), 'properties']))}`);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return bounded(`${keyword}: ${namesOf(value)}`);
  return bounded(value === undefined ? `${keyword}: none` : `${keyword}: ${flowText(value)}`);
}

function namesOf(value: unknown): string {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Returns null for what is missing. */
function valueText({ names, value, property }: BrokenRule): string | null {
  if (property !== undefined && names.at(-1) === 'additionalProperties')
    return bounded(`${JSON.stringify(property)}: ${jsonOf(valueAt(value, [property]))}`);
  if (value === undefined) return null;
  // Statuses, media types and paths are no values of JSON.
  const isPlain = ['responses', 'content', 'paths'].includes(names.at(-1) ?? '') || names[0] === 'paths';
  return bounded(
    isPlain && (typeof value === 'string' || typeof value === 'number') ? `${value}` : jsonOf(value),
  );
}

function jsonOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

function bounded(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`;
}
