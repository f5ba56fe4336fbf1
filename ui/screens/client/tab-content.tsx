// The content of the current tab: the editor of its object, or a page.
import { FileX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button, Note } from '../../parts/index.ts';
import css from './client.module.css';
import { useObject } from './model/objects.ts';
import { close } from './model/steps.ts';
import { keyParts } from './model/workspace.ts';
import { pages } from './pages/index.ts';
import { RequestTab } from './request/request-tab.tsx';

const DatasetPage = lazy(async () => ({ default: (await import('./environments/index.ts')).DatasetPage }));

export function TabContent({ tabKey }: { readonly tabKey: string }) {
  const page = pages.find(({ id }) => `page:${id}` === tabKey);
  if (page === undefined) return <ObjectContent tabKey={tabKey} />;
  return (
    <Suspense fallback={null}>
      <page.Component />
    </Suspense>
  );
}

function ObjectContent({ tabKey }: { readonly tabKey: string }) {
  const object = useObject(tabKey);
  if (object.state === 'loading') return null;
  if (object.state === 'missing' || (object.state === 'unreadable' && !object.isUnsaved))
    return (
      <Note
        tone="danger"
        icon={FileX}
        title={object.state === 'missing' ? 'It is not in the workspace any more' : 'Its file cannot be read'}
        actions={<Button onClick={() => close(tabKey)}>Close</Button>}
      >
        <p className={css['reason']}>{object.error}</p>
      </Note>
    );
  const { kind, id } = keyParts(tabKey);
  if (kind === 'dataset')
    return (
      <Suspense fallback={null}>
        <DatasetPage id={id} />
      </Suspense>
    );
  if (tabKey.startsWith('request:')) return <RequestTab tabKey={tabKey} object={object} />;
  return null;
}
