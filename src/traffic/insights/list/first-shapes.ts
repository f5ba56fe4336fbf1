// The shapes of the first responses that have them. Parts of the traffic keep numbers of shapes, since an example in a
// shape is a value of its flow, which may leave the list: then the next one gives the example.
import type { Flow } from '../../../flow/flow.ts';
import { forgetScans } from '../scan/known-scans.ts';
import { collectMessages } from '../sections/contract.ts';
import { isCompared } from '../sections/schema.ts';
import type { Shape } from '../shape.ts';
import type { CountedShape } from './message-part.ts';

export class FirstShapes {
  /** By endpoint, status and number. */
  #first = new Map<string, { readonly id: number; readonly shape: Shape }>();

  /** Reads the shapes that are the first of their kind, in the order of the list, and not known yet. */
  async read(
    shapes: Iterable<CountedShape>,
    flowsOf: (ids: ReadonlySet<number>) => AsyncIterable<Flow>,
  ): Promise<void> {
    const first = new Map<string, CountedShape>();
    for (const shape of shapes) if (!first.has(keyOf(shape))) first.set(keyOf(shape), shape);
    const known = new Map([...this.#first].filter(([key, { id }]) => first.get(key)?.id === id));
    const missing = [...first.values()].filter((each) => !known.has(keyOf(each)));
    const shapesById = await shapesOf(flowsOf(new Set(missing.map(({ id }) => id))));
    for (const each of missing) {
      const shape = shapesById.get(each.id);
      if (shape !== undefined) known.set(keyOf(each), { id: each.id, shape });
    }
    this.#first = known;
  }

  /** Returns the shape; undefined when its flow left the list meanwhile. */
  of(shape: CountedShape): Shape | undefined {
    return this.#first.get(keyOf(shape))?.shape;
  }
}

function keyOf({ endpoint, status, number }: CountedShape): string {
  return `${endpoint} ${status} ${number}`;
}

/** Returns the shapes of responses by the ids of their flows. */
async function shapesOf(flows: AsyncIterable<Flow>): Promise<ReadonlyMap<number, Shape>> {
  const shapesById = new Map<number, Shape>();
  await collectMessages(
    {
      add({ flow, side, schema }) {
        if (schema !== null && isCompared(side, flow)) shapesById.set(flow.id, schema);
      },
    },
    withoutScans(flows),
    'schema',
  );
  return shapesById;
}

/** Yields flows whose shapes are made again, since known ones may have examples of other flows. */
async function* withoutScans(flows: AsyncIterable<Flow>): AsyncGenerator<Flow, void, undefined> {
  for await (const flow of flows) {
    forgetScans(flow);
    yield flow;
  }
}
