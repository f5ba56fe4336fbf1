// The statement, and the values of its placeholders beside it.
import { Plus, X } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { variableExtensions } from '../../../../../editor/variable-extensions.ts';
import { Button, IconButton, SectionHead } from '../../../../../parts/index.ts';
import type { PaneProps } from '../../pane.ts';
import requestCss from '../../request.module.css';
import { useLatest } from '../../use-latest.ts';
import { takesInsertions } from '../shared/caret.ts';
import { editSection } from '../shared/options-pane.tsx';
import css from './sql.module.css';

const CodeEdit = lazy(() => import('../../../../../editor/code-edit.tsx'));
const LineEdit = lazy(() => import('../../../../../editor/line-edit.tsx'));

export function StatementPane({ tabKey, request, variables }: PaneProps) {
  const latest = useLatest(variables);
  const extensions = useMemo(
    () => [...variableExtensions(latest), takesInsertions(tabKey)],
    [latest, tabKey],
  );
  return (
    <div className={css['statement']}>
      <div className={requestCss['half']}>
        <Suspense fallback={null}>
          <CodeEdit
            label="Statement"
            fills
            language="sql"
            value={request.sql?.statement ?? ''}
            extensions={extensions}
            onChange={(statement) => editSection(tabKey, request, 'sql', { statement })}
          />
        </Suspense>
      </div>
      <Parameters {...{ tabKey, request, variables }} />
    </div>
  );
}

function Parameters({ tabKey, request, variables }: PaneProps) {
  const { parameters = [], driver = 'postgres' } = request.sql ?? {};
  const write = (changed: readonly string[]): void =>
    editSection(tabKey, request, 'sql', { parameters: changed });
  return (
    <section className={css['parameters']} aria-label="Parameters">
      <SectionHead title="Parameters">
        <Button size="small" icon={Plus} onClick={() => write([...parameters, ''])}>
          Add
        </Button>
      </SectionHead>
      {parameters.map((value, at) => (
        <div key={at} className={css['parameter']}>
          <span className={css['placeholder']}>{driver === 'postgres' ? `$${at + 1}` : `? ${at + 1}`}</span>
          <div className={requestCss['lineField']}>
            <Suspense fallback={null}>
              <LineEdit
                label={`Parameter ${at + 1}`}
                value={value}
                variables={variables}
                onChange={(text) => write(parameters.with(at, text))}
              />
            </Suspense>
          </div>
          <span className={css['sentAs']}>{sentAs(value)}</span>
          <IconButton
            icon={X}
            size="small"
            label={`Remove parameter ${at + 1}`}
            onClick={() => write(parameters.toSpliced(at, 1))}
          />
        </div>
      ))}
      <p className={requestCss['empty']}>
        Values never become part of the statement. 5, true and null are JSON, all else is text.
      </p>
    </section>
  );
}

/** Returns the kind of a value as it is sent; a variable may have any. */
function sentAs(value: string): string {
  if (value.includes('{{')) return '';
  try {
    const parsed: unknown = JSON.parse(value);
    if (parsed === null) return 'null';
    return ['number', 'boolean'].includes(typeof parsed) ? typeof parsed : 'text';
  } catch {
    return 'text';
  }
}
