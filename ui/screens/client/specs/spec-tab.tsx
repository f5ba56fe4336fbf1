// An API description in a tab: its text with the problems beside it, its documentation, what changed since another
// version, and how the captured traffic fits.
import { Ellipsis, RefreshCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  Badge,
  Button,
  IconButton,
  Menu,
  PaneHead,
  Segmented,
  type MenuEntry,
} from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import type { OpenObject } from '../model/open-object.ts';
import { save } from '../model/saving.ts';
import { objectKey, workspace } from '../model/workspace.ts';
import { RenameObject } from '../parts/rename-object.tsx';
import { ConflictPane } from '../request/conflict-pane.tsx';
import { DeletedNote } from '../request/deleted-note.tsx';
import { infoVersion } from './info-version.ts';
import { useSpecCommands, VIEWS, type View } from './spec-commands.ts';
import { useSpecMenu } from './spec-menu.ts';
import { SpecText } from './spec-text.tsx';
import css from './spec.module.css';
import type { SpecViewProps } from './view-props.ts';
import { useLint, type Lint } from './use-lint.ts';

const DocsView = lazy(async () => ({ default: (await import('./docs/docs-view.tsx')).DocsView }));
const DiffView = lazy(async () => ({ default: (await import('./diff/diff-view.tsx')).DiffView }));
const ContractView = lazy(async () => ({
  default: (await import('./contract/contract-view.tsx')).ContractView,
}));

/** The view that each description showed last, while the page is open. */
const lastShown = new Map<string, View>();

interface SpecTabProps {
  readonly tabKey: string;
  readonly id: string;
  readonly object: OpenObject;
}

export function SpecTab({ tabKey, id, object }: SpecTabProps) {
  const [view, setView] = useState<View>(lastShown.get(tabKey) ?? 'text');
  const [isSyncing, setSyncing] = useState(false);
  const [place, setPlace] = useState<{ readonly line: number; readonly column: number } | null>(null);
  const { name, text } = fieldsOf(object);
  const lint = useLint(id, text);
  const show = (next: View): void => {
    lastShown.set(tabKey, next);
    setView(next);
  };
  const [isNaming, setNaming] = useState(false);
  const entries = useSpecMenu(tabKey, name, () => setNaming(true));
  const sync = (): void => {
    show('text');
    setSyncing(true);
  };
  useSpecCommands({ tabKey, object, entries, show, sync });
  const shared: SpecViewProps = {
    id,
    name,
    text,
    onGo: (line) => {
      show('text');
      setPlace({ line, column: 1 });
    },
  };
  return (
    <div className={css['tab']}>
      <Head {...{ tabKey, name, text, object, lint, view, entries }} onView={show} onSync={sync} />
      {isNaming && <RenameObject {...{ tabKey, name }} onClose={() => setNaming(false)} />}
      {object.state === 'deleted' && <DeletedNote tabKey={tabKey} onSave={() => void save(tabKey)} />}
      {object.conflicts.length > 0 ? (
        <ConflictPane tabKey={tabKey} conflicts={object.conflicts} />
      ) : (
        <Suspense fallback={null}>
          {view === 'text' && (
            <SpecText
              {...{ tabKey, id, name, text, lint, place, isSyncing }}
              isUnsaved={object.isUnsaved}
              onPlace={setPlace}
              onSyncing={setSyncing}
            />
          )}
          {view === 'docs' && <DocsView {...shared} />}
          {view === 'diff' && <DiffView {...shared} isUnsaved={object.isUnsaved} />}
          {view === 'contract' && <ContractView {...shared} />}
        </Suspense>
      )}
    </div>
  );
}

function fieldsOf({ value: { name, text } }: OpenObject): { readonly name: string; readonly text: string } {
  return { name: typeof name === 'string' ? name : '', text: typeof text === 'string' ? text : '' };
}

interface HeadProps extends Pick<SpecTabProps, 'tabKey' | 'object'> {
  readonly name: string;
  readonly text: string;
  readonly lint: Lint;
  readonly view: View;
  readonly entries: readonly MenuEntry[];
  readonly onView: (view: View) => void;
  readonly onSync: () => void;
}

function Head({ tabKey, object, name, text, lint, view, entries, onView, onSync }: HeadProps) {
  const collection = useCollection(tabKey);
  return (
    <PaneHead wraps title={titleOf(name, text)} note={noteOf(object, text, collection)}>
      <Counts lint={lint} />
      <Segmented label="View" value={view} options={VIEWS} onChange={onView} />
      <Button size="small" keys="mod+s" disabled={!object.isUnsaved} onClick={() => void save(tabKey)}>
        Save
      </Button>
      <Button size="small" kind="primary" icon={RefreshCw} keys="mod+shift+y" onClick={onSync}>
        Sync…
      </Button>
      <Menu align="end" entries={entries}>
        <IconButton icon={Ellipsis} size="small" label="More actions of the description" />
      </Menu>
    </PaneHead>
  );
}

/** Returns the name of the collection that follows the description; null without one. */
function useCollection(tabKey: string): string | null {
  const { tree = [] } = useResource(workspace).value ?? {};
  const spec = tree.find(({ kind, id }) => objectKey(kind, id) === tabKey);
  const linked = tree.find(({ kind, id }) => kind === 'collection' && id === spec?.collectionId);
  return linked?.name ?? null;
}

/** Returns the name with the version that the text gives it, such as `Shop 2.3.1`. */
function titleOf(name: string, text: string): string {
  return `${name} ${infoVersion(text)}`.trim();
}

/** Returns the file, and what the text says of its format. */
function noteOf({ path }: OpenObject, text: string, collection: string | null): string {
  const head = text.slice(0, 2000);
  const [, format, version] =
    /["']?(openapi|swagger|asyncapi|arazzo)["']?\s*:\s*["']?(\d+(?:\.\d+)*)/.exec(head) ?? [];
  const title = { openapi: 'OpenAPI', swagger: 'Swagger', asyncapi: 'AsyncAPI', arazzo: 'Arazzo' }[
    format ?? ''
  ];
  const linked = collection === null ? null : `linked to ${collection}`;
  return [path, title === undefined ? null : `${title} ${version}`, linked]
    .filter((part) => part !== null)
    .join(', ');
}

function Counts({ lint: { errors, warnings } }: { readonly lint: Lint }) {
  return (
    <>
      {errors > 0 && <Badge tone="danger">{count(errors, 'error')}</Badge>}
      {warnings > 0 && <Badge tone="warn">{count(warnings, 'warning')}</Badge>}
    </>
  );
}
