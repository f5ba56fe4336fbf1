// The root certificate as a configuration profile, which iOS, iPadOS and macOS install with a few taps.
import { createHash } from 'node:crypto';
import { ROOT_FILE } from '../../base/trust-places.ts';
import { escapeXml } from './escape.ts';

/**
 * Returns an unsigned profile (Apple, "Configuration Profile Reference", payload com.apple.security.root) with the
 * certificate `der`, shown under `name`. The same certificate always gives the same profile, so that a device replaces
 * it instead of keeping two.
 */
export function mobileConfig(name: string, der: Buffer): string {
  const title = escapeXml(name);
  const id = uuidOf('profile', der);
  const payload = uuidOf('certificate', der);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key>
  <string>Configuration</string>
  <key>PayloadVersion</key>
  <integer>1</integer>
  <key>PayloadIdentifier</key>
  <string>proxyctl.root.${id}</string>
  <key>PayloadUUID</key>
  <string>${id}</string>
  <key>PayloadDisplayName</key>
  <string>${title}</string>
  <key>PayloadDescription</key>
  <string>Lets this device trust the certificates that the proxy shows for the sites it decrypts.</string>
  <key>PayloadRemovalDisallowed</key>
  <false/>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key>
      <string>com.apple.security.root</string>
      <key>PayloadVersion</key>
      <integer>1</integer>
      <key>PayloadIdentifier</key>
      <string>proxyctl.root.${id}.certificate</string>
      <key>PayloadUUID</key>
      <string>${payload}</string>
      <key>PayloadDisplayName</key>
      <string>${title}</string>
      <key>PayloadCertificateFileName</key>
      <string>${ROOT_FILE}.cer</string>
      <key>PayloadContent</key>
      <data>
${der.toString('base64').replace(/.{1,64}/g, '        $&\n')}      </data>
    </dict>
  </array>
</dict>
</plist>
`;
}

/** Returns a UUID of version 8 (RFC 9562 section 5.8), made of the first bits of a SHA-256. */
function uuidOf(purpose: string, der: Buffer): string {
  const bytes = createHash('sha256').update(`${purpose}\0`).update(der).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
