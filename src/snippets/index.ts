// All code formats, in the order of the menu.
import type { SnippetFormat } from './contract.ts';
import { curl } from './curl.ts';

export const snippetFormats: readonly SnippetFormat[] = [curl];
