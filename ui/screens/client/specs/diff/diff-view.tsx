// The changes of a description since another version of it, with the changes that break its clients marked.
import { Copy, SquareTerminal } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useCommands } from '../../../../commands/index.ts';
import { Badge, Button, Segmented, SelectField } from '../../../../parts/index.ts';
import { copyText, count } from '../../../../state/actions.ts';
import type { SpecViewProps } from '../view-props.ts';
import { asMarkdown, countOf, suggestedVersion, type Order } from './change-lines.ts';
import { ChangeDetail } from './change-detail.tsx';
import { ChangeList, type Filter } from './change-list.tsx';
import css from './diff.module.css';
import { useDiff, type Change, type Version } from './use-diff.ts';
import { useCommits } from './use-versions.ts';

const FILE: Version = { type: 'file' };
const OTHER = 'other';

interface DiffViewProps extends SpecViewProps {
  readonly isUnsaved: boolean;
}

export function DiffView({ id, name, text, isUnsaved, onGo }: DiffViewProps) {
  const commits = useCommits(id);
  const [chosen, setChosen] = useState<Version | null>(null);
  const [order, setOrder] = useState<Order>('severity');
  const [filter, setFilter] = useState<Filter>('all');
  const [change, setChange] = useState<Change | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const first = commits?.[0];
  const usual = useMemo<Version | null>(() => {
    if (isUnsaved) return FILE;
    if (commits === null) return null;
    return first === undefined ? FILE : { type: 'commit', commit: first.commit };
  }, [commits, first, isUnsaved]);
  const version = chosen ?? usual;
  const { compared, error, isGoing } = useDiff({ spec: id, text, version });
  const changes = compared?.changes ?? [];
  const current = change !== null && changes.includes(change) ? change : (changes[0] ?? null);
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
  const options: readonly (readonly [string, string])[] = [
    ['file', isUnsaved ? 'The file, without what was typed' : 'The file'],
    ...(commits ?? []).map((each) => [each.commit, versionTitle(each)] as const),
    ...(chosen?.type === 'text' ? [['text', chosen.name] as const] : []),
    [OTHER, 'Another file…'],
  ];
  return (
    <div className={css['view']}>
      <div className={css['bar']}>
        <SelectField
          aria-label="Compare with"
          className={css['version']}
          value={version === null ? 'file' : version.type === 'commit' ? version.commit : version.type}
          options={options}
          onChange={(value) => {
            if (value === OTHER) file.current?.click();
            else if (value !== 'text') setChosen(value === 'file' ? FILE : { type: 'commit', commit: value });
          }}
        />
        <span aria-hidden>→</span>
        <span className={css['now']}>{isUnsaved ? 'this text, not saved' : 'this text'}</span>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="Another version"
          accept=".yaml,.yml,.json"
          onChange={({ target }) => {
            const [given] = target.files ?? [];
            if (given !== undefined)
              void given.text().then((other) => setChosen({ type: 'text', name: given.name, text: other }));
            target.value = '';
          }}
        />
        <span className={css['gap']} />
        {countOf(changes, 'breaking') > 0 && (
          <Badge tone="danger">{countOf(changes, 'breaking')} breaking</Badge>
        )}
        <Segmented<Order>
          label="Order"
          value={order}
          options={[
            ['operation', 'By operation'],
            ['severity', 'By severity'],
          ]}
          onChange={setOrder}
        />
        <Button
          size="small"
          icon={Copy}
          disabled={compared === null}
          onClick={() => compared !== null && copyMarkdown(compared.versions, changes)}
        >
          Copy as Markdown
        </Button>
      </div>
      {error !== null ? (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      ) : (
        <div className={css['body']}>
          <section className={css['changes']} aria-label="Changes" data-region>
            {compared !== null && changes.length === 0 && !isGoing ? (
              <p className={css['hint']}>Nothing that a client notices has changed.</p>
            ) : (
              <ChangeList
                {...{ changes, order, filter, current }}
                onFilter={setFilter}
                onCurrent={setChange}
              />
            )}
            <Foot name={name} versions={compared?.versions.before ?? ''} changes={changes} />
          </section>
          {current !== null && version !== null && (
            <ChangeDetail key={current.operation} {...{ id, text, version, onGo }} change={current} />
          )}
        </div>
      )}
    </div>
  );
}

function versionTitle({ commit, subject, time }: { commit: string; subject: string; time: string }): string {
  return `${commit.slice(0, 7)} ${subject}, ${new Date(time).toLocaleDateString()}`;
}

function copyMarkdown(
  versions: { readonly before: string; readonly after: string },
  changes: readonly Change[],
): void {
  void copyText(asMarkdown(versions, changes), `Copied ${count(changes.length, 'change')}`);
}

interface FootProps {
  readonly name: string;
  readonly versions: string;
  readonly changes: readonly Change[];
}

function Foot({ versions, changes }: FootProps) {
  const suggested = suggestedVersion(versions, changes);
  return (
    <div className={css['foot']}>
      {suggested !== null && (
        <span>
          Suggested version <strong>{suggested}</strong>
        </span>
      )}
      <span className={css['gap']} />
      <Button
        size="small"
        icon={SquareTerminal}
        onClick={() => void copyText('proxyctl spec diff OLD NEW', 'Copied the command')}
      >
        Copy check for CI
      </Button>
    </div>
  );
}
