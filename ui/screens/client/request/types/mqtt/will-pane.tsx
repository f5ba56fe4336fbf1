// The message that the broker publishes when the connection is lost.
import { Button, Checkbox, FormRow, SelectField } from '../../../../../parts/index.ts';
import { editRequest, type RequestView } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { LineRow } from '../shared/line-row.tsx';

type Will = NonNullable<NonNullable<RequestView['mqtt']>['will']>;

const BLANK: Will = { topic: '', payload: '', qos: 0, retain: false };

export function WillPane({ tabKey, request, variables }: PaneProps) {
  const { will: given, ...rest } = request.mqtt ?? {};
  const will = { ...BLANK, ...given };
  const set = (changed: Partial<Will>): void =>
    editRequest(tabKey, { mqtt: { ...rest, will: { ...will, ...changed } } });
  return (
    <div className={css['form']}>
      <LineRow label="Topic" value={will.topic} variables={variables} onChange={(topic) => set({ topic })} />
      <LineRow
        label="Payload"
        value={will.payload}
        variables={variables}
        onChange={(payload) => set({ payload })}
      />
      <FormRow label="QoS" htmlFor="will-qos">
        <SelectField
          id="will-qos"
          value={String(will.qos)}
          options={[
            ['0', '0'],
            ['1', '1'],
            ['2', '2'],
          ]}
          onChange={(qos) => set({ qos: Number(qos) })}
        />
      </FormRow>
      <FormRow label="">
        <Checkbox label="Retain" checked={will.retain} onChange={(retain) => set({ retain })} />
      </FormRow>
      {given !== undefined && (
        <Button size="small" onClick={() => editRequest(tabKey, { mqtt: rest })}>
          No will
        </Button>
      )}
    </div>
  );
}
