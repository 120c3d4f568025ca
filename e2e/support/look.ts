import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The grounds of the two themes, as the page paints them. */
const grounds = { daylight: 'rgb(250, 248, 244)', dusk: 'rgb(19, 18, 26)' } as const

/** What axe finds wrong with the page as it stands. */
export async function faults(page: Page, only: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (only.length > 0 ? axe.withRules([...only]) : axe.withTags(rules)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
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
  expect.soft(await faults(page), `${name} by day`).toEqual([])
  await wear(page, 'dusk')
  expect.soft(await faults(page, ['color-contrast']), `${name} at dusk`).toEqual([])
  await wear(page, 'daylight')
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.soft.poll(wider, { message: `${name} is wider than ${width}` }).toBeLessThanOrEqual(0)
  }
  expect.soft(await faults(page), `${name} on a phone`).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
}
