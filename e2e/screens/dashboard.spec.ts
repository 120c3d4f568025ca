import { readProject, withdrawSubmission } from '@veranda/contract/commissions/routes.ts'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'

const tDashboard = translationsFor('dashboard')
const tBookings = translationsFor('bookings/dashboard')

test('the landing takes an act in its row, at its own address, and every tab follows it', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url, { reducedMotion: 'reduce' })
  const creator = mouseInput(window.page)
  await signInAsDemoUser(creator, 'Kenji Arai')
  await window.page.goto('/')
  const other = await window.openTab()
  await other.goto('/dashboard')
  const title = 'Review in the room'
  const accept = tBookings('accept.label', { title })
  await expect(other.getByRole('button', { name: accept })).toBeVisible()
  await creator.press(window.page.getByRole('button', { name: accept }))
  const done = tDashboard('waits.none', { name: 'Kenji' })
  for (const page of [window.page, other]) {
    await expect(page.getByRole('heading', { level: 1, name: done })).toBeVisible()
    await expect(page.getByRole('list', { name: tBookings('title') }).getByText(title)).toBeVisible()
  }
  await expect(window.page).toHaveURL('/')
  await window.close()
})

test('what the other side does moves a task from one list to the other, with the picture of the version', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const kenji = await openApiClient(url, 'Kenji')
  const { projectId } = await readingChairProject(kenji)
  const window = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  await page.goto('/')
  const mine = page.getByRole('list', { name: tDashboard('mine') })
  const task = tDashboard('do.review-numbered', { number: 2, subject: 'Model and materials' })
  const row = mine.getByRole('listitem').filter({ has: page.getByRole('link', { name: task }) })
  await expect(row.locator('img[src*="/thumbnail"]')).toBeVisible()
  await expect(row.getByRole('button', { name: `${tDashboard('act.approve')}: Model and materials` })).toBeVisible()

  const project = await kenji.call(readProject, { params: { id: projectId } })
  const milestone = project.commissions
    .flatMap(({ milestones }) => milestones)
    .find(({ state }) => state === 'submitted')
  const params = { id: milestone?.id ?? '' }
  await kenji.call(withdrawSubmission, { params, body: { expected: milestone?.version ?? 0 } })
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('list', { name: tDashboard('theirs') }).getByText('Model and materials')).toBeVisible()
  await window.close()
})
