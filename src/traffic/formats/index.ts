// The registry of traffic formats, one line each, in the order of menus. A file is read by the first format that detects
// it.
import type { FormatExport, FormatImport, TrafficFormat } from './contract.ts';
import { csv } from './csv.ts';
import { har } from './har/index.ts';
import { openApi } from './open-api/index.ts';
import { postman } from './postman.ts';
import { session } from './session/index.ts';

const formats = [session, har, csv, postman, openApi] as const;

export type FormatId = (typeof formats)[number]['id'];

/** Names and extensions of the writable formats, as literal types. */
export type ExportNames = {
  readonly [F in (typeof formats)[number] as F extends { readonly export: FormatExport } ? F['id'] : never]: {
    readonly label: F['label'];
    readonly extension: F['extension'];
  };
};

export const trafficFormats: readonly TrafficFormat[] = formats;

/** A format that can be written. */
export type ExportFormat = TrafficFormat & { readonly export: FormatExport };
/** A format that can be read. */
export type ImportFormat = TrafficFormat & { readonly import: FormatImport };

export const exportFormats: readonly ExportFormat[] = trafficFormats.filter(
  (format): format is ExportFormat => format.export !== undefined,
);

export const importFormats: readonly ImportFormat[] = trafficFormats.filter(
  (format): format is ImportFormat => format.import !== undefined,
);
