// The secrets and shapes in the messages of a part of the traffic, each once and counted. Shapes are numbers: their
// examples are values of one flow, and go with it.
import type { Flow } from '../../../flow/flow.ts';
import { endpointOf, lastingEndpointOf } from '../flow-facts.ts';
import type { ScannedMessage } from '../scan/scanned-message.ts';
import { numberOf } from '../sections/performance/series-request.ts';
import { isCompared } from '../sections/schema.ts';
import type { PlacedSecret } from '../sections/secrets.ts';
import { shapeText, type Shape } from '../shape.ts';

interface CountedSecret extends PlacedSecret {
  count: number;
}

/** The responses of an endpoint with one status that have one shape. */
export interface CountedShape {
  readonly endpoint: string;
  readonly status: number;
  /** The endpoint as it is in other runs. */
  readonly lasting: string;
  /** Stands for the shape. */
  readonly number: number;
  /** The first flow with it. */
  readonly id: number;
  count: number;
}

export class MessagePart {
  /** Those of all messages. */
  readonly endpoints = new Set<string>();
  readonly #secrets = new Map<string, CountedSecret>();
  readonly #shapes = new Map<string, CountedShape>();
  /** The numbers of shapes that equal messages share. */
  readonly #numbers = new WeakMap<Shape, number>();

  get secrets(): Iterable<CountedSecret> {
    return this.#secrets.values();
  }

  get shapes(): Iterable<CountedShape> {
    return this.#shapes.values();
  }

  /** The number of things that are kept. */
  get size(): number {
    return this.endpoints.size + this.#secrets.size + this.#shapes.size;
  }

  add({ flow, side, secrets, schema }: ScannedMessage): void {
    const endpoint = endpointOf(flow);
    this.endpoints.add(endpoint);
    for (const finding of secrets) this.#addSecret({ finding, side, endpoint, id: flow.id });
    if (schema !== null && isCompared(side, flow)) this.#addShape(flow, endpoint, schema);
  }

  #addSecret(secret: PlacedSecret): void {
    const { finding, side, endpoint } = secret;
    const { kind, severity, where, masked, fingerprint } = finding;
    const key = [kind, severity, where, masked, fingerprint, side, endpoint].join(' ');
    const known = this.#secrets.get(key);
    if (known === undefined) this.#secrets.set(key, { ...secret, count: 1 });
    else known.count += 1;
  }

  #addShape(flow: Flow, endpoint: string, shape: Shape): void {
    const { id, status } = flow;
    const number = this.#numbers.get(shape) ?? numberOf(shapeText(shape));
    this.#numbers.set(shape, number);
    const key = `${endpoint} ${status} ${number}`;
    const known = this.#shapes.get(key);
    if (known !== undefined) known.count += 1;
    else this.#shapes.set(key, { endpoint, status, lasting: lastingEndpointOf(flow), number, id, count: 1 });
  }
}
