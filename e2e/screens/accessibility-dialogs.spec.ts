import { listBookings } from '@veranda/contract/bookings/routes.ts'
import { listConversations, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeChair } from '../../apps/server/seed/assets/chair.ts'
import { makeLamp } from '../../apps/server/seed/assets/lamp.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { auditPage } from '../support/browser/page-audit.ts'
import { type ApiClient, openApiClient } from '../support/api-client.ts'
import { uploadAsset } from '../support/upload.ts'
import { openBrowserWindow, type BrowserWindow } from '../support/browser/browser-window.ts'
import { matrixOnly } from '../support/scope.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'

const tBookings = translationsFor('bookings')
const tCommissions = translationsFor('commissions')
const tViewer = translationsFor('viewer')
const tAssets = translationsFor('assets')

let maya: ApiClient
let kenji: ApiClient
let chair: Awaited<ReturnType<typeof readingChairProject>>
let window: BrowserWindow

test.beforeEach(async ({ world, browser }) => {
  const { url } = world.server
  maya = await openApiClient(url, 'Maya')
  kenji = await openApiClient(url, 'Kenji')
  chair = await readingChairProject(kenji)
  // An earlier journey may have requested changes.
  if ((await chair.milestone()).state !== 'submitted') {
    await chair.deliver(await uploadAsset(kenji, url, 'reading-chair-again.glb', await makeChair(2)))
  }
  window = await openBrowserWindow(browser, url, { colorScheme: 'light', reducedMotion: 'reduce' })
  await signInAsDemoUser(mouseInput(window.page), 'Maya Torres')
})
test.afterEach(() => window.close())

const expectViewerReady = (page: Page) =>
  expect(page.getByRole('application')).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })

test('the viewer with an open pin, each tool and a comparison is accessible', matrixOnly, async () => {
  test.setTimeout(240_000)
  const { page } = window
  const { id } = await chair.milestone()
  const { items } = await maya.call(listPins, { params: { id } })
  await page.goto(`/projects/${chair.projectId}?milestone=${id}&pin=${items[0]?.id}`)
  await expectViewerReady(page)
  await expect(page.getByRole('group', { name: new RegExp(`^.*${items[0]?.number}`) }).first()).toBeVisible()
  await auditPage(page, 'an open pin')
  await page.getByRole('button', { name: tViewer('parts.count', { count: 14 }) }).click()
  for (const tool of ['measure', 'section', 'explode', 'look'] as const) {
    await page.getByRole('button', { name: tViewer(`tool.${tool}`), exact: true }).click()
    await auditPage(page, tool)
  }
  await page.getByRole('button', { name: /^Compare with Version/ }).click()
  await expect(page.getByRole('button', { name: tViewer('compare.map'), exact: true })).toBeVisible({ timeout: 30_000 })
  await auditPage(page, 'compared')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: tViewer('compare.end') }).click()
  await expect(page.getByRole('button', { name: /^Compare with Version/ })).toBeVisible()
})

test('the dialogs of a milestone are accessible', matrixOnly, async () => {
  test.setTimeout(240_000)
  const { page } = window
  const { id } = await chair.milestone()
  await page.goto(`/projects/${chair.projectId}?milestone=${id}`)
  await expectViewerReady(page)
  for (const [button, title] of [
    [tCommissions('approve.act'), tCommissions('approve.title')],
    [/^Request changes, round/, tCommissions('changes.title')],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await auditPage(page, title)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a model opened from the chat is accessible', matrixOnly, async ({ world }) => {
  test.setTimeout(240_000)
  const { page } = window
  const [conversation] = (await kenji.call(listConversations, { query: { projectId: chair.projectId } })).items
  const lamp = await uploadAsset(kenji, world.server.url, 'desk-lamp.glb', await makeLamp())
  const body = { clientId: randomUUID(), message: '', assetIds: [lamp.id] }
  await kenji.call(sendMessage, { params: { id: conversation?.id ?? '' }, body })
  await page.goto(`/projects/${chair.projectId}?view=chat`)
  await page.getByRole('button', { name: tAssets('open', { name: 'desk-lamp.glb' }) }).click()
  await expectViewerReady(page)
  await auditPage(page, 'a model out of the chat')
  await page.keyboard.press('Escape')
  await page.goto('/messages')
  await expect(page.getByText('Sent a 3D model')).toBeVisible()
})

test('the dialogs for moving and cancelling a booking are accessible', matrixOnly, async () => {
  test.setTimeout(240_000)
  const { page } = window
  const { items } = await maya.call(listBookings, { query: { when: 'upcoming' } })
  const confirmed = items.filter(({ state }) => state === 'confirmed').at(-1)
  await page.goto(`/booking/confirm/${confirmed?.id}`)
  for (const action of ['move', 'cancel'] as const) {
    await page.getByRole('button', { name: tBookings(`facts.${action}`) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await auditPage(page, action)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('choosing a time and the reserved slot are accessible', matrixOnly, async () => {
  test.setTimeout(240_000)
  const { page } = window
  await page.goto(`/talent/${kenji.id}`)
  await page
    .getByRole('button', { name: tBookings('hourly-service.show.label', { title: '' }) })
    .first()
    .click()
  await expect(page.getByRole('group', { name: tBookings('slots.day') })).toBeVisible()
  await auditPage(page, 'choosing a time')
  // The first time can fall below the creator's minimum notice while the page is audited.
  await page
    .getByRole('button', { name: /^\d{2}:\d{2}/ })
    .last()
    .click()
  await page.waitForURL(/\/booking\/confirm\//)
  await expect(page.getByRole('timer', { name: tBookings('reservation.timer') })).toBeVisible()
  await auditPage(page, 'a held slot')
  await page.getByRole('button', { name: tBookings('reservation.withdraw') }).click()
  await expect(page.getByRole('timer')).toHaveCount(0)
})
