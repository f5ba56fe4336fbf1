// The headers that are typed. Those that are added by authorization, body and defaults show in the preview.
import { HEADER_NAMES, headerValues, KeyValueTable } from '../../../key-values/index.ts';
import { openObject } from '../model/objects.ts';
import { MakeSecret } from './auth/make-secret.tsx';
import { secretOfHeader } from './auth/secret-values.ts';
import { editRequest, requestView, type Pair } from './fields.ts';
import { pairsOf } from './pairs.ts';
import type { PaneProps } from './pane.ts';
import { InheritedHeaders } from './inherited-headers.tsx';
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
      <HeaderSecrets {...{ tabKey, headers, variables }} />
      <InheritedHeaders {...{ tabKey }} own={headers} />
    </div>
  );
}

interface HeaderSecretsProps extends Pick<PaneProps, 'tabKey' | 'variables'> {
  readonly headers: readonly Pair[];
}

/** Says which headers have a value that looks like a token, and offers a secret variable for each. */
function HeaderSecrets({ tabKey, headers, variables }: HeaderSecretsProps) {
  return headers.map(({ name, value }, at) => {
    const secret = secretOfHeader(name, value);
    if (secret === null) return null;
    const change = (text: string): void =>
      editRequest(tabKey, {
        headers: currentHeaders(tabKey).map((each, index) =>
          index === at ? { ...each, value: text } : each,
        ),
      });
    return (
      <p key={at} className={css['secretOffer']}>
        {name} looks like a token.
        <MakeSecret {...{ name, value: secret, variables }} onChange={change} />
      </p>
    );
  });
}

/** Returns the headers as they are now: some may have changed while the variable was made. */
function currentHeaders(tabKey: string): readonly Pair[] {
  return requestView(openObject(tabKey).value).headers;
}
