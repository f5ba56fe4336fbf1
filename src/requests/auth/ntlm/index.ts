// NTLM over HTTP (MS-NTHT), with NTLMv2. It authenticates the connection: later requests on it need no credentials.
import { UserError } from '../../../base/errors.ts';
import { defineAuth, type AuthContext, type AuthOf, type ChallengeResponse } from '../contract.ts';
import { parseChallenges } from '../shared/challenges.ts';
import { requireFields } from '../shared/fields.ts';
import { withHeaderBytes } from '../shared/signable-request.ts';
import {
  authenticateMessage,
  negotiateMessage,
  readChallenge,
  type Challenge,
  type Credentials,
} from './messages.ts';

const CLIENT_CHALLENGE_BYTES = 8;

export const ntlm = defineAuth({
  type: 'ntlm',
  signsRequest: true,
  bindsConnection: true,
  apply: (auth, request) =>
    Promise.resolve().then(() => {
      requireFields('ntlm', { username: auth.username });
      return request;
    }),
  async answerChallenge(auth, request, response, context) {
    const scheme = offeredScheme(response);
    if (scheme === null) return null;
    const negotiate = `${scheme} ${negotiateMessage().toString('base64')}`;
    // The server only answers with its challenge, so the body is left out.
    const empty = { ...request, body: Buffer.alloc(0) };
    const challenged = await context.send(withHeaderBytes(empty, 'Authorization', negotiate));
    const challenge = challengeOf(challenged, scheme);
    if (challenge === null) return null;
    const message = authenticateMessage(challenge, credentialsOf(auth), freshValues(context));
    return withHeaderBytes(request, 'Authorization', `${scheme} ${message.toString('base64')}`);
  },
});

/** Returns the scheme that the server offers; `Negotiate` takes the same messages. */
function offeredScheme(response: ChallengeResponse): 'NTLM' | 'Negotiate' | null {
  const schemes = new Set(parseChallenges(response).map(({ scheme }) => scheme));
  return schemes.has('ntlm') ? 'NTLM' : schemes.has('negotiate') ? 'Negotiate' : null;
}

/** Returns null when the server does not go on, which its response then says. */
function challengeOf({ headers }: ChallengeResponse, scheme: string): Challenge | null {
  const fields = headers.filter(({ name }) => name.toLowerCase() === 'www-authenticate');
  const pattern = new RegExp(`(?:^|,)\\s*${scheme}\\s+([A-Za-z0-9+/]+=*)`, 'i');
  const [encoded] = fields.flatMap(({ value }) => pattern.exec(value)?.[1] ?? []);
  if (encoded === undefined) return null;
  const challenge = readChallenge(Buffer.from(encoded, 'base64'));
  if (challenge === null)
    throw new UserError('INVALID_DATA', 'the server sent an NTLM challenge that cannot be read');
  return challenge;
}

/** Returns the credentials; without a domain, the user name may have it, as `DOMAIN\user` or `user@domain`. */
function credentialsOf({ username, password, domain, workstation }: AuthOf<'ntlm'>): Credentials {
  const [, downLevel, downLevelUser] = /^([^\\@]+)\\([^\\@]+)$/.exec(username) ?? [];
  const [, principal, principalDomain] = /^([^\\@]+)@([^\\@]+)$/.exec(username) ?? [];
  const user = downLevelUser ?? principal;
  if (domain !== '' || user === undefined) return { username, password, domain, workstation };
  return { username: user, password, domain: downLevel ?? principalDomain ?? '', workstation };
}

function freshValues(context: AuthContext): { readonly now: number; readonly clientChallenge: Buffer } {
  return { now: context.now(), clientChallenge: context.random(CLIENT_CHALLENGE_BYTES) };
}
