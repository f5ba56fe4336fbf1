// The report of captured traffic with its comparison with an API description, as `run` writes it.
import type { Flow } from '../../flow/flow.ts';
import { ReportCollector, type Report } from '../../traffic/insights/report/index.ts';
import { collectMessages, passedTo } from '../../traffic/insights/sections/contract.ts';
import type { ScannedMessage } from '../../traffic/insights/scan/scanned-message.ts';
import { SchemaCollector } from '../../traffic/insights/sections/schema.ts';
import { SecretCollector } from '../../traffic/insights/sections/secrets.ts';
import { compareTraffic, contractOf, type CheckTraffic, type Traffic } from './check-traffic.ts';
import { isMeant } from './exchange.ts';

/** The maximum number of entries of each list. */
const MAX_ENTRIES = 200;

/** `allowedSecrets`: fingerprints of those that are known and accepted. */
export async function contractReport(
  traffic: Traffic,
  options: CheckTraffic,
  allowedSecrets: ReadonlySet<string>,
): Promise<Report> {
  const { check, violations, isCut } = await compareTraffic(traffic, options);
  const { checked, broken, failed, hosts, older } = check;
  const [figures, secrets, schemas] = [
    new ReportCollector(),
    new SecretCollector(allowedSecrets),
    new SchemaCollector(),
  ];
  const both = {
    add(message: ScannedMessage) {
      secrets.add(message);
      schemas.add(message);
    },
  };
  await collectMessages(both, passedTo(figures, meantFlows(traffic, options)), 'both');
  return figures.report(secrets, schemas, MAX_ENTRIES, {
    contract: { checked, broken, failed, hosts, violations, isCut },
    notes: older === 0 ? [] : [`${older} older exchanges were not compared.`],
  });
}

async function* meantFlows(
  { ids, flows }: Traffic,
  { document, limit, signal }: CheckTraffic,
): AsyncGenerator<Flow, void, undefined> {
  const { contract } = contractOf(document);
  for await (const flow of flows(ids.at(-limit) ?? 0)) {
    signal?.throwIfAborted();
    if (flow.state !== 'pending' && isMeant(contract, flow)) yield flow;
  }
}
