// Lists possible secrets in the traffic, masked, each once with its places.
import { useState } from 'react';
import type { TrafficSecrets } from '../../../src/session/methods/ui-types.ts';
import { countText } from '../../format/measures.ts';
import { locationFragment } from '../../state/location.ts';
import { Badge, classes } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import shared from './insights.module.css';
import css from './secrets.module.css';

type Secret = TrafficSecrets['findings'][number];
type Place = Secret['places'][number];

const SEVERITIES = {
  high: ['High', 'danger'],
  medium: ['Medium', 'warn'],
  low: ['Low', 'plain'],
} as const;

/** The maximum number of requests that a link names. */
const MAX_LINKED = 200;

export function SecretTable({ secrets: { findings } }: { readonly secrets: TrafficSecrets }) {
  if (findings.length === 0) return <p className={shared['none']}>No secrets were found.</p>;
  return (
    <ul className={css['secrets']}>
      {findings.map((secret) => (
        <SecretRows key={`${secret.fingerprint} ${secret.masked}`} secret={secret} />
      ))}
    </ul>
  );
}

function SecretRows({ secret }: { readonly secret: Secret }) {
  const { label, severity, masked, count, places } = secret;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className={table['row']}>
        <SeverityTag severity={severity} />
        <span className={table['strong']} title={label}>
          {label}
        </span>
        {places.length === 1 ? (
          <PlaceLink place={secret} />
        ) : (
          <span className={css['places']}>
            <button
              type="button"
              className={shared['link']}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {countText(places.length)} places
            </button>
            <a
              className={shared['link']}
              href={requestsFragment(places)}
              title="The first request of each place"
            >
              Show requests
            </a>
          </span>
        )}
        <span className={classes('mono', css['masked'])} title={masked}>
          {masked}
        </span>
        <span className={table['numeric']}>{countText(count)}</span>
      </div>
      {isOpen && (
        <ul aria-label={`Places of ${label}`}>
          {places.map((place) => (
            <li key={`${place.side} ${place.where} ${place.endpoint}`} className={table['row']}>
              <span />
              <SeverityTag severity={place.severity} />
              <PlaceLink place={place} />
              <span className={css['masked']} />
              <span className={table['numeric']}>{countText(place.count)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function SeverityTag({ severity }: Pick<Place, 'severity'>) {
  const [title, tone] = SEVERITIES[severity];
  return (
    <span>
      <Badge tone={tone}>{title}</Badge>
    </span>
  );
}

function PlaceLink({ place: { side, where, endpoint, id } }: { readonly place: Place }) {
  const text = `${side} ${where}, ${endpoint}`;
  return (
    <span title={text}>
      <a className={shared['link']} href={locationFragment('traffic', { id: String(id) })}>
        {text}
      </a>
    </span>
  );
}

/** Returns a link to the list with the first request of each place. */
function requestsFragment(places: readonly Place[]): string {
  const ids = new Set(places.map(({ id }) => id));
  return locationFragment('traffic', { filter: `id:${[...ids].slice(0, MAX_LINKED).join(',')}` });
}
