// The shape of what endpoints answer, and whether it has changed.
import type { Flow } from '../../../flow/flow.ts';
import type { JsonSchema } from '../../../documents/json-schema.ts';
import type { Baseline } from '../baseline.ts';
import { endpointOf, lastingEndpointOf, MAX_KINDS } from '../flow-facts.ts';
import type { ScannedMessage } from '../scan/scanned-messages.ts';
import { shapeChanges, shapeOf, type Shape, type ShapeChange } from '../shape.ts';
import { collectMessages, type SectionAnalysis } from './contract.ts';

export interface EndpointSchema {
  readonly endpoint: string;
  readonly status: number;
  /** Responses that were looked at. */
  readonly samples: number;
  /** Of the first of them, or the first in the baseline. */
  readonly schema: JsonSchema;
  /** Against the first, or the baseline; each once. */
  readonly changes: readonly SchemaChange[];
}

export interface SchemaChange extends ShapeChange {
  /** The first response in which it shows. */
  readonly id: number;
}

export interface TrafficSchemas {
  readonly endpoints: readonly EndpointSchema[];
  /** Endpoints with changes. */
  readonly changed: number;
}

interface KnownShape {
  readonly schema: JsonSchema;
  readonly shape: Shape;
}

interface ObservedEndpoint {
  readonly endpoint: string;
  readonly status: number;
  /** In a baseline. */
  readonly key: string;
  /** What it may look like; at least one. */
  readonly expected: readonly KnownShape[];
  /** What it did look like, each shape once. */
  readonly shapes: KnownShape[];
  samples: number;
  readonly changes: Map<string, SchemaChange>;
}

const MAX_CHANGES = 200;
/** Different shapes of one endpoint that a baseline is given. */
const MAX_SHAPES = 10;
/** Places in the shapes of all endpoints. */
const MAX_PLACES = 500_000;

export const analyzeSchema: SectionAnalysis = async (flows, limit) =>
  (await collectMessages(new SchemaCollector(), flows, 'schema')).result(limit);

export class SchemaCollector {
  /** Whether there were more endpoints, larger shapes or more changes than are remembered. */
  isCut = false;
  readonly #endpoints = new Map<string, ObservedEndpoint>();
  readonly #baseline: Baseline;
  #places = 0;

  constructor(baseline: Baseline = new Map()) {
    this.#baseline = baseline;
  }

  add({ flow, side, schema }: Pick<ScannedMessage, 'flow' | 'side' | 'schema'>): void {
    if (side !== 'response' || schema === null || flow.status < 200 || flow.status >= 300) return;
    const known = { schema, shape: shapeOf(schema) };
    const observed =
      this.#endpoints.get(`${endpointOf(flow)} ${flow.status}`) ?? this.#addEndpoint(flow, known);
    if (observed === null) return;
    observed.samples += 1;
    for (const change of fewestChanges(observed.expected, known.shape)) {
      const what = `${change.path} ${String(change.before)} ${String(change.after)}`;
      if (observed.changes.has(what)) continue;
      if (observed.changes.size < MAX_CHANGES) observed.changes.set(what, { ...change, id: flow.id });
      else this.isCut = true;
    }
    this.#addShape(observed, known);
  }

  result(limit: number): TrafficSchemas {
    const endpoints = [...this.#endpoints.values()].map(
      ({ endpoint, status, samples, expected, changes }) => ({
        ...{ endpoint, status, samples, schema: expected[0]?.schema ?? {} },
        changes: [...changes.values()],
      }),
    );
    const changed = endpoints.filter(({ changes }) => changes.length > 0).length;
    return {
      endpoints: endpoints.sort((a, b) => b.changes.length - a.changes.length).slice(0, limit),
      changed,
    };
  }

  /** To be compared with another time. */
  get baseline(): Baseline {
    const baseline = new Map<string, KnownShape[]>();
    for (const { key, shapes } of this.#endpoints.values()) {
      const known = baseline.get(key) ?? [];
      baseline.set(key, known);
      for (const each of shapes) if (isNew(known, each)) known.push(each);
    }
    return new Map([...baseline].map(([key, shapes]) => [key, shapes.map(({ schema }) => schema)]));
  }

  /** Endpoints that the baseline does not have. */
  get unexpected(): number {
    return new Set(
      [...this.#endpoints.values()].map(({ key }) => key).filter((key) => !this.#baseline.has(key)),
    ).size;
  }

  /** Null for one too many. */
  #addEndpoint(flow: Flow, first: KnownShape): ObservedEndpoint | null {
    if (this.#endpoints.size >= MAX_KINDS) this.isCut = true;
    if (this.#endpoints.size >= MAX_KINDS || !this.#hasRoom(first)) return null;
    const { status } = flow;
    const endpoint = endpointOf(flow);
    const key = `${lastingEndpointOf(flow)} ${status}`;
    const expected = this.#baseline.get(key)?.map((schema) => ({ schema, shape: shapeOf(schema) }));
    const observed: ObservedEndpoint = {
      ...{ endpoint, status, key, expected: expected ?? [first] },
      ...{ shapes: [first], samples: 0, changes: new Map<string, SchemaChange>() },
    };
    this.#endpoints.set(`${endpoint} ${status}`, observed);
    return observed;
  }

  #addShape({ shapes }: ObservedEndpoint, known: KnownShape): void {
    if (shapes.length < MAX_SHAPES && isNew(shapes, known) && this.#hasRoom(known)) shapes.push(known);
  }

  #hasRoom({ shape }: KnownShape): boolean {
    if (this.#places + shape.size > MAX_PLACES) {
      this.isCut = true;
      return false;
    }
    this.#places += shape.size;
    return true;
  }
}

function isNew(shapes: readonly KnownShape[], { shape }: KnownShape): boolean {
  return shapes.every((each) => shapeChanges(each.shape, shape).length > 0);
}

/** Against the shape that is the most like it. */
function fewestChanges(expected: readonly KnownShape[], shape: Shape): readonly ShapeChange[] {
  const [first = [], ...others] = expected.map((each) => shapeChanges(each.shape, shape));
  return others.reduce((fewest, changes) => (changes.length < fewest.length ? changes : fewest), first);
}
