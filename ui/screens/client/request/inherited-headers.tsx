// The headers that come from the folders and the collection around a request, below its own.
import { Button, SectionHead } from '../../../parts/index.ts';
import { openTab } from '../model/tabs.ts';
import { inheritedHeaders, useAround } from './around.ts';
import type { Pair } from './fields.ts';
import css from './around.module.css';

interface InheritedHeadersProps {
  readonly tabKey: string;
  /** Those that are typed. */
  readonly own: readonly Pair[];
}

export function InheritedHeaders({ tabKey, own }: InheritedHeadersProps) {
  const inherited = inheritedHeaders(useAround(tabKey), own);
  if (inherited.length === 0) return null;
  return (
    <section aria-label="Inherited headers">
      <SectionHead title="Inherited" note="a header of the same name here takes its place" />
      <ul className={css['headers']}>
        {inherited.map(({ header: { name, value }, from }, at) => (
          <li key={at}>
            <code>{name}</code>
            <code>{value}</code>
            <Button size="small" onClick={() => openTab(from.key, 'preview')}>
              {from.name}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
