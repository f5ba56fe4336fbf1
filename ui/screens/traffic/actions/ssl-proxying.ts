// Changes which hosts and apps are decrypted, from the menus and the detail.
import { Lock, LockOpen } from 'lucide-react';
import { rpc } from '../../../api/client.ts';
import type { MenuEntry } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { settings } from '../../../state/app.ts';
import { go } from '../../../state/location.ts';
import { say } from '../../../state/toasts.ts';

type Subject = 'host' | 'app';

/** Adds a host or an app to the lists of what is decrypted, or takes it out. */
export async function setDecrypted(subject: Subject, value: string, isDecrypted: boolean): Promise<void> {
  const change = (isAdded: boolean): Promise<unknown> =>
    rpc('ssl_proxying', { action: `${isAdded ? 'add' : 'remove'}_${subject}`, value });
  await attempt('SSL proxying cannot be changed', async () => {
    await change(isDecrypted);
    await settings.load();
    say(
      isDecrypted
        ? `${value} is decrypted from the next connection on`
        : `${value} is no longer in SSL proxying, from the next connection on`,
      () => void attempt('SSL proxying cannot be changed', () => change(!isDecrypted)),
    );
  });
}

/** Puts a host on the bypass list, or takes it off. */
export async function setBypassed(host: string, isBypassed: boolean): Promise<void> {
  await attempt('The bypass list cannot be changed', async () => {
    const { bypassHosts } = await rpc('get_settings', {});
    const others = bypassHosts.filter((pattern) => pattern !== host);
    const changed = isBypassed ? [...others, host] : others;
    if (!isBypassed && changed.length === bypassHosts.length)
      throw new Error(`it has a pattern that matches ${host}: ${bypassHosts.join(', ')}`);
    await rpc('update_settings', { changes: { bypassHosts: changed } });
    await settings.load();
    say(isBypassed ? `${host} is bypassed from now on` : `${host} is no longer bypassed`);
  });
}

/** Returns `*.example.com` for `a.example.com`; null for an address or a host without a subdomain. */
export function parentPattern(host: string): string | null {
  const labels = host.split('.');
  if (labels.length < 3 || host.includes(':') || /^[\d.]+$/.test(host)) return null;
  return `*.${labels.slice(1).join('.')}`;
}

/** Returns the entries of a menu about a host, an app, or both. */
export function sslEntries({
  host,
  app,
}: {
  readonly host?: string;
  readonly app?: string | null;
}): readonly MenuEntry[] {
  const { value } = settings.store.get();
  const parent = host === undefined ? null : parentPattern(host);
  const isListed = (subject: Subject, name: string): boolean =>
    subject === 'host'
      ? value?.sslProxyingHosts.some(({ enabled, pattern }) => enabled && isSame(pattern, name)) === true
      : value?.sslProxyingApps.some((each) => each.enabled && isSame(each.name, name)) === true;
  const entry = (subject: Subject, name: string): MenuEntry => {
    const isOn = isListed(subject, name);
    return {
      label: isOn ? `Do not decrypt ${name}` : `Decrypt ${name}`,
      icon: isOn ? Lock : LockOpen,
      onSelect: () => void setDecrypted(subject, name, !isOn),
    };
  };
  const isBypassed =
    value?.bypassHosts.some((pattern) => host !== undefined && isSame(pattern, host)) === true;
  return [
    ...(host === undefined ? [] : [entry('host', host)]),
    ...(parent === null ? [] : [entry('host', parent)]),
    ...(app === undefined || app === null ? [] : [entry('app', app)]),
    ...(host === undefined
      ? []
      : [
          {
            label: isBypassed ? `Remove ${host} from bypass` : `Bypass ${host}`,
            onSelect: () => void setBypassed(host, !isBypassed),
          },
        ]),
    'separator',
    { label: 'SSL proxying settings', onSelect: () => go('settings', { page: 'ssl' }) },
  ];
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
