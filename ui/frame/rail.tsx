// The rail, which leads from screen to screen.
import { Tooltip } from '../parts/index.ts';
import { screens, type Screen } from '../screens/index.ts';
import css from './rail.module.css';
import { locationFragment } from '../state/location.ts';
import { Mark } from './mark.tsx';

export function Rail({ current }: { readonly current: string }) {
  const [top, bottom] = (['top', 'bottom'] as const).map((position) =>
    screens.filter((screen) => screen.position === position),
  );
  return (
    <nav className={css['rail']} aria-label="Main" data-region>
      <Mark />
      {top!.map((screen) => (
        <Entry key={screen.id} screen={screen} isCurrent={screen.id === current} />
      ))}
      <div className={css['gap']} />
      {bottom!.map((screen) => (
        <Entry key={screen.id} screen={screen} isCurrent={screen.id === current} />
      ))}
    </nav>
  );
}

function Entry({ screen, isCurrent }: { readonly screen: Screen; readonly isCurrent: boolean }) {
  const { id, title, railTitle = title, icon: Icon, key, useCount = none } = screen;
  const count = useCount();
  return (
    <Tooltip text={title} keys={`g ${key}`}>
      <a
        href={locationFragment(id)}
        className={css['railEntry']}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon aria-hidden />
        <span className={css['railTitle']}>{railTitle}</span>
        {count > 0 && (
          <span className={css['railCount']} aria-label={`${count}`}>
            {count}
          </span>
        )}
      </a>
    </Tooltip>
  );
}

function none(): number {
  return 0;
}
