// The settings screen: pages at the left, settings in the middle, and changes that are not applied at the bottom.
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Settings } from '../../../src/session/methods/ui-types.ts';
import { locationFragment } from '../../state/location.ts';
import { Sidebar, SideItem } from '../../parts/index.ts';
import { settings } from '../../state/app.ts';
import { createPreference, isNumber } from '../../state/preferences.ts';
import { useResource } from '../../state/resource.ts';
import type { ScreenProps } from '../contract.ts';
import { ApplyBar } from './apply-bar.tsx';
import { ClientCertificatesPage } from './client-certificates/index.ts';
import { pages, type PageId } from './model/pages.ts';
import { CertificatePage } from './pages/certificate-page.tsx';
import { EntriesPage, FoundEntries } from './pages/entries-page.tsx';
import { GeneralPage } from './pages/general-page.tsx';
import { BypassPage, SslPage } from './pages/list-pages.tsx';
import css from './settings.module.css';

const sidebarWidth = createPreference('settings.sidebar', 216, isNumber);

export function SettingsScreen({ params }: ScreenProps) {
  const [query, setQuery] = useState('');
  const { value } = useResource(settings);
  const page = pages.find(({ id }) => id === params['page']) ?? pages[0]!;
  const isSearching = query.trim() !== '';
  // Choosing a page ends the search.
  useEffect(() => setQuery(''), [params]);
  return (
    <>
      <Sidebar label="Settings" title="Settings" width={sidebarWidth} initial={216}>
        <label className={css['search']}>
          <Search aria-hidden />
          <input
            type="search"
            aria-label="Find a setting"
            placeholder="Find a setting"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
          />
        </label>
        {pages.map(({ id, title, icon }) => (
          <SideItem
            key={id}
            href={locationFragment('settings', { page: id })}
            isCurrent={!isSearching && id === page.id}
            count={value === null ? undefined : countOf(id, value)}
            {...{ title, icon }}
          />
        ))}
      </Sidebar>
      <div className={css['main']} data-region>
        <div className={css['scroll']}>
          <div className={css['page']}>
            <h2 className={css['title']}>{isSearching ? `Settings with “${query.trim()}”` : page.title}</h2>
            {!isSearching && <p className={css['summary']}>{page.summary}</p>}
            {isSearching ? <FoundEntries query={query.trim()} /> : <PageOf id={page.id} />}
          </div>
        </div>
        <ApplyBar />
      </div>
    </>
  );
}

function PageOf({ id }: { readonly id: PageId }) {
  switch (id) {
    case 'general':
      return <GeneralPage />;
    case 'ssl':
      return <SslPage />;
    case 'bypass':
      return <BypassPage />;
    case 'certificate':
      return <CertificatePage />;
    case 'clientCertificates':
      return <ClientCertificatesPage />;
    default:
      return <EntriesPage page={id} />;
  }
}

function countOf(
  id: PageId,
  { sslProxyingHosts, sslProxyingApps, bypassHosts }: Settings,
): number | undefined {
  const count =
    id === 'ssl'
      ? [...sslProxyingHosts, ...sslProxyingApps].filter(({ enabled }) => enabled).length
      : id === 'bypass'
        ? bypassHosts.length
        : 0;
  return count === 0 ? undefined : count;
}
