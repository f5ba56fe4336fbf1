// The tab of a mock server: its set-up before it runs, and what it answers while it does.
import { Layers } from 'lucide-react';
import { Button, Note } from '../../../parts/index.ts';
import { closeTab, openTab } from '../model/tabs.ts';
import { useJob } from '../jobs/channel-jobs.ts';
import { MockPage } from './mock-page.tsx';
import { mocks } from './model.ts';
import { SetupPage } from './setup-page.tsx';

/** `id`: of a channel, or `new`. */
export function MockTab({ id }: { readonly id: string }) {
  const mock = useJob(mocks, id);
  if (id === 'new') return <SetupPage />;
  if (mock === undefined) return null;
  if (mock !== null) return <MockPage mock={mock} />;
  return (
    <Note
      tone="info"
      icon={Layers}
      title="This mock server does not run any more"
      actions={
        <>
          <Button onClick={() => closeTab(`mock:${id}`)}>Close</Button>
          <Button
            kind="primary"
            onClick={() => {
              closeTab(`mock:${id}`);
              openTab('mock:new');
            }}
          >
            New mock
          </Button>
        </>
      }
    >
      <p>It has ended with its window, or with the app. The history has how often it was called.</p>
    </Note>
  );
}
