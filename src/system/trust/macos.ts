// macOS: `security` evaluates the certificate by the keychains and the user's trust settings.
import { succeeds } from './exit-code.ts';

export function trustedOnMacOS(path: string): Promise<boolean> {
  return succeeds('/usr/bin/security', ['verify-cert', '-c', path, '-p', 'ssl', '-L', '-q']);
}
