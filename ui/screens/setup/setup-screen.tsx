// The setup screen: guides at the left, the steps of one, and the live check beside them.
import { Check } from 'lucide-react';
import { locationFragment } from '../../state/location.ts';
import { Sidebar, SideItem } from '../../parts/index.ts';
import { createPreference, isNumber } from '../../state/preferences.ts';
import type { ScreenProps } from '../contract.ts';
import { BypassingApps } from './bypassing-apps.tsx';
import { groups, guides } from './guides/index.ts';
import { LiveCheck } from './live-check.tsx';
import { checkOf, useClients, type ClientFacts } from './model/clients.ts';
import { useFacts } from './model/facts.ts';
import { OpenNetwork } from './open-network.tsx';
import css from './setup.module.css';
import { StepList } from './step-list.tsx';

const sidebarWidth = createPreference('setup.sidebar', 216, isNumber);

export function SetupScreen({ params }: ScreenProps) {
  const guide = guides.find(({ id }) => id === params['page']) ?? guides[0]!;
  const facts = useFacts();
  const clients = useClients();
  const check = checkOf(guide.id, clients);
  return (
    <>
      <GuideList current={guide.id} clients={clients} />
      <div className={css['main']} data-region>
        <div className={css['columns']}>
          <div className={css['guide']}>
            <h2 className={css['title']}>{guide.title}</h2>
            <p className={css['summary']}>{guide.summary}</p>
            {facts !== null && (
              <StepList
                key={guide.id}
                facts={facts}
                steps={guide.steps(facts, check)}
                first={guide.isRemote ? <OpenNetwork facts={facts} /> : null}
              />
            )}
            {guide.id === 'mac' && <BypassingApps />}
          </div>
          <LiveCheck guide={guide} check={check} />
        </div>
      </div>
    </>
  );
}

interface GuideListProps {
  readonly current: string;
  readonly clients: readonly ClientFacts[];
}

function GuideList({ current, clients }: GuideListProps) {
  return (
    <Sidebar
      label="Setup"
      title="Setup"
      width={sidebarWidth}
      initial={216}
      foot="A check mark: decrypted traffic of the list came from there."
    >
      {groups.map(([group, title]) => (
        <div key={group} {...(title !== null && { role: 'group', 'aria-label': title })}>
          {title !== null && (
            <div className={css['group']} aria-hidden>
              {title}
            </div>
          )}
          {guides
            .filter((guide) => guide.group === group)
            .map(({ id, title: name, icon }) => (
              <SideItem
                key={id}
                href={locationFragment('setup', { page: id })}
                isCurrent={id === current}
                {...{ title: name, icon }}
              >
                {checkOf(id, clients).decrypted > 0 && (
                  <Check role="img" aria-label="Decrypted traffic seen" />
                )}
              </SideItem>
            ))}
        </div>
      ))}
    </Sidebar>
  );
}
