// The page on which the user signs in, while a send waits for the token.
import { ExternalLink, KeyRound } from 'lucide-react';
import { Button, CopyLine, Note } from '../../../parts/index.ts';
import { useNow } from '../../../state/clock.ts';
import type { SignInPage } from '../sends/state.ts';
import css from './sign-in.module.css';

/** Milliseconds that the app waits for. */
const WAIT_MS = 5 * 60_000;

interface SignInProps {
  readonly page: SignInPage;
  readonly onStop: () => void;
}

export function SignIn({ page: { url, code, time }, onStop }: SignInProps) {
  const left = Math.max(0, Math.ceil((time + WAIT_MS - useNow(true)) / 1000));
  const isPage = /^https?:/i.test(url);
  return (
    <Note
      tone="info"
      icon={KeyRound}
      title="Sign in on this page"
      actions={
        <>
          {isPage && (
            <a className={css['open']} href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              Open the page
            </a>
          )}
          <Button kind="line" size="small" keys="mod+." onClick={onStop}>
            Stop
          </Button>
        </>
      }
    >
      <CopyLine text={url} name="address" />
      {code !== '' && (
        <>
          Type this code there:
          <CopyLine text={code} name="code" />
        </>
      )}
      <span className={css['left']}>
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')} left
      </span>
    </Note>
  );
}
