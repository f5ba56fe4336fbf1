// Any series of edits from two windows, the disk and Git ends in a file that a single writer could have written, and
// loses no typed field.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seeded, type Random } from '../../../test/fuzz/random.ts';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { scaled } from '../../../test/helpers/scale.ts';
import { draftValue } from '../../collections/drafts/draft.ts';
import { collectionFields } from '../../collections/model/collection.ts';
import { newRequest, request, type SavedRequest } from '../../collections/model/request.ts';
import { objectText } from '../../collections/storage/object-file.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { parseYaml } from '../../documents/yaml.ts';
import { ClientFiles } from './index.ts';

const KEY = { kind: 'request', id: 'list' } as const;
const ACT = { label: 'Saved', window: '' };
const NAMES = ['A', 'B', 'C', 'D'];
type Fields = Readonly<Record<string, unknown>>;

/** The fields that are edited, by name: a header is one of its own. */
type Values = Map<string, string | undefined>;

function valuesOf({ url, docs, headers }: Pick<SavedRequest, 'url' | 'docs' | 'headers'>): Values {
  return new Map<string, string | undefined>([
    ['url', url],
    ['docs', docs],
    ...headers.map(({ name, value }) => [name, value] as const),
  ]);
}

function withField(fields: Fields, name: string, value: string | undefined): Fields {
  if (name === 'url' || name === 'docs') return { ...fields, [name]: value ?? '' };
  const headers = fields['headers'] as SavedRequest['headers'];
  const own = headers.filter((each) => each.name !== name);
  if (value === undefined) return { ...fields, headers: own };
  const changed = { name, value, enabled: true, docs: '' };
  const isKnown = own.length < headers.length;
  return {
    ...fields,
    headers: isKnown ? headers.map((each) => (each.name === name ? changed : each)) : [...headers, changed],
  };
}

class Play implements AsyncDisposable {
  readonly #random: Random;
  readonly #home = temporaryHome();
  readonly #views: [Fields, Fields];
  readonly #path = join(this.#home.path, 'collections/shop/list.request.yaml');
  #files: ClientFiles;
  /** The values that the file has to have, and those that were typed since it was saved. */
  #saved: Values;
  #committed: Values;
  readonly #typed: Values = new Map();
  /** Headers that were removed by a window and the disk alike: one that the disk adds then may be there or not. */
  readonly #agreed = new Set<string>();
  #count = 0;

  private constructor(
    random: Random,
    files: ClientFiles,
    home: ReturnType<typeof temporaryHome>,
    start: Fields,
  ) {
    this.#random = random;
    this.#home = home;
    this.#path = join(home.path, 'collections/shop/list.request.yaml');
    this.#files = files;
    this.#views = [start, start];
    this.#saved = valuesOf(this.#read());
    this.#committed = new Map(this.#saved);
  }

  static async start(random: Random): Promise<Play> {
    const home = temporaryHome();
    const headers = ['A', 'B'].map((name) => ({ name, value: '0' }));
    const item = {
      kind: 'request',
      request: newRequest({ id: KEY.id, name: 'List', url: '0', headers }),
    } as const;
    await new Workspace(home.path).addCollection({
      ...collectionFields.parse({ id: 'shop', name: 'Shop' }),
      items: [item],
    });
    for (const args of [
      ['init', '-q'],
      ['config', 'user.name', 'A'],
      ['config', 'user.email', 'a@b.test'],
      ['add', '.'],
      ['commit', '-qm', '0'],
    ])
      execFileSync('git', args, { cwd: home.path });
    const files = await ClientFiles.open({ folder: home.path, emit: () => undefined });
    return new Play(random, files, home, (await files.stored(KEY))!.fields);
  }

  async step(): Promise<string> {
    const played = await this.#play(
      this.#random.pick(['type', 'type', 'type', 'follow', 'edit', 'edit', 'save', 'restart', 'git']),
    );
    for (const [name, value] of this.#typed)
      if (value === undefined && !this.#saved.has(name)) this.#agreed.add(name);
    return played;
  }

  #play(step: 'type' | 'follow' | 'edit' | 'save' | 'restart' | 'git'): Promise<string> {
    switch (step) {
      case 'type':
        return this.#type();
      case 'follow':
        return this.#follow();
      case 'edit':
        return this.#edit();
      case 'save':
        return this.#save();
      case 'restart':
        return this.#restart();
      case 'git':
        return this.#git();
    }
  }

  async end(): Promise<void> {
    await this.#save();
    const written = this.#read();
    expect(sorted(valuesOf(written))).toEqual(sorted(this.#saved));
    expect(readFileSync(this.#path, 'utf8')).toBe(objectText(request, written));
    expect(this.#files.drafts.all()).toEqual([]);
  }

  #read(): SavedRequest {
    return request.parse(parseYaml(readFileSync(this.#path, 'utf8')));
  }

  #next(name: string): string | undefined {
    const isHeader = NAMES.includes(name);
    return isHeader && this.#random.oneIn(5) ? undefined : String((this.#count += 1));
  }

  /** Types as a window does that may not have seen what the other has typed. */
  async #type(): Promise<string> {
    const window = this.#random.int(2);
    const name = this.#random.pick(['url', 'docs', ...NAMES]);
    const [was, value] = [this.#views[window]!, this.#next(name)];
    const field = NAMES.includes(name) ? 'headers' : name;
    const now = withField(was, name, value);
    const draft = this.#files.drafts.get(KEY);
    const present = draft === undefined ? this.#read() : (draftValue(draft) as SavedRequest);
    // Removing what one does not see, or what is gone, changes nothing.
    const isThere = [was as SavedRequest, present].every((each) => valuesOf(each).has(name));
    if (value !== undefined || isThere) this.#typed.set(name, value);
    // Taking back what one has added is no change.
    const base = (draft?.base ?? present) as SavedRequest;
    if (value === undefined && isThere && !valuesOf(base).has(name)) this.#typed.delete(name);
    this.#views[window] = now;
    const change = { field, value: now[field], was: was[field] };
    await this.#files.change(KEY, { isNew: false, window: String(window) }, () => [change]);
    return `window ${window} types ${name}=${value}`;
  }

  async #follow(): Promise<string> {
    const window = this.#random.int(2);
    const view = await this.#files.view(KEY);
    this.#views[window] = view?.value ?? (await this.#files.stored(KEY))!.fields;
    return `window ${window} follows`;
  }

  #edit(): Promise<string> {
    const name = this.#random.pick(['url', 'docs', ...NAMES]);
    const value = this.#next(name);
    const edited = request.parse(withField(this.#read(), name, value));
    writeFileSync(this.#path, objectText(request, edited));
    if (value === undefined) this.#saved.delete(name);
    else this.#saved.set(name, value);
    return Promise.resolve(`the disk has ${name}=${value}`);
  }

  async #save(): Promise<string> {
    await this.#files.resolve(KEY, () => 'mine', '').catch(() => undefined);
    if (this.#files.drafts.get(KEY) !== undefined) await this.#files.save([KEY], ACT);
    for (const [name, value] of this.#typed) {
      if (value === undefined) this.#saved.delete(name);
      else this.#saved.set(name, value);
    }
    this.#typed.clear();
    const written = valuesOf(this.#read());
    for (const name of this.#agreed) {
      if (written.has(name)) this.#saved.set(name, written.get(name));
      else this.#saved.delete(name);
    }
    this.#agreed.clear();
    return 'saved';
  }

  async #restart(): Promise<string> {
    await this.#files.close();
    this.#files = await ClientFiles.open({ folder: this.#home.path, emit: () => undefined });
    return 'restarted';
  }

  #git(): Promise<string> {
    const isCommit = this.#random.oneIn(2);
    const git = (...args: readonly string[]): unknown =>
      execFileSync('git', args, { cwd: this.#home.path, stdio: 'ignore' });
    if (isCommit) {
      git('add', '-A');
      git('commit', '-qm', 'more', '--allow-empty');
      this.#committed = new Map(this.#saved);
    } else {
      git('checkout', '-q', 'HEAD', '--', '.');
      this.#saved = new Map(this.#committed);
    }
    return Promise.resolve(isCommit ? 'committed' : 'checked out');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#files.close();
    this.#home.remove();
  }
}

function sorted(values: Values): readonly unknown[] {
  return [...values]
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const count = scaled({ quick: 12, full: 300 }, 'CLIENT_PLAYS');

test.each(Array.from({ length: count }, (_, seed) => seed))('play %i', async (seed) => {
  const random = seeded(seed + 1);
  await using play = await Play.start(random);
  const played: string[] = [];
  try {
    for (let step = 0; step < 25; step += 1) played.push(await play.step());
    await play.end();
  } catch (error) {
    throw new Error(played.join('\n'), { cause: error });
  }
});
