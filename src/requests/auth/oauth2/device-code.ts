// The device authorization grant (RFC 8628): the user types a code on a page, on this device or another, while the
// token endpoint is asked again and again.
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../base/errors.ts';
import type { AuthContext, AuthOf } from '../contract.ts';
import { requestFields, requestToken, textOf, TokenError, tokenError, type Token } from './token-endpoint.ts';

type OAuth2 = AuthOf<'oauth2'>;
type Parameters = readonly (readonly [name: string, value: string])[];

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
/** Seconds between two questions, where the server names none (RFC 8628 section 3.2). */
const INTERVAL = 5;
const MAX_INTERVAL = 60;
/** Seconds for the user, where the server names none. */
const LIFETIME = 5 * 60;

/** Rejects with an Error when there is no user to ask, when the user refuses, or when the code expires. */
export async function deviceToken(
  auth: OAuth2,
  scopeParameters: Parameters,
  context: AuthContext,
): Promise<Token> {
  if (context.showPage === null)
    throw new UserError(
      'INVALID_DATA',
      'the grant deviceCode of the authorization oauth2 needs a user at a terminal: set the accessToken, or a refreshToken with the grant refreshToken',
    );
  const device = await deviceOf(auth, scopeParameters, context);
  context.showPage(device.page, device.userCode);
  const parameters: Parameters = [
    ['grant_type', GRANT_TYPE],
    ['device_code', device.code],
  ];
  let { interval } = device;
  for (const end = context.now() + device.lifetime * 1000; context.now() < end;) {
    await delay(interval * 1000, undefined, { signal: context.signal });
    try {
      return await requestToken(
        auth,
        { field: 'accessTokenUrl', url: auth.accessTokenUrl, parameters },
        context,
      );
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      if (error.code === 'slow_down') interval += INTERVAL;
      else if (error.code !== 'authorization_pending') throw error;
    }
  }
  throw new UserError(
    'INVALID_DATA',
    'the code was not typed in time: send the request again for another one',
  );
}

interface Device {
  readonly code: string;
  readonly userCode: string;
  readonly page: string;
  /** Seconds. */
  readonly interval: number;
  readonly lifetime: number;
}

async function deviceOf(auth: OAuth2, parameters: Parameters, context: AuthContext): Promise<Device> {
  const { fields, status, host } = await requestFields(
    auth,
    { field: 'deviceUrl', url: auth.deviceUrl, parameters },
    context,
  );
  const code = textOf(fields.get('device_code'));
  const plain = textOf(fields.get('verification_uri')) || textOf(fields.get('verification_url'));
  const page = textOf(fields.get('verification_uri_complete')) || plain;
  if (code === '' || status < 200 || status > 299)
    throw tokenError(`the device endpoint ${host} responded with status ${status}`, fields);
  if (!/^https?:\/\//i.test(page))
    throw new UserError('INVALID_DATA', `the device endpoint ${host} named no page for the user`);
  const seconds = (name: string, fallback: number): number => {
    const value = Number(fields.get(name) ?? Number.NaN);
    return Number.isFinite(value) && value > 0 ? value : fallback;
  };
  return {
    code,
    userCode: textOf(fields.get('user_code')),
    page,
    interval: Math.min(seconds('interval', INTERVAL), MAX_INTERVAL),
    lifetime: seconds('expires_in', LIFETIME),
  };
}
