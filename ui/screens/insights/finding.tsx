// Shows a finding about one request.
import { locationFragment } from '../../state/location.ts';
import css from './insights.module.css';

interface FindingProps {
  readonly id: number;
  readonly url: string;
  readonly detail: string;
}

export function Finding({ id, url, detail }: FindingProps) {
  return (
    <li className={css['finding']}>
      <a href={locationFragment('traffic', { id: String(id) })}>{id}</a>
      <span title={url}>{url}</span>
      <span title={detail}>{detail}</span>
    </li>
  );
}
