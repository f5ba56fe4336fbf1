// A rule in the list of its tool, which can be dragged to another position.
import { GripVertical } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { urlParts } from '../../format/url.ts';
import { MiddleText, Switch } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import { locationFragment } from '../../state/location.ts';
import { moveRule, nameOf, switchRule } from './model/actions.ts';
import { useIsEdited, type Rule, type ToolEntry } from './model/drafts.ts';
import { textOf } from './model/schema.ts';
import css from './tools.module.css';

interface RuleRowProps {
  readonly tool: ToolEntry;
  readonly rule: Rule;
  readonly at: number;
  readonly summary: string;
  readonly isCurrent: boolean;
  /** The number of requests that the rule has applied to. */
  readonly hits: number;
  readonly drag: ReturnType<typeof useDrag>;
}

export function RuleRow({ tool, rule, at, summary, isCurrent, hits, drag }: RuleRowProps) {
  const id = String(rule['id']);
  const name = nameOf(rule);
  const isEdited = useIsEdited(tool.tool, id);
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
        <a className={css['ruleLink']} href={locationFragment('tools', { tool: tool.tool, rule: id })}>
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

/** Returns the position to which a rule is dragged, and the handlers of the rows. */
export function useDrag({ tool }: ToolEntry) {
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
