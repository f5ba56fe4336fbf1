// The status bar: the state of the proxy, and the screen's figures.
import { ShieldAlert, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { RecordingState } from '../controls/record-to-files.tsx';
import { Keys } from '../parts/index.ts';
import { appStatus, connection } from '../state/app.ts';
import { isViewer } from '../state/mode.ts';
import { useResource } from '../state/resource.ts';
import { useStore } from '../state/store.ts';
import css from './status-bar.module.css';
import { locationFragment } from '../state/location.ts';
import { openKeyList } from './palette-state.ts';
import { figuresSlot } from '../parts/slots.tsx';

const OPEN = isViewer ? 'Recorded requests' : 'Listening';

export function StatusBar() {
  const { type } = useStore(connection);
  const { value: status } = useResource(appStatus);
  return (
    <footer className={css['statusBar']}>
      <span className={css['statusItem']} data-tone={type === 'lost' ? 'danger' : 'ok'}>
        <span className={css['stateDot']} aria-hidden />
        {type === 'open' ? OPEN : type === 'lost' ? 'Not connected' : 'Connecting'}
      </span>
      <span className={css['statusFigures']} ref={figuresSlot} />
      <span className={css['gap']} />
      <RecordingState className={css['statusItem']} />
      {status !== null && (
        <>
          <a className={css['statusItem']} href={locationFragment('tools')}>
            <SlidersHorizontal aria-hidden />
            {toolText(status.activeTools.length)}
          </a>
          <CertificateState isTrusted={status.certificateTrusted} />
        </>
      )}
      <button type="button" className={css['statusItem']} onClick={() => openKeyList()}>
        <Keys keys="?" />
        Keys
      </button>
    </footer>
  );
}

function CertificateState({ isTrusted }: { readonly isTrusted: boolean }) {
  const Icon = isTrusted ? ShieldCheck : ShieldAlert;
  return (
    <a
      className={css['statusItem']}
      data-tone={isTrusted ? undefined : 'warn'}
      href={locationFragment('settings', { page: 'certificate' })}
    >
      <Icon aria-hidden />
      <span className={css['statusLabel']}>
        {isTrusted ? 'Certificate trusted' : 'Certificate not trusted'}
      </span>
    </a>
  );
}

function toolText(active: number): string {
  return active === 0 ? 'No tools on' : active === 1 ? '1 tool on' : `${active} tools on`;
}
