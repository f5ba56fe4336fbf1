// The path of a file that is sent, relative to the workspace.
import { FormRow, TextField } from '../../../parts/index.ts';
import { ChooseFile } from '../files/index.ts';
import css from './request.module.css';

interface FileFieldProps {
  readonly path: string;
  /** The path that an import named, which has to be selected. */
  readonly hint: string | undefined;
  readonly onChange: (path: string) => void;
}

export function FileField({ path, hint, onChange }: FileFieldProps) {
  return (
    <div className={css['form']}>
      <FormRow
        label="File"
        htmlFor="body-file"
        hint={
          hint !== undefined && path === ''
            ? `The import named ${hint}.`
            : 'A path relative to the workspace.'
        }
      >
        <span className={css['fileLine']}>
          <TextField id="body-file" mono value={path} placeholder="data/order.json" onChange={onChange} />
          <ChooseFile onChoose={onChange} />
        </span>
      </FormRow>
    </div>
  );
}
