import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { languageOfJourney } from '../translations.ts'
import { watchErrors } from './error-watch.ts'

export type BrowserWindow = {
  readonly page: Page
  /** Opens another tab of the same user, watched as well. */
  openTab(): Promise<Page>
  /** Expects no errors in any tab except those provoked on purpose, and closes them. */
  close(expected?: RegExp): Promise<void>
}

/** English is British, as the configuration has it. */
const localeOfJourney = () => (languageOfJourney() === 'en' ? {} : { locale: languageOfJourney() })

/**
 * Opens a separate browser context without shared cookies and watches it for errors. It has no service worker unless the
 * options allow it: a worker loads the shell into its cache in each window, and answers before what a journey puts in the
 * way of a request.
 */
export async function openBrowserWindow(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserWindow> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', ...localeOfJourney(), ...options })
  const readers: (() => readonly string[])[] = []
  const openTab = async () => {
    const page = await context.newPage()
    readers.push(await watchErrors(page))
    return page
  }
  return {
    page: await openTab(),
    openTab,
    async close(expected) {
      const errors = readers.flatMap((readErrors) => [...readErrors()])
      expect(errors.filter((error) => expected?.test(error) !== true)).toEqual([])
      await context.close()
    },
  }
}
