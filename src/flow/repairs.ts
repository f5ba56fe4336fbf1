// The repairs of a server's response, as they are shown and stored.
import { REPAIR_RULES, type Repair, type RepairRule } from '../codec/http1/repair.ts';

/** The rules, in the order of the documentation. */
export const repairRules = Object.keys(REPAIR_RULES) as readonly RepairRule[];

export interface RepairDetail extends Repair {
  /** The section of an RFC that allows the repair. */
  readonly reference: string;
}

export function repairDetails(repairs: readonly Repair[]): readonly RepairDetail[] {
  return repairs.map((repair) => ({ ...repair, reference: REPAIR_RULES[repair.rule] }));
}
