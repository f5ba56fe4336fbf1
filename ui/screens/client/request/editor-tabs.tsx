// The editors of a request, each in a tab of its own.
import { useState } from 'react';
import { Tabs, type TabItem } from '../../../parts/index.ts';
import { ExamplesPane } from '../examples/index.ts';
import { useVariables } from '../model/variables.ts';
import { AuthPane } from './auth/auth-pane.tsx';
import { BodyPane } from './body-pane.tsx';
import { DocsPane } from './docs-pane.tsx';
import { editRequest, type RequestView } from './fields.ts';
import { HeadersPane } from './headers-pane.tsx';
import { ParamsPane } from './params-pane.tsx';
import css from './request.module.css';
import { ScriptsPane } from './scripts-pane.tsx';
import { pathFields } from './url-text.ts';
import { SettingsPane } from './settings-pane.tsx';

const PANEL = 'client-editor-panel';

type Name = 'params' | 'headers' | 'body' | 'auth' | 'scripts' | 'examples' | 'docs' | 'settings';

/** The editor that each request showed last, while the page is open. */
const lastShown = new Map<string, Name>();

interface EditorTabsProps {
  readonly tabKey: string;
  readonly request: RequestView;
  readonly where: { readonly collection?: string };
}

export function EditorTabs({ tabKey, request, where }: EditorTabsProps) {
  const [shown, setShown] = useState<Name>(lastShown.get(tabKey) ?? 'params');
  const variables = useVariables({ ...where, request: tabKey.slice('request:'.length) });
  const show = (name: Name): void => {
    lastShown.set(tabKey, name);
    setShown(name);
  };
  const shared = { tabKey, request, variables };
  return (
    <>
      <Tabs label="Request" items={itemsOf(request)} value={shown} onChange={show} panel={PANEL} />
      <div className={css['panel']} id={PANEL} role="tabpanel" aria-label={shown}>
        {shown === 'params' && <ParamsPane {...shared} />}
        {shown === 'headers' && <HeadersPane {...shared} />}
        {shown === 'body' && <BodyPane {...shared} />}
        {shown === 'auth' && <AuthPane {...shared} />}
        {shown === 'scripts' && <ScriptsPane {...shared} />}
        {shown === 'examples' && (
          <ExamplesPane
            tab={tabKey}
            examples={request.examples}
            onChange={(examples) => editRequest(tabKey, { examples })}
          />
        )}
        {shown === 'docs' && <DocsPane {...shared} />}
        {shown === 'settings' && <SettingsPane {...shared} />}
      </div>
    </>
  );
}

function itemsOf({ url, query, path, headers, scripts, examples }: RequestView): readonly TabItem<Name>[] {
  const params = query.filter(({ enabled }) => enabled).length + pathFields(url, path).length;
  const on = headers.filter(({ enabled }) => enabled).length;
  const scriptCount = [scripts.preRequest, scripts.test].filter((text) => text !== '').length;
  const some = (count: number): { readonly count?: number } => (count === 0 ? {} : { count });
  return [
    { id: 'params', title: 'Params', ...some(params) },
    { id: 'headers', title: 'Headers', ...some(on) },
    { id: 'body', title: 'Body' },
    { id: 'auth', title: 'Auth' },
    { id: 'scripts', title: 'Scripts', ...some(scriptCount) },
    { id: 'examples', title: 'Examples', ...some(examples.length) },
    { id: 'docs', title: 'Docs' },
    { id: 'settings', title: 'Settings' },
  ];
}
