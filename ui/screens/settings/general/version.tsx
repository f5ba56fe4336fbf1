// The version of the program, and the newest one when the user asks for it.
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { Button, CopyLine, Spinner } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import css from '../settings.module.css';
import { about } from './about.ts';

interface Newest {
  readonly version: string;
  readonly isNewer: boolean;
}

export function Version() {
  const { value } = useResource(about);
  const [newest, setNewest] = useState<Newest | 'unknown' | 'asking'>('unknown');
  const check = async (): Promise<void> => {
    setNewest('asking');
    let answer: Newest | 'unknown' = 'unknown';
    await attempt('The newest version is not known', async () => {
      answer = await rpc('ui.newest_version', {});
    });
    setNewest(answer);
  };
  return (
    <>
      <div className={css['line']}>
        <span className={css['state']}>{value !== null && `${value.version}, on Node.js ${value.node}`}</span>
        <Button kind="line" size="small" onClick={() => void check()} disabled={newest === 'asking'}>
          Check for updates
        </Button>
        {newest === 'asking' && <Spinner label="Asking" />}
      </div>
      <div role="status">{typeof newest === 'object' && <Answer newest={newest} />}</div>
    </>
  );
}

function Answer({ newest: { version, isNewer } }: { readonly newest: Newest }) {
  if (!isNewer) return <p className={css['state']}>This is the newest version.</p>;
  return (
    <>
      <p className={css['state']}>{version} is available:</p>
      <CopyLine name="command" text={`npm install -g proxyctl@${version}`} />
    </>
  );
}
