// The API descriptions of the workspace.
import { Upload } from 'lucide-react';
import { Button, PaneHead } from '../../../parts/index.ts';
import { openImport } from '../transfer/sources.ts';
import { ObjectsList } from '../lists/objects-list.tsx';

export function SpecsPage() {
  return (
    <>
      <PaneHead wraps title="Specs" note="API descriptions, and the collections that follow them">
        <Button size="small" icon={Upload} keys="mod+o" onClick={() => openImport()}>
          Import…
        </Button>
      </PaneHead>
      <ObjectsList kind="spec" empty="No API descriptions yet. Import an OpenAPI or Swagger file." />
    </>
  );
}
