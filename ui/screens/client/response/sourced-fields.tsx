// Headers as they are sent, each with its origin.
import type { SourcedField } from '../sends/events.ts';
import css from './sourced-fields.module.css';

interface SourcedFieldsProps {
  readonly fields: readonly SourcedField[];
  readonly label: string;
}

export function SourcedFields({ fields, label }: SourcedFieldsProps) {
  return (
    <table className={css['fields']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Header</th>
          <th scope="col">Value as sent</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, value, source }, index) => (
          <tr key={index}>
            <td className={css['name']}>{name}</td>
            <td className={css['value']}>{value}</td>
            <td>{SOURCES[source] ?? source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  typed: 'the request',
  auth: 'authorization',
  default: 'automatic',
};
