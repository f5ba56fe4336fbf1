// Infers the shapes of JSON responses by endpoint, and finds changes in them.
import type { Flow } from '../../../flow/flow.ts';
import { BaselineLookup, type Baseline } from '../baseline.ts';
import { endpointOf, lastingEndpointOf, MAX_KINDS } from '../flow-facts.ts';
import type { ScannedMessage } from '../scan/scanned-message.ts';
import { shapeChanges, type ShapeChange } from '../shape-changes.ts';
import { shown } from '../shown.ts';
import { mergedShape, shapeSize, shapeText, type Shape } from '../shape.ts';
import { variedNames } from '../varied-names.ts';
import { collectMessages, type SectionAnalysis } from './contract.ts';

export interface EndpointSchema {
  readonly endpoint: string;
  readonly status: number;
  /** The number of responses that were scanned. */
  readonly samples: number;
  /** The shape of all responses. */
  readonly schema: Shape;
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

/** The endpoint and the status of responses. */
export interface ShapePlace {
  readonly endpoint: string;
  readonly status: number;
  /** Returns the endpoint as it is in other runs. */
  readonly lasting: () => string;
}

export interface PlacedShape {
  readonly shape: Shape;
  /** The flow. */
  readonly id: number;
}

/** Returns true for a response whose shape is compared with others. */
export function isCompared(side: ScannedMessage['side'], { status }: Flow): boolean {
  return side === 'response' && status >= 200 && status < 300;
}

interface ObservedEndpoint {
  readonly endpoint: string;
  readonly status: number;
  /** The key in a baseline. */
  readonly key: string;
  /** The shape of the first response, or that of the baseline; undefined for an endpoint that it does not have. */
  readonly expected: Shape | undefined;
  /** The shape of all responses. */
  shape: Shape;
  /** Shapes that have been compared; one that equal messages share is looked at once. */
  readonly seen: WeakSet<Shape>;
  /** The same as text. */
  readonly known: Set<string>;
  samples: number;
  /** The number of shapes in `shape`. */
  merged: number;
  readonly changes: Map<string, SchemaChange>;
}

const MAX_CHANGES = 200;
/** Distinct shapes of one endpoint that are remembered, to skip equal ones. */
const MAX_KNOWN = 200;
/** Distinct shapes that are merged into that of an endpoint. */
const MAX_MERGED = 300;
/** The maximum number of paths in the shapes of all endpoints. */
const MAX_PATHS = 500_000;

export const analyzeSchema: SectionAnalysis = async (flows, { limit }) =>
  (await collectMessages(new SchemaCollector(), flows, 'schema')).result(limit);

export class SchemaCollector {
  /** True when endpoints, shapes or changes exceeded the limits. */
  isCut = false;
  readonly #endpoints = new Map<string, ObservedEndpoint>();
  /** Null where responses are compared with the first of their endpoint. */
  readonly #baseline: Baseline | null;
  readonly #lookup: BaselineLookup;
  #pathCount = 0;

  /** Creates a collector. With a baseline, even an empty one, endpoints that it does not have are only recorded. */
  constructor(baseline: Baseline | null = null) {
    this.#baseline = baseline;
    this.#lookup = new BaselineLookup(baseline ?? new Map());
  }

  add({ flow, side, schema }: Pick<ScannedMessage, 'flow' | 'side' | 'schema'>): void {
    if (schema === null || !isCompared(side, flow)) return;
    const { id, status } = flow;
    const endpoint = endpointOf(flow);
    this.addShape({ endpoint, status, lasting: () => lastingEndpointOf(flow) }, { shape: schema, id });
  }

  /** Adds the shape of `times` responses, of which the flow with this id is the first. */
  addShape(of: ShapePlace, { shape, id }: PlacedShape, times = 1): void {
    const observed = this.#endpoints.get(`${of.endpoint} ${of.status}`) ?? this.#addEndpoint(of, shape);
    if (observed === null) return;
    observed.samples += times;
    if (observed.seen.has(shape)) return;
    observed.seen.add(shape);
    const own = shapeText(shape);
    if (observed.known.has(own)) return;
    if (observed.known.size < MAX_KNOWN) observed.known.add(own);
    this.#compare(observed, shape, id);
    if (observed.merged >= MAX_MERGED) this.isCut = true;
    else if (this.#hasRoom(shape)) {
      observed.merged += 1;
      observed.shape = mergedShape(observed.shape, shape);
    }
  }

  result(limit: number): TrafficSchemas {
    const endpoints = this.#merged();
    const changed = endpoints.filter(({ changes }) => changes.length > 0).length;
    return {
      endpoints: endpoints.sort((a, b) => b.changes.length - a.changes.length).slice(0, limit),
      changed,
    };
  }

  /** The shapes that were seen, as a baseline for later runs. */
  get baseline(): Baseline {
    const baseline = new Map<string, Shape>();
    const names = variedNames(Array.from(this.#endpoints.values(), ({ key }) => key));
    for (const { key, shape } of this.#endpoints.values()) {
      const name = names.get(key) ?? key;
      const known = baseline.get(name);
      baseline.set(name, known === undefined ? shape : mergedShape(known, shape));
    }
    return baseline;
  }

  /** The number of endpoints that the baseline does not have. */
  get unexpected(): number {
    const keys = Array.from(this.#endpoints.values(), ({ key }) => key);
    return new Set(keys.filter((key) => this.#lookup.keyOf(key) === null)).size;
  }

  #merged(): EndpointSchema[] {
    const names = variedNames(this.#endpoints.keys());
    const merged = new Map<string, EndpointSchema>();
    for (const [own, { endpoint, status, samples, shape, changes }] of this.#endpoints) {
      const name = names.get(own) ?? own;
      const known = merged.get(name);
      merged.set(name, {
        endpoint: known?.endpoint ?? (name === own ? endpoint : name.slice(0, name.lastIndexOf(' '))),
        status,
        samples: samples + (known?.samples ?? 0),
        schema: known === undefined ? shape : mergedShape(known.schema, shape),
        changes: distinct([...(known?.changes ?? []), ...changes.values()]),
      });
    }
    return [...merged.values()];
  }

  #compare({ expected, changes }: ObservedEndpoint, shape: Shape, id: number): void {
    if (expected === undefined) return;
    for (const change of shapeChanges(expected, shape)) {
      const key = keyOf(change);
      if (changes.has(key)) continue;
      if (changes.size < MAX_CHANGES) changes.set(key, { ...change, id });
      else this.isCut = true;
    }
  }

  /** Returns null when there are too many endpoints. */
  #addEndpoint({ endpoint, status, lasting }: ShapePlace, first: Shape): ObservedEndpoint | null {
    if (this.#endpoints.size >= MAX_KINDS) this.isCut = true;
    if (this.#endpoints.size >= MAX_KINDS || !this.#hasRoom(first)) return null;
    // Baselines store this key.
    const key = `${shown(lasting())} ${status}`;
    const expected = this.#baseline === null ? first : this.#baseline.get(this.#lookup.keyOf(key) ?? '');
    const observed: ObservedEndpoint = {
      endpoint,
      status,
      key,
      expected,
      shape: first,
      samples: 0,
      merged: 0,
      seen: new WeakSet(),
      known: new Set(),
      changes: new Map(),
    };
    this.#endpoints.set(`${endpoint} ${status}`, observed);
    return observed;
  }

  #hasRoom(shape: Shape): boolean {
    const size = shapeSize(shape);
    if (this.#pathCount + size > MAX_PATHS) {
      this.isCut = true;
      return false;
    }
    this.#pathCount += size;
    return true;
  }
}

function keyOf({ path, before, after }: ShapeChange): string {
  return `${path} ${String(before)} ${String(after)}`;
}

function distinct(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  return [...new Map(changes.toReversed().map((change) => [keyOf(change), change])).values()].reverse();
}
