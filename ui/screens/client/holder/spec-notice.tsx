// Says on the page of a collection that the description it was made of has changed since.
import { FileText } from 'lucide-react';
import { Button, Note } from '../../../parts/index.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import { useSyncPreview, type SyncChange } from '../specs/use-sync.ts';

export function SpecNotice({ spec }: { readonly spec: string }) {
  const { preview } = useSyncPreview(spec);
  const changes = preview?.changes ?? [];
  if (changes.length === 0) return null;
  return (
    <Note
      tone="info"
      icon={FileText}
      title="The description has changed since"
      actions={
        <Button size="small" onClick={() => openTab(objectKey('spec', spec))}>
          Preview
        </Button>
      }
    >
      {changesText(changes)}
    </Note>
  );
}

const KINDS = [
  ['added', 'new'],
  ['updated', 'changed'],
  ['removed', 'gone'],
] as const;

/** Such as `Requests: 3 new, 1 gone`. */
function changesText(changes: readonly SyncChange[]): string {
  const numbers = KINDS.map(([type, word]) => [changes.filter((each) => each.type === type).length, word]);
  const named = numbers.filter(([number]) => number !== 0).map(([number, word]) => `${number} ${word}`);
  return `Requests: ${named.join(', ')}`;
}
