// Renders an invalid value for an error message, without its secrets.
import { shownJson } from '../../base/schema-error.ts';
import { withoutUserInfo } from '../../base/without-user.ts';
import { maskSecrets } from './secrets.ts';

/** Renders a value as truncated JSON, with passwords masked and without the userinfo of URLs. */
export function maskedJson(value: unknown): string {
  return shownJson(maskSecrets(value), (_, inner) =>
    typeof inner === 'string' ? withoutUserInfo(inner) : inner,
  );
}
