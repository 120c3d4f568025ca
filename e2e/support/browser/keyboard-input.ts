import { expect, type Locator, type Page } from '@playwright/test'
import type { InputDevice } from './input-device.ts'

/** More tab stops than any screen has. */
const maxTabStops = 150

/** Returns an input device that uses only keys: Tab and Shift+Tab to move, Enter, Space and the arrows to act. */
export function keyboardInput(page: Page): InputDevice {
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

type FocusPosition = 'here' | 'group' | 'menu-opening' | 'before' | 'after'

/** Moves the focus to a target as a user would: with Tab, or with arrows within a radio group or a menu. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'visible' })
  await expect(target).toBeEnabled()
  for (let stops = 0; stops < maxTabStops; stops += 1) {
    const position = await focusPositionOf(target)
    if (position === 'menu-opening') {
      // An open menu takes the focus a moment after it opens.
      await page.waitForFunction(() => document.activeElement?.closest('[role=menu]'))
      continue
    }
    if (position === 'here') return expect(target).toBeInViewport()
    // Try the other direction after half of the stops, so that a focus trap or an odd order does not block it.
    const backwards = position === 'before' && stops < maxTabStops / 2
    await page.keyboard.press(position === 'group' ? 'ArrowDown' : backwards ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`the keyboard does not reach ${String(target)}`)
}

/** Returns where the target is relative to the focus. */
async function focusPositionOf(target: Locator): Promise<FocusPosition> {
  return target.evaluate((element): FocusPosition => {
    const focused = document.activeElement
    if (element === focused) return 'here'
    const radio = (element: Element | null) =>
      element instanceof HTMLInputElement && element.type === 'radio' ? element : undefined
    const [from, to] = [radio(focused), radio(element)]
    if (from && to && from.name === to.name) return 'group'
    const menu = element.closest('[role=menu]')
    if (menu) return menu.contains(focused) ? 'group' : 'menu-opening'
    if (!focused || focused === document.body) return 'after'
    return focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'after'
  })
}
