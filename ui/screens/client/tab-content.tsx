// The content of the current tab: the editor of its object, or a page.
import { FileX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button, Note } from '../../parts/index.ts';
import css from './client.module.css';
import { HolderTab } from './holder/holder-tab.tsx';
import { jobTabOf } from './tabs/job-tabs.tsx';
import { useObject } from './model/objects.ts';
import type { OpenObject } from './model/open-object.ts';
import { close } from './model/saving.ts';
import { placed } from './model/steps.ts';
import { openTab } from './model/tabs.ts';
import { keyParts } from './model/workspace.ts';
import { pages } from './pages/index.ts';
import { RequestTab } from './request/request-tab.tsx';

const runner = () => import('./runs/runner-tab.tsx');
const CollectionRunner = lazy(async () => ({ default: (await runner()).CollectionRunner }));
const ConfigurationRunner = lazy(async () => ({ default: (await runner()).ConfigurationRunner }));
const DatasetPage = lazy(async () => ({ default: (await import('./environments/index.ts')).DatasetPage }));
const EnvironmentsPage = lazy(async () => ({
  default: (await import('./environments/index.ts')).EnvironmentsPage,
}));

const SavedLoadTest = lazy(async () => ({
  default: (await import('./loads/setup-page.tsx')).SavedLoadTest,
}));
const SpecTab = lazy(async () => ({ default: (await import('./specs/spec-tab.tsx')).SpecTab }));
const FlowTab = lazy(async () => ({ default: (await import('./flows/flow-tab.tsx')).FlowTab }));

export function TabContent({ tabKey }: { readonly tabKey: string }) {
  const page = pages.find(({ id }) => `page:${id}` === tabKey);
  const job = jobTabOf(tabKey);
  if (job !== null)
    return (
      <Suspense fallback={null}>
        <job.tab.Component id={job.id} />
      </Suspense>
    );
  if (tabKey.startsWith('runner:'))
    return (
      <Suspense fallback={null}>
        <CollectionRunner tabKey={tabKey} />
      </Suspense>
    );
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
    return <Unusable tabKey={tabKey} object={object} />;
  const { kind, id } = keyParts(tabKey);
  switch (kind) {
    case 'request':
      return <RequestTab tabKey={tabKey} object={object} />;
    case 'collection':
    case 'folder':
      return <HolderTab tabKey={tabKey} object={object} />;
    case 'dataset':
      return (
        <Suspense fallback={null}>
          <DatasetPage id={id} />
        </Suspense>
      );
    case 'environment':
    case 'globals':
      return (
        <Suspense fallback={null}>
          <EnvironmentsPage />
        </Suspense>
      );
    case 'run':
      return (
        <Suspense fallback={null}>
          <ConfigurationRunner tabKey={tabKey} />
        </Suspense>
      );
    case 'loadTest':
      return (
        <Suspense fallback={null}>
          <SavedLoadTest tabKey={tabKey} />
        </Suspense>
      );
    case 'spec':
      return (
        <Suspense fallback={null}>
          <SpecTab tabKey={tabKey} id={id} object={object} />
        </Suspense>
      );
    case 'flow':
      return (
        <Suspense fallback={null}>
          <FlowTab tabKey={tabKey} id={id} object={object} />
        </Suspense>
      );
  }
}

/** An object that is gone, or whose file cannot be used. */
function Unusable({ tabKey, object }: { readonly tabKey: string; readonly object: OpenObject }) {
  const isMerged = placed(tabKey)?.object.error?.isConflict === true;
  const isMissing = object.state === 'missing';
  return (
    <Note
      tone="danger"
      icon={FileX}
      title={
        isMissing
          ? 'It is not in the workspace any more'
          : isMerged
            ? 'Its file has a merge that was not decided'
            : 'Its file cannot be read'
      }
      actions={
        <>
          {isMerged && (
            <Button kind="line" onClick={() => openTab('page:git')}>
              Decide the merge
            </Button>
          )}
          <Button onClick={() => close(tabKey)}>Close</Button>
        </>
      }
    >
      <p className={css['reason']}>{object.error}</p>
    </Note>
  );
}
