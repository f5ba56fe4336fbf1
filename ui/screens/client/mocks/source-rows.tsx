// The source of the answers of a new mock server: a collection, a spec, or both.
import { FormRow, Segmented, SelectField } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { environments } from '../model/environments.ts';
import { workspace } from '../model/workspace.ts';
import css from './mocks.module.css';
import type { MockSetup } from './setup.ts';

interface SourceRowsProps {
  readonly setup: MockSetup;
  readonly onChange: (part: Partial<MockSetup>) => void;
}

const SOURCES = [
  ['collection', 'Collection'],
  ['spec', 'Spec'],
  ['both', 'Both'],
] as const;

export function SourceRows({ setup, onChange }: SourceRowsProps) {
  const { source } = setup;
  const known = useResource(environments).value ?? [];
  const active = known.find((each) => each.active)?.name ?? 'none';
  return (
    <>
      <FormRow label="Source">
        <span className={css['inline']}>
          <Segmented
            label="Source"
            value={source}
            options={SOURCES}
            onChange={(chosen) => onChange({ source: chosen })}
          />
          {source === 'both' && <small>examples first, the spec for the rest</small>}
        </span>
      </FormRow>
      {source !== 'spec' && <SubjectRow kind="collection" {...{ setup, onChange }} />}
      {source !== 'collection' && <SubjectRow kind="spec" {...{ setup, onChange }} />}
      <FormRow label="Environment" htmlFor="mock-environment">
        <SelectField
          id="mock-environment"
          className={css['wide']}
          value={setup.environment}
          options={[['', `Active: ${active}`], ...known.map(({ id, name }) => [id, name] as const)]}
          onChange={(environment) => onChange({ environment })}
        />
      </FormRow>
    </>
  );
}

const TEXTS = {
  collection: { label: 'Collection', none: 'There is no collection yet.' },
  spec: { label: 'Spec', none: 'There is no API description in the workspace.' },
} as const;

function SubjectRow({ kind, setup, onChange }: SourceRowsProps & { readonly kind: keyof typeof TEXTS }) {
  const tree = useResource(workspace).value?.tree ?? [];
  const options = tree
    .filter((each) => each.kind === kind)
    .map(({ id, name }): readonly [string, string] => [id, name]);
  const { label, none } = TEXTS[kind];
  return (
    <FormRow label={label} htmlFor={`mock-${kind}`}>
      {options.length === 0 ? (
        <p className={css['none']}>{none}</p>
      ) : (
        <SelectField
          id={`mock-${kind}`}
          className={css['wide']}
          value={setup[kind]}
          options={options}
          onChange={(id) => onChange({ [kind]: id })}
        />
      )}
    </FormRow>
  );
}
