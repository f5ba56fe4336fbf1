// The fields of a step.
import { lazy, Suspense, type ReactNode } from 'react';
import { FormRow, Segmented, SelectField, TextField } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { workspace } from '../model/workspace.ts';
import { ConditionFields } from './condition-fields.tsx';
import { LoopFields } from './loop-fields.tsx';
import { NumberField } from './number-field.tsx';
import css from './flow.module.css';
import type { FlowStep } from './flow-steps.ts';
import { requestNames } from './step-request.tsx';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

type StepOf<T extends FlowStep['type']> = Extract<FlowStep, { readonly type: T }>;

interface FieldsProps<S extends FlowStep = FlowStep> {
  /** Begins the ids of the fields. */
  readonly id: string;
  readonly step: S;
  readonly onChange: (step: FlowStep) => void;
}

export function StepForm(props: FieldsProps): ReactNode {
  const { id, step, onChange } = props;
  switch (step.type) {
    case 'send':
      return <SendFields {...{ id, step, onChange }} />;
    case 'extract':
      return <ExtractFields {...{ id, step, onChange }} />;
    case 'delay':
      return (
        <div className={css['form']}>
          <FormRow label="Wait" htmlFor={`${id}-ms`}>
            <NumberField
              id={`${id}-ms`}
              unit="ms"
              value={step.ms}
              onChange={(ms) => onChange({ ...step, ms: ms ?? 0 })}
            />
          </FormRow>
        </div>
      );
    case 'script':
      return (
        <div className={css['code']}>
          <Suspense>
            <CodeEdit
              label="Script of the step"
              language="javascript"
              value={step.code}
              onChange={(code) => onChange({ ...step, code })}
            />
          </Suspense>
        </div>
      );
    case 'condition':
      return (
        <div className={css['form']}>
          <ConditionFields id={id} value={step.when} onChange={(when) => onChange({ ...step, when })} />
        </div>
      );
    case 'loop':
      return <LoopFields {...{ id, step, onChange }} />;
  }
}

/** Names that are offered. */
const MAX_NAMES = 500;

function SendFields({ id, step, onChange }: FieldsProps<StepOf<'send'>>) {
  const { value } = useResource(workspace);
  const tree = value?.tree ?? [];
  const collections = tree.filter(({ kind }) => kind === 'collection');
  const known = collections.some(({ name, id: own }) => [name, own].includes(step.collection));
  return (
    <div className={css['form']}>
      <FormRow label="Collection" htmlFor={`${id}-collection`} hint="Needed where several have the request.">
        <SelectField
          id={`${id}-collection`}
          value={step.collection}
          options={[
            ['', 'Any'],
            ...collections.map(({ name }) => [name, name] as const),
            ...(step.collection !== '' && !known ? [[step.collection, step.collection] as const] : []),
          ]}
          onChange={(collection) => onChange({ ...step, collection })}
        />
      </FormRow>
      <FormRow label="Request" htmlFor={`${id}-request`} hint="A name, an id, or a path such as Users/List.">
        <TextField
          id={`${id}-request`}
          list={`${id}-requests`}
          value={step.request}
          onChange={(request) => onChange({ ...step, request })}
        />
        <datalist id={`${id}-requests`}>
          {requestNames(tree, step.collection)
            .slice(0, MAX_NAMES)
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
      </FormRow>
    </div>
  );
}

function ExtractFields({ id, step, onChange }: FieldsProps<StepOf<'extract'>>) {
  return (
    <div className={css['form']}>
      <FormRow label="From">
        <Segmented
          label="From"
          value={step.from}
          options={[
            ['body', 'Body'],
            ['header', 'Header'],
            ['status', 'Status'],
          ]}
          onChange={(from) => onChange({ ...step, from })}
        />
      </FormRow>
      {step.from !== 'status' && (
        <FormRow
          label={step.from === 'body' ? 'Path' : 'Name'}
          htmlFor={`${id}-path`}
          {...(step.from === 'body' && { hint: 'JSONPath. With * or .. the value is a list.' })}
        >
          <TextField
            id={`${id}-path`}
            mono
            value={step.path}
            onChange={(path) => onChange({ ...step, path })}
          />
        </FormRow>
      )}
      <FormRow label="Variable" htmlFor={`${id}-variable`}>
        <TextField
          id={`${id}-variable`}
          mono
          value={step.variable}
          onChange={(variable) => onChange({ ...step, variable })}
        />
      </FormRow>
    </div>
  );
}
