// The editors of a request, each in a tab of its own. Its type says which there are.
import { useEffect, useState, type ReactNode } from 'react';
import { Tabs } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { askedExample } from '../model/shown-example.ts';
import { useVariables } from '../model/variables.ts';
import type { RequestView } from './fields.ts';
import css from './request.module.css';
import { typeView, useStaysOpen } from './types/index.ts';

const PANEL = 'client-editor-panel';

/** The editor that each request showed last, while the page is open. */
const lastShown = new Map<string, string>();

interface EditorTabsProps {
  readonly tabKey: string;
  readonly request: RequestView;
  readonly where: { readonly collection?: string };
  /** Shown at the end of the tabs. */
  readonly end?: ReactNode;
}

export function EditorTabs({ tabKey, request, where, end }: EditorTabsProps) {
  const [shown, setShown] = useState(lastShown.get(tabKey));
  const asked = useStore(askedExample);
  const isAsked = asked?.tab === tabKey;
  useEffect(() => {
    if (isAsked) setShown('examples');
  }, [isAsked, asked]);
  const variables = useVariables({ ...where, request: tabKey.slice('request:'.length) });
  const { panes } = typeView(request.type);
  const staysOpen = useStaysOpen(request);
  const current = panes.find(({ id }) => id === shown) ?? panes[0]!;
  const items = panes.map(({ id, title, count }) => {
    const number = count?.(request) ?? 0;
    return { id, title, ...(number > 0 && { count: number }) };
  });
  const { Pane } = current;
  return (
    <>
      <Tabs
        label="Request"
        items={items}
        value={current.id}
        end={end}
        onChange={(id) => {
          lastShown.set(tabKey, id);
          setShown(id);
        }}
        panel={PANEL}
      />
      <div className={css['panel']} id={PANEL} role="tabpanel" aria-label={current.title}>
        <Pane key={current.id} {...{ tabKey, request, variables, staysOpen }} />
      </div>
    </>
  );
}
