// The flows of the workspace: saved requests in order, and what happens between them.
import { Plus } from 'lucide-react';
import { Button, PaneHead } from '../../../parts/index.ts';
import { newFlow } from '../flows/new-flow.ts';
import { ObjectsList } from '../lists/objects-list.tsx';

export function FlowsPage() {
  return (
    <>
      <PaneHead wraps title="Flows" note="saved requests in order, and what happens between them">
        <Button size="small" icon={Plus} onClick={() => void newFlow()}>
          New flow
        </Button>
      </PaneHead>
      <ObjectsList kind="flow" empty="No flows yet. A new one begins without steps." />
    </>
  );
}
