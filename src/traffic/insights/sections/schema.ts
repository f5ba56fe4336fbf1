// Infers the shapes of JSON responses by endpoint, and finds changes in them.
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
  /** The number of responses that were scanned. */
  readonly samples: number;
  /** The schema of the first response, or the first in the baseline. */
  readonly schema: JsonSchema;
  /** Changes from the first response or from the baseline, each once. */
  readonly changes: readonly SchemaChange[];
}

export interface SchemaChange extends ShapeChange {
  /** The flow of the first response with the change. */
  readonly id: number;
}

export interface TrafficSchemas {
  readonly endpoints: readonly EndpointSchema[];
  /** The number of endpoints with changes. */
  readonly changed: number;
}

interface KnownShape {
  readonly schema: JsonSchema;
  readonly shape: Shape;
}

interface ObservedEndpoint {
  readonly endpoint: string;
  readonly status: number;
  /** The key in a baseline. */
  readonly key: string;
  /** The accepted shapes; at least one. */
  readonly expected: readonly KnownShape[];
  /** The distinct shapes that were seen. */
  readonly shapes: KnownShape[];
  samples: number;
  readonly changes: Map<string, SchemaChange>;
}

const MAX_CHANGES = 200;
/** The maximum number of shapes of one endpoint in a baseline. */
const MAX_SHAPES = 10;
/** The maximum number of paths in the shapes of all endpoints. */
const MAX_PATHS = 500_000;

export const analyzeSchema: SectionAnalysis = async (flows, limit) =>
  (await collectMessages(new SchemaCollector(), flows, 'schema')).result(limit);

export class SchemaCollector {
  /** True when endpoints, shapes or changes exceeded the limits. */
  isCut = false;
  readonly #endpoints = new Map<string, ObservedEndpoint>();
  readonly #baseline: Baseline;
  #pathCount = 0;

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
      const key = `${change.path} ${String(change.before)} ${String(change.after)}`;
      if (observed.changes.has(key)) continue;
      if (observed.changes.size < MAX_CHANGES) observed.changes.set(key, { ...change, id: flow.id });
      else this.isCut = true;
    }
    this.#addShape(observed, known);
  }

  result(limit: number): TrafficSchemas {
    const endpoints = [...this.#endpoints.values()].map(
      ({ endpoint, status, samples, expected, changes }) => ({
        endpoint,
        status,
        samples,
        schema: expected[0]?.schema ?? {},
        changes: [...changes.values()],
      }),
    );
    const changed = endpoints.filter(({ changes }) => changes.length > 0).length;
    return {
      endpoints: endpoints.sort((a, b) => b.changes.length - a.changes.length).slice(0, limit),
      changed,
    };
  }

  /** The shapes that were seen, as a baseline for later runs. */
  get baseline(): Baseline {
    const baseline = new Map<string, KnownShape[]>();
    for (const { key, shapes } of this.#endpoints.values()) {
      const known = baseline.get(key) ?? [];
      baseline.set(key, known);
      for (const each of shapes) if (isNew(known, each)) known.push(each);
    }
    return new Map([...baseline].map(([key, shapes]) => [key, shapes.map(({ schema }) => schema)]));
  }

  /** The number of endpoints that the baseline does not have. */
  get unexpected(): number {
    return new Set(
      [...this.#endpoints.values()].map(({ key }) => key).filter((key) => !this.#baseline.has(key)),
    ).size;
  }

  /** Returns null when there are too many endpoints. */
  #addEndpoint(flow: Flow, first: KnownShape): ObservedEndpoint | null {
    if (this.#endpoints.size >= MAX_KINDS) this.isCut = true;
    if (this.#endpoints.size >= MAX_KINDS || !this.#hasRoom(first)) return null;
    const { status } = flow;
    const endpoint = endpointOf(flow);
    const key = `${lastingEndpointOf(flow)} ${status}`;
    const expected = this.#baseline.get(key)?.map((schema) => ({ schema, shape: shapeOf(schema) }));
    const observed: ObservedEndpoint = {
      endpoint,
      status,
      key,
      expected: expected ?? [first],
      shapes: [first],
      samples: 0,
      changes: new Map<string, SchemaChange>(),
    };
    this.#endpoints.set(`${endpoint} ${status}`, observed);
    return observed;
  }

  #addShape({ shapes }: ObservedEndpoint, known: KnownShape): void {
    if (shapes.length < MAX_SHAPES && isNew(shapes, known) && this.#hasRoom(known)) shapes.push(known);
  }

  #hasRoom({ shape }: KnownShape): boolean {
    if (this.#pathCount + shape.size > MAX_PATHS) {
      this.isCut = true;
      return false;
    }
    this.#pathCount += shape.size;
    return true;
  }
}

function isNew(shapes: readonly KnownShape[], { shape }: KnownShape): boolean {
  return shapes.every((each) => shapeChanges(each.shape, shape).length > 0);
}

/** Returns the changes from the most similar of the accepted shapes. */
function fewestChanges(expected: readonly KnownShape[], shape: Shape): readonly ShapeChange[] {
  const [first = [], ...others] = expected.map((each) => shapeChanges(each.shape, shape));
  return others.reduce((fewest, changes) => (changes.length < fewest.length ? changes : fewest), first);
}
