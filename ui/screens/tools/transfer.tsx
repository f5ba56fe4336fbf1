// Imports and exports all tools with their rules.
import { Download, Ellipsis, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { count } from '../../state/actions.ts';
import { TopActions, Button, Dialog, IconButton, Menu } from '../../parts/index.ts';
import { useMedia } from '../../state/media.ts';
import { sayError } from '../../state/toasts.ts';
import { exportRules, importRules } from './model/actions.ts';

type State = Readonly<Record<string, unknown>>;

export function TransferButtons() {
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<State | null>(null);
  const read = async (list: FileList | null): Promise<void> => {
    const [first] = list ?? [];
    if (first === undefined) return;
    try {
      const state: unknown = JSON.parse(await first.text());
      if (typeof state !== 'object' || state === null) throw new Error('it is no object');
      setChosen(state as State);
    } catch {
      sayError(`Import failed: ${first.name} is not a file of tools. Choose one that was exported here`);
    }
  };
  const isNarrow = useMedia('(max-width: 1023px)');
  const entries = [
    { label: 'Import', icon: Upload, onSelect: () => file.current?.click() },
    { label: 'Export all', icon: Download, onSelect: () => void exportRules() },
  ];
  return (
    <>
      <TopActions>
        {isNarrow ? (
          <Menu entries={entries} align="end">
            <IconButton icon={Ellipsis} label="More actions" />
          </Menu>
        ) : (
          entries.map(({ label, icon, onSelect }) => (
            <Button key={label} icon={icon} onClick={onSelect}>
              {label}
            </Button>
          ))
        )}
      </TopActions>
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="File of tools to import"
        onChange={(event) => {
          void read(event.target.files);
          event.target.value = '';
        }}
      />
      {chosen !== null && <ImportDialog state={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function ImportDialog({ state, onClose }: { readonly state: State; readonly onClose: () => void }) {
  const rules = count(ruleCount(state), 'rule');
  const run = (mode: 'add' | 'replace'): void => {
    onClose();
    void importRules(state, mode);
  };
  return (
    <Dialog
      title={`Import ${rules}?`}
      text="Add them to the rules that are here, or put them in their place. Both can be undone."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button kind="dangerSolid" onClick={() => run('replace')}>
            Replace all rules
          </Button>
          <Button kind="primary" onClick={() => run('add')}>
            Add {rules}
          </Button>
        </>
      }
    />
  );
}

function ruleCount({ tools }: State): number {
  return Object.values((tools ?? {}) as State).reduce<number>((sum, tool) => {
    const { rules } = (tool ?? {}) as State;
    return sum + (Array.isArray(rules) ? rules.length : 0);
  }, 0);
}
