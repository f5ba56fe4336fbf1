// All formats that captured exchanges are exported in, in the order of the menu.
import type { TrafficFormat } from './contract.ts';
import { csv } from './csv.ts';
import { har } from './har/index.ts';
import { openApi } from './open-api.ts';
import { postman } from './postman.ts';
import { session } from './session/index.ts';

export const trafficFormats: readonly TrafficFormat[] = [session, har, csv, postman, openApi];
