// The resources, except the proxy, that an engine opens at its start and closes at its end.
import { randomUUID } from 'node:crypto';
import { openCertificateAuthority, type CertificateAuthority } from '../../certs/index.ts';
import { CaptureBudget, type CaptureBudgetOptions } from '../../flow/capture-budget.ts';
import { removeOrphanedSpillFiles, spillFilePath } from '../../flow/orphaned-spill-files.ts';
import { ProtoCatalogue } from '../../flow/proto-catalogue.ts';
import { FlowStore } from '../../flow/store.ts';
import { startAppLookup, type AppLookup } from '../../system/apps/index.ts';
import { CertificateRejections, type RejectedHost } from './certificate-rejections.ts';
import { DnsCapture } from './dns-capture.ts';
import type { EngineConfig } from './config.ts';
import { openKeylog, type Keylog } from './keylog.ts';
import { loadProtoFiles } from './proto-files.ts';

export interface Resources {
  readonly ca: CertificateAuthority;
  keylog: Keylog | null;
  readonly flows: FlowStore;
  readonly protos: ProtoCatalogue;
  readonly captures: CaptureBudget;
  readonly apps: AppLookup;
  readonly rejections: CertificateRejections;
  readonly dnsCapture: DnsCapture;
}

export interface ResourceOptions {
  readonly config: EngineConfig;
  /** Data folder: root certificate, spill file. */
  readonly home: string;
  readonly protoPaths: readonly string[];
  /** Called when a client rejects our certificate for a host. */
  readonly rejected: (host: RejectedHost) => void;
}

/**
 * Opens the resources. Rejects with an Error that names the resource that cannot be opened: the certificate, the key
 * log, or a .proto file.
 */
export async function openResources({
  config,
  home,
  protoPaths,
  rejected,
}: ResourceOptions): Promise<Resources> {
  const protos = new ProtoCatalogue(await loadProtoFiles(protoPaths));
  const ca = await openCertificateAuthority(home);
  const keylog = keylogOf(config);
  removeOrphanedSpillFiles(home);
  const captures = new CaptureBudget({
    ...captureLimits(config.capture),
    spillPath: spillFilePath(home, randomUUID()),
  });
  const flows = new FlowStore(captures);
  flows.subscribe((flow, change) => {
    if (change === 'finished') protos.collectFrom(flow);
  });
  const rejections = new CertificateRejections(rejected);
  const dnsCapture = new DnsCapture();
  return { ca, keylog, flows, protos, captures, apps: startAppLookup(), rejections, dnsCapture };
}

/** Returns the limits of the capture budget in the configuration. */
export function captureLimits(config: EngineConfig['capture']): Omit<CaptureBudgetOptions, 'spillPath'> {
  return {
    maxBodyBytes: config.maxCapturedBodyBytes,
    memoryBytes: config.memoryBudgetBytes,
    diskBytes: config.diskBudgetBytes,
  };
}

export function keylogOf({ tls: { tlsKeyLogPath } }: EngineConfig): Keylog | null {
  return tlsKeyLogPath === null ? null : openKeylog(tlsKeyLogPath);
}
