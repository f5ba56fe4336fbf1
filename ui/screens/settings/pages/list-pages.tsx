// The pages of the lists that decide which HTTPS traffic is decrypted.
import { settings } from '../../../state/app.ts';
import { flowList, flowTable } from '../../../state/flows.ts';
import { useResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
import { EntryListView } from '../entry-list.tsx';
import { apps, bypass, hosts, type EntryList } from '../model/lists.ts';
import { refusingHosts, undecryptedApps, undecryptedHosts, unlisted } from '../model/suggestions.ts';
import css from '../settings.module.css';

export function SslPage() {
  useStore(flowList);
  return (
    <>
      <h2 className={css['listTitle']}>Hosts</h2>
      <p className={css['hint']}>* stands for any characters, ? for one: *.example.com</p>
      <EntryListView
        list={hosts}
        label="hosts"
        placeholder="api.example.com, or several with commas"
        empty="No host yet: HTTPS passes without being read. Add the hosts that you are working on."
        suggestions={useUnlisted(hosts, undecryptedHosts(flowTable.commonParts))}
      />
      <h2 className={css['listTitle']}>Apps</h2>
      <p className={css['hint']}>Everything that an app of this computer sends, whatever the host.</p>
      <EntryListView
        list={apps}
        label="apps"
        placeholder="curl"
        empty="No app yet."
        suggestions={useUnlisted(apps, undecryptedApps(flowTable.commonParts))}
      />
    </>
  );
}

export function BypassPage() {
  useStore(flowList);
  return (
    <EntryListView
      list={bypass}
      label="bypass"
      placeholder="*.bank.example"
      empty="Nothing is bypassed: what SSL proxying lists is decrypted."
      suggestions={useUnlisted(bypass, refusingHosts(flowTable.commonParts))}
    />
  );
}

function useUnlisted(list: EntryList, names: readonly string[]): readonly string[] {
  const { value } = useResource(settings);
  return value === null
    ? []
    : unlisted(
        names,
        list.read(value).map(({ name }) => name),
      );
}
