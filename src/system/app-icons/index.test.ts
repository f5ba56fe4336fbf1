// Icons of apps: real files of a Linux desktop, and output of the tools of macOS and Windows.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { icns } from '../../../scripts/icon/bundles.ts';
import { MAX_ICON_BYTES, type AppIcon } from './contract.ts';
import { appIcons } from './index.ts';
import { linuxIcons } from './linux.ts';
import { macosIcons, pictureIn } from './macos.ts';
import { SCRIPT, windowsIcons } from './windows.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const png = (text: string): Buffer => Buffer.concat([SIGNATURE, Buffer.from(text)]);
const named = (icon: AppIcon | null): string | null =>
  icon?.bytes.subarray(SIGNATURE.length).toString() ?? null;

describe('Linux', () => {
  let home = temporaryHome();
  afterEach(() => {
    home.remove();
    home = temporaryHome();
  });

  function put(path: string, content: string | Buffer): string {
    const file = join(home.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  function search(icon: string): Promise<AppIcon | null> {
    put(
      'data/applications/it.desktop',
      `[Desktop Entry]\nType=Application\nName=It Is\nExec=it %U\nIcon=${icon}\n`,
    );
    return linuxIcons({ HOME: home.path, XDG_DATA_HOME: join(home.path, 'data'), XDG_DATA_DIRS: '/none' })(
      'It Is',
    );
  }

  test('of the theme, the size nearest to the one that is shown', async () => {
    for (const size of ['16x16', '48x48', '512x512'])
      put(`data/icons/hicolor/${size}/apps/it.png`, png(size));
    expect(named(await search('it'))).toBe('48x48');
  });

  test('drawn, where there is no picture', async () => {
    put('data/icons/hicolor/scalable/apps/it.svg', '<svg/>');
    expect(await search('it.png')).toEqual({ type: 'image/svg+xml', bytes: Buffer.from('<svg/>') });
  });

  test('of the pixmaps, and by its path', async () => {
    put('data/pixmaps/it.png', png('pixmap'));
    expect(named(await search('it'))).toBe('pixmap');
    expect(named(await search(put('anywhere.png', png('path'))))).toBe('path');
  });

  test('nothing that is no picture, too large, or outside the theme', async () => {
    put('secret.png', 'root:x:0');
    expect(await search(join(home.path, 'secret.png'))).toBeNull();
    expect(await search('../../../secret')).toBeNull();
    expect(await search(put('large.png', png('x'.repeat(MAX_ICON_BYTES))))).toBeNull();
    expect(await search('/dev/zero')).toBeNull();
    expect(await search('')).toBeNull();
    expect(await linuxIcons({ HOME: home.path, XDG_DATA_DIRS: '/none' })('It Is')).toBeNull();
  });
});

describe('macOS', () => {
  const file = icns(new Map([64, 512].map((size) => [size, png(String(size))])));

  function search(app: string, plutil: Readonly<Record<string, string>>, read = file) {
    const asked: string[] = [];
    const icons = macosIcons({
      home: '/Users/me',
      read(path) {
        asked.push(path);
        return Promise.resolve(read);
      },
      run(program, args) {
        asked.push([program, ...args].join(' '));
        const stdout = plutil[args.at(-1)!] ?? '';
        const code = stdout === '' ? 1 : 0;
        return Promise.resolve({ code, stdout, stderr: '', isMissing: false });
      },
    });
    return icons(app).then((icon) => ({ icon, asked }));
  }

  test('the bundle names the file, of which the suitable picture is taken', async () => {
    const plist = '/Applications/Google Chrome.app/Contents/Info.plist';
    const { icon, asked } = await search('Google Chrome', { [plist]: 'app.icns\n' });
    expect(named(icon)).toBe('64');
    expect(asked).toEqual([
      `/usr/bin/plutil -extract CFBundleIconFile raw -o - ${plist}`,
      '/Applications/Google Chrome.app/Contents/Resources/app.icns',
    ]);
  });

  test('also without its ending, and of an app of the user', async () => {
    const { asked } = await search('Mine', {
      '/Users/me/Applications/Mine.app/Contents/Info.plist': 'AppIcon',
    });
    expect(asked.at(-1)).toBe('/Users/me/Applications/Mine.app/Contents/Resources/AppIcon.icns');
  });

  test('none of an app without a bundle, or with a name or file outside its folder', async () => {
    expect((await search('curl', {})).icon).toBeNull();
    expect((await search('../../etc', {})).asked).toEqual([]);
    const { icon, asked } = await search('It', { '/Applications/It.app/Contents/Info.plist': '../../x' });
    expect(icon).toBeNull();
    expect(asked.some((each) => each.endsWith('icns'))).toBe(false);
  });

  test('a damaged file has no picture', () => {
    expect(pictureIn(Buffer.from('icns'))).toBeNull();
    expect(pictureIn(Buffer.concat([file.subarray(0, 8), Buffer.alloc(40)]))).toBeNull();
    expect(pictureIn(Buffer.from('not an icon at all'))).toBeNull();
  });
});

describe('Windows', () => {
  test('PowerShell prints the picture; the name is never part of the script', async () => {
    const asked: string[] = [];
    const icons = windowsIcons((script, app) => {
      asked.push(script, app);
      return Promise.resolve(`${png('exe').toString('base64')}\r\n`);
    });
    expect(named(await icons(`x'; calc`))).toBe('exe');
    expect(asked).toEqual([SCRIPT, `x'; calc`]);
  });

  test('none where it fails', async () => {
    expect(await windowsIcons(() => Promise.resolve(''))('chrome')).toBeNull();
  });
});

test('an icon is searched once, one at a time, and what fails is none', async () => {
  const asked: string[] = [];
  const icons = appIcons(() =>
    Promise.resolve((app) => {
      asked.push(app);
      return app === 'bad'
        ? Promise.reject(new Error('broken'))
        : Promise.resolve({ type: 'image/png', bytes: png(app) });
    }),
  );
  const [first, bad, again] = await Promise.all([icons('a'), icons('bad'), icons('a')]);
  expect([named(first), bad, named(again)]).toEqual(['a', null, 'a']);
  expect(asked).toEqual(['a', 'bad']);
});
