// The fields of a head that travels as text, such as to a thread.
import { fieldList } from '../codec/http1/fields.ts';
import type { Header } from './flow.ts';

/** Returns the fields in the order and case in which they were sent. */
export function headFields(head: string): readonly Header[] {
  return fieldList(head);
}
