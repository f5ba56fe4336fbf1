// The first step for any client that is not on this computer: letting other devices connect.
import { rpc } from '../../api/client.ts';
import { attempt } from '../../state/actions.ts';
import { locationFragment } from '../../state/location.ts';
import { Button } from '../../parts/index.ts';
import { appStatus, settings } from '../../state/app.ts';
import { say } from '../../state/toasts.ts';
import { remoteAddress, type Facts } from './model/facts.ts';
import { StepItem } from './step-list.tsx';
import css from './setup.module.css';

export function OpenNetwork({ facts }: { readonly facts: Facts }) {
  return (
    <StepItem number={1} title="Let other devices connect" isDone={facts.isOpen && facts.address !== null}>
      {facts.address === null && (
        <p className={css['text']}>This computer is in no network. Connect it to the one of the device.</p>
      )}
      {facts.isOpen ? (
        <p className={css['text']}>
          On. The proxy listens on <span className="mono">{remoteAddress(facts)}</span> for private networks.{' '}
          <a href={locationFragment('settings', { page: 'network' })}>Change</a>
        </p>
      ) : (
        <>
          <p className={css['text']}>
            Only this computer can connect now. Devices in private networks can use the proxy then; nothing
            else of this computer is open to them. The proxy restarts.
          </p>
          <Button kind="line" size="small" className={css['action']} onClick={() => void setOpen(true)}>
            Let other devices connect
          </Button>
        </>
      )}
    </StepItem>
  );
}

async function setOpen(isOpen: boolean): Promise<void> {
  await attempt('This cannot be changed', async () => {
    await rpc('update_settings', { changes: { listenOnAllInterfaces: isOpen } });
    await Promise.all([settings.load(), appStatus.load()]);
    if (isOpen) say('Other devices may connect', () => void setOpen(false));
  });
}
