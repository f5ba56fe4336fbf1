// The tabs that windows have open in a workspace, so that the next window goes on where the last one was closed.
import { z } from 'zod';
import { LocalJson } from './local-json.ts';

/** Windows that are remembered. */
const MAX_WINDOWS = 10;

const windowTabs = z.object({
  window: z.string(),
  tabs: z.array(z.object({ key: z.string(), isPreview: z.boolean() })),
  current: z.string().nullable(),
  /** True once its page was left. */
  isLeft: z.boolean().optional(),
});
const file = z.object({ windows: z.array(windowTabs) });

export type WindowTabs = z.output<typeof windowTabs>;

export class OpenTabs {
  readonly #file: LocalJson;
  #opening: Promise<readonly WindowTabs[]> | null = null;

  /** `workspace`: its folder. */
  constructor(workspace: string) {
    this.#file = new LocalJson(workspace, 'ui.json');
  }

  /** Resolves with the tabs of each window, the latest first. Never rejects. */
  list(): Promise<readonly WindowTabs[]> {
    return (this.#opening ??= this.#read());
  }

  /** Remembers the tabs of a window. `instead`: the closed window whose tabs it has taken over. */
  async save(changed: WindowTabs, instead?: string): Promise<void> {
    const windows = await this.list();
    const others = windows.filter(({ window }) => window !== changed.window && window !== instead);
    const now = [changed, ...others].slice(0, MAX_WINDOWS);
    this.#opening = Promise.resolve(now);
    await this.#file.write({ windows: now });
  }

  async #read(): Promise<readonly WindowTabs[]> {
    return (await this.#file.readAs(file))?.windows ?? [];
  }
}
