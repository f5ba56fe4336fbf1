// The tools, each with its switch and its number of rules.
import { locationFragment } from '../../state/location.ts';
import { Keys, Sidebar, SideItem, Switch, toolIcon } from '../../parts/index.ts';
import { createPreference, isNumber } from '../../state/preferences.ts';
import { switchTool } from './model/actions.ts';
import type { ToolEntry } from './model/drafts.ts';

const WIDTH = 232;
const sidebarWidth = createPreference('tools.sidebar', WIDTH, isNumber);

interface ToolListProps {
  readonly tools: readonly ToolEntry[];
  readonly current: ToolEntry;
}

export function ToolList({ tools, current }: ToolListProps) {
  return (
    <Sidebar
      label="Tools"
      title="Tools"
      width={sidebarWidth}
      initial={WIDTH}
      foot={
        <>
          Requests pass the tools in this order. <Keys keys="t" /> switches the selected tool.
        </>
      }
    >
      {tools.map(({ tool, title, enabled, rules, exampleRule }) => (
        <SideItem
          key={tool}
          href={locationFragment('tools', { tool })}
          icon={toolIcon(tool)}
          title={title}
          count={exampleRule === null ? undefined : rules.length}
          isCurrent={tool === current.tool}
          isDim={!enabled}
        >
          <Switch label={title} on={enabled} onChange={(on) => void switchTool(tool, on)} />
        </SideItem>
      ))}
    </Sidebar>
  );
}
