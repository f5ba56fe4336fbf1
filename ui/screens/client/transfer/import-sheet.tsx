// The import sheet: what was dropped, chosen or pasted, what each would become, and Import.
import { useState } from 'react';
import { Button, Dialog, Spinner } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { useStore } from '../../../state/store.ts';
import { Offers } from './offers.tsx';
import { PlanList } from './plan-list.tsx';
import { runImport } from './run-import.ts';
import { offered, type ImportSource } from './sources.ts';
import css from './transfer.module.css';
import { usePlans } from './use-plans.ts';

export function ImportSheet() {
  const sources = useStore(offered);
  return sources === null ? null : <Sheet sources={sources} />;
}

function Sheet({ sources }: { readonly sources: readonly ImportSource[] }) {
  const plans = usePlans(sources);
  const [copies, setCopies] = useState<ReadonlySet<number>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const wanted = plans.flatMap((plan, at) => (plan.error === null ? [at] : []));
  const close = (): void => offered.set(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    await attempt('Nothing was imported', () =>
      runImport(
        wanted.map((at) => ({
          source: sources[at]!,
          plan: plans[at]!,
          isUpdate: !copies.has(at) && plans[at]!.exists.length > 0,
        })),
      ),
    );
    setBusy(false);
    close();
  };
  return (
    <Dialog
      title="Import"
      wide
      onClose={close}
      actions={
        <Actions
          isWaiting={isBusy || plans.length < sources.length}
          canImport={wanted.length > 0 && !isBusy}
          count={wanted.length}
          onImport={() => void run()}
          onClose={close}
        />
      }
    >
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || wanted.length === 0) return;
          event.preventDefault();
          void run();
        }}
      >
        <Offers />
        {sources.length > 0 && (
          <p className={css['found']} role="status">
            <strong>{sources.length} found</strong> format from the content, nothing is run or fetched
            <span>{`${wanted.length} of ${sources.length} will be imported`}</span>
          </p>
        )}
        <PlanList plans={plans} copies={copies} onCopies={setCopies} />
      </div>
    </Dialog>
  );
}

interface ActionsProps {
  readonly isWaiting: boolean;
  readonly canImport: boolean;
  /** The sources that would be imported. */
  readonly count: number;
  readonly onImport: () => void;
  readonly onClose: () => void;
}

function Actions({ isWaiting, canImport, count, onImport, onClose }: ActionsProps) {
  return (
    <>
      {isWaiting && <Spinner label="Reading" />}
      <Button kind="line" onClick={onClose}>
        Cancel
      </Button>
      <Button kind="primary" keys="mod+enter" disabled={!canImport} onClick={onImport}>
        {count === 0 ? 'Import' : `Import ${count}`}
      </Button>
    </>
  );
}
