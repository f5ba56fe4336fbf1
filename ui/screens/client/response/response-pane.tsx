// The pane of the response: a preview before the first send, then how far it is, then the response.
import { useState } from 'react';
import { Tabs } from '../../../parts/index.ts';
import { cancelSend, useSend } from '../sends/index.ts';
import { useStored } from '../stored/index.ts';
import { createChoices } from './choices.ts';
import { Figures } from './figures.tsx';
import { PaneContent } from './pane-content.tsx';
import { OriginalBar, useOriginal } from './original.tsx';
import type { ResponsePaneProps } from './props.ts';
import css from './response-pane.module.css';
import { shownSend, tabsOf, type PaneTab } from './shown.ts';
import { SignIn } from './sign-in.tsx';
import { StoredMenu, StoredNote } from './stored-menu.tsx';

const chosenTabs = createChoices('client.responseTabs');

/** A tab that was chosen while a send is shown. */
interface Picked {
  /** When the send began. */
  readonly send: number | undefined;
  readonly pane: PaneTab;
}

const PREVIEW = [{ id: 'preview', title: 'Preview' }] as const;

export function ResponsePane({ tab, request, where, onSend, actions }: ResponsePaneProps) {
  const send = useSend(tab);
  const own = shownSend(send);
  const stored = useStored(tab);
  const original = useOriginal(tab, own);
  const shown = original?.isShown === true ? original.response : (stored.shown ?? own);
  const type = typeof request['type'] === 'string' ? request['type'] : 'http';
  const items = shown === null ? PREVIEW : tabsOf(shown, type);
  const remembered = chosenTabs.use(tab);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [first] = items;
  const wanted =
    picked !== null && picked.send === shown?.startedAt ? picked.pane : hasNews(first.id) ? null : remembered;
  const current = items.find(({ id }) => id === wanted) ?? first;
  const panel = `response-${tab}`;
  const isDimmed = send.type === 'going' && shown !== null && shown === send.previous;
  return (
    <section className={css['pane']} aria-label="Response" data-send={send.type}>
      <Tabs<PaneTab>
        label="Response"
        items={items}
        value={current.id}
        onChange={(id) => {
          setPicked({ send: shown?.startedAt, pane: id });
          chosenTabs.choose(tab, id);
        }}
        panel={panel}
        end={
          <>
            <Figures
              send={original?.isShown === true ? original.response : (stored.shown ?? send)}
              shown={shown}
            />
            <StoredMenu {...{ tab, stored }} />
            {actions}
          </>
        }
      />
      <StoredNote {...{ tab, stored }} />
      {original !== null && <OriginalBar {...original} />}
      {send.type === 'going' && send.page !== null && (
        <SignIn page={send.page} onStop={() => cancelSend(tab)} />
      )}
      <div
        className={css['panel']}
        id={panel}
        role="tabpanel"
        aria-label={current.title}
        data-dimmed={isDimmed}
        data-part={current.id === 'headers' ? 'header' : undefined}
      >
        <PaneContent pane={current.id} {...{ tab, request, where, onSend, shown, type }} />
      </div>
    </section>
  );
}

/** Returns true for tabs that are shown first, whatever was looked at before. */
function hasNews(pane: PaneTab): boolean {
  return pane === 'error' || pane === 'progress';
}
