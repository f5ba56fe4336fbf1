// Saves the response that is shown as an example of its request: at once in the file, as a step that can be taken back.
import { BookmarkPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCommands } from '../../../commands/index.ts';
import type { Example } from '../../../../src/collections/model/example.ts';
import { sizeText } from '../../../format/measures.ts';
import { Button, Dialog, FormRow, TextField } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { act, placed } from '../model/steps.ts';
import { keyParts } from '../model/workspace.ts';
import {
  exampleHeaders,
  MAX_EXAMPLE_BYTES,
  responseText,
  useShownResponse,
  type ShownResponse,
} from './shown-response.ts';

export interface SaveExampleProps {
  readonly tab: string;
  readonly examples: readonly Example[];
  /** Gets the examples of a request that has no file. */
  readonly onChange: (examples: Example[]) => void;
}

/** Parts of the menu of a response that save it as an example. */
interface SaveExampleState {
  /** The reason why it cannot be one; null when it can. */
  readonly why: string | null;
  readonly ask: () => void;
  readonly dialog: ReactNode;
}

/** Offers to save the response that a tab shows as an example. */
export function useSaveExample({ tab, examples, onChange }: SaveExampleProps): SaveExampleState {
  const shown = useShownResponse(tab);
  const [isNaming, setNaming] = useState(false);
  const why =
    shown === null
      ? 'There is no response'
      : !shown.response.body.isText && shown.response.body.size > 0
        ? 'The body is binary'
        : null;
  const ask = (): void => setNaming(true);
  useCommands([
    {
      id: 'client.saveExample',
      title: 'Save the response as an example',
      group: 'client',
      keys: 'mod+shift+s',
      inFields: true,
      icon: BookmarkPlus,
      ...(why !== null && { why }),
      run: ask,
    },
  ]);
  const isAsking = isNaming && shown !== null && why === null;
  const dialog = isAsking && (
    <NameDialog {...{ tab, examples, onChange, shown }} onClose={() => setNaming(false)} />
  );
  return { why, ask, dialog };
}

interface NameDialogProps extends SaveExampleProps {
  readonly shown: ShownResponse;
  readonly onClose: () => void;
}

function NameDialog({ tab, examples, onChange, shown, onClose }: NameDialogProps) {
  const { status, reason, body } = shown.response;
  const [name, setName] = useState(`${status} ${reason}`.trim());
  const replaces = examples.some((each) => each.name === name.trim());
  const save = (): void => {
    onClose();
    void attempt('The example is not saved', () =>
      saveExample({ tab, examples, onChange }, name.trim(), shown),
    );
  };
  return (
    <Dialog
      title="Save as example"
      {...(body.size > MAX_EXAMPLE_BYTES && {
        text: `The body has ${sizeText(body.size)}: its first ${sizeText(MAX_EXAMPLE_BYTES)} are saved.`,
      })}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={name.trim() === ''} onClick={save}>
            {replaces ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save();
        }}
      >
        <FormRow
          label="Name"
          htmlFor="example-name"
          {...(replaces && { hint: 'The example that has this name is replaced.' })}
        >
          <TextField id="example-name" autoFocus value={name} onChange={setName} />
        </FormRow>
      </form>
    </Dialog>
  );
}

async function saveExample(
  { tab, examples, onChange }: SaveExampleProps,
  name: string,
  shown: ShownResponse,
): Promise<void> {
  const { status, reason } = shown.response;
  const body = await responseText(shown);
  const headers = exampleHeaders(shown.response);
  const collection = placed(tab)?.above[0]?.id;
  if (collection !== undefined) {
    const params = { collection, request: keyParts(tab).id, name, status, headers, body };
    await act(`Saved the example ${name}`, [{ method: 'save_example', params }]);
    return;
  }
  // A request without a file has it in its draft.
  const pairs = headers.map((header) => ({ ...header, enabled: true, docs: '' }));
  const id = crypto.randomUUID();
  const example = { id, name, status, reason, headers: pairs, body, base64: false, request: null };
  onChange([...examples.filter((each) => each.name !== name), example]);
}
