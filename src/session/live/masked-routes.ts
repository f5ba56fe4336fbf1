// The routes of a mock server as windows show them.
import type { MockRoute } from '../../services/mock/routes.ts';
import type { SecretMask } from './secret-mask.ts';

/** Returns routes without the secrets that variables have put into their paths. */
export function maskedRoutes(routes: readonly MockRoute[], mask: SecretMask): readonly MockRoute[] {
  return routes.map((route) => ({ ...route, path: mask.text(route.path) }));
}
