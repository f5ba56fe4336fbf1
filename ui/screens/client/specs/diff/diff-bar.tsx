// The bar of a comparison: the other version, the order of the changes, and the copy.
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { Badge, Button, Segmented, SelectField } from '../../../../parts/index.ts';
import { countOf, type Order } from './change-lines.ts';
import css from './diff.module.css';
import type { Change, Version } from './use-diff.ts';
import { FILE, type Commit } from './use-versions.ts';

const OTHER = 'other';

interface DiffBarProps {
  readonly isUnsaved: boolean;
  readonly commits: readonly Commit[] | null;
  readonly version: Version | null;
  readonly changes: readonly Change[];
  readonly order: Order;
  readonly onVersion: (version: Version) => void;
  readonly onOrder: (order: Order) => void;
  /** Copies the changes; absent while there are none to copy. */
  readonly onCopy?: () => void;
}

export function DiffBar(props: DiffBarProps) {
  const { isUnsaved, commits, version, changes, order, onVersion, onOrder, onCopy } = props;
  return (
    <div className={css['bar']}>
      <VersionChoice {...{ isUnsaved, commits, version, onVersion }} />
      <span aria-hidden>→</span>
      <span className={css['now']}>{isUnsaved ? 'this text, not saved' : 'this text'}</span>
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
        onChange={onOrder}
      />
      <Button size="small" icon={Copy} disabled={onCopy === undefined} onClick={onCopy}>
        Copy as Markdown
      </Button>
    </div>
  );
}

type VersionChoiceProps = Pick<DiffBarProps, 'isUnsaved' | 'commits' | 'version' | 'onVersion'>;

function VersionChoice({ isUnsaved, commits, version, onVersion }: VersionChoiceProps) {
  const file = useRef<HTMLInputElement>(null);
  const options: readonly (readonly [string, string])[] = [
    ['file', isUnsaved ? 'The file, without what was typed' : 'The file'],
    ...(commits ?? []).map((each) => [each.commit, versionTitle(each)] as const),
    ...(version?.type === 'text' ? [['text', version.name] as const] : []),
    [OTHER, 'Another file…'],
  ];
  return (
    <>
      <SelectField
        aria-label="Compare with"
        className={css['version']}
        value={version === null ? 'file' : version.type === 'commit' ? version.commit : version.type}
        options={options}
        onChange={(value) => {
          if (value === OTHER) file.current?.click();
          else if (value !== 'text') onVersion(value === 'file' ? FILE : { type: 'commit', commit: value });
        }}
      />
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Another version"
        accept=".yaml,.yml,.json"
        onChange={({ target }) => {
          const [given] = target.files ?? [];
          if (given !== undefined)
            void given.text().then((text) => onVersion({ type: 'text', name: given.name, text }));
          target.value = '';
        }}
      />
    </>
  );
}

function versionTitle({ commit, subject, time }: Commit): string {
  return `${commit.slice(0, 7)} ${subject}, ${new Date(time).toLocaleDateString()}`;
}
