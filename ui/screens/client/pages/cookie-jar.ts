// The cookie jar of the workspace on this machine.
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { createResource } from '../../../state/resource.ts';
import { sayError } from '../../../state/toasts.ts';

export type Cookie = ResultOf<'client.cookies'>['cookies'][number];

export const jar = createResource(async () => (await rpc('client.cookies', {})).cookies);

/** Deletes the cookies of a domain, a path or a name; all of them without any. */
export async function deleteCookies(wanted: ParamsOf<'client.delete_cookies'>): Promise<void> {
  await attempt('The cookies cannot be deleted', async () => {
    sayNotSaved((await rpc('client.delete_cookies', wanted)).notSaved);
    await jar.load();
  });
}

function sayNotSaved(reason: string | null): void {
  if (reason !== null) sayError(`The jar is not on the disk: ${reason}`);
}

/** Sets a cookie in place of `before`. */
export async function setCookie(before: Cookie | null, cookie: Cookie): Promise<void> {
  // One with another name, domain or path is another cookie.
  if (
    before !== null &&
    (before.name !== cookie.name || before.domain !== cookie.domain || before.path !== cookie.path)
  )
    await rpc('client.delete_cookies', { domain: before.domain, path: before.path, name: before.name });
  sayNotSaved((await rpc('client.set_cookie', cookie)).notSaved);
  await jar.load();
}
