// A GraphQL request: the query, and its variables below.
import type { Extension } from '@codemirror/state';
import { lazy, Suspense, useMemo } from 'react';
import { SectionHead } from '../../../parts/index.ts';
import { variableExtensions } from '../../../editor/variable-extensions.ts';
import { editRequest, type Body } from './fields.ts';
import type { PaneProps } from './pane.ts';
import css from './request.module.css';
import { useLatest } from './use-latest.ts';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

type GraphqlFields = Extract<Body, { type: 'graphql' }>;

const EMPTY: GraphqlFields = { type: 'graphql', query: '', variables: '', operationName: '' };

interface GraphqlBodyProps extends PaneProps {
  /** Further extensions of the query's editor. */
  readonly extensions?: readonly Extension[];
}

const NONE: readonly Extension[] = [];

export function GraphqlBody({
  tabKey,
  request: { body },
  variables,
  extensions: own = NONE,
}: GraphqlBodyProps) {
  const latest = useLatest(variables);
  const extensions = useMemo(() => variableExtensions(latest), [latest]);
  const ofQuery = useMemo(() => [...extensions, ...own], [extensions, own]);
  const fields = body.type === 'graphql' ? { ...EMPTY, ...body } : EMPTY;
  const set = (changed: Partial<GraphqlFields>): void =>
    editRequest(tabKey, { body: { ...fields, ...changed } });
  return (
    <Suspense fallback={null}>
      <div className={css['half']}>
        <CodeEdit
          label="Query"
          fills
          language="graphql"
          value={fields.query}
          extensions={ofQuery}
          onChange={(query) => set({ query })}
        />
      </div>
      <SectionHead title="Variables" note="JSON" />
      <div className={css['half']}>
        <CodeEdit
          label="Variables"
          fills
          language="json"
          value={fields.variables}
          extensions={extensions}
          onChange={(text) => set({ variables: text })}
        />
      </div>
    </Suspense>
  );
}
