// The description of a collection or folder in Markdown: to read, to write, or both beside each other.
import { lazy, Suspense } from 'react';
import { FormRow, Segmented, TextField } from '../../../parts/index.ts';
import { createPreference } from '../../../state/preferences.ts';
import { useMedia } from '../../../state/media.ts';
import { useStore } from '../../../state/store.ts';
import { placed } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { keyParts, objectKey, type TreeObject } from '../model/workspace.ts';
import { editRequest, type RequestView } from '../request/fields.ts';
import { TagsField } from '../request/tags-field.tsx';
import css from './holder.module.css';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));
const MarkdownText = lazy(async () => ({
  default: (await import('../../../parts/markdown.tsx')).MarkdownText,
}));

const VIEWS = ['read', 'write', 'both'] as const;
type View = (typeof VIEWS)[number];

const chosenView = createPreference<View>('client.docs-view', 'both', (value): value is View =>
  VIEWS.some((view) => view === value),
);

const WIDE = '(min-width: 900px)';

/** Both side by side need room: in a narrow window what is written is shown. */
function shownView(chosen: View, isWide: boolean): View {
  return chosen === 'both' && !isWide ? 'write' : chosen;
}

export function DocsView() {
  const chosen = useStore(chosenView);
  const isWide = useMedia(WIDE);
  return (
    <Segmented<View>
      label="View of the docs"
      value={shownView(chosen, isWide)}
      options={[['read', 'Read'], ['write', 'Write'], ...(isWide ? ([['both', 'Both']] as const) : [])]}
      onChange={chosenView.set}
    />
  );
}

interface HolderDocsProps {
  readonly tabKey: string;
  readonly request: Pick<RequestView, 'name' | 'docs' | 'tags'>;
}

export function HolderDocs({ tabKey, request: { name, docs, tags } }: HolderDocsProps) {
  const chosen = useStore(chosenView);
  const view = shownView(chosen, useMedia(WIDE));
  const linkOf = (text: string): (() => void) | null => {
    const found = requestNamed(placed(tabKey)?.object, text);
    return found === null ? null : () => openTab(objectKey('request', found.id));
  };
  return (
    <div className={css['docs']}>
      {view !== 'read' && (
        <div className={css['half']}>
          <div className={css['nameRow']}>
            <FormRow label="Name" htmlFor="holder-name">
              <TextField
                id="holder-name"
                value={name}
                isWrong={name.trim() === ''}
                onChange={(text) => editRequest(tabKey, { name: text })}
              />
            </FormRow>
            {keyParts(tabKey).kind === 'folder' && <TagsField tabKey={tabKey} tags={tags} />}
          </div>
          <Suspense fallback={null}>
            <CodeEdit
              label="Description in Markdown"
              fills
              language="markdown"
              value={docs}
              onChange={(text) => editRequest(tabKey, { docs: text })}
            />
          </Suspense>
        </div>
      )}
      {view !== 'write' && (
        <div className={css['read']} role="region" aria-label="Description as it is read" tabIndex={0}>
          {docs.trim() === '' ? (
            <p className={css['quiet']}>
              No description yet. Write it in Markdown; names of requests become links.
            </p>
          ) : (
            <Suspense fallback={null}>
              <MarkdownText text={docs} linkOf={linkOf} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns the request with a name that only one has. */
function requestNamed(holder: TreeObject | undefined, name: string): TreeObject | null {
  if (holder === undefined) return null;
  const found: TreeObject[] = [];
  const look = (object: TreeObject): void => {
    for (const item of object.items ?? []) {
      if (item.kind === 'request' && item.name === name) found.push(item);
      look(item);
    }
  };
  look(holder);
  return found.length === 1 ? found[0]! : null;
}
