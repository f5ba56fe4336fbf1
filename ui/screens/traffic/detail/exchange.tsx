// Shows request and response side by side, or one of them in a narrow pane.
import { useLayoutEffect, useRef, useState } from 'react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { Segmented } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import css from './exchange.module.css';
import { MessageSide } from './message-side.tsx';
import { shownSide } from './shown-side.ts';

/** Below this width, in pixels, there is room for one side only. */
const TWO_SIDES = 1000;

export function Exchange({ detail }: { readonly detail: FlowDetail }) {
  const area = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(true);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWide(element.clientWidth >= TWO_SIDES));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const side = useStore(shownSide);
  const switcher = (
    <Segmented
      label="Side"
      value={side}
      options={[
        ['request', 'Request'],
        ['response', 'Response'],
      ]}
      onChange={shownSide.set}
    />
  );
  return (
    <div className={css['sides']} ref={area}>
      {isWide ? (
        <>
          <MessageSide detail={detail} side="request" />
          <MessageSide detail={detail} side="response" />
        </>
      ) : (
        <MessageSide detail={detail} side={side} end={switcher} />
      )}
    </div>
  );
}
