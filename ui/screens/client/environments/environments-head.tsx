// The bar above the variables: their number, the search, and what can be added.
import { PanelRight, Plus } from 'lucide-react';
import { useCommands } from '../../../commands/index.ts';
import { Button, IconButton, PaneHead, TextField } from '../../../parts/index.ts';
import css from './environments.module.css';

interface EnvironmentsHeadProps {
  readonly note: string;
  /** The text that is searched. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onAdd: () => void;
  /** Makes an environment. */
  readonly onNew: () => void;
  /** True when the details are shown. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function EnvironmentsHead(props: EnvironmentsHeadProps) {
  const { note, text, onText, onAdd, onNew, isOpen, onOpen } = props;
  useCommands([
    { id: 'client.variable', title: 'Add a variable', group: 'client', keys: 'n', icon: Plus, run: onAdd },
  ]);
  return (
    <PaneHead wraps title="Environments" note={note}>
      <TextField
        className={css['find']}
        aria-label="Find name or value"
        placeholder="Find name or value"
        value={text}
        onChange={onText}
      />
      <Button size="small" icon={Plus} keys="n" onClick={onAdd}>
        Variable
      </Button>
      <Button size="small" kind="line" icon={Plus} onClick={onNew}>
        New environment
      </Button>
      <IconButton
        icon={PanelRight}
        size="small"
        label={isOpen ? 'Hide the details' : 'Show the details'}
        aria-pressed={isOpen}
        onClick={() => onOpen(!isOpen)}
      />
    </PaneHead>
  );
}
