// All reporters. A new one is a file and its line here.
import { cli } from './cli/index.ts';
import type { ReporterFormat } from './contract.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { html } from './html/index.ts';
import { json } from './json/index.ts';
import { junit } from './junit.ts';

export const reporterFormats: readonly ReporterFormat[] = [cli, json, junit, html, github, gitlab];
