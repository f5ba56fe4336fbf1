// Shows one request in detail: what it is, what can be done with it, and its tabs.
import {
  CirclePause,
  Copy,
  Ellipsis,
  PanelBottom,
  PanelRight,
  Pencil,
  RotateCw,
  SlidersHorizontal,
  X,
} from 'lucide-react';
import { memo, useRef } from 'react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { sizeOf } from '../../../../src/flow/filter/index.ts';
import { Needles } from '../../../bodies/hit-areas.ts';
import { durationText, sizeText } from '../../../format/measures.ts';
import { urlParts } from '../../../format/url.ts';
import {
  Badge,
  Button,
  IconButton,
  Menu,
  MethodText,
  MiddleText,
  Separator,
  StatusText,
  Tabs,
  toolIcon,
  toolOfTag,
} from '../../../parts/index.ts';
import { toolList } from '../../../state/app.ts';
import { IdSet } from '../../../state/id-set.ts';
import { isViewer } from '../../../state/mode.ts';
import { useResource } from '../../../state/resource.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { useMedia } from '../../../state/media.ts';
import { go } from '../../../state/location.ts';
import { makeRule, replayAll } from '../actions/request-actions.ts';
import { copyEntries, requestMenu, ruleEntries } from '../actions/request-menu.ts';
import { dock, useDock } from '../model/dock.ts';
import { isDetailOpen } from '../model/selection.ts';
import { isTunnel, sendRefusal } from '../model/sendable.ts';
import { sessionOf } from '../model/sessions.ts';
import { sourceCounts } from '../model/source-counts.ts';
import { SessionMark } from '../sources/session-mark.tsx';
import css from './detail-pane.module.css';
import shared from '../../../parts/content.module.css';
import { HitSteps } from './hit-steps.tsx';
import { tabOf } from '../model/tab-ids.ts';
import { detailTabs, TabContent } from './tabs.tsx';
import { useDetail } from './use-detail.ts';
import { useHitMarks, useNeedles } from './use-hits.ts';

export const DetailPane = memo(function DetailPane({ id }: { readonly id: number }) {
  const loaded = useDetail(id);
  const panel = useRef<HTMLDivElement>(null);
  const needles = useNeedles();
  useHitMarks(id, panel, needles);
  const { summary } = loaded;
  const chosen = tabOf(summary);
  const wanted = useStore(chosen);
  if (summary === undefined) return <p className={shared['hint']}>Request {id} is no longer in the list.</p>;
  const tabs = detailTabs(summary, loaded.detail);
  const tab = tabs.some((each) => each.id === wanted) ? wanted : tabs[0]!.id;
  return (
    <section className={css['pane']} aria-label={`Detail of request ${id}`}>
      <Head flow={summary} />
      <Tabs label="Detail" items={tabs} value={tab} onChange={chosen.set} panel="detail-panel" />
      <div
        className={css['panel']}
        id="detail-panel"
        role="tabpanel"
        aria-label={tab}
        tabIndex={-1}
        data-part={tab === 'messages' ? 'message' : tab === 'rules' ? 'rule' : undefined}
        ref={panel}
      >
        <Needles value={needles}>
          <TabContent tab={tab} loaded={loaded} summary={summary} />
        </Needles>
      </div>
    </section>
  );
});

function Head({ flow }: { readonly flow: FlowSummary }) {
  const { id, url, tags, durationMs } = flow;
  const docked = useDock();
  const isNarrow = useMedia('(max-width: 1279px)');
  const { origin, path, query } = urlParts(url);
  const hasSessions = useSelected(sourceCounts, ({ sessions }) => sessions.length > 1);
  const isSmall = useMedia('(max-width: 1023px)');
  const size = sizeOf(flow);
  const isRight = docked === 'right';
  return (
    <div className={css['head']}>
      <span className={css['title']}>
        {hasSessions && <SessionMark session={sessionOf(flow)} />}
        <MethodText flow={flow} />
        <MiddleText
          className={css['url']}
          title={url}
          head={<span className={css['origin']}>{origin}</span>}
          end={path}
          query={query}
        />
        <StatusText flow={flow} />
        {durationMs !== undefined && <span className={css['figure']}>{durationText(durationMs)}</span>}
        {size !== undefined && !isRight && <span className={css['figure']}>{sizeText(size)}</span>}
        {!isRight &&
          tags.map((tag) => (
            <Badge key={tag} icon={toolIcon(toolOfTag(tag))}>
              {tag}
            </Badge>
          ))}
      </span>
      <HitSteps />
      {!isViewer && <ChangeActions flow={flow} isCompact={isRight || isSmall} />}
      <Menu entries={copyEntries(IdSet.of([id]), id)} align="end">
        <IconButton icon={Copy} label="Copy as" size="small" />
      </Menu>
      <Menu entries={requestMenu(IdSet.of([id]))} align="end">
        <IconButton icon={Ellipsis} label="More actions" size="small" />
      </Menu>
      <Separator />
      {!isNarrow && (
        <IconButton
          icon={isRight ? PanelBottom : PanelRight}
          label={isRight ? 'Dock below' : 'Dock at the right'}
          size="small"
          onClick={() => dock.set(isRight ? 'bottom' : 'right')}
        />
      )}
      <IconButton
        icon={X}
        label="Close detail"
        keys="escape"
        size="small"
        onClick={() => isDetailOpen.set(false)}
      />
    </div>
  );
}

interface ChangeActionsProps {
  readonly flow: FlowSummary;
  readonly isCompact: boolean;
}

/** The actions that send or change the request. */
function ChangeActions({ flow, isCompact }: ChangeActionsProps) {
  useResource(toolList);
  const { id } = flow;
  const isRefused = sendRefusal(flow) !== false;
  return (
    <>
      <Button
        size="small"
        icon={RotateCw}
        {...(!isCompact && { keys: 'r' })}
        disabled={isRefused}
        onClick={() => void replayAll([id])}
      >
        <span className="visually-hidden-when-tiny">Replay</span>
      </Button>
      {isCompact ? (
        <IconButton
          icon={Pencil}
          label="Edit in the client"
          keys="e"
          size="small"
          disabled={isRefused}
          onClick={() => go('client', { from: String(id) })}
        />
      ) : (
        <>
          <Button
            size="small"
            icon={Pencil}
            keys="e"
            disabled={isRefused}
            onClick={() => go('client', { from: String(id) })}
          >
            Edit
          </Button>
          <Menu entries={ruleEntries(flow)} align="end">
            <Button size="small" icon={SlidersHorizontal} keys="m">
              Make rule
            </Button>
          </Menu>
          <IconButton
            icon={CirclePause}
            label="Break on this endpoint"
            keys="b"
            size="small"
            disabled={isTunnel(flow)}
            onClick={() => void makeRule(id, 'breakpoint', 'Breakpoint')}
          />
        </>
      )}
    </>
  );
}
