import type { Locator, Page } from '@playwright/test'

/** An input device: a journey says what is done, the device how (mouse, touch or keyboard). */
export type InputDevice = {
  readonly page: Page
  /** On a narrow screen some controls are in a sheet of their own. */
  readonly narrow: boolean
  press(target: Locator): Promise<void>
  /** Checks a radio button or a checkbox. */
  choose(option: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
}

export function mouseInput(page: Page): InputDevice {
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

export function touchInput(page: Page): InputDevice {
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
