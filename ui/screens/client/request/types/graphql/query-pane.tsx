// The query with completion from the schema, and its variables.
import { useMemo } from 'react';
import { GraphqlBody } from '../../graphql-body.tsx';
import type { PaneProps } from '../../pane.ts';
import { useLatest } from '../../use-latest.ts';
import { takesInsertions } from '../shared/caret.ts';
import { schemaExtensions } from './completion.ts';
import { useSchema } from './use-schema.ts';

export function QueryPane(props: PaneProps) {
  const { tabKey } = props;
  const latest = useLatest(useSchema(tabKey));
  const extensions = useMemo(() => [...schemaExtensions(latest), takesInsertions(tabKey)], [latest, tabKey]);
  return <GraphqlBody {...props} extensions={extensions} />;
}
