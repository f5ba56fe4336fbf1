// The fields of a multipart body: texts and files.
import { Plus, X } from 'lucide-react';
import { Button, Checkbox, IconButton, SelectField, TextField } from '../../../parts/index.ts';
import type { FormField } from '../../../../src/collections/model/body.ts';
import { ChooseFile } from '../files/index.ts';
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
  return (
    <div className={css['scroll']}>
      {fields.map((field, at) => (
        <MultipartField
          // Fields have no identity but their position.
          // eslint-disable-next-line react/no-array-index-key -- see above
          key={at}
          field={field}
          name={field.name === '' ? `field ${at + 1}` : field.name}
          onChange={(changed) => onChange(fields.with(at, { ...field, ...changed }))}
          onRemove={() => onChange(fields.toSpliced(at, 1))}
        />
      ))}
      <div className={css['addRow']}>
        <Button icon={Plus} size="small" onClick={() => onChange([...fields, NEW])}>
          Add a field
        </Button>
      </div>
    </div>
  );
}

interface MultipartFieldProps {
  readonly field: FormField;
  /** Names the controls of the field. */
  readonly name: string;
  readonly onChange: (changed: Partial<FormField>) => void;
  readonly onRemove: () => void;
}

function MultipartField({ field, name, onChange, onRemove }: MultipartFieldProps) {
  return (
    <div className={css['multipart']} role="group" aria-label={name}>
      <Checkbox
        label={`Send ${name}`}
        isLabelHidden
        checked={field.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
      <TextField
        aria-label={`Name of ${name}`}
        mono
        value={field.name}
        onChange={(text) => onChange({ name: text })}
      />
      <SelectField
        aria-label={`Kind of ${name}`}
        value={field.files === null ? 'text' : 'file'}
        options={KINDS}
        onChange={(kind) =>
          onChange({
            files: kind === 'file' ? [field.value] : null,
            value: field.files?.[0] ?? field.value,
          })
        }
      />
      <Content field={field} name={name} onChange={onChange} />
      <TextField
        aria-label={`Type of ${name}`}
        mono
        placeholder="type"
        value={field.contentType}
        onChange={(contentType) => onChange({ contentType })}
      />
      <IconButton icon={X} size="small" label={`Remove ${name}`} onClick={onRemove} />
    </div>
  );
}

function Content({ field: { files, value }, name, onChange }: Omit<MultipartFieldProps, 'onRemove'>) {
  if (files === null)
    return (
      <TextField
        aria-label={`Value of ${name}`}
        mono
        value={value}
        onChange={(text) => onChange({ value: text })}
      />
    );
  return (
    <span className={css['fileLine']}>
      <TextField
        aria-label={`Files of ${name}`}
        mono
        placeholder="Paths relative to the workspace, with ; between them"
        value={files.join('; ')}
        onChange={(text) => onChange({ files: text.split(/;\s*/) })}
      />
      <ChooseFile onChoose={(path) => onChange({ files: [...files.filter((each) => each !== ''), path] })} />
    </span>
  );
}
