// The parts of a traffic list taken together, each section when it is asked for.
import { setImmediate as turn } from 'node:timers/promises';
import { EndpointCollector } from '../sections/endpoints.ts';
import { PerformanceCollector } from '../sections/performance/index.ts';
import { SchemaCollector } from '../sections/schema.ts';
import { SecretCollector } from '../sections/secrets.ts';
import { SecurityCollector } from '../sections/security/index.ts';
import { SummaryCollector } from '../sections/summary.ts';
import type { FigurePart } from './figure-part.ts';
import type { FirstShapes } from './first-shapes.ts';
import type { MessagePart } from './message-part.ts';
import type { TrafficPart } from './traffic-part.ts';

export class Totals {
  readonly #parts: readonly TrafficPart[];
  readonly #known = new Map<string, Promise<unknown>>();

  /** `parts` are in the order of the list. */
  constructor(parts: readonly TrafficPart[]) {
    this.#parts = parts;
  }

  /** The flows that failed, oldest first. */
  get failed(): readonly number[] {
    return this.#parts.flatMap(({ figures }) => figures.failed);
  }

  summary(): Promise<SummaryCollector> {
    return this.#figures('summary', new SummaryCollector(), (total, { summary }) => total.merge(summary));
  }

  endpoints(): Promise<EndpointCollector> {
    return this.#figures('endpoints', new EndpointCollector(true), (total, { endpoints }) =>
      total.merge(endpoints),
    );
  }

  security(): Promise<SecurityCollector> {
    return this.#figures('security', new SecurityCollector(), (total, { security }) => total.merge(security));
  }

  performance(): Promise<PerformanceCollector> {
    return this.#figures('performance', new PerformanceCollector(), (total, { performance }) =>
      total.merge(performance),
    );
  }

  secrets(allowed: ReadonlySet<string>): Promise<SecretCollector> {
    const name = `secrets ${[...allowed].join(' ')}`;
    return this.#merged(name, new SecretCollector(allowed), (total, { messages }) => {
      for (const endpoint of messages?.endpoints ?? []) total.addEndpoint(endpoint);
      for (const secret of messages?.secrets ?? []) total.addFinding(secret, secret.count);
    });
  }

  /** Without shapes whose flows left the list meanwhile. */
  schemas(first: FirstShapes): Promise<SchemaCollector> {
    return this.#merged('schemas', new SchemaCollector(), (total, { messages }) => {
      if (messages !== null) addShapes(total, messages, first);
    });
  }

  #figures<C>(name: string, total: C, add: (total: C, part: FigurePart) => void): Promise<C> {
    return this.#merged(name, total, (sum, { figures }) => add(sum, figures));
  }

  /** Merges all parts once, and lets other work run in between. */
  #merged<C>(name: string, total: C, add: (total: C, part: TrafficPart) => void): Promise<C> {
    const known = this.#known.get(name) as Promise<C> | undefined;
    if (known !== undefined) return known;
    const merge = async (): Promise<C> => {
      for (const part of this.#parts) {
        add(total, part);
        await turn();
      }
      return total;
    };
    const merged = merge();
    this.#known.set(name, merged);
    return merged;
  }
}

function addShapes(schemas: SchemaCollector, { shapes }: MessagePart, first: FirstShapes): void {
  for (const each of shapes) {
    const { endpoint, status, lasting, id, count } = each;
    const shape = first.of(each);
    if (shape !== undefined)
      schemas.addShape({ endpoint, status, lasting: () => lasting }, { shape, id }, count);
  }
}
