// The shape of what endpoints answer, and whether it has changed.
import type { JsonSchema } from '../../documents/json-schema.ts';
import { endpointOf } from './figures.ts';
import type { Observed } from './observed.ts';
import { shapeChanges, shapeOf, type Shape, type ShapeChange } from './shape.ts';

export interface EndpointSchema {
  readonly endpoint: string;
  readonly status: number;
  /** Responses that were looked at. */
  readonly samples: number;
  /** Of the first of them. */
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

/** What shapes are compared with, by endpoint and status. */
export type Baseline = ReadonlyMap<string, JsonSchema>;

interface Seen {
  readonly endpoint: string;
  readonly status: number;
  readonly schema: JsonSchema;
  readonly shape: Shape;
  samples: number;
  readonly changes: Map<string, SchemaChange>;
}

const MOST_CHANGES = 200;

export class SchemasSeen {
  readonly #seen = new Map<string, Seen>();
  readonly #baseline: Baseline;

  constructor(baseline: Baseline = new Map()) {
    this.#baseline = baseline;
  }

  add({ flow, side, schema }: Observed): void {
    if (side !== 'response' || schema === null || flow.status < 200 || flow.status >= 300) return;
    const endpoint = endpointOf(flow);
    const key = schemaKey(endpoint, flow.status);
    const known = this.#seen.get(key) ?? this.#begin(key, endpoint, flow.status, schema);
    known.samples += 1;
    for (const change of shapeChanges(known.shape, shapeOf(schema))) {
      const what = `${change.path} ${String(change.before)} ${String(change.after)}`;
      if (!known.changes.has(what) && known.changes.size < MOST_CHANGES)
        known.changes.set(what, { ...change, id: flow.id });
    }
  }

  result(limit: number): TrafficSchemas {
    const endpoints = [...this.#seen.values()].map(({ endpoint, status, samples, schema, changes }) => ({
      ...{ endpoint, status, samples, schema },
      changes: [...changes.values()],
    }));
    const changed = endpoints.filter(({ changes }) => changes.length > 0).length;
    return {
      endpoints: endpoints.sort((a, b) => b.changes.length - a.changes.length).slice(0, limit),
      changed,
    };
  }

  /** To be compared with another time. */
  get schemas(): Baseline {
    return new Map([...this.#seen].map(([key, { schema }]) => [key, schema]));
  }

  #begin(key: string, endpoint: string, status: number, schema: JsonSchema): Seen {
    const first = this.#baseline.get(key) ?? schema;
    const seen = { endpoint, status, schema: first, shape: shapeOf(first), samples: 0, changes: new Map() };
    this.#seen.set(key, seen);
    return seen;
  }
}

export function schemaKey(endpoint: string, status: number): string {
  return `${endpoint} ${status}`;
}
