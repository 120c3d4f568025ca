import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The grounds of the two themes, as the page paints them. */
const grounds = { daylight: 'rgb(250, 248, 244)', dusk: 'rgb(19, 18, 26)' } as const

/** A desktop, a tablet and a phone. */
const sizes = [
  [1440, 900],
  [768, 800],
  [360, 800],
] as const

/** The page's own scope, once axe has been brought into it. */
type Examined = typeof globalThis & { axe?: { run(of: Document, how: RunOptions): Promise<AxeResults> } }

/**
 * What axe finds wrong with the page as it stands. Axe is brought in once a document and says only what is wrong: its
 * own package for Playwright brings it in anew each time and opens a second page for the sum, at eight times the cost.
 */
export async function faults(page: Page, only: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const runOnly = only.length > 0 ? { type: 'rule', values: [...only] } : { type: 'tag', values: rules }
  return page.evaluate(
    async (options) => {
      const { violations } = (await (globalThis as Examined).axe?.run(document, options)) ?? { violations: undefined }
      if (violations === undefined) throw new Error('axe is not in this document')
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    { runOnly, resultTypes: ['violations'] } as RunOptions,
  )
}

/** Puts the page into a theme by the device's wish, and waits until it wears it. */
export async function wear(page: Page, theme: keyof typeof grounds): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dusk' ? 'dark' : 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.locator('html')).toHaveCSS('background-color', grounds[theme])
  // Colours on their way from one theme to the other belong to neither.
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length))
    .toBe(0)
}

/** The page as it stands: settled, accessible in both themes, and not wider than its window at three widths. */
export async function look(page: Page, name: string): Promise<void> {
  // Behind an open dialog it is hidden, but there.
  await expect.soft(page.locator('h1').first(), name).toBeAttached()
  await expect.soft(page.locator('[aria-busy=true]'), name).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    // Half under the bar at the top a button is as small as what is left of it.
    await page.evaluate(() => scrollTo(0, 0))
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.soft.poll(wider, { message: `${name} is wider than ${width}` }).toBeLessThanOrEqual(0)
    expect.soft(await faults(page), `${name} by day, ${width} wide`).toEqual([])
    await wear(page, 'dusk')
    // The themes are two sets of colours; nothing else of a page differs.
    expect.soft(await faults(page, ['color-contrast']), `${name} at dusk, ${width} wide`).toEqual([])
    await wear(page, 'daylight')
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
