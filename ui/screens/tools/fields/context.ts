// The context that all fields share: the definitions of the schema, and the error.
import { createContext, useContext, type ComponentType } from 'react';
import type { FieldError } from '../model/actions.ts';
import { errorText } from '../model/labels.ts';
import type { JsonSchema } from '../model/schema.ts';

/** The props of every field. */
export interface FieldProps {
  readonly schema: JsonSchema;
  /** The name of the field. */
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

interface EditorContext {
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  readonly error: FieldError | null;
  /** The field with its label, and the control alone, for fields that contain other fields. */
  readonly Field: ComponentType<FieldProps>;
  readonly Control: ComponentType<FieldProps>;
}

export const FieldContext = createContext<EditorContext | null>(null);

/** Returns the context of the editor. Throws outside of one. */
export function useEditor(): EditorContext {
  const editor = useContext(FieldContext);
  if (editor === null) throw new Error('a field is shown outside of an editor');
  return editor;
}

export function useDefinitions(): Readonly<Record<string, JsonSchema>> {
  return useEditor().definitions;
}

/** Returns the error about exactly this field; with `isWhole`, also an error about a field inside it. */
export function useFieldError(path: string, isWhole: boolean): string | null {
  const { error } = useEditor();
  if (error === null || path === '') return null;
  const isInside = error.field.startsWith(`${path}.`) || error.field.startsWith(`${path}[`);
  return error.field === path || (isWhole && isInside) ? errorText(error.message) : null;
}

/** Returns the id of a field's control. */
export function fieldId(path: string): string {
  return `field-${path.replace(/\W+/g, '-')}`;
}
