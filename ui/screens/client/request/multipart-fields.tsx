// The fields of a multipart body: texts and files.
import { Plus, X } from 'lucide-react';
import { Button, Checkbox, IconButton, SelectField, TextField } from '../../../parts/index.ts';
import type { FormField } from '../../../../src/collections/model/body.ts';
import css from './request.module.css';

interface MultipartFieldsProps {
  readonly fields: readonly FormField[];
  readonly onChange: (fields: readonly FormField[]) => void;
}

const KINDS = [
  ['text', 'Text'],
  ['file', 'Files'],
] as const;

const NEW: FormField = { name: '', value: '', enabled: true, docs: '', files: null, contentType: '' };

export function MultipartFields({ fields, onChange }: MultipartFieldsProps) {
  const set = (at: number, changed: Partial<FormField>): void =>
    onChange(fields.with(at, { ...fields[at]!, ...changed }));
  return (
    <div className={css['scroll']}>
      {fields.map((field, at) => {
        const name = field.name === '' ? `field ${at + 1}` : field.name;
        const isFile = field.files !== null;
        return (
          // Fields have no identity but their position.
          // eslint-disable-next-line react/no-array-index-key -- see above
          <div key={at} className={css['multipart']} role="group" aria-label={name}>
            <Checkbox
              label={`Send ${name}`}
              isLabelHidden
              checked={field.enabled}
              onChange={(enabled) => set(at, { enabled })}
            />
            <TextField
              aria-label={`Name of ${name}`}
              mono
              value={field.name}
              onChange={(text) => set(at, { name: text })}
            />
            <SelectField
              aria-label={`Kind of ${name}`}
              value={isFile ? 'file' : 'text'}
              options={KINDS}
              onChange={(kind) =>
                set(at, {
                  files: kind === 'file' ? [field.value] : null,
                  value: field.files?.[0] ?? field.value,
                })
              }
            />
            {field.files === null ? (
              <TextField
                aria-label={`Value of ${name}`}
                mono
                value={field.value}
                onChange={(value) => set(at, { value })}
              />
            ) : (
              <TextField
                aria-label={`Files of ${name}`}
                mono
                placeholder="Paths relative to the workspace, with ; between them"
                value={field.files.join('; ')}
                onChange={(text) => set(at, { files: text.split(/;\s*/) })}
              />
            )}
            <TextField
              aria-label={`Type of ${name}`}
              mono
              placeholder="type"
              value={field.contentType}
              onChange={(contentType) => set(at, { contentType })}
            />
            <IconButton
              icon={X}
              size="small"
              label={`Remove ${name}`}
              onClick={() => onChange(fields.toSpliced(at, 1))}
            />
          </div>
        );
      })}
      <div className={css['addRow']}>
        <Button icon={Plus} size="small" onClick={() => onChange([...fields, NEW])}>
          Add a field
        </Button>
      </div>
    </div>
  );
}
