// The hits of the filter in the request that is shown, and the way to the next: `N` and `⇧N`.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { memo, useEffect } from 'react';
import { useCommands, type Command } from '../../../commands/index.ts';
import { countText } from '../../../format/measures.ts';
import { IconButton } from '../../../parts/index.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import type { Traffic } from '../model/rows.ts';
import { contentSearch } from '../model/search.ts';
import css from './detail-pane.module.css';
import { hitsHere } from './hits.ts';
import { hitRequests, stepThroughHits } from './step-hits.ts';
import { useNeedles } from './use-hits.ts';

const COMMANDS: readonly Command[] = [
  { id: 'traffic.nextHit', title: 'Next hit', group: 'traffic', keys: 'n', run: () => stepThroughHits(1) },
  {
    id: 'traffic.previousHit',
    title: 'Previous hit',
    group: 'traffic',
    keys: 'shift+n',
    run: () => stepThroughHits(-1),
  },
];

/** The commands that step through the hits of the list. */
export const HitCommands = memo(function HitCommands({ rows, hits }: Pick<Traffic, 'rows' | 'hits'>) {
  const isSearching = useSelected(contentSearch, ({ state }) => state !== 'off');
  useEffect(() => {
    hitRequests.set(isSearching ? Array.from(rows.ids).filter((id) => hits.has(id)) : []);
  }, [isSearching, rows, hits]);
  useCommands(isSearching ? COMMANDS : []);
  return null;
});

export function HitSteps() {
  const [needle] = useNeedles();
  const here = useStore(hitsHere);
  const requests = useStore(hitRequests).length;
  if (needle === undefined) return null;
  return (
    <span className={css['hits']}>
      <mark title={needle.text}>{needle.text}</mark>
      <span role="status">
        {here.current >= 0 && `${countText(here.current + 1)} of `}
        {countText(here.count)} here, {countText(requests)} {requests === 1 ? 'request' : 'requests'}
      </span>
      <IconButton
        icon={ChevronUp}
        label="Previous hit"
        keys="shift+n"
        size="small"
        onClick={() => stepThroughHits(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Next hit"
        keys="n"
        size="small"
        onClick={() => stepThroughHits(1)}
      />
    </span>
  );
}
