// The rules of a tool in their order: switch, drag, or move by keyboard.
import { Copy, GripVertical, Plus } from 'lucide-react';
import { useEffect, useState, type DragEvent } from 'react';
import { go, placeFragment } from '../../state/location.ts';
import { urlParts } from '../../format/url.ts';
import { Button, classes, Keys, MiddleText, PaneHead, Switch } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import { rpc } from '../../api/client.ts';
import { flowList } from '../../state/flows.ts';
import { useResource } from '../../state/resource.ts';
import { useStore } from '../../state/store.ts';
import { useThrottled } from '../../state/throttled.ts';
import { EmptyTool } from './empty-tool.tsx';
import { duplicateRule, moveRule, nameOf, switchRule, switchTool } from './model/actions.ts';
import {
  draftKey,
  NEW,
  ruleForms,
  useDrafts,
  type Draft,
  type Rule,
  type ToolEntry,
} from './model/drafts.ts';
import { ruleSummary } from './model/rule-summary.ts';
import { textOf } from './model/schema.ts';
import css from './tools.module.css';

interface RuleListProps {
  readonly tool: ToolEntry;
  readonly currentId: string;
  readonly draft: Draft | null;
}

export function RuleList({ tool, currentId, draft }: RuleListProps) {
  const { value: forms } = useResource(ruleForms);
  const form = forms?.find((each) => each.tool === tool.tool);
  const hits = useHits(tool.tool);
  const drag = useDrag(tool);
  const saved = draft?.saved ?? null;
  const hasRules = tool.exampleRule !== null;
  return (
    <>
      <PaneHead
        title={tool.title}
        note={
          <span className={css['toolNote']}>
            <Switch label={tool.title} on={tool.enabled} onChange={(on) => void switchTool(tool.tool, on)} />
            {hasRules && (form?.matching === 'first' ? 'First match wins' : 'All matches apply')}
          </span>
        }
      >
        {saved !== null && (
          <Button icon={Copy} keys="d" onClick={() => void duplicateRule(tool.tool, saved)}>
            Duplicate
          </Button>
        )}
        {hasRules && (
          <Button
            kind="line"
            icon={Plus}
            keys="n"
            onClick={() => go('tools', { tool: tool.tool, rule: NEW })}
          >
            New rule
          </Button>
        )}
      </PaneHead>
      {tool.rules.length === 0 && draft === null ? (
        <EmptyTool tool={tool} />
      ) : (
        <div className={css['rules']} data-region role="grid" aria-label={`Rules of ${tool.title}`}>
          <div className={table['head']} role="row">
            <span role="columnheader">
              <span className="visually-hidden">On</span>
            </span>
            <span role="columnheader">Name</span>
            <span role="columnheader">Pattern</span>
            <span role="columnheader">Effect</span>
            <span role="columnheader" className={table['numeric']}>
              Hits
            </span>
          </div>
          {tool.rules.map((rule, at) => (
            <Row
              key={String(rule['id'])}
              {...{ tool, rule, at, drag }}
              summary={form === undefined ? '' : ruleSummary(rule, form)}
              isCurrent={rule['id'] === currentId}
              hits={hits[String(rule['id'])] ?? 0}
            />
          ))}
          {currentId === NEW && (
            <div className={classes(table['row'], css['newRow'])} role="row" aria-selected>
              <span role="gridcell" />
              <span role="gridcell">{draft === null ? '' : nameOf(draft.rule)}, not saved</span>
            </div>
          )}
          {tool.rules.length > 1 && (
            <p className={css['orderHint']}>
              Drag, or <Keys keys="alt+arrowup" /> <Keys keys="alt+arrowdown" />, to change the order.
            </p>
          )}
        </div>
      )}
    </>
  );
}

interface RowProps {
  readonly tool: ToolEntry;
  readonly rule: Rule;
  readonly at: number;
  readonly summary: string;
  readonly isCurrent: boolean;
  readonly hits: number;
  readonly drag: ReturnType<typeof useDrag>;
}

function Row({ tool, rule, at, summary, isCurrent, hits, drag }: RowProps) {
  const id = String(rule['id']);
  const name = nameOf(rule);
  const isEdited = useDrafts()[draftKey(tool.tool, id)] !== undefined;
  const pattern = textOf(rule['pattern'] ?? rule['host']);
  const { origin, path, query } = urlParts(pattern);
  return (
    <div
      className={table['row']}
      role="row"
      aria-selected={isCurrent}
      data-dim={rule['enabled'] === false}
      data-drop={drag.target === at}
      {...drag.handlers(id, at)}
    >
      <span className={css['ruleSwitch']} role="gridcell">
        <GripVertical aria-hidden />
        <Switch
          label={name}
          on={rule['enabled'] !== false}
          onChange={(on) => void switchRule(tool.tool, rule, on)}
        />
      </span>
      <span className={table['strong']} role="gridcell" title={name}>
        <a className={css['ruleLink']} href={placeFragment('tools', { tool: tool.tool, rule: id })}>
          {name}
          {isEdited && <span className={css['edited']}> changed</span>}
        </a>
      </span>
      <span role="gridcell">
        <MiddleText className="mono" head={origin} end={path} query={query} title={pattern} />
      </span>
      <span role="gridcell" title={summary}>
        {summary}
      </span>
      <span className={table['numeric']} role="gridcell">
        {hits}
      </span>
    </div>
  );
}

/** Returns how many requests each rule has applied to, followed as traffic arrives. */
function useHits(tool: string): Readonly<Record<string, number>> {
  const [hits, setHits] = useState<Readonly<Record<string, number>>>({});
  const traffic = useThrottled(useStore(flowList), 1000);
  useEffect(() => {
    let isWanted = true;
    const take = (counts: Readonly<Record<string, number>>): void => {
      if (isWanted) setHits(counts);
    };
    rpc('ui.rule_hits', { tool }).then(take, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [tool, traffic]);
  return hits;
}

function useDrag({ tool }: ToolEntry) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const end = (): void => {
    setDragged(null);
    setTarget(null);
  };
  return {
    target,
    handlers: (id: string, at: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(id);
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setTarget(at);
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        void moveRule(tool, dragged, at);
        end();
      },
      onDragEnd: end,
    }),
  };
}
