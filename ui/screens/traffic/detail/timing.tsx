// The durations of the phases of an exchange.
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import shared from '../../../parts/content.module.css';
import { TimingBars } from '../../../parts/timing-bars.tsx';

export function Timing({ detail }: { readonly detail: FlowDetail }) {
  const { timing } = detail;
  return (
    <div className={shared['scroll']}>
      {timing === undefined ? (
        <p className={shared['hint']}>
          {detail.openedFrom === undefined
            ? 'No connection to the server was opened for it.'
            : 'The file that it was opened from has no timing of the phases.'}
        </p>
      ) : (
        <TimingBars timing={timing} />
      )}
    </div>
  );
}
