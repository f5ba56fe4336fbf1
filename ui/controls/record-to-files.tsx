// The rolling recording: started and stopped from every screen, with the folder that it goes to.
import { HardDriveDownload } from 'lucide-react';
import { useState } from 'react';
import type { ResultOf } from '../../src/session/methods/ui-types.ts';
import type { Command } from '../commands/index.ts';
import { messageOf, rpc } from '../api/client.ts';
import { sizeText } from '../format/measures.ts';
import { Button, Dialog } from '../parts/index.ts';
import { attempt } from '../state/actions.ts';
import { machine, settings } from '../state/app.ts';
import { useResource } from '../state/resource.ts';
import { createStore, useStore } from '../state/store.ts';
import { say } from '../state/toasts.ts';
import css from './controls.module.css';
import { FORMATS, StartForm } from './recording-form.tsx';

type Autosave = ResultOf<'get_settings'>['autosave'];

const isOpen = createStore(false);

export const RECORD_COMMAND: Command = {
  id: 'app.recordToFiles',
  title: 'Record to files',
  group: 'app',
  icon: HardDriveDownload,
  words: 'autosave rolling recording save folder session har disk stop',
  run: openRecording,
};

/** Asks where to record to, or shows where it goes. */
export function openRecording(): void {
  isOpen.set(true);
}

export function RecordingDialog() {
  const isShown = useStore(isOpen);
  return isShown ? <Loaded /> : null;
}

function Loaded() {
  const { value } = useResource(settings);
  const { value: computer } = useResource(machine);
  if (value === null || computer === null) return null;
  const { autosave } = value;
  return autosave.folder === null ? (
    <Start autosave={autosave} suggested={computer.recordings} />
  ) : (
    <Running {...autosave} folder={autosave.folder} />
  );
}

function close(): void {
  isOpen.set(false);
}

function Start({ autosave, suggested }: { readonly autosave: Autosave; readonly suggested: string }) {
  const [folder, setFolder] = useState(suggested);
  const [format, setFormat] = useState<string>(autosave.format);
  const [filter, setFilter] = useState(autosave.filter);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async (): Promise<void> => {
    try {
      const chosen = { ...autosave, folder, format, filter } as Autosave;
      await rpc('update_settings', { changes: { autosave: chosen } });
      await settings.load();
      close();
      say(`Recording to ${folder}`, () => void stop(chosen));
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <Dialog
      title="Record to files"
      text={`Requests are written to files as they finish. ${filesText(autosave)}`}
      onClose={close}
      wide
      actions={
        <>
          <Button kind="line" onClick={close}>
            Cancel
          </Button>
          <Button kind="primary" disabled={folder.trim() === ''} onClick={() => void start()}>
            Start recording
          </Button>
        </>
      }
    >
      <StartForm {...{ folder, setFolder, format, setFormat, filter, setFilter, failure }} onSubmit={start} />
    </Dialog>
  );
}

function Running(autosave: Autosave & { readonly folder: string }) {
  const { folder, filter } = autosave;
  return (
    <Dialog
      title="Recording to files"
      text={`${filter === '' ? 'Requests' : 'Requests that match the filter'} are written to files as they finish. ${filesText(autosave)}`}
      onClose={close}
      wide
      actions={
        <>
          <Button kind="line" autoFocus onClick={close}>
            Close
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              close();
              void stop(autosave);
            }}
          >
            Stop recording
          </Button>
        </>
      }
    >
      <dl className={css['recordingTo']}>
        <dt>Folder</dt>
        <dd className="mono">{folder}</dd>
        {filter !== '' && (
          <>
            <dt>Filter</dt>
            <dd className="mono">{filter}</dd>
          </>
        )}
      </dl>
    </Dialog>
  );
}

function filesText({ format, minutes, maxBytes, maxFiles }: Autosave): string {
  const kind = FORMATS.find(([id]) => id === format)?.[1] ?? format;
  return `A new file (${kind}) begins after ${minutes} min or ${sizeText(maxBytes)}; the newest ${maxFiles} are kept. More under Settings, Advanced.`;
}

async function stop(autosave: Autosave): Promise<void> {
  await attempt('Recording to files cannot be stopped', async () => {
    await rpc('update_settings', { changes: { autosave: { ...autosave, folder: null } } });
    await settings.load();
    say(`Stopped. What was recorded is in ${autosave.folder ?? 'the folder'}`);
  });
}

/** Says that the recording runs, and where to; null when it does not. */
export function RecordingState({ className }: { readonly className: string | undefined }) {
  const { value } = useResource(settings);
  const folder = value?.autosave.folder ?? null;
  if (folder === null) return null;
  return (
    <button type="button" className={className} title={`Recording to ${folder}`} onClick={openRecording}>
      <span className={css['recordingDot']} aria-hidden />
      To files
    </button>
  );
}
