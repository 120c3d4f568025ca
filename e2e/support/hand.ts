import type { Locator, Page } from '@playwright/test'

/** How somebody works a page: every journey says what is done, the hand says with what. */
export type Hand = {
  readonly page: Page
  /** On a narrow screen some things stand in a sheet of their own. */
  readonly narrow: boolean
  press(target: Locator): Promise<void>
  /** A radio button or a checkbox. */
  choose(option: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
}

export function mouse(page: Page): Hand {
  return {
    page,
    narrow: false,
    press: (target) => target.click(),
    choose: (option) => option.check(),
    async write(field, text) {
      await field.click()
      await field.fill(text)
    },
  }
}

export function finger(page: Page): Hand {
  return {
    page,
    narrow: true,
    press: (target) => target.tap(),
    async choose(option) {
      if (!(await option.isChecked())) await option.tap()
    },
    async write(field, text) {
      await field.tap()
      await field.fill(text)
    },
  }
}
