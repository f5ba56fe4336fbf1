// The headers that are typed. Those that are added by authorization, body and defaults show in the preview.
import { HEADER_NAMES, headerValues, KeyValueTable } from '../key-values/index.ts';
import { editRequest } from './fields.ts';
import { pairsOf } from './pairs.ts';
import type { PaneProps } from './pane.ts';
import css from './request.module.css';

/** The characters of a header's name (RFC 9110, section 5.6.2), beside variables. */
const NAME = /^(?:[\w!#$%&'*+.^`|~-]|\{\{[^{}]*\}\})*$/;

export function HeadersPane({ tabKey, request: { headers }, variables }: PaneProps) {
  return (
    <div className={css['scroll']}>
      <KeyValueTable
        label="Headers"
        rows={headers}
        onChange={(rows) => editRequest(tabKey, { headers: pairsOf(rows) })}
        variables={variables}
        names={HEADER_NAMES}
        valuesFor={headerValues}
        check={({ name }) =>
          NAME.test(name) ? null : `${name}: a header name has only letters, digits and !#$%&'*+.^_\`|~-`
        }
        hasDescriptions
      />
    </div>
  );
}
