// The changes of a description since another version of it, with the changes that break its clients marked.
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../../commands/index.ts';
import { copyText, count } from '../../../../state/actions.ts';
import type { SpecViewProps } from '../view-props.ts';
import { asMarkdown, type Order } from './change-lines.ts';
import { ChangeDetail } from './change-detail.tsx';
import { ChangeList, type Filter } from './change-list.tsx';
import { DiffBar } from './diff-bar.tsx';
import { DiffFoot } from './diff-foot.tsx';
import { NotCompared } from './not-compared.tsx';
import css from './diff.module.css';
import { useDiff, type Change, type DiffState, type Version } from './use-diff.ts';
import { useCommits, useUsualVersion } from './use-versions.ts';

interface DiffViewProps extends SpecViewProps {
  readonly isUnsaved: boolean;
}

export function DiffView({ id, text, isUnsaved, onGo }: DiffViewProps) {
  const commits = useCommits(id);
  const [chosen, setChosen] = useState<Version | null>(null);
  const [order, setOrder] = useState<Order>('severity');
  const [filter, setFilter] = useState<Filter>('all');
  const [change, setChange] = useState<Change | null>(null);
  const usual = useUsualVersion(commits, isUnsaved);
  const version = chosen ?? usual;
  const { compared, error, isGoing, again } = useDiff({ spec: id, text, version });
  const all = compared?.changes ?? [];
  const changes = all.filter(({ ignored }) => ignored === null);
  const current = change !== null && all.includes(change) ? change : (changes[0] ?? null);
  useCopyCommand(compared, changes);
  return (
    <div className={css['view']}>
      <DiffBar
        {...{ isUnsaved, commits, version, changes, order }}
        onVersion={setChosen}
        onOrder={setOrder}
        {...(compared !== null && { onCopy: () => copyMarkdown(compared.versions, changes) })}
      />
      {error !== null ? (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      ) : (
        <div className={css['body']}>
          <section className={css['changes']} aria-label="Changes" data-region>
            {compared !== null && all.length === 0 && !isGoing ? (
              <p className={css['hint']}>
                Nothing that a client notices has changed: {count(compared.compared, 'operation')} compared.
              </p>
            ) : (
              <ChangeList
                {...{ changes, order, filter, current }}
                ignored={all.filter((each) => each.ignored !== null)}
                onFilter={setFilter}
                onCurrent={setChange}
              />
            )}
            <NotCompared sentences={compared?.notCompared ?? []} />
            <DiffFoot version={compared?.versions.before ?? ''} changes={changes} />
          </section>
          {current !== null && version !== null && (
            <ChangeDetail
              key={current.operation}
              {...{ id, text, version, onGo }}
              change={current}
              onIgnored={again}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Offers the command while the view is shown. */
function useCopyCommand(compared: DiffState['compared'], changes: readonly Change[]): void {
  useCommands([
    {
      id: 'client.spec-markdown',
      title: 'Copy the changes as Markdown',
      group: 'client',
      heading: 'API description',
      icon: Copy,
      ...(compared === null && { why: 'Nothing is compared' }),
      run: () => compared !== null && copyMarkdown(compared.versions, changes),
    },
  ]);
}

function copyMarkdown(
  versions: { readonly before: string; readonly after: string },
  changes: readonly Change[],
): void {
  void copyText(asMarkdown(versions, changes), `Copied ${count(changes.length, 'change')}`);
}
