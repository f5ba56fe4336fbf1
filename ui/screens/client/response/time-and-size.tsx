// The time and the size of a response in their parts.
import type { FlowTiming } from '../../../../src/session/methods/ui-types.ts';
import { durationText, sizeText } from '../../../format/measures.ts';
import { Facts } from '../../../parts/name-values.tsx';
import { TimingBars } from '../../../parts/timing-bars.tsx';
import type { Field } from '../sends/events.ts';
import type { ExchangeRecord } from '../sends/exchanges.ts';
import type { Ended } from '../sends/state.ts';
import { mainExchange } from './shown.ts';
import css from './time-and-size.module.css';
import { exchangeTiming, scriptMs } from './timing.ts';

export function TimeAndSize({ send }: { readonly send: Ended }) {
  const { exchanges, scripts, end } = send;
  const last = mainExchange(exchanges);
  const timing = last === undefined ? null : exchangeTiming(last);
  const [before, after] = [scriptMs(scripts, 'prerequest'), scriptMs(scripts, 'test')];
  return (
    <>
      <p className={css['head']}>
        <strong>{durationText(end.ms)}</strong> in all
        {exchanges.length > 1 && <span>{exchanges.length} exchanges</span>}
      </p>
      {timing !== null && <Bars timing={timing} isLast={exchanges.length > 1} />}
      <div className={css['facts']}>
        <Facts
          rows={[
            ['Body', bodyText(send)],
            ['Headers', last === undefined ? null : headersText(last)],
            ['Protocol', last === undefined ? null : protocolText(last)],
            [
              'Scripts',
              scripts.length === 0 ? null : `${durationText(before)} before, ${durationText(after)} after`,
            ],
          ]}
        />
      </div>
    </>
  );
}

function Bars({ timing, isLast }: { readonly timing: FlowTiming; readonly isLast: boolean }) {
  return (
    <>
      {isLast && <p className={css['note']}>The last exchange</p>}
      <TimingBars timing={timing} />
    </>
  );
}

function bodyText({ end: { response } }: Ended): string | null {
  if (response === null) return null;
  const { body, size, headers } = response;
  const coding = headers.find(({ name }) => name.toLowerCase() === 'content-encoding')?.value;
  return coding === undefined
    ? sizeText(body.size)
    : `${sizeText(body.size)}, ${sizeText(size)} received as ${coding}`;
}

/** Sizes as text: HTTP/2 packs them. */
function headersText({ head, headers }: ExchangeRecord): string {
  const up = `${sizeText(sizeOf(headers))} up`;
  return head === null ? up : `${sizeText(sizeOf(head.headers))} down, ${up}`;
}

function sizeOf(fields: readonly Field[]): number {
  return fields.reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0);
}

function protocolText({ head, connection }: ExchangeRecord): string {
  return [head?.httpVersion, connection?.tls?.version, connection?.address]
    .filter((each) => each !== undefined)
    .join(', ');
}
