// The share of the calls of a running mock server that fails. It counts when the field is left.
import { useState } from 'react';
import { TextField } from '../../../parts/index.ts';
import css from './mocks.module.css';
import { changeMock, type MockState } from './model.ts';
import { parseFailing } from './setup.ts';

interface FailingProps {
  readonly channel: string;
  readonly state: Pick<MockState, 'failPercent' | 'failStatus'>;
  readonly isOver: boolean;
}

export function Failing({
  channel,
  state: { failPercent: percent, failStatus: status },
  isOver,
}: FailingProps) {
  const initial = percent === 0 ? '' : String(percent);
  const [text, setText] = useState(initial);
  const failing = parseFailing({ failPercent: text, failStatus: String(status) });
  const apply = (): void => {
    if (failing !== null && text !== initial) changeMock(channel, failing);
  };
  return (
    <span className={css['inline']}>
      <label htmlFor="mock-live-failing">Fails</label>
      <TextField
        id="mock-live-failing"
        className={css['tiny']}
        mono
        unit="%"
        placeholder="0"
        value={text}
        disabled={isOver}
        isWrong={failing === null}
        onChange={setText}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
          if (event.key === 'Escape') setText(initial);
        }}
      />
      <span>with {status}</span>
    </span>
  );
}
