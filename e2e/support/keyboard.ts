import { expect, type Locator, type Page } from '@playwright/test'
import type { Hand } from './hand.ts'

/** More stops than any screen has. */
const patience = 150

/** Hands that never leave the keys: Tab and Shift+Tab to get somewhere, Enter, Space and the arrows to act. */
export function keyboard(page: Page): Hand {
  return {
    page,
    narrow: false,
    async press(target) {
      await tabTo(page, target)
      await page.keyboard.press('Enter')
    },
    async choose(option) {
      if (await option.isChecked()) return
      await tabTo(page, option)
      if ((await option.getAttribute('type')) === 'checkbox' || !(await option.isChecked())) {
        await page.keyboard.press('Space')
      }
      await expect(option).toBeChecked()
    },
    async write(field, text) {
      await tabTo(page, field)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
      await expect(field).toHaveValue(text)
    },
  }
}

type Place = 'here' | 'group' | 'menu-opening' | 'before' | 'after'

/** Moves the focus to a target as a person would: forwards or back by Tab, within a radio group or a menu by arrows. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'visible' })
  await expect(target).toBeEnabled()
  for (let stops = 0; stops < patience; stops += 1) {
    const place = await placeOf(target)
    if (place === 'menu-opening') {
      // An open menu takes the focus by itself, a moment after it was opened.
      await page.waitForFunction(() => document.activeElement?.closest('[role=menu]'))
      continue
    }
    if (place === 'here') return expect(target).toBeInViewport()
    // Past the first half the other way round, so that a trap or an odd order cannot hold it.
    const back = place === 'before' && stops < patience / 2
    await page.keyboard.press(place === 'group' ? 'ArrowDown' : back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`the keyboard does not reach ${String(target)}`)
}

/** Where the target lies as seen from the focus. */
async function placeOf(target: Locator): Promise<Place> {
  return target.evaluate((element): Place => {
    const focused = document.activeElement
    if (element === focused) return 'here'
    const radio = (one: Element | null) => (one instanceof HTMLInputElement && one.type === 'radio' ? one : undefined)
    const [from, to] = [radio(focused), radio(element)]
    if (from && to && from.name === to.name) return 'group'
    const menu = element.closest('[role=menu]')
    if (menu) return menu.contains(focused) ? 'group' : 'menu-opening'
    if (!focused || focused === document.body) return 'after'
    return focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'after'
  })
}
