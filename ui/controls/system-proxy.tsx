// The switch that sends the whole system's traffic through the proxy.
import { Switch } from '../parts/index.ts';
import { rpc } from '../api/client.ts';
import { appStatus } from '../state/app.ts';
import { useResource } from '../state/resource.ts';
import { say } from '../state/toasts.ts';
import { attempt } from '../state/actions.ts';
import css from './controls.module.css';

export function SystemProxySwitch() {
  const { value } = useResource(appStatus);
  if (value === null) return null;
  return (
    <span className={css['systemProxy']}>
      <Switch label="System proxy" on={value.macOSProxy} onChange={(on) => void setSystemProxy(on)} />
      <span className={css['label']} aria-hidden>
        System proxy
      </span>
    </span>
  );
}

export async function toggleSystemProxy(): Promise<void> {
  await setSystemProxy(appStatus.store.get().value?.macOSProxy !== true);
}

async function setSystemProxy(on: boolean): Promise<void> {
  await attempt('The proxy of the system cannot be changed', async () => {
    await rpc('set_macos_proxy', { on });
    say(on ? 'The system sends its traffic here' : 'The earlier proxy settings of the system are back');
  });
  await appStatus.load();
}
