// Several requests changed together: what they have in common at the left, what becomes of each at the right.
import { useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { Button, PaneHead, Tabs, type TabItem } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useStore } from '../../../state/store.ts';
import { useVariables } from '../model/variables.ts';
import { placed } from '../model/steps.ts';
import { objectKey } from '../model/workspace.ts';
import { requestView } from '../request/fields.ts';
import { AuthChoice } from './auth-choice.tsx';
import { Changes } from './changes.tsx';
import { effects } from './common.ts';
import { CommonHeaders } from './common-headers.tsx';
import { CommonScripts } from './common-scripts.tsx';
import { CommonSettings } from './common-settings.tsx';
import { CommonUrl } from './common-url.tsx';
import css from './together.module.css';
import { applyTogether, discardTogether, together } from './together-state.ts';
import { useRequests, type ReadRequest } from './use-requests.ts';

type Name = 'headers' | 'auth' | 'url' | 'scripts' | 'settings';

const PANEL = 'together-panel';

export function TogetherPage() {
  const { ids, change, leftOut } = useStore(together);
  const { requests, error } = useRequests(ids);
  if (ids.length === 0)
    return (
      <p className={css['empty']}>
        Select requests in the tree, and choose “Change together…” in their menu.
      </p>
    );
  if (requests === null)
    return error === null ? null : <p className={css['failed']}>The requests cannot be read: {error}</p>;
  const included = requests.filter(({ id }) => !leftOut.includes(id));
  const changes = included.map(({ fields }) =>
    effects(fields, change).filter(({ before, after }) => before !== after),
  );
  const changed = changes.filter((list) => list.length > 0).length;
  return (
    <>
      <PaneHead wraps title={count(requests.length, 'request')} note={placesText(ids)} />
      <div className={css['page']}>
        <Editors requests={requests} />
        <Changes requests={requests} change={change} leftOut={leftOut} />
      </div>
      <Foot changes={changes.flat().length} changed={changed} />
    </>
  );
}

function Editors({ requests }: { readonly requests: readonly ReadRequest[] }) {
  const [shown, setShown] = useState<Name>('headers');
  const { change } = useStore(together);
  const views = requests.map(({ fields }) => requestView(fields));
  const collection = placed(objectKey('request', requests[0]?.id ?? ''))?.above[0]?.id;
  const variables = useVariables(collection === undefined ? {} : { collection });
  const item = (id: Name, title: string, parts: number): TabItem<Name> => ({
    id,
    title,
    ...(parts > 0 && { count: parts }),
  });
  const scripts = Object.values(change.scripts ?? {}).filter((text) => (text ?? '').trim() !== '');
  const items = [
    item('headers', 'Headers', change.headers?.length ?? 0),
    item('auth', 'Auth', Number(change.auth !== undefined)),
    item('url', 'URL', Number(change.baseUrl !== undefined)),
    item('scripts', 'Scripts', scripts.length),
    item('settings', 'Settings', Object.keys(change.settings ?? {}).length),
  ];
  return (
    <section className={css['editors']} aria-label="What to change">
      <Tabs label="Parts of the requests" items={items} value={shown} onChange={setShown} panel={PANEL} />
      <div className={css['panel']} id={PANEL} role="tabpanel" aria-label={shown} tabIndex={0}>
        {shown === 'headers' && <CommonHeaders {...{ views, change, variables }} />}
        {shown === 'auth' && <AuthChoice {...{ views, change, variables }} />}
        {shown === 'url' && <CommonUrl {...{ views, change, variables }} />}
        {shown === 'scripts' && <CommonScripts change={change} />}
        {shown === 'settings' && <CommonSettings {...{ views, change }} />}
      </div>
    </section>
  );
}

function Foot({ changes, changed }: { readonly changes: number; readonly changed: number }) {
  const apply = (): void => void applyTogether();
  const isPossible = changes > 0;
  useCommands([
    {
      id: 'client.apply-together',
      title: 'Apply the change to the requests',
      group: 'client',
      keys: 'mod+enter',
      inFields: true,
      ...(!isPossible && { why: 'Nothing would change' }),
      run: apply,
    },
  ]);
  return (
    <div className={css['foot']}>
      <span role="status">
        {isPossible
          ? `${count(changes, 'change')} in ${count(changed, 'request')}, as one step. Drafts stay drafts.`
          : 'Nothing is changed yet.'}
      </span>
      <Button onClick={discardTogether}>Discard</Button>
      <Button kind="primary" keys="mod+enter" disabled={!isPossible} onClick={apply}>
        {`Apply to ${changed}`}
      </Button>
    </div>
  );
}

/** Returns where the requests are: `of Shop, in 2 folders`. */
function placesText(ids: readonly string[]): string {
  const found = ids.map((id) => placed(objectKey('request', id))).filter((each) => each !== null);
  const collections = [...new Set(found.map(({ above }) => above[0]?.name ?? ''))];
  const folders = new Set(found.map(({ above }) => above.at(-1)?.id)).size;
  const of =
    collections.length === 1 ? `of ${collections[0]}` : `of ${count(collections.length, 'collection')}`;
  return folders === 1 ? of : `${of}, in ${folders} places`;
}
