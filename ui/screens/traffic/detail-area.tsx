// The place of the detail: beside the list or below it, and over it in a low window.
import { useEffect } from 'react';
import { Sash } from '../../parts/index.ts';
import { useStore } from '../../state/store.ts';
import { DetailPane } from './detail/detail-pane.tsx';
import { detailHeight, detailWidth, useDock } from './model/dock.ts';
import css from './traffic.module.css';

interface DetailAreaProps {
  readonly id: number;
  readonly isOver: boolean;
}

export function DetailArea({ id, isOver }: DetailAreaProps) {
  return isOver ? <DetailOver id={id} /> : <DetailDocked id={id} />;
}

/** The detail in place of the list, which has the focus again afterwards. */
function DetailOver({ id }: { readonly id: number }) {
  useEffect(() => {
    focusOn('detail-panel');
    return () => focusOn('traffic-list');
  }, []);
  return (
    <div className={css['detailOver']} data-region>
      <DetailPane id={id} />
    </div>
  );
}

function focusOn(id: string): void {
  document.querySelector<HTMLElement>(`#${id}`)?.focus({ preventScroll: true });
}

function DetailDocked({ id }: { readonly id: number }) {
  const docked = useDock();
  const height = useStore(detailHeight);
  const width = useStore(detailWidth);
  const isRight = docked === 'right';
  return (
    <>
      <Sash
        label={isRight ? 'Width of the detail' : 'Height of the detail'}
        orientation={isRight ? 'vertical' : 'horizontal'}
        {...(isRight
          ? { size: width, min: 420, max: 1000, initial: 520 }
          : { size: height, min: 200, max: 900, initial: 364 })}
        reverse
        onResize={isRight ? detailWidth.set : detailHeight.set}
      />
      <div
        className={css['detailArea']}
        style={isRight ? { width } : { height, maxHeight: '75%' }}
        data-region
      >
        <DetailPane id={id} />
      </div>
    </>
  );
}
