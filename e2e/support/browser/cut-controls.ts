import type { Page } from '@playwright/test'

/** Returns the words of the buttons, links and tabs that are wider than the control they are in. */
export function cutControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('button, a, [role=tab]'), (element) => {
      const { display, overflowX, textOverflow } = getComputedStyle(element)
      const isCut = element.scrollWidth > element.clientWidth + 1 && display !== 'inline' && textOverflow !== 'ellipsis'
      return isCut && !['auto', 'scroll'].includes(overflowX) && element.checkVisibility() ? element.innerText : ''
    }).filter((text) => text !== ''),
  )
}
