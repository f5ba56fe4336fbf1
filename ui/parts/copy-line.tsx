// A text to copy, such as a command or an address.
import { Copy } from 'lucide-react';
import { copyText } from '../state/actions.ts';
import { IconButton } from './button.tsx';
import css from './copy-line.module.css';

interface CopyLineProps {
  readonly text: string;
  /** Names the text, such as `command`. */
  readonly name: string;
}

export function CopyLine({ text, name }: CopyLineProps) {
  return (
    <div className={css['line']}>
      <code>{text}</code>
      <IconButton
        icon={Copy}
        size="small"
        label={`Copy the ${name}`}
        onClick={() => void copyText(text, `Copied the ${name}`)}
      />
    </div>
  );
}
