// The active environment, and the choice of another one.
import { Braces, ChevronDown } from 'lucide-react';
import { Button, Menu, type MenuEntry } from '../../parts/index.ts';
import { rpc } from '../../api/client.ts';
import { attempt } from '../../state/actions.ts';
import { useResource } from '../../state/resource.ts';
import css from './client.module.css';
import { environments } from './model/environments.ts';

export function EnvironmentMenu() {
  const { value } = useResource(environments);
  const active = value?.find((each) => each.active);
  const name = active?.name ?? 'No environment';
  const choose = (environment: string | null): void => {
    void attempt('The environment cannot be changed', async () => {
      await rpc('set_active_environment', { environment });
      await environments.load();
    });
  };
  const entries: readonly MenuEntry[] = [
    { label: 'No environment', checked: active === undefined, onSelect: () => choose(null) },
    ...(value ?? []).map(({ id, name: each }) => ({
      label: each,
      checked: id === active?.id,
      onSelect: () => choose(id),
    })),
  ];
  return (
    <Menu entries={entries} align="end">
      <Button className={css['environment']} icon={Braces} aria-label={`Environment: ${name}`}>
        {name}
        <ChevronDown aria-hidden />
      </Button>
    </Menu>
  );
}
