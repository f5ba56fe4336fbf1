// Completion of fields and arguments in a query, from the schema of the server.
import {
  autocompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { positionAt } from './document.ts';
import { fieldOf, type Schema } from './schema.ts';

/** Returns the extensions. They ask `schema` each time. */
export function schemaExtensions(schema: () => Schema | null): readonly Extension[] {
  return [
    autocompletion({ icons: false, override: [(context) => complete(context, schema())] }),
    Prec.high(keymap.of([{ key: 'Mod-Space', run: startCompletion }])),
  ];
}

function complete(context: CompletionContext, schema: Schema | null): CompletionResult | null {
  if (schema === null) return null;
  const word = context.matchBefore(/[_A-Za-z]\w*/);
  if (word === null && !context.explicit) return null;
  const from = word?.from ?? context.pos;
  const position = positionAt(context.state.doc.toString(), from, schema);
  if (position === null) return null;
  const options = optionsAt(position.type, position.field, schema);
  return options.length === 0 ? null : { from, options, validFor: /^\w*$/ };
}

function optionsAt(type: string, field: string | null, schema: Schema): Completion[] {
  if (field !== null)
    return (fieldOf(schema, type, field)?.arguments ?? []).map((each) => ({
      label: each.name,
      apply: `${each.name}: `,
      detail: each.type,
      type: 'property',
    }));
  return (schema.types.get(type) ?? []).map((each) => ({
    label: each.name,
    detail: each.type,
    type: 'property',
    ...(each.description !== '' && { info: each.description }),
    ...(each.isDeprecated && { boost: -10 }),
  }));
}
