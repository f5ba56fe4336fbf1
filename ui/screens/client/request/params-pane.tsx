// Query parameters, and the values of variables in the path.
import { KeyValueTable } from '../../../key-values/index.ts';
import { editRequest } from './fields.ts';
import { pairsOf, queryPairsOf } from './pairs.ts';
import type { PaneProps } from './pane.ts';
import css from './request.module.css';
import { pathFields } from './url-text.ts';

export function ParamsPane({ tabKey, request: { url, query, path: given }, variables }: PaneProps) {
  const path = pathFields(url, given);
  return (
    <div className={css['scroll']}>
      <KeyValueTable
        label="Query"
        rows={query}
        onChange={(rows) => editRequest(tabKey, { query: queryPairsOf(rows) })}
        variables={variables}
        hasDescriptions
      />
      {path.length > 0 && (
        <KeyValueTable
          label="Path"
          note="from the URL"
          rows={path}
          onChange={(rows) => editRequest(tabKey, { path: pairsOf(rows) })}
          variables={variables}
          fixedNames
          hasDescriptions
        />
      )}
    </div>
  );
}
