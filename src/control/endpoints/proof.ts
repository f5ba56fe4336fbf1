// GET /api/proof: proves to a client that this proxy holds the token, before the client sends it. Needs no token; the
// other access checks apply.
import type { LocalRequest, LocalResponse } from '../../base/local-http.ts';
import { productName } from '../../base/product.ts';
import { isChallenge, proofOf } from '../proof.ts';
import { failure, json } from '../response.ts';

export interface Proof {
  /** Name of the product. */
  readonly app: string;
  readonly port: number;
  readonly proof: string;
}

export function prove(
  { method }: LocalRequest,
  query: URLSearchParams,
  { token, port }: { readonly token: string; readonly port: number },
): LocalResponse {
  if (method !== 'GET')
    return failure(405, `${method} is not possible here: use GET`, [{ name: 'Allow', value: 'GET' }]);
  const challenge = query.get('challenge') ?? '';
  if (!isChallenge(challenge)) return failure(400, 'challenge: give 64 hexadecimal characters');
  const proof: Proof = { app: productName, port, proof: proofOf(token, challenge, port) };
  return json(200, proof);
}
