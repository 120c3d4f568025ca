import { expect, type Page } from '@playwright/test'
import type { InputDevice } from '../support/browser/input-device.ts'
import { translationsFor } from '../support/translations.ts'

const tCommissions = translationsFor('commissions')
const tShell = translationsFor('shell')
const tDashboard = translationsFor('dashboard')
const tPanels = translationsFor('dashboard/panels')

type ProjectTab = 'overview' | 'contract' | 'milestones' | 'money' | 'activity' | 'files' | 'chat'

/** Opens a tab of the project on screen. */
export async function openProjectTab(input: InputDevice, view: ProjectTab): Promise<void> {
  const link = input.page
    .getByRole('navigation', { name: tCommissions('tabs') })
    .getByRole('link', { name: tCommissions(`tab.${view}`) })
  await input.press(link)
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Goes to the dashboard and opens the task with this title. */
export async function openTask(input: InputDevice, title: string): Promise<void> {
  await goToScreen(input, 'dashboard')
  await input.press(taskList(input.page).getByRole('link', { name: title }))
}

/** Goes to a screen through the navigation. */
export async function goToScreen(input: InputDevice, name: 'dashboard' | 'messages'): Promise<void> {
  const { page } = input
  if (input.narrow) await input.press(page.getByRole('button', { name: tShell('nav.open') }))
  const container = input.narrow ? page.getByRole('dialog') : page
  const navigation = container.getByRole('navigation', { name: tShell('nav') })
  await input.press(navigation.getByRole('link', { name: new RegExp(`^${tShell(`screen.${name}`)}`) }))
  await page.waitForURL(`/${name}`)
}

function taskList(page: Page) {
  return page.getByRole('list', { name: tDashboard('mine') })
}

/** Expects an empty task list on the dashboard. */
export async function expectNoTasks(input: InputDevice): Promise<void> {
  await goToScreen(input, 'dashboard')
  await expect(input.page.getByText(tPanels('mine.none.title'))).toBeVisible()
}
