// The profile of a load test: drawn with a handle for each stage, and as a table. The two are one.
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, Menu, SectionHead, Segmented } from '../../../parts/index.ts';
import css from './setup.module.css';
import { ProfileChart } from './profile-chart.tsx';
import type { LoadSetup } from './setup-parts.ts';
import { clock, loadText, PATTERN_NAMES, patternStages, secondsOf, stagesError } from './setup.ts';
import { StageTable } from './stage-table.tsx';

const OF = [
  ['users', 'Users'],
  ['rate', 'Rate'],
] as const;

interface ProfileProps {
  readonly setup: LoadSetup;
  readonly onChange: (part: Partial<LoadSetup>) => void;
}

export function Profile({ setup, onChange }: ProfileProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const { stages } = setup;
  const error = stagesError(setup);
  return (
    <section className={css['main']} aria-label="Profile">
      <SectionHead title="Profile" note={`${clock(secondsOf(stages))}, ${loadText(setup)}`}>
        <Segmented label="Load" value={setup.of} options={OF} onChange={(of) => onChange({ of })} />
        <Menu
          align="end"
          entries={PATTERN_NAMES.map((name) => ({
            label: name,
            onSelect: () => onChange({ stages: patternStages(name, stages) }),
          }))}
        >
          <Button size="small">
            From a pattern
            <ChevronDown aria-hidden />
          </Button>
        </Menu>
      </SectionHead>
      <ProfileChart
        setup={setup}
        selected={selected}
        onSelect={setSelected}
        onChange={(at, stage) => onChange({ stages: stages.with(at, stage) })}
      />
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      <StageTable
        setup={setup}
        selected={selected}
        onSelect={setSelected}
        onChange={(changed) => onChange({ stages: changed })}
      />
    </section>
  );
}
