// The examples of a request: responses that were saved, and that mock servers respond with.
import { ExamplesPane } from '../examples/index.ts';
import { editRequest } from './fields.ts';
import type { PaneProps } from './pane.ts';

export function ExamplesTab({ tabKey, request }: PaneProps) {
  return (
    <ExamplesPane
      tab={tabKey}
      examples={request.examples}
      onChange={(examples) => editRequest(tabKey, { examples })}
    />
  );
}
