// The page docs/api-client/fields.md: every field of every kind of file, from the same models as the JSON Schemas.
import type * as core from 'zod/v4/core';
import { FILE_KINDS, type FileKind } from '../../src/cli/schema/kinds.ts';
import { auth } from '../../src/collections/model/auth.ts';
import { body, formField } from '../../src/collections/model/body.ts';
import { example } from '../../src/collections/model/example.ts';
import { pair, queryPair, variable } from '../../src/collections/model/values.ts';
import { alternativesOf, shapeOf, type Field } from './field.ts';
import { MODELS } from './models.ts';
import { FIRST_PART } from './page-text.ts';
import { defaultText, typeText } from './page-types.ts';

/** Titles of parts that several kinds of files have. */
const TITLES: ReadonlyMap<core.$ZodType, string> = new Map<core.$ZodType, string>([
  [pair, 'Pairs'],
  [queryPair, 'Query parameters'],
  [formField, 'Parts of a form'],
  [variable, 'Variables'],
  [body, 'Body'],
  [auth, 'Authorization'],
  [example, 'Examples'],
]);

/** Returns the page as Markdown. */
export function fieldsPage(): string {
  const page = new Page();
  for (const kind of FILE_KINDS) page.kind(kind);
  return `${[FIRST_PART, ...page.kinds, ...page.parts].join('\n\n')}\n`;
}

/** The part of a file that a section is about, and the sections among which it stands. */
interface Section {
  readonly path: string;
  readonly list: string[];
}

class Page {
  /** Sections of kinds of files, each followed by the sections of its own parts. */
  readonly kinds: string[] = [];
  /** Sections of parts that several kinds share. */
  readonly parts: string[] = [];
  readonly #titles = new Map<core.$ZodType, string>();

  kind({ name, title, files }: FileKind): void {
    const at = this.kinds.push('') - 1;
    const model = MODELS[name as keyof typeof MODELS];
    this.kinds[at] =
      `## ${title}\n\n\`${files}\`\n\n${this.#table(new Map(shapeOf(model)), { path: '', list: this.kinds })}`;
  }

  #table(fields: ReadonlyMap<string, Field>, { path, list }: Section): string {
    const isFile = path === '' && fields.has('id');
    const rows = [...fields].map(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const type = typeText(field, (inner) => this.#titleOf(inner, { path: at, list }));
      return [`\`${name}\``, type, defaultText(name, field, isFile), field.about];
    });
    const lines = [['Field', 'Type', 'Default', 'Meaning'], ['---', '---', '---', '---'], ...rows];
    return lines.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
  }

  /** Returns the title of the section about a type, which it adds at the first call. */
  #titleOf(type: core.$ZodType, { path, list: ofParent }: Section): string {
    const known = this.#titles.get(type);
    if (known !== undefined) return known;
    const shared = TITLES.get(type);
    const title = shared ?? `\`${path}\``;
    this.#titles.set(type, title);
    const list = shared === undefined ? ofParent : this.parts;
    const at = list.push('') - 1;
    list[at] = `${shared === undefined ? '###' : '##'} ${title}\n\n${this.#section(type, { path, list })}`;
    return title;
  }

  #section(type: core.$ZodType, at: Section): string {
    const alternatives = alternativesOf(type);
    if (alternatives === null) return this.#table(new Map(shapeOf(type)), at);
    const sections = [...alternatives].map(([value, { about, fields }]) => {
      const table = fields.size === 0 ? '' : `\n\n${this.#table(fields, at)}`;
      return `**\`type: ${value}\`**: ${about}.${table}`;
    });
    return sections.join('\n\n');
  }
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
