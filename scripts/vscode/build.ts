// `npm run build:vscode`: bundles the extension of Visual Studio Code, and packs it as a .vsix file: a ZIP archive by the
// Open Packaging Conventions (ECMA-376, part 2) with a manifest of the editor's gallery.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { build } from 'vite';
import { escapeHtml } from '../../src/base/escape-html.ts';
import { FILE_KINDS, schemaFileName } from '../../src/cli/schema/kinds.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const EXTENSION = join(PROJECT, 'extensions', 'vscode');
/** The date of the files in the archive, so that equal contents are equal archives. */
const MTIME = new Date(1980, 0, 2);

interface Manifest {
  readonly type?: string | undefined;
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly publisher: string;
  readonly version: string;
  readonly engines: { readonly vscode: string };
  readonly categories: readonly string[];
  readonly contributes: Readonly<Record<string, unknown>>;
}

/** Writes the package into `folder`, and returns its path. */
export async function buildExtension(folder: string): Promise<string> {
  const own = JSON.parse(readFileSync(join(EXTENSION, 'package.json'), 'utf8')) as Manifest;
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as Manifest;
  const manifest: Manifest = {
    ...own,
    type: undefined, // the bundle is CommonJS, which every version of the editor loads
    version,
    contributes: { ...own.contributes, yamlValidation: schemaPatterns() },
  };
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': Buffer.from(CONTENT_TYPES),
    'extension.vsixmanifest': Buffer.from(galleryManifest(manifest)),
    'extension/package.json': Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
    'extension/extension.js': Buffer.from(await bundle()),
    'extension/README.md': readFileSync(join(EXTENSION, 'README.md')),
    'extension/LICENSE.txt': readFileSync(join(PROJECT, 'LICENSE')),
    'extension/icon.png': readFileSync(join(PROJECT, 'assets', 'icon', 'icon-128.png')),
  };
  for (const name of readdirSync(join(PROJECT, 'schemas')).filter((each) => each.endsWith('.schema.json')))
    files[`extension/schemas/${name}`] = readFileSync(join(PROJECT, 'schemas', name));
  const path = join(folder, `proxyctl-${version}.vsix`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, zipSync(files, { level: 9, mtime: MTIME }));
  return path;
}

/** Completion and checks of YAML files, by the extension redhat.vscode-yaml. */
function schemaPatterns(): readonly { readonly fileMatch: string; readonly url: string }[] {
  return FILE_KINDS.map(({ name, files }) => ({
    fileMatch: files,
    url: `./schemas/${schemaFileName(name)}`,
  }));
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    root: EXTENSION,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'node20',
      minify: false,
      lib: {
        entry: join(EXTENSION, 'src', 'extension.ts'),
        formats: ['cjs'],
        fileName: () => 'extension.js',
      },
      rolldownOptions: { external: [/^node:/, 'vscode'] },
    },
  });
  const [output] = [result].flat();
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('the extension was not bundled');
  return chunk.code;
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
  ['json', 'application/json'],
  ['js', 'application/javascript'],
  ['md', 'text/markdown'],
  ['txt', 'text/plain'],
  ['png', 'image/png'],
  ['vsixmanifest', 'text/xml'],
]
  .map(([extension, type]) => `<Default Extension=".${extension}" ContentType="${type}"/>`)
  .join('')}</Types>
`;

function galleryManifest(manifest: Manifest): string {
  const { name, displayName, description, publisher, version, engines, categories } = manifest;
  const text = escapeHtml;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${text(name)}" Version="${text(version)}" Publisher="${text(publisher)}"/>
<DisplayName>${text(displayName)}</DisplayName>
<Description xml:space="preserve">${text(description)}</Description>
<Categories>${text(categories.join(','))}</Categories>
<GalleryFlags>Public</GalleryFlags>
<Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${text(engines.vscode)}"/></Properties>
<License>extension/LICENSE.txt</License>
<Icon>extension/icon.png</Icon>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
</Assets>
</PackageManifest>
`;
}

if (import.meta.main) {
  const path = await buildExtension(process.argv[2] ?? join(PROJECT, 'dist-vscode'));
  process.stdout.write(`${path}\n`);
}
