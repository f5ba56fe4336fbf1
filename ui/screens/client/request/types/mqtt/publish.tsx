// Messages of MQTT that are published, with their topics.
import { Checkbox, FormRow, Segmented } from '../../../../../parts/index.ts';
import type { RequestView } from '../../fields.ts';
import { LineRow } from '../shared/line-row.tsx';
import { MessageText } from '../shared/message-text.tsx';
import type { StepEditorProps, StepKind } from '../shared/step-kind.ts';
import css from '../shared/steps.module.css';

type Publication = NonNullable<NonNullable<RequestView['mqtt']>['publish']>[number];

const BLANK: Publication = { topic: '', payload: '', qos: 0, retain: false };

export const publications: StepKind<Publication> = {
  title: 'Messages',
  note: 'published in order by Connect and by runs',
  send: 'Publish',
  read: ({ mqtt }) => (mqtt?.publish ?? []).map((each) => ({ ...BLANK, ...each })),
  write: (request, publish) => ({ mqtt: { ...request.mqtt, publish: [...publish] } }),
  adds: [{ title: 'Add message', step: BLANK }],
  row: ({ topic, payload, qos, retain }) => ({
    action: topic,
    text: payload.slice(0, 200),
    note: `QoS ${qos}${retain ? ', retained' : ''}`,
  }),
  Editor: PublicationEditor,
  outgoing: ({ topic, payload, qos, retain }) =>
    topic === '' ? null : { text: payload, name: topic, qos: qos as 0 | 1 | 2, retain },
};

const QUALITIES = [
  ['0', '0'],
  ['1', '1'],
  ['2', '2'],
] as const;

function PublicationEditor({ step, label, variables, onChange }: StepEditorProps<Publication>) {
  const { topic, payload, qos, retain } = step;
  return (
    <>
      <div className={css['line']}>
        <LineRow
          label="Topic"
          value={topic}
          variables={variables}
          placeholder="couriers/7/position"
          onChange={(changed) => onChange({ ...step, topic: changed })}
        />
        <FormRow label="QoS">
          <div className={css['row']}>
            <Segmented
              label="Quality of service"
              value={String(qos) as '0' | '1' | '2'}
              options={QUALITIES}
              onChange={(changed) => onChange({ ...step, qos: Number(changed) })}
            />
            <Checkbox label="Retain" checked={retain} onChange={(on) => onChange({ ...step, retain: on })} />
          </div>
        </FormRow>
      </div>
      <MessageText
        label={label}
        text={payload}
        format="json"
        variables={variables}
        onChange={(changed) => onChange({ ...step, payload: changed })}
      />
    </>
  );
}
