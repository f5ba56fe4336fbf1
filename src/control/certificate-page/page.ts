// The certificate page as HTML: the files, the proxy's address for other devices, and a short guide for each device.
import { defaultPort } from '../../base/default-port.ts';
import { ROOT_FILE } from '../../base/trust-places.ts';
import { escapeHtml } from './escape.ts';
import { devices, programs, type Guide, type Step } from './guides.ts';

export interface PageFacts {
  /** Common name of the certificate. */
  readonly name: string;
  /** SHA-256 as pairs of hexadecimal digits, separated by colons. */
  readonly fingerprint: string;
  readonly validUntil: Date;
  readonly proxy: ProxyFacts;
  /** User-Agent of the browser: the guide for its device is open. */
  readonly agent: string;
}

export type ProxyFacts =
  /** Only this machine can reach the proxy. */
  | { readonly type: 'loopback'; readonly port: number }
  /** `hosts`: names or addresses to enter on another device. */
  | { readonly type: 'network'; readonly hosts: readonly string[]; readonly port: number }
  /** The request came through the proxy already. */
  | { readonly type: 'in-use' };

/** Returns the path of a certificate file by its extension. */
export function filePath(ending: string): string {
  return `/ssl/${ROOT_FILE}.${ending}`;
}

/** Returns the content of the page. */
export function page(facts: PageFacts): string {
  const own = devices.findLast((guide) => guide.isOn?.(facts.agent) === true);
  const address = proxyUrl(facts.proxy);
  return `<h1>Trust this proxy’s certificate</h1>
<p>To show what is inside HTTPS, the proxy answers in the place of the server, with certificates signed by its own root. Programs accept that only where the root is trusted.</p>
<ul class="downloads">
${download('mobileconfig', 'Profile', 'iPhone, iPad, Mac')}
${download('crt', 'Certificate', 'Android, Windows, browsers (.crt, DER)')}
${download('pem', 'PEM file', 'Linux and programs')}
</ul>
<dl>
<dt>Name</dt><dd>${escapeHtml(facts.name)}</dd>
<dt>SHA-256</dt><dd><code>${facts.fingerprint.split(':').map(escapeHtml).join(':<wbr>')}</code></dd>
<dt>Valid until</dt><dd>${escapeHtml(facts.validUntil.toISOString().slice(0, 10))}</dd>
</dl>
<p class="quiet">Before another device trusts it, compare the fingerprint with that of <code>ca/root.pem</code> on the machine of the proxy (<code>openssl x509 -in "$(proxyctl ca)" -noout -fingerprint -sha256</code>). Remove the certificate when you no longer need it: whoever has the proxy’s key can read the traffic of devices that trust it.</p>
<h2>Use the proxy</h2>
${proxyText(facts.proxy)}
<h2>Devices</h2>
${devices.map((guide) => guideHtml(guide, guide === own, address)).join('\n')}
<h2>Programs</h2>
<p>A program that is started with <code>proxyctl run -- program</code> has all of this set.</p>
${programs.map((guide) => guideHtml(guide, false, address)).join('\n')}`;
}

function download(ending: string, title: string, what: string): string {
  return `<li><a href="${filePath(ending)}">${title}<span>${what}</span></a></li>`;
}

function proxyText(proxy: ProxyFacts): string {
  switch (proxy.type) {
    case 'in-use':
      return '<p>This device goes through it already.</p>';
    case 'loopback':
      return `<p>It listens to this machine alone, at <code>127.0.0.1:${proxy.port}</code>. For other devices start it with <code>--all-interfaces</code> (setting <code>listenOnAllInterfaces</code>).</p>`;
    case 'network': {
      const hosts = proxy.hosts.map((host) => `<code>${escapeHtml(host)}</code>`).join(' or ');
      return `<p>In the Wi-Fi settings of a device in the same network choose a manual HTTP proxy: server ${hosts || 'this machine'}, port <code>${proxy.port}</code>. Then open <code>http://proxyctl.local/ssl</code> on it.</p>`;
    }
  }
}

function proxyUrl(proxy: ProxyFacts): string {
  if (proxy.type === 'in-use') return `http://127.0.0.1:${defaultPort}`;
  const [host = '127.0.0.1'] = proxy.type === 'network' ? proxy.hosts : [];
  return `http://${host.includes(':') ? `[${host}]` : host}:${proxy.port}`;
}

function guideHtml({ id, title, file, steps, isChoice, note }: Guide, open: boolean, proxy: string): string {
  return `<details id="${id}"${open ? ' open' : ''}>
<summary>${escapeHtml(title)}</summary>
<div>
<a class="take" href="${filePath(file)}">${ROOT_FILE}.${file}</a>
${stepsHtml(steps, isChoice === true ? 'ul' : 'ol', proxy)}${note === undefined ? '' : `\n<p class="quiet">${inline(note)}</p>`}
</div>
</details>`;
}

/** Renders the steps; a command belongs to the step before it. */
function stepsHtml(steps: readonly Step[], list: 'ol' | 'ul', proxy: string): string {
  const items: string[] = [];
  for (const step of steps) {
    if (typeof step === 'string') items.push(`<p>${inline(step)}</p>`);
    else
      items.push(
        `${items.pop() ?? ''}<pre><code>${escapeHtml(step.command.replace('PROXY', proxy))}</code></pre>`,
      );
  }
  if (items.length === 1) return items[0] ?? '';
  return `<${list}>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</${list}>`;
}

function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
