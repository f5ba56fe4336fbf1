// The OAuth 2.0 token that the request is sent with: its state, another one, and forgetting it.
import { rpc } from '../../../../api/client.ts';
import { dateTimeText, durationText } from '../../../../format/measures.ts';
import { Facts } from '../../../../parts/name-values.tsx';
import { Badge, Button, SectionHead, type Tone } from '../../../../parts/index.ts';
import { attempt } from '../../../../state/actions.ts';
import { useNow } from '../../../../state/clock.ts';
import { openObject } from '../../model/objects.ts';
import { whereOf } from '../../model/steps.ts';
import { sendRequest } from '../../sends/index.ts';
import css from './token-state.module.css';
import { useToken, type RequestToken } from './use-token.ts';

type Token = NonNullable<RequestToken['token']>;

/** Grants for which the user signs in on a page. */
const ON_PAGE: readonly string[] = ['authorizationCode', 'authorizationCodePkce', 'implicit', 'deviceCode'];

interface TokenStateProps {
  readonly tabKey: string;
  readonly staysOpen: boolean;
}

export function TokenState({ tabKey, staysOpen }: TokenStateProps) {
  const { state, reload } = useToken(tabKey);
  const grant = state?.grant ?? null;
  // A token that the user has typed is neither obtained nor kept.
  if (state === null || grant === null || grant === 'token') return null;
  const { token } = state;
  const send = (): void => {
    const options = { signIn: ON_PAGE.includes(grant), staysOpen };
    void sendRequest(tabKey, openObject(tabKey).value, whereOf(tabKey), options);
  };
  const forget = async (): Promise<void> => {
    if (token !== null) await rpc('client.forget_token', { id: token.id });
    reload();
  };
  const forgetAnd = (next: () => void): void =>
    void attempt('The token cannot be forgotten', async () => {
      await forget();
      next();
    });
  return (
    <section className={css['token']} aria-label="Token">
      <SectionHead title={<>Token {token !== null && <Validity token={token} />}</>}>
        {token === null ? (
          ON_PAGE.includes(grant) && (
            <Button size="small" onClick={send}>
              Sign in and send
            </Button>
          )
        ) : (
          <>
            <Button size="small" onClick={() => forgetAnd(send)}>
              Get new and send
            </Button>
            <Button size="small" onClick={() => forgetAnd(() => undefined)}>
              Forget
            </Button>
          </>
        )}
      </SectionHead>
      {token === null ? (
        <p className={css['none']}>
          {ON_PAGE.includes(grant)
            ? 'There is none yet: you sign in on a page, which opens by your click alone.'
            : 'There is none yet: the next send obtains it.'}
        </p>
      ) : (
        <TokenFacts token={token} />
      )}
    </section>
  );
}

function TokenFacts({
  token: { obtainedAt, expiresAt, canRenew, server, clientId, scope },
}: {
  readonly token: Token;
}) {
  return (
    <Facts
      rows={[
        ['Obtained', obtainedAt === null ? null : timeOf(obtainedAt)],
        ['Expires', expiresAt === null ? 'Not known' : timeOf(expiresAt)],
        ['Renewal', canRenew ? 'By its refresh token' : 'None: another one is obtained'],
        ['Server', server],
        ['Client ID', clientId],
        ['Scope', scope],
        ['Kept', 'On this machine only'],
      ]}
    />
  );
}

function timeOf(ms: number): string {
  return dateTimeText(new Date(ms).toISOString()).replace(/\.\d+/, '');
}

function Validity({ token: { expiresAt } }: { readonly token: Token }) {
  const left = (expiresAt ?? Infinity) - useNow(expiresAt !== null);
  const [tone, text]: readonly [Tone, string] =
    expiresAt === null
      ? ['plain', 'Obtained']
      : left <= 0
        ? ['warn', 'Expired']
        : ['ok', `Valid ${left < 60_000 ? durationText(Math.floor(left / 1000) * 1000) : minutesText(left)}`];
  return <Badge tone={tone}>{text}</Badge>;
}

function minutesText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
