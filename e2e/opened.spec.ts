import { listAppointments } from '@veranda/contract/bookings/routes.ts'
import { listConversations, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeChair } from '../apps/server/seed/works/chair.ts'
import { makeLamp } from '../apps/server/seed/works/lamp.ts'
import { enterByPress } from './support/entrance.ts'
import { mouse } from './support/hand.ts'
import { look } from './support/look.ts'
import { type Caller, enter } from './support/person.ts'
import { uploadWork } from './support/upload.ts'
import { openWindow, type Window } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

test.use({ file: 'opened' })

const b = wordsOf('bookings')
const t = wordsOf('projects')
const v = wordsOf('viewer')
const w = wordsOf('works')

let maya: Caller
let kenji: Caller
let chair: Awaited<ReturnType<typeof chairProject>>
let window: Window

test.beforeEach(async ({ world, browser }) => {
  const { url } = world.server
  maya = await enter(url, 'Maya')
  kenji = await enter(url, 'Kenji')
  chair = await chairProject(kenji)
  // Journeys before this one may have sent it back.
  if ((await chair.milestone()).state !== 'submitted') {
    await chair.deliver(await uploadWork(kenji, url, 'reading-chair-again.glb', await makeChair(2)))
  }
  window = await openWindow(browser, url, { colorScheme: 'light', reducedMotion: 'reduce' })
  await enterByPress(mouse(window.page), 'Maya Torres')
})
test.afterEach(() => window.close())

const ready = (page: Page) =>
  expect(page.getByRole('application')).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })

test('the viewer with an open pin, each of its tools and a comparison can be looked at by everybody', async () => {
  test.setTimeout(240_000)
  const { page } = window
  const { id } = await chair.milestone()
  const { items } = await maya.call(listPins, { params: { id } })
  await page.goto(`/projects/${chair.projectId}?milestone=${id}&pin=${items[0]?.id}`)
  await ready(page)
  await expect(page.getByRole('group', { name: new RegExp(`^.*${items[0]?.number}`) }).first()).toBeVisible()
  await look(page, 'an open pin')
  await page.getByRole('button', { name: v('parts.count', { count: 14 }) }).click()
  for (const tool of ['measure', 'section', 'explode', 'look'] as const) {
    await page.getByRole('button', { name: v(`tool.${tool}`), exact: true }).click()
    await look(page, tool)
  }
  await page.getByRole('button', { name: /^Compare with Version/ }).click()
  await expect(page.getByRole('button', { name: v('compare.map'), exact: true })).toBeVisible({ timeout: 30_000 })
  await look(page, 'compared')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: v('compare.end') }).click()
  await expect(page.getByRole('button', { name: /^Compare with Version/ })).toBeVisible()
})

test('what opens over a milestone can be looked at by everybody', async () => {
  test.setTimeout(240_000)
  const { page } = window
  const { id } = await chair.milestone()
  await page.goto(`/projects/${chair.projectId}?milestone=${id}`)
  await ready(page)
  for (const [button, title] of [
    [t('approve.act'), t('approve.title')],
    [/^Request changes, round/, t('changes.title')],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await look(page, title)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a model in the chat opens over it, and can be looked at by everybody', async ({ world }) => {
  test.setTimeout(240_000)
  const { page } = window
  const [talk] = (await kenji.call(listConversations, { query: { projectId: chair.projectId } })).items
  const lamp = await uploadWork(kenji, world.server.url, 'desk-lamp.glb', await makeLamp())
  const body = { clientId: randomUUID(), message: '', works: [lamp.id] }
  await kenji.call(sendMessage, { params: { id: talk?.id ?? '' }, body })
  await page.goto(`/projects/${chair.projectId}?view=chat`)
  await page.getByRole('button', { name: w('open', { name: 'desk-lamp.glb' }) }).click()
  await ready(page)
  await look(page, 'a model out of the chat')
  await page.keyboard.press('Escape')
  await page.goto('/messages')
  await expect(page.getByText('Sent a 3D model')).toBeVisible()
})

test('moving and cancelling a session can be looked at by everybody', async () => {
  test.setTimeout(240_000)
  const { page } = window
  const { items } = await maya.call(listAppointments, { query: { when: 'coming' } })
  const confirmed = items.filter(({ state }) => state === 'confirmed').at(-1)
  await page.goto(`/booking/confirm/${confirmed?.id}`)
  for (const act of ['move', 'cancel'] as const) {
    await page.getByRole('button', { name: b(`facts.${act}`) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(page, act)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('choosing a time and the slot that is held can be looked at by everybody', async () => {
  test.setTimeout(240_000)
  const { page } = window
  await page.goto(`/talent/${kenji.id}`)
  await page
    .getByRole('button', { name: b('offer.show.label', { title: '' }) })
    .first()
    .click()
  await expect(page.getByRole('group', { name: b('slots.day') })).toBeVisible()
  await look(page, 'choosing a time')
  await page
    .getByRole('button', { name: /^\d{2}:\d{2}/ })
    .first()
    .click()
  await page.waitForURL(/\/booking\/confirm\//)
  await expect(page.getByRole('timer', { name: b('hold.timer') })).toBeVisible()
  await look(page, 'a held slot')
  await page.getByRole('button', { name: b('hold.give-back') }).click()
  await expect(page.getByRole('timer')).toHaveCount(0)
})
