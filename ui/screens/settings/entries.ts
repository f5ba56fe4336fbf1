// Every setting that the pages show, with its words and its control.
import type { ComponentType } from 'react';
import { FlagControl, NetworkFlagControl } from './controls/flag.tsx';
import { AutosaveControl } from './controls/autosave.tsx';
import { BytesControl, LinesControl, PathControl, PortControl } from './controls/texts.tsx';
import { ClientCertificatesControl } from './controls/client-certificates.tsx';
import type { ControlProps } from './controls/contract.ts';
import { ExternalProxyControl } from './controls/external-proxy.tsx';
import { ModelPricesControl } from './controls/model-prices.tsx';
import { NdjsonControl } from './controls/ndjson.tsx';
import { OtlpControl } from './controls/otlp.tsx';
import { ReverseProxiesControl } from './controls/reverse-proxies.tsx';
import { SocksControl } from './controls/socks.tsx';
import { TlsVersionsControl } from './controls/tls-versions.tsx';
import type { PageId } from './model/pages.ts';
import type { SettingKey } from './model/values.ts';

export interface SettingEntry {
  readonly key: SettingKey;
  readonly page: PageId;
  readonly title: string;
  readonly hint: string;
  /** More words that find it. */
  readonly words?: string;
  /** True when the label names one field; otherwise the control is a group. */
  readonly isField: boolean;
  readonly Control: ComponentType<ControlProps>;
}

export const entries: readonly SettingEntry[] = [
  {
    key: 'port',
    page: 'network',
    title: 'Port',
    isField: true,
    Control: PortControl,
    hint: 'Of the proxy, this page and the API. 1 to 65535; 0 takes any free one.',
    words: 'listen address',
  },
  {
    key: 'listenOnAllInterfaces',
    page: 'network',
    title: 'Other devices may connect',
    isField: false,
    hint: 'Listens on all interfaces. Private networks only, unless listed below.',
    words: 'listen interfaces phone lan wifi',
    Control: NetworkFlagControl,
  },
  {
    key: 'allowedClientIPs',
    page: 'network',
    title: 'Allowed addresses',
    isField: true,
    hint: 'IP address or network, one a line. Empty: private networks. This computer always may.',
    words: 'clients access devices 192.168.0.0/16',
    Control: LinesControl,
  },
  {
    key: 'allowDevicesToLocal',
    page: 'network',
    title: 'Devices reach this computer',
    isField: false,
    hint: 'Lets other devices open localhost and this computer’s own addresses through the proxy.',
    words: 'loopback local development server',
    Control: FlagControl,
  },
  {
    key: 'socks',
    page: 'network',
    title: 'SOCKS port',
    isField: false,
    Control: SocksControl,
    hint: 'SOCKS 4, 4a and 5 for apps without HTTP proxy support.',
  },
  {
    key: 'externalProxy',
    page: 'network',
    title: 'External proxy',
    isField: false,
    hint: 'Upstream proxy for connections to servers.',
    words: 'pac corporate parent chain',
    Control: ExternalProxyControl,
  },
  {
    key: 'reverseProxies',
    page: 'network',
    title: 'Reverse proxies',
    isField: false,
    hint: 'A port of this computer that stands for a server.',
    Control: ReverseProxiesControl,
  },
  {
    key: 'clientCertificates',
    page: 'network',
    title: 'Client certificates',
    isField: false,
    hint: 'For servers that ask for one. Files in PEM, or PKCS #12 with its key.',
    words: 'mtls mutual tls p12 pfx',
    Control: ClientCertificatesControl,
  },
  {
    key: 'insecureUpstreamHosts',
    page: 'network',
    title: 'Servers that are not verified',
    isField: true,
    hint: 'Hosts whose certificate may be wrong, one a line; * and ? are wildcards.',
    words: 'insecure self-signed expired certificate',
    Control: LinesControl,
  },
  {
    key: 'http2ToClients',
    page: 'advanced',
    title: 'HTTP/2 to clients',
    isField: false,
    hint: 'Offers HTTP/2 to apps that connect here.',
    Control: FlagControl,
  },
  {
    key: 'upstreamHttp2',
    page: 'advanced',
    title: 'HTTP/2 to servers',
    isField: false,
    hint: 'Offers HTTP/2 to servers.',
    Control: FlagControl,
  },
  {
    key: 'minTlsVersion',
    page: 'advanced',
    title: 'Lowest version of TLS',
    isField: false,
    hint: 'With apps that connect here, and with servers. Old devices need 1.0 or 1.1, which are not secure.',
    words: 'ssl legacy old tls 1.0 1.1',
    Control: TlsVersionsControl,
  },
  {
    key: 'maxCapturedBodyBytes',
    page: 'advanced',
    title: 'Largest captured body',
    isField: true,
    hint: 'Of each body; the rest is forwarded and counted, not kept. Such as 10 MB.',
    words: 'size limit',
    Control: BytesControl,
  },
  {
    key: 'memoryBudgetBytes',
    page: 'advanced',
    title: 'Bodies in memory',
    isField: true,
    hint: 'Beyond it, bodies move to a private temporary file.',
    words: 'ram budget',
    Control: BytesControl,
  },
  {
    key: 'diskBudgetBytes',
    page: 'advanced',
    title: 'Bodies on disk',
    isField: true,
    hint: 'Never more than half of the free space. Beyond it, the oldest bodies are dropped.',
    words: 'disk budget',
    Control: BytesControl,
  },
  {
    key: 'allowedSecrets',
    page: 'advanced',
    title: 'Accepted secrets',
    isField: true,
    hint: 'Fingerprints that Insights shows with each secret, one a line. They are left out of its findings.',
    words: 'secrets allow list fingerprint insights',
    Control: LinesControl,
  },
  {
    key: 'modelPrices',
    page: 'advanced',
    title: 'Prices of models',
    isField: false,
    hint: 'Per million tokens. AI requests then say what each answer costs; the first entry that fits counts.',
    words: 'ai llm cost tokens openai anthropic gemini',
    Control: ModelPricesControl,
  },
  {
    key: 'autosave',
    page: 'advanced',
    title: 'Rolling recording',
    isField: false,
    hint: 'Finished exchanges are written to files in this folder, and to a new one from time to time. Empty: none.',
    words: 'autosave record save har session folder rotate',
    Control: AutosaveControl,
  },
  {
    key: 'ndjson',
    page: 'advanced',
    title: 'Exchanges as lines of JSON',
    isField: false,
    hint: 'Each finished exchange is appended to this file, for other programs. Empty: none.',
    words: 'ndjson export log clickhouse duckdb',
    Control: NdjsonControl,
  },
  {
    key: 'otlp',
    page: 'advanced',
    title: 'OpenTelemetry',
    isField: false,
    hint: 'Each finished exchange is sent to this collector as a span, over OTLP/HTTP. Empty: none.',
    words: 'otlp collector traces spans jaeger tempo honeycomb',
    Control: OtlpControl,
  },
  {
    key: 'tlsKeyLogPath',
    page: 'advanced',
    title: 'TLS key log',
    isField: true,
    hint: 'File for the TLS keys of both sides, for Wireshark. Empty: none.',
    words: 'sslkeylogfile wireshark',
    Control: PathControl,
  },
];
