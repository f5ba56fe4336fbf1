// Settings that are typed as a single text.
import { TextField } from '../../../parts/index.ts';
import { appStatus } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { bytesText, linesText } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';

export function PortControl({ id, value, onChange, isWrong }: ControlProps) {
  const port = useResource(appStatus).value?.port;
  return (
    <div className={css['line']}>
      <TextField
        {...{ id, onChange }}
        mono
        className={css['short']}
        inputMode="numeric"
        value={String(value)}
        isWrong={isWrong('')}
      />
      {port !== undefined && String(value) !== String(port) && (
        <span className={css['hint']}>now {port}</span>
      )}
    </div>
  );
}

export function NumberControl({ id, value, onChange, isWrong }: ControlProps) {
  return (
    <TextField
      {...{ id, onChange }}
      className={css['short']}
      inputMode="numeric"
      value={String(value)}
      isWrong={isWrong('')}
    />
  );
}

export function BytesControl({ id, value, onChange, isWrong }: ControlProps) {
  return (
    <TextField
      {...{ id, onChange }}
      className={css['short']}
      value={typeof value === 'string' ? value : bytesText(value)}
      isWrong={isWrong('')}
    />
  );
}

export function PathControl({ id, value, onChange, isWrong }: ControlProps) {
  return (
    <TextField
      {...{ id, onChange }}
      mono
      value={typeof value === 'string' ? value : ''}
      isWrong={isWrong('')}
    />
  );
}

export function LinesControl({ id, value, onChange, isWrong }: ControlProps) {
  const text = linesText(value);
  return (
    <textarea
      id={id}
      className={css['area']}
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      spellCheck={false}
      value={text}
      aria-invalid={isWrong('') || undefined}
      aria-describedby={isWrong('') ? `${id}-error` : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
