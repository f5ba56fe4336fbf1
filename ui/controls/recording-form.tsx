// The fields of a rolling recording that is about to start.
import { FormRow, SelectField, TextField } from '../parts/index.ts';
import css from './controls.module.css';

export const FORMATS = [
  ['session', 'Session'],
  ['har', 'HAR'],
  ['ndjson', 'NDJSON'],
  ['csv', 'CSV'],
] as const;

interface StartFormProps {
  readonly folder: string;
  readonly setFolder: (folder: string) => void;
  readonly format: string;
  readonly setFormat: (format: string) => void;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  /** Null as long as nothing was refused. */
  readonly failure: string | null;
  readonly onSubmit: () => Promise<void>;
}

export function StartForm(props: StartFormProps) {
  const { folder, setFolder, format, setFormat, filter, setFilter, failure, onSubmit } = props;
  const isFilterWrong = failure?.startsWith('autosave.filter') === true;
  return (
    <form
      className={css['recording']}
      onSubmit={(event) => {
        event.preventDefault();
        if (folder.trim() !== '') void onSubmit();
      }}
    >
      <FormRow label="Folder" htmlFor="record-folder" error={isFilterWrong ? null : failure}>
        <TextField
          id="record-folder"
          mono
          autoFocus
          value={folder}
          isWrong={failure !== null && !isFilterWrong}
          onChange={setFolder}
        />
      </FormRow>
      <FormRow label="Format" htmlFor="record-format">
        <SelectField id="record-format" value={format} options={FORMATS} onChange={setFormat} />
      </FormRow>
      <FormRow
        label="Filter"
        htmlFor="record-filter"
        error={isFilterWrong ? failure : null}
        hint="Such as host:api status:5xx. Empty: all requests."
      >
        <TextField id="record-filter" mono value={filter} isWrong={isFilterWrong} onChange={setFilter} />
      </FormRow>
      {/* Enter in a field starts. */}
      <button type="submit" hidden />
    </form>
  );
}
