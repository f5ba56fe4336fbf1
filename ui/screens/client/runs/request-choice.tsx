// The requests of a collection in the order of the run, each on or off.
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { Button, SectionHead } from '../../../parts/index.ts';
import type { TreeObject } from '../model/workspace.ts';
import { ChoiceList } from './choice-list.tsx';
import { choiceOf, selectionFor, switched, type ChoiceItem } from './selection.ts';
import type { TabSetup } from './setup.ts';
import css from './setup.module.css';

/** The order of the list by tab, in which what is off keeps its place. */
const shownOrder = new Map<string, readonly string[]>();

interface RequestChoiceProps {
  readonly given: TabSetup;
  readonly collection: TreeObject;
  readonly last: ResultOf<'client.last_run'> | null;
}

export function RequestChoice({ given, collection, last }: RequestChoiceProps) {
  const { setup, change, tab } = given;
  const items = choiceOf(collection, setup, shownOrder.get(tab));
  const set = (next: readonly ChoiceItem[]): void => {
    shownOrder.set(
      tab,
      next.map(({ id }) => id),
    );
    change(selectionFor(collection, next));
  };
  const every = new Set(items.map(({ id }) => id));
  const failed = new Set((last?.failed ?? []).flatMap(({ requests }) => requests));
  return (
    <section className={css['choice']} aria-label="Requests of the run">
      <SectionHead
        title="Requests"
        note={setup.isOrdered ? 'in this order' : 'in the order of the collection'}
      >
        {setup.isOrdered && (
          <Button
            size="small"
            onClick={() => {
              shownOrder.delete(tab);
              change({ only: [], isOrdered: false });
            }}
          >
            Order of the collection
          </Button>
        )}
        <Button size="small" onClick={() => set(switched(items, every, true))}>
          All
        </Button>
        <Button size="small" onClick={() => set(switched(items, every, false))}>
          None
        </Button>
        {failed.size > 0 && (
          <Button
            size="small"
            onClick={() => set(items.map((item) => ({ ...item, isOn: failed.has(item.id) })))}
          >
            Failed last time {failed.size}
          </Button>
        )}
      </SectionHead>
      {items.length === 0 ? (
        <p className={css['empty']}>The collection has no requests yet.</p>
      ) : (
        <ChoiceList items={items} onChange={set} />
      )}
      {setup.isOrdered && (
        <p className={css['foot']}>
          The order here is for this run. <code>setNextRequest</code> in scripts may leave it.
        </p>
      )}
    </section>
  );
}
