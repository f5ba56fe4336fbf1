// The cookie jar of the workspace on this machine, by domain.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton, PaneHead, Question, TextField } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { dateTimeText } from '../../../format/measures.ts';
import { CookieDialog } from './cookie-dialog.tsx';
import { deleteCookies, jar, type Cookie } from './cookie-jar.ts';
import css from './pages.module.css';

export function CookiesPage() {
  const { value: cookies, error } = useResource(jar);
  const [text, setText] = useState('');
  const [edited, setEdited] = useState<Cookie | 'new' | null>(null);
  const [isClearing, setClearing] = useState(false);
  const shown = (cookies ?? []).filter(({ name, domain }) =>
    `${name} ${domain}`.toLowerCase().includes(text.toLowerCase()),
  );
  const groups = [...Map.groupBy(shown, ({ domain }) => domain)].sort(([one], [other]) =>
    one.localeCompare(other),
  );
  return (
    <>
      <PaneHead wraps title="Cookies" note={`${cookies?.length ?? 0} in the jar, on this machine only`}>
        <TextField
          aria-label="Find a name or a host"
          placeholder="Find name or host"
          value={text}
          onChange={setText}
        />
        <Button icon={Plus} onClick={() => setEdited('new')}>
          Add cookie
        </Button>
        <Button kind="danger" disabled={cookies?.length === 0} onClick={() => setClearing(true)}>
          Clear jar…
        </Button>
      </PaneHead>
      {error !== null && <p className={css['failed']}>The cookies cannot be read: {error}</p>}
      {cookies !== null && shown.length === 0 && (
        <p className={css['empty']}>
          {cookies.length === 0
            ? 'No cookies yet. Set-Cookie of responses fills this jar.'
            : `No cookie has “${text}” in its name or host.`}
        </p>
      )}
      <div className={css['scroll']} role="region" aria-label="Cookie jar" tabIndex={0}>
        {groups.map(([domain, list]) => (
          <Domain key={domain} domain={domain} cookies={list} onEdit={setEdited} />
        ))}
      </div>
      {edited !== null && (
        <CookieDialog cookie={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {isClearing && (
        <Question
          title="Clear the jar?"
          text={`${count(cookies?.length ?? 0, 'cookie')} of this workspace will be deleted. Logins by cookie end.`}
          action="Clear jar"
          onConfirm={() => void deleteCookies({})}
          onClose={() => setClearing(false)}
        />
      )}
    </>
  );
}

interface DomainProps {
  readonly domain: string;
  readonly cookies: readonly Cookie[];
  readonly onEdit: (cookie: Cookie) => void;
}

function Domain({ domain, cookies, onEdit }: DomainProps) {
  return (
    <table className={css['table']}>
      <caption>
        <strong>{domain}</strong> {cookies.length}
        <Button size="small" onClick={() => void deleteCookies({ domain })}>
          {`Delete ${cookies.length}`}
        </Button>
      </caption>
      <thead>
        <tr>
          {['Name', 'Value', 'Path', 'Ends', 'Flags', ''].map((title) => (
            <th key={title} scope="col">
              {title === '' ? <span hidden>Delete</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cookies.map((cookie) => (
          <tr key={`${cookie.path} ${cookie.name}`}>
            <td>
              <button type="button" className={css['mono']} onClick={() => onEdit(cookie)}>
                {cookie.name}
              </button>
            </td>
            <td className={css['mono']}>{cookie.value}</td>
            <td className={css['mono']}>{cookie.path}</td>
            <td>
              {cookie.expires === null ? 'session' : dateTimeText(new Date(cookie.expires).toISOString())}
            </td>
            <td>{[cookie.secure && 'Secure', cookie.httpOnly && 'HttpOnly'].filter(Boolean).join(', ')}</td>
            <td>
              <IconButton
                icon={X}
                size="small"
                label={`Delete ${cookie.name} of ${domain}`}
                onClick={() => void deleteCookies({ domain, path: cookie.path, name: cookie.name })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
