// The programs that requests may start on this machine, which were allowed by question.
import { X } from 'lucide-react';
import { IconButton } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import settings from '../settings.module.css';
import { allowedPrograms, forgetProgram } from './certificates.ts';
import css from './client-certificates.module.css';
import { Section } from './section.tsx';

export function Programs() {
  const { value, error } = useResource(allowedPrograms);
  const programs = value?.programs ?? [];
  return (
    <Section
      title="Programs allowed"
      note="MCP servers that requests start, until they change"
      actions={null}
    >
      {error !== null && <p className={settings['empty']}>{error}</p>}
      {programs.length === 0 && <p className={css['empty']}>None. A request that starts a program asks.</p>}
      {programs.map(({ fingerprint, description }) => {
        const name = description === '' ? `Program ${fingerprint.slice(0, 12)}` : description;
        return (
          <div key={fingerprint} className={css['row']}>
            <code className={css['grow']} title={name}>
              {name}
            </code>
            <IconButton
              icon={X}
              size="small"
              label={`Forget ${name}`}
              onClick={() => void forgetProgram(fingerprint)}
            />
          </div>
        );
      })}
    </Section>
  );
}
