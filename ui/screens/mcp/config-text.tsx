// A part of a configuration file, to be copied as a whole.
import { Copy } from 'lucide-react';
import { copyText } from '../../state/actions.ts';
import { IconButton } from '../../parts/index.ts';
import css from './mcp.module.css';

export function ConfigText({ text }: { readonly text: string }) {
  return (
    <div className={css['config']}>
      <pre tabIndex={0} aria-label="Configuration">
        {text}
      </pre>
      <IconButton
        icon={Copy}
        size="small"
        label="Copy the configuration"
        onClick={() => void copyText(text, 'Copied the configuration')}
      />
    </div>
  );
}
