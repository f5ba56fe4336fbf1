// Tools and the schema of the answer, as JSON.
import { lazy, Suspense, useMemo } from 'react';
import { variableExtensions } from '../../../../../editor/variable-extensions.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { useLatest } from '../../use-latest.ts';
import { editSection } from '../shared/options-pane.tsx';

const CodeEdit = lazy(() => import('../../../../../editor/code-edit.tsx'));

interface JsonPaneProps extends PaneProps {
  readonly field: 'tools' | 'schema';
  readonly label: string;
  readonly hint: string;
}

export function JsonPane({ tabKey, request, variables, field, label, hint }: JsonPaneProps) {
  const latest = useLatest(variables);
  const extensions = useMemo(() => variableExtensions(latest), [latest]);
  return (
    <>
      <div className={css['subBar']}>
        <span className={css['hint']}>{hint}</span>
      </div>
      <Suspense fallback={null}>
        <CodeEdit
          label={label}
          fills
          language="json"
          value={request.ai?.[field] ?? ''}
          extensions={extensions}
          onChange={(text) => editSection(tabKey, request, 'ai', { [field]: text })}
        />
      </Suspense>
    </>
  );
}
