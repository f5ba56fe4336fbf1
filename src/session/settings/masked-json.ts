// Shows a wrong value in an error message without the secrets in it.
import { shownJson } from '../../base/schema-error.ts';
import { withoutUserInfo } from '../../base/without-user.ts';
import { maskSecrets } from './secrets.ts';

/** Renders a value as JSON, truncated, with passwords masked and without the users in URLs. */
export function maskedJson(value: unknown): string {
  return shownJson(maskSecrets(value), (_, inner) =>
    typeof inner === 'string' ? withoutUserInfo(inner) : inner,
  );
}
