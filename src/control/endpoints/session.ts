// POST /api/session: a browser that the app has opened sends the code of its URL, and gets the token. Needs no token;
// the other access checks apply.
import type { LocalRequest, LocalResponse } from '../../base/local-http.ts';
import { failure, json } from '../response.ts';
import type { PathEndpoint } from '../endpoint.ts';
import type { SessionCodes } from '../session-codes.ts';

export const SESSION_PATH = '/api/session';

const MAX_BYTES = 1024;

export async function openSession(
  request: LocalRequest,
  codes: SessionCodes,
  token: string,
): Promise<LocalResponse> {
  if (request.method !== 'POST')
    return failure(405, `${request.method} is not possible here: use POST`, [
      { name: 'Allow', value: 'POST' },
    ]);
  const body = await request.body(MAX_BYTES);
  if (body === null) return failure(413, `The body is larger than ${MAX_BYTES} bytes`);
  const code = codeOf(body);
  if (code === null) return failure(400, 'The body is not a JSON object with "code" (a string)');
  if (!codes.redeem(code))
    return failure(401, 'This code is not valid: a code works once, for 60 s. Open the app again');
  return json(200, { token });
}

/** POST /api/session/code: a new code, for a page that a command opens. Needs the token. */
export function sessionCodeEndpoints(codes: SessionCodes): readonly PathEndpoint[] {
  return [
    {
      type: 'path',
      method: 'POST',
      path: '/api/session/code',
      respond: () => json(200, { code: codes.issue() }),
    },
  ];
}

function codeOf(body: Buffer): string | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value !== 'object' || value === null || !('code' in value)) return null;
    return typeof value.code === 'string' ? value.code : null;
  } catch {
    return null;
  }
}
