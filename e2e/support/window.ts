import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { watch } from './watch.ts'

export type Window = {
  readonly page: Page
  /** Another tab of the same person, watched as well. */
  tab(): Promise<Page>
  /** Nothing went wrong in any tab but what the journey provoked on purpose; closes them. */
  close(provoked?: RegExp): Promise<void>
}

/** A browser of somebody's own: nobody else's cookies, and nothing may go wrong in it unseen. */
export async function openWindow(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({ baseURL: url, ...options })
  const watched: (() => readonly string[])[] = []
  const tab = async () => {
    const page = await context.newPage()
    watched.push(await watch(page))
    return page
  }
  return {
    page: await tab(),
    tab,
    async close(provoked) {
      const troubles = watched.flatMap((seen) => [...seen()])
      expect(troubles.filter((trouble) => provoked?.test(trouble) !== true)).toEqual([])
      await context.close()
    },
  }
}
