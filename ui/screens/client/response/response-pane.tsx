// The pane of the response: a preview before the first send, then how far it is, then the response.
import { Tabs } from '../../../parts/index.ts';
import { useSend, type SendState } from '../sends/index.ts';
import { createChoices } from './choices.ts';
import { Figures } from './figures.tsx';
import { PaneContent } from './pane-content.tsx';
import type { ResponsePaneProps } from './props.ts';
import css from './response-pane.module.css';
import { shownSend, tabsOf, type PaneTab } from './shown.ts';

const chosenTabs = createChoices('client.responseTabs');

const PREVIEW = [{ id: 'preview', title: 'Preview' }] as const;

export function ResponsePane({ tab, request, where, onSend, actions }: ResponsePaneProps) {
  const send = useSend(tab);
  const shown = shownSend(send);
  const type = typeof request['type'] === 'string' ? request['type'] : 'http';
  const items = shown === null ? PREVIEW : tabsOf(shown, type);
  const wanted = chosenTabs.use(tab);
  const current = items.find(({ id }) => id === wanted && !isFirst(send, items[0]!.id)) ?? items[0]!;
  const panel = `response-${tab}`;
  const isDimmed = send.type === 'going' && shown === send.previous;
  return (
    <section className={css['pane']} aria-label="Response" data-send={send.type}>
      <Tabs<PaneTab>
        label="Response"
        items={items}
        value={current.id}
        onChange={(id) => chosenTabs.choose(tab, id)}
        panel={panel}
        end={
          <>
            <Figures tab={tab} send={send} shown={shown} />
            {actions}
          </>
        }
      />
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

/** An error is shown first, whatever was looked at before; so is how far the first send is. */
function isFirst({ type }: SendState, first: PaneTab): boolean {
  return (type === 'ended' && first === 'error') || first === 'progress';
}
