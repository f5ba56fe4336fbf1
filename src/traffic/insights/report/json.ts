// The report as JSON, for programs: all data of the other formats, with a format version.
import { productName, version } from '../../../base/product.ts';
import type { Report } from './index.ts';

export function jsonReport(report: Report): string {
  return `${JSON.stringify({ format: 'traffic report', version: 1, tool: { name: productName, version }, ...report }, null, 2)}\n`;
}
