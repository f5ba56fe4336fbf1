// The tab of a load test: its set-up, or the figures of one that goes on or has ended.
import { Gauge } from 'lucide-react';
import { Button, Note } from '../../../parts/index.ts';
import { closeTab } from '../model/tabs.ts';
import { LoadPage } from './load-page.tsx';
import { SetupPage } from './setup-page.tsx';
import { useLoadView } from './view.ts';

/** `id`: of a channel or an entry of the history, or `new`. */
export function LoadTab({ id }: { readonly id: string }) {
  const loaded = useLoadView(id);
  if (id === 'new') return <SetupPage />;
  if (loaded === null) return null;
  if ('view' in loaded) return <LoadPage view={loaded.view} />;
  return (
    <Note
      tone="info"
      icon={Gauge}
      title="This load test is not there any more"
      actions={<Button onClick={() => closeTab(`load:${id}`)}>Close</Button>}
    >
      <p>It has ended with its window or with the app, or is not among the latest 20: {loaded.error}.</p>
    </Note>
  );
}
