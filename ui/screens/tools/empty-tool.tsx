// Shown for a tool without rules: what it does, and what to do next.
import { Plus } from 'lucide-react';
import { go } from '../../state/location.ts';
import { Button, Keys } from '../../parts/index.ts';
import { switchTool } from './model/actions.ts';
import { NEW, type ToolEntry } from './model/drafts.ts';
import css from './tools.module.css';

export function EmptyTool({ tool }: { readonly tool: ToolEntry }) {
  const { title, summary, enabled, exampleRule } = tool;
  return (
    <div className={css['empty']} data-region>
      <div className={css['emptyText']}>
        <h3>{exampleRule === null ? `${title} is ${enabled ? 'on' : 'off'}` : `${title} has no rules`}</h3>
        <p>{summary.replace(/: it has no rules/, '')}</p>
        {exampleRule === null ? (
          <Button
            kind={enabled ? 'line' : 'primary'}
            keys="t"
            onClick={() => void switchTool(tool.tool, !enabled)}
          >
            Switch {enabled ? 'off' : 'on'}
          </Button>
        ) : (
          <>
            <p>
              In Traffic, select a request and press <Keys keys="m" /> to make a rule that matches it.
            </p>
            <Button
              kind="primary"
              icon={Plus}
              keys="n"
              onClick={() => go('tools', { tool: tool.tool, rule: NEW })}
            >
              New rule
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
