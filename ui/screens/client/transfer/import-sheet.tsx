// The import sheet: what was dropped, chosen or pasted, what each would become, and Import.
import { useEffect, useRef, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, Segmented, Spinner } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { useStore } from '../../../state/store.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { newRequest, undoStep } from '../model/steps.ts';
import { windowName } from '../../../state/window.ts';
import { objectKey, workspace } from '../model/workspace.ts';
import { setOpen } from '../model/tree-state.ts';
import { Offers } from './offers.tsx';
import { PlanRow, type Plan } from './plan-row.tsx';
import { offered, type ImportSource } from './sources.ts';
import css from './transfer.module.css';

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
        <>
          {(isBusy || plans.length < sources.length) && <Spinner label="Reading" />}
          <Button kind="line" onClick={close}>
            Cancel
          </Button>
          <Button
            kind="primary"
            keys="mod+enter"
            disabled={wanted.length === 0 || isBusy}
            onClick={() => void run()}
          >
            {wanted.length === 0 ? 'Import' : `Import ${wanted.length}`}
          </Button>
        </>
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
        <ul className={css['plans']} aria-label="What is imported">
          {plans.map((plan, at) => (
            // A source has no identity but its position.
            // eslint-disable-next-line react/no-array-index-key -- see above
            <PlanRow key={at} plan={plan}>
              {plan.exists.length > 0 && (
                <Segmented
                  label={`${plan.name} is there already`}
                  value={copies.has(at) ? 'copy' : 'update'}
                  options={[
                    ['update', 'Update'],
                    ['copy', 'Copy'],
                  ]}
                  onChange={(choice) =>
                    setCopies(
                      new Set(
                        choice === 'copy' ? [...copies, at] : [...copies].filter((each) => each !== at),
                      ),
                    )
                  }
                />
              )}
            </PlanRow>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** Asks the app what each source would become; those that were asked before are not asked again. */
function usePlans(sources: readonly ImportSource[]): readonly Plan[] {
  const known = useRef(new Map<ImportSource, Plan>());
  const [plans, setPlans] = useState<readonly Plan[]>([]);
  useEffect(() => {
    let isShown = true;
    const ask = async (): Promise<void> => {
      for (const source of sources) {
        if (known.current.has(source)) continue;
        const { plans: asked } = await rpc('client.plan_import', { sources: [source] });
        known.current.set(source, asked[0]!);
        if (!isShown) return;
        setPlans(sources.flatMap((each) => known.current.get(each) ?? []));
      }
    };
    ask().catch((error: unknown) => sayError(`The files cannot be read: ${messageOf(error)}`));
    return () => {
      isShown = false;
    };
  }, [sources]);
  return plans;
}

interface Wanted {
  readonly source: ImportSource;
  readonly plan: Plan;
  readonly isUpdate: boolean;
}

/** Imports files; commands, which belong to no collection, are opened as requests that are not saved. */
async function runImport(wanted: readonly Wanted[]): Promise<void> {
  const commands = wanted.filter(({ source, plan }) => 'text' in source && isCommand(plan));
  for (const { source } of commands)
    newRequest((await rpc('client.request_from_text', { text: (source as { text: string }).text })).request);
  const files = wanted.filter((each) => !commands.includes(each));
  if (files.length === 0) return;
  const sources = files.map(({ source, isUpdate }) => ({ source, isUpdate }));
  const { results, collections } = await rpc('client.import', { sources, window: windowName });
  await workspace.load();
  setOpen(
    collections.map(({ id }) => objectKey('collection', id)),
    true,
  );
  for (const { name, error } of results) if (error !== null) sayError(`${name} was not imported: ${error}`);
  const done = results.filter(({ error }) => error === null).length;
  if (done > 0) say(`Imported ${count(done, 'file')}`, undoStep);
}

function isCommand({ collections, environments, specs, counts }: Plan): boolean {
  return [collections, environments, specs].every((list) => list.length === 0) && counts.requests === 1;
}
