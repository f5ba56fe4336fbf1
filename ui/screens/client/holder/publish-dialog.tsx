// The documentation of a collection as one HTML file: looked at in a tab of the browser, then saved.
import { ExternalLink, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { saveFile } from '../../../bodies/body-files.ts';
import { sizeText } from '../../../format/measures.ts';
import { Button, CopyLine, Dialog } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import css from './holder.module.css';

type Preview = ResultOf<'client.docs_preview'>;

interface PublishDialogProps {
  readonly collection: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function PublishDialog({ collection, name, onClose }: PublishDialogProps) {
  const { preview, error } = usePreview(collection);
  const save = async (): Promise<void> => {
    if (preview === null) return;
    await attempt('The documentation cannot be saved', async () => {
      const answer = await fetch(preview.path);
      if (!answer.ok) throw new Error('the preview is not kept any more: open this again');
      saveFile(await answer.blob(), preview.fileName);
      say(`Saved ${preview.fileName}`);
      onClose();
    });
  };
  return (
    <Dialog
      title={`Publish the docs of ${name}`}
      text="One HTML file with all requests, examples and schemas, to be mailed or put on any server. It loads nothing from elsewhere. Secret variables stay names."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          {preview !== null && (
            <a className={css['look']} href={preview.path} target="_blank" rel="noreferrer noopener">
              <ExternalLink aria-hidden />
              Look at it
            </a>
          )}
          <Button kind="primary" icon={Download} disabled={preview === null} onClick={() => void save()}>
            Save HTML
          </Button>
        </>
      }
    >
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      {preview !== null && (
        <p className={css['size']}>
          {preview.fileName}, {sizeText(preview.bytes)}. What is typed and not saved is left out. On the
          command line:
        </p>
      )}
      <CopyLine
        name="command"
        text={`proxyctl docs ${JSON.stringify(name)} --out ${preview?.fileName ?? 'docs.html'}`}
      />
    </Dialog>
  );
}

/** Makes the page, once. */
function usePreview(collection: string): { readonly preview: Preview | null; readonly error: string | null } {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    rpc('client.docs_preview', { collection }).then(
      (made) => isShown && setPreview(made),
      (reason: unknown) => isShown && setError(messageOf(reason)),
    );
    return () => {
      isShown = false;
    };
  }, [collection]);
  return { preview, error };
}
