// The icon of an app, or the first letter of its name.
import { useAppIcon } from '../state/app-icons.ts';
import css from './app-mark.module.css';

export function AppMark({ app }: { readonly app: string }) {
  const icon = useAppIcon(app);
  if (icon === undefined)
    return <span className={css['appMark']} data-letter={app.charAt(0).toUpperCase()} aria-hidden />;
  return <img className={css['appIcon']} src={icon} alt="" width={16} height={16} />;
}
