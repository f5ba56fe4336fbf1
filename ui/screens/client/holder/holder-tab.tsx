// A collection or folder in a tab: its description, and what its requests inherit.
import { ExternalLink, Download, Gauge, Layers, Play, Save } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { Button, Tabs, type TabItem } from '../../../parts/index.ts';
import { useMedia } from '../../../state/media.ts';
import { setUpLoad } from '../loads/set-up.ts';
import { setUpMock } from '../mocks/set-up.ts';
import type { Fields, OpenObject } from '../model/open-object.ts';
import { save } from '../model/saving.ts';
import { placed, type Placed } from '../model/steps.ts';
import { useVariables } from '../model/variables.ts';
import { AuthPane } from '../request/auth/auth-pane.tsx';
import { ConflictPane } from '../request/conflict-pane.tsx';
import { requestView } from '../request/fields.ts';
import { HeadersPane } from '../request/headers-pane.tsx';
import { discardCommand } from '../request/request-commands.ts';
import { ScriptsPane } from '../request/scripts-pane.tsx';
import css from '../request/request.module.css';
import { SettingsPane } from '../request/settings-pane.tsx';
import { TitleRow } from '../request/title-row.tsx';
import { openRunner } from '../runs/index.ts';
import { openExport } from '../transfer/export-sheet.tsx';
import { HolderAbout } from './holder-about.tsx';
import { DocsView, HolderDocs } from './holder-docs.tsx';
import own from './holder.module.css';
import { PublishDialog } from './publish-dialog.tsx';
import { VariablesPane } from './variables-pane.tsx';

const PANEL = 'client-holder-panel';

type Name = 'docs' | 'auth' | 'variables' | 'scripts' | 'headers' | 'settings';

const TITLES: readonly (readonly [Name, string])[] = [
  ['docs', 'Docs'],
  ['auth', 'Auth'],
  ['variables', 'Variables'],
  ['scripts', 'Scripts'],
  ['headers', 'Headers'],
  ['settings', 'Settings'],
];

/** Returns the editors, with the number of entries in them. */
function itemsOf({
  variables = [],
  headers = [],
  settings = {},
  scripts = {},
}: Fields): readonly TabItem<Name>[] {
  const counts: Partial<Record<Name, number>> = {
    variables: (variables as readonly unknown[]).length,
    headers: (headers as readonly unknown[]).length,
    settings: Object.keys(settings as object).length,
    scripts: Object.values(scripts as object).filter((text) => text !== '').length,
  };
  return TITLES.map(([id, title]) => ({ id, title, count: counts[id] || undefined }));
}

/** The editor that each object showed last, while the page is open. */
const lastShown = new Map<string, Name>();

interface HolderTabProps {
  readonly tabKey: string;
  readonly object: OpenObject;
}

export function HolderTab({ tabKey, object }: HolderTabProps) {
  const found = placed(tabKey);
  const [isPublishing, setPublishing] = useState(false);
  const collectionObject = found?.object.kind === 'collection' ? found.object : null;
  const onPublish = (): void => setPublishing(true);
  const trySave = (): void => void save(tabKey);
  useCommands([
    {
      id: 'client.save',
      title: 'Save',
      group: 'client',
      keys: 'mod+s',
      inFields: true,
      icon: Save,
      run: trySave,
    },
    discardCommand(tabKey, object),
    ...(collectionObject === null
      ? []
      : [
          {
            id: 'client.publish',
            title: 'Publish the docs as HTML…',
            group: 'client' as const,
            words: 'documentation',
            run: onPublish,
          },
        ]),
  ]);
  return (
    <div className={css['tab']}>
      <TitleRow tabKey={tabKey} object={object} onSave={trySave}>
        <Actions found={found} />
      </TitleRow>
      {object.conflicts.length > 0 ? (
        <ConflictPane tabKey={tabKey} conflicts={object.conflicts} />
      ) : (
        <div className={own['content']}>
          <Editors tabKey={tabKey} object={object} {...(collectionObject !== null && { onPublish })} />
          {collectionObject !== null && <HolderAbout collection={collectionObject} />}
        </div>
      )}
      {isPublishing && collectionObject !== null && (
        <PublishDialog
          collection={collectionObject.id}
          name={collectionObject.name}
          onClose={() => setPublishing(false)}
        />
      )}
    </div>
  );
}

interface EditorsProps extends HolderTabProps {
  /** Publishes the docs; absent for a folder. */
  readonly onPublish?: () => void;
}

function Editors({ tabKey, object, onPublish }: EditorsProps) {
  const [shown, setShown] = useState<Name>(lastShown.get(tabKey) ?? 'docs');
  const isNarrow = useMedia('(max-width: 719px)');
  const found = placed(tabKey);
  const collection = found?.above[0]?.id ?? found?.object.id;
  const variables = useVariables(collection === undefined ? {} : { collection });
  const show = (name: Name): void => {
    lastShown.set(tabKey, name);
    setShown(name);
  };
  const shared = { tabKey, request: requestView(object.value), variables };
  const docsActions = (
    <>
      <DocsView />
      {onPublish !== undefined && (
        <Button size="small" icon={ExternalLink} onClick={onPublish}>
          {isNarrow ? 'Publish…' : 'Publish as HTML…'}
        </Button>
      )}
    </>
  );
  return (
    <div className={own['main']}>
      <Tabs
        label="Inherited"
        items={itemsOf(object.value)}
        value={shown}
        onChange={show}
        panel={PANEL}
        end={shown === 'docs' && !isNarrow && docsActions}
      />
      {shown === 'docs' && isNarrow && <div className={own['narrowActions']}>{docsActions}</div>}
      <div className={css['panel']} id={PANEL} role="tabpanel" aria-label={shown}>
        {shown === 'docs' && <HolderDocs {...shared} />}
        {shown === 'auth' && <AuthPane {...shared} />}
        {shown === 'variables' && (
          <VariablesPane tabKey={tabKey} value={object.value} variables={variables} />
        )}
        {shown === 'scripts' && <ScriptsPane {...shared} />}
        {shown === 'headers' && <HeadersPane {...shared} />}
        {shown === 'settings' && <SettingsPane {...shared} />}
      </div>
    </div>
  );
}

function Actions({ found }: { readonly found: Placed | null }) {
  const isNarrow = useMedia('(max-width: 719px)');
  if (found === null) return null;
  const { object } = found;
  return (
    <>
      <Button size="small" icon={Play} keys="alt+r" onClick={() => openRunner([found])}>
        Run…
      </Button>
      {object.kind === 'collection' && (
        <>
          {/* In a narrow window the menu of the tree has them. */}
          {!isNarrow && (
            <>
              <Button size="small" icon={Layers} onClick={() => setUpMock(object.id)}>
                Mock…
              </Button>
              <Button size="small" icon={Gauge} onClick={() => setUpLoad(object.id)}>
                Load test…
              </Button>
            </>
          )}
          <Button size="small" icon={Download} onClick={() => openExport({ ...object, kind: 'collection' })}>
            Export…
          </Button>
        </>
      )}
    </>
  );
}
