// macOS: `security` judges the certificate by the keychains and what the user has said of it.
import { succeeds } from './exit-code.ts';

export function trustedOnMacOS(path: string): Promise<boolean> {
  return succeeds('/usr/bin/security', ['verify-cert', '-c', path, '-p', 'ssl', '-L', '-q']);
}
