// The assistants at the left, how to connect the chosen one, and the log of calls.
import { Bot } from 'lucide-react';
import { locationFragment } from '../../state/location.ts';
import { CopyLine, Note, Sidebar, SideItem } from '../../parts/index.ts';
import { createPreference, isNumber } from '../../state/preferences.ts';
import { useResource } from '../../state/resource.ts';
import type { ScreenProps } from '../contract.ts';
import { CallLog } from './call-log.tsx';
import css from './mcp.module.css';
import { programs, type AssistantProgram } from './model.ts';
import { ConfigText } from './config-text.tsx';

const sidebarWidth = createPreference('mcp.sidebar', 216, isNumber);

export function McpScreen({ params }: ScreenProps) {
  const { value, error } = useResource(programs);
  const all = value ?? [];
  const program = all.find(({ id }) => id === params['page']) ?? all[0];
  // The chosen assistant gets the focus, which goes to the log when that is there first.
  if (value === null && error === null) return null;
  return (
    <>
      <Sidebar
        label="Assistants"
        title="Assistants"
        width={sidebarWidth}
        initial={216}
        foot="They see traffic with its secrets masked, and each call is logged."
      >
        {all.map(({ id, title }) => (
          <SideItem
            key={id}
            href={locationFragment('mcp', { page: id })}
            isCurrent={id === program?.id}
            icon={Bot}
            title={title}
          />
        ))}
      </Sidebar>
      <div className={css['main']} data-region>
        {error !== null && (
          <Note tone="danger" icon={Bot} title="The assistants are not known">
            {error}
          </Note>
        )}
        {program !== undefined && <Connection program={program} />}
        <CallLog />
      </div>
    </>
  );
}

function Connection({ program }: { readonly program: AssistantProgram }) {
  const { id, title, file, isOfProject, config, command } = program;
  return (
    <section className={css['connection']} aria-label={`Connect ${title}`}>
      <h2>{title}</h2>
      <p>
        This command{isOfProject && ', run in the folder of your project,'} adds the app to its configuration,
        and keeps a copy of the file as it was:
      </p>
      <CopyLine text={command} name="command" />
      <p>
        Or put this into <code>{file}</code>
        {isOfProject && ' of your project'} yourself, then start the assistant again:
      </p>
      <ConfigText text={config} />
      <p>
        To see what it and its other MCP servers say to each other, let it start them through the app. With{' '}
        <code>--undo</code> that is taken back:
      </p>
      <CopyLine text={`proxyctl mcp wrap ${id}`} name="command for its servers" />
    </section>
  );
}
