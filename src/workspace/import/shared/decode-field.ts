// A field of a form as it stands in a body, and as it is edited: the model's values are not encoded yet.
import type { Pair, QueryPair } from '../../model/values.ts';

export function decodeField(field: QueryPair): Pair {
  return { ...field, name: formDecode(field.name), value: formDecode(field.value ?? '') };
}

/** What is no proper encoding stays as it is. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
