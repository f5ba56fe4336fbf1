// The rules of a tool in order. They can be switched, dragged, and moved by keyboard.
import { Copy, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { go, locationFragment } from '../../state/location.ts';
import { Button, classes, Keys, PaneHead, Switch } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import { rpc } from '../../api/client.ts';
import { flowList } from '../../state/flows.ts';
import { useResource } from '../../state/resource.ts';
import { useStore } from '../../state/store.ts';
import { useThrottled } from '../../state/throttled.ts';
import { EmptyTool } from './empty-tool.tsx';
import { duplicateRule, nameOf, switchTool } from './model/actions.ts';
import {
  NEW,
  ruleForms,
  useDraft,
  useUnlisted,
  type Draft,
  type Rule,
  type ToolEntry,
} from './model/drafts.ts';
import { ruleSummary } from './model/rule-summary.ts';
import { RuleRow, useDrag } from './rule-row.tsx';
import css from './tools.module.css';

interface RuleListProps {
  readonly tool: ToolEntry;
  readonly currentId: string;
  readonly draft: Draft | null;
}

export function RuleList({ tool, currentId, draft }: RuleListProps) {
  const unlisted = useUnlisted(tool);
  return (
    <>
      <Head tool={tool} saved={draft?.saved ?? null} />
      {tool.rules.length === 0 && draft === null && unlisted.length === 0 ? (
        <EmptyTool tool={tool} />
      ) : (
        <RuleTable {...{ tool, currentId, unlisted }} />
      )}
    </>
  );
}

interface HeadProps {
  readonly tool: ToolEntry;
  /** The chosen rule as saved. */
  readonly saved: Rule | null;
}

function Head({ tool, saved }: HeadProps) {
  const form = useForm(tool);
  const hasRules = tool.exampleRule !== null;
  return (
    <PaneHead
      title={tool.title}
      control={
        <Switch label={tool.title} on={tool.enabled} onChange={(on) => void switchTool(tool.tool, on)} />
      }
      note={hasRules && (form?.matching === 'first' ? 'First match wins' : 'All matches apply')}
    >
      {saved !== null && (
        <Button icon={Copy} keys="d" onClick={() => void duplicateRule(tool.tool, saved)}>
          <span className="visually-hidden-when-tiny">Duplicate</span>
        </Button>
      )}
      {hasRules && (
        <Button kind="line" icon={Plus} keys="n" onClick={() => go('tools', { tool: tool.tool, rule: NEW })}>
          <span className="visually-hidden-when-tiny">New rule</span>
        </Button>
      )}
    </PaneHead>
  );
}

interface RuleTableProps extends Pick<RuleListProps, 'tool' | 'currentId'> {
  /** The ids of drafts without a rule in the list. */
  readonly unlisted: readonly string[];
}

function RuleTable({ tool, currentId, unlisted }: RuleTableProps) {
  const form = useForm(tool);
  const hits = useHits(tool.tool);
  const drag = useDrag(tool);
  return (
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
        <RuleRow
          key={String(rule['id'])}
          {...{ tool, rule, at, drag }}
          summary={form === undefined ? '' : ruleSummary(rule, form)}
          isCurrent={rule['id'] === currentId}
          hits={hits[String(rule['id'])] ?? 0}
        />
      ))}
      {[...new Set([...unlisted, ...(currentId === NEW ? [NEW] : [])])].map((id) => (
        <UnlistedRow key={id} {...{ tool, id }} isCurrent={id === currentId} />
      ))}
      {tool.rules.length > 1 && (
        <p className={css['orderHint']}>
          Drag, or <Keys keys="alt+arrowup" /> <Keys keys="alt+arrowdown" />, to change the order.
        </p>
      )}
    </div>
  );
}

/** A draft without a rule in the list. */
function UnlistedRow({
  tool,
  id,
  isCurrent,
}: {
  readonly tool: ToolEntry;
  readonly id: string;
  readonly isCurrent: boolean;
}) {
  const draft = useDraft(tool, id);
  const href = locationFragment('tools', { tool: tool.tool, rule: id });
  return (
    <div className={classes(table['row'], css['newRow'])} role="row" aria-selected={isCurrent}>
      <span role="gridcell" />
      <span role="gridcell">
        <a className={css['ruleLink']} href={href}>
          {draft === null ? '' : nameOf(draft.rule)}, {id === NEW ? 'not saved' : 'deleted elsewhere'}
        </a>
      </span>
    </div>
  );
}

function useForm({ tool }: ToolEntry) {
  const { value: forms } = useResource(ruleForms);
  return forms?.find((each) => each.tool === tool);
}

/** Returns to how many requests each rule has applied, updated as traffic arrives. */
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
