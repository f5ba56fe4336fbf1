// The top bar. It is the same on every screen, except for the screen's own actions at its right.
import { CirclePause, Copy, Eye, Search, Trash2 } from 'lucide-react';
import { Badge, Button, classes, IconButton, Keys, Separator } from '../parts/index.ts';
import { appStatus, pausedList } from '../state/app.ts';
import { flowCounters, flowList } from '../state/flows.ts';
import { isViewer } from '../state/mode.ts';
import { useResource } from '../state/resource.ts';
import { useStore } from '../state/store.ts';
import { clearList, copyText, proxyAddress, toggleRecording } from '../state/actions.ts';
import { useNow } from '../state/clock.ts';
import css from './top-bar.module.css';
import { locationFragment } from '../state/location.ts';
import { openPalette } from './palette-state.ts';
import { SystemProxySwitch } from '../controls/system-proxy.tsx';
import { actionsSlot } from '../parts/slots.tsx';

export function TopBar() {
  return (
    <header className={css['topBar']}>
      <div className={css['barGroup']}>{isViewer ? <ViewedFiles /> : <AppControls />}</div>
      <button type="button" className={css['commandField']} onClick={() => openPalette()}>
        <Search aria-hidden />
        <span className={css['commandLabel']}>Search or run a command</span>
        <Keys keys="mod+k" />
      </button>
      <div className={classes(css['barGroup'], css['barEnd'])}>
        <HeldPill />
        <div className={css['barGroup']} ref={actionsSlot} />
      </div>
    </header>
  );
}

function AppControls() {
  return (
    <>
      <RecordButton />
      <IconButton icon={Trash2} label="Clear list" keys="mod+backspace" onClick={() => void clearList()} />
      <Separator />
      <SystemProxySwitch />
      <AddressButton />
    </>
  );
}

/** Shown in place of the proxy's controls: what is being viewed. */
function ViewedFiles() {
  useStore(flowList);
  const files = [...flowCounters.sessions.keys()];
  return (
    <span
      className={css['viewed']}
      title={`${files.join(', ')}: nothing is captured or changed here. To replay requests, open the file in the app: proxyctl app`}
    >
      <Eye aria-hidden />
      <span className={css['viewedFile']}>{files.length > 1 ? `${files.length} files` : files[0]}</span>
      <Badge>Read-only</Badge>
    </span>
  );
}

function RecordButton() {
  const { value } = useResource(appStatus);
  const isOn = value?.recording ?? false;
  const label = isOn ? 'Recording' : 'Paused';
  return (
    <Button
      className={css['record']}
      aria-pressed={isOn}
      title={`${isOn ? 'Pause' : 'Resume'} recording`}
      disabled={value === null}
      onClick={() => void toggleRecording()}
    >
      <span className={css['recordDot']} data-on={isOn} aria-hidden />
      <span className={css['barLabel']}>{label}</span>
    </Button>
  );
}

function AddressButton() {
  const { value } = useResource(appStatus);
  if (value === null) return null;
  const address = proxyAddress(value.port);
  return (
    <Button
      className={css['address']}
      title="Copy the address of the proxy"
      onClick={() => void copyText(address, `Copied ${address}`)}
    >
      <span className="mono">{address}</span>
      <Copy aria-hidden />
    </Button>
  );
}

/** Shown on every screen while a breakpoint holds a request. */
function HeldPill() {
  const { value } = useResource(pausedList);
  const now = useNow(value !== null && value.length > 0);
  const first = value?.[0];
  if (value === null || first === undefined) return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(first.pausedAt)) / 1000));
  const path = URL.parse(first.request.url)?.pathname ?? first.request.url;
  return (
    <a className={css['heldPill']} href={locationFragment('breakpoints')} title={first.request.url}>
      <CirclePause aria-hidden />
      <span role="status">{value.length} held</span>
      <span className={classes(css['heldPath'], 'mono')}>
        {first.request.method} {path}
      </span>
      <span className={css['heldTime']}>
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </a>
  );
}
