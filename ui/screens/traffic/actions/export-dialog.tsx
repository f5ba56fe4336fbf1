// Exports requests in a chosen format, with or without secrets.
import { useState } from 'react';
import { count } from '../../../state/actions.ts';
import { Button, Dialog } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import css from './dialogs.module.css';
import { EXPORT_FORMATS, exportRequests, redactSecrets, type ExportFormat } from './export.ts';

interface ExportDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

export function ExportDialog({ ids, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('har');
  const redact = useStore(redactSecrets);
  return (
    <Dialog
      title={`Export ${count(ids.length, 'request')}`}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            autoFocus
            onClick={() => {
              onClose();
              void exportRequests(ids, format);
            }}
          >
            Export
          </Button>
        </>
      }
    >
      <fieldset className={css['choices']}>
        <legend className="visually-hidden">Format</legend>
        {Object.entries(EXPORT_FORMATS).map(([id, { label, extension }]) => (
          <label key={id}>
            <input
              type="radio"
              name="format"
              checked={format === id}
              onChange={() => setFormat(id as ExportFormat)}
            />
            {label}
            <span>{extension}</span>
          </label>
        ))}
      </fieldset>
      <label className={css['check']}>
        <input
          type="checkbox"
          checked={redact}
          onChange={({ target }) => redactSecrets.set(target.checked)}
        />
        Redact secrets: tokens, cookies, passwords, API keys, card numbers
      </label>
    </Dialog>
  );
}
