// Sends the callbacks of an operation, after its response.
import { messageOf } from '../../base/errors.ts';
import { productName, version } from '../../base/product.ts';
import type { Callback } from '../../specs/answers/callbacks.ts';

export interface SentCallback {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  /** Null where there was no response; `reason` says why. */
  readonly status: number | null;
  readonly reason: string | null;
}

const TIMEOUT_MS = 10_000;
const USER_AGENT = `${productName.replaceAll(' ', '')}/${version}`;

/** Resolves with the outcome; it never rejects. Redirects are not followed. */
export async function sendCallback({ name, method, url, mediaType, body }: Callback): Promise<SentCallback> {
  const about = { name, method, url };
  const hasBody = method !== 'GET' && method !== 'HEAD' && mediaType !== null;
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'user-agent': USER_AGENT, ...(hasBody && { 'content-type': mediaType }) },
      ...(hasBody && { body }),
    });
    await response.body?.cancel();
    return { ...about, status: response.status, reason: null };
  } catch (error) {
    const { cause } = error as Error;
    return { ...about, status: null, reason: messageOf(cause ?? error) };
  }
}
