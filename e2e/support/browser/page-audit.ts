import { expect, type Page } from '@playwright/test'
import { type AxeResults, type RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isMatrixRun } from '../scope.ts'

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Background colours of the two themes as rendered. */
const themeBackgrounds = { daylight: 'rgb(250, 248, 244)', dusk: 'rgb(19, 18, 26)' } as const

/** Desktop, tablet and phone. */
const viewportSizes = [
  [1440, 900],
  [768, 800],
  [360, 800],
] as const

/** The page's global scope with axe loaded. */
type AxeGlobal = typeof globalThis & { axe?: { run(of: Document, how: RunOptions): Promise<AxeResults> } }

/**
 * Returns the axe violations of the current page. Loads axe once per document and reports violations only: the
 * Playwright package of axe reloads it every time and opens a second page, at eight times the cost.
 */
export async function axeViolations(page: Page, only: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  // Partly under the top bar, a button or link would measure only its visible part.
  const scrollY = await page.evaluate(() => {
    const before = globalThis.scrollY
    scrollTo(0, 0)
    return before
  })
  const runOnly = only.length > 0 ? { type: 'rule', values: [...only] } : { type: 'tag', values: axeTags }
  const found = await page.evaluate(
    async (options) => {
      const { violations } = (await (globalThis as AxeGlobal).axe?.run(document, options)) ?? { violations: undefined }
      if (violations === undefined) throw new Error('axe is not loaded in this document')
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    { runOnly, resultTypes: ['violations'] } as RunOptions,
  )
  // A dialog that closes gives the focus back without scrolling, because the page behind it has not moved.
  await page.evaluate((top) => scrollTo(0, top), scrollY)
  return found
}

/** Switches the theme through the device preference and waits until it is applied. */
export async function switchTheme(page: Page, theme: keyof typeof themeBackgrounds): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dusk' ? 'dark' : 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.locator('html')).toHaveCSS('background-color', themeBackgrounds[theme])
  // Colours in transition between the themes belong to neither.
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length))
    .toBe(0)
}

/** One of the views in which the matrix audits a page. */
export type PageView = { readonly width: number; readonly theme: keyof typeof themeBackgrounds }

/**
 * Audits the current page: idle, accessible, and without horizontal overflow at three widths. The matrix runs axe at each
 * width in both themes, and looks at the page in each of these views; a normal run does once by day.
 */
export async function auditPage(
  page: Page,
  name: string,
  look: (view: PageView) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await waitUntilLoaded(page, name)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const [width, height] of viewportSizes) {
    await page.setViewportSize({ width, height })
    const overflowPx = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.soft.poll(overflowPx, { message: `${name} is wider than ${width}` }).toBeLessThanOrEqual(0)
    if (!isMatrixRun) continue
    expect.soft(await axeViolations(page), `${name} by day, ${width} wide`).toEqual([])
    await look({ width, theme: 'daylight' })
    await switchTheme(page, 'dusk')
    // The themes differ only in colours.
    expect.soft(await axeViolations(page, ['color-contrast']), `${name} at dusk, ${width} wide`).toEqual([])
    await look({ width, theme: 'dusk' })
    await switchTheme(page, 'daylight')
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  if (isMatrixRun) return
  // A screen whose read fails shows its texts only then, and loads them first.
  await waitUntilLoaded(page, name)
  expect.soft(await axeViolations(page), `${name} by day`).toEqual([])
}

async function waitUntilLoaded(page: Page, name: string): Promise<void> {
  // The heading is hidden behind an open dialog, but attached.
  await expect.soft(page.locator('h1').first(), name).toBeAttached()
  await expect.soft(page.locator('[aria-busy=true]'), name).toHaveCount(0)
}
