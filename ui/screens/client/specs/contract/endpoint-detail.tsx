// An endpoint up close: its violations with both sides of each, and the responses that were seen.
import { useState } from 'react';
import { Tabs, type TabItem } from '../../../../parts/index.ts';
import css from './detail.module.css';
import type { EndpointDetailProps } from './detail-props.ts';
import { ResponsesSeen } from './responses-seen.tsx';
import { seenOf } from './use-contract.ts';
import { Violations } from './violations.tsx';

const PANEL = 'contract-endpoint-panel';

type Part = 'violations' | 'responses';

export function EndpointDetail(props: EndpointDetailProps) {
  const { endpoint: name, kinds, described, responses } = props.endpoint;
  const [part, setPart] = useState<Part>('violations');
  const items: readonly TabItem<Part>[] = [
    { id: 'violations', title: 'Violations', count: kinds.filter(({ ignored }) => ignored === null).length },
    {
      id: 'responses',
      title: 'Responses seen',
      count: described.length === 0 ? responses.length : `${seenOf(props.endpoint)} of ${described.length}`,
    },
  ];
  return (
    <aside className={css['detail']} aria-label={name} data-region>
      <Tabs
        label="Endpoint"
        items={items}
        value={part}
        onChange={setPart}
        panel={PANEL}
        start={
          <strong className={css['title']} title={name}>
            {name}
          </strong>
        }
      />
      <div className={css['panel']} id={PANEL} role="tabpanel" aria-label={part}>
        {part === 'violations' ? <Violations {...props} /> : <ResponsesSeen {...props} />}
      </div>
    </aside>
  );
}
