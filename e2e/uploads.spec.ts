import { createHash, randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { listProjects, readProject, withdrawSubmission } from '@veranda/contract/commissions/routes.ts'
import { readProfile } from '@veranda/contract/talent/routes.ts'
import { listWorks } from '@veranda/contract/works/routes.ts'
import { noisyPng } from './flat-job/picture.ts'
import { enterByPress, signOut } from './support/entrance.ts'
import { mouse } from './support/hand.ts'
import { type Line, openLine, sendSlowly } from './support/line.ts'
import { dataDir } from './support/paths.ts'
import { type Caller, enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow, type Window } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'

test.use({ file: 'uploads' })

const w = wordsOf('works')
const talent = wordsOf('talent')
const lost = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_INTERNET|ERR_NETWORK|WebSocket/

let maya: Caller
let line: Line
let window: Window
let chat: string

test.beforeEach(async ({ world, browser }) => {
  const { url } = world.server
  maya = await enter(url, 'Maya')
  const { items } = await maya.call(listProjects, { query: { q: 'Reading chair' } })
  chat = `/projects/${items[0]?.id}?view=chat`
  line = await openLine(url)
  window = await openWindow(browser, line.url, { reducedMotion: 'reduce' })
  await enterByPress(mouse(window.page), 'Maya Torres')
  await window.page.goto(chat)
})
test.afterEach(async () => {
  await window.close(lost)
  await line.close()
})

const plans = (megabytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(megabytes * 1_000_000)])
const choose = async (page: Page, name: string, buffer: Buffer) => {
  await expect(page.getByRole('button', { name: w('attach') })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
}
const share = async (page: Page, name: string) =>
  Number(await page.getByRole('progressbar', { name: w('sending', { name }) }).getAttribute('aria-valuenow'))
/** Where each piece of an upload began, in the order in which they were sent. */
const piecesOf = (page: Page) => {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}
const worksOf = async () => (await maya.call(listWorks, { query: {} })).items
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    return all.flatMap(({ name }) => (name?.startsWith('veranda-uploads-') ? name : []))
  })

test('an upload goes on where it was after the page was loaded anew, and after the network was away', async () => {
  const { page } = window
  const bytes = plans(4)
  const pieces = piecesOf(page)
  await sendSlowly(page, bytes.length / 12)
  await choose(page, 'plans.pdf', bytes)
  await expect.poll(() => share(page, 'plans.pdf'), { timeout: 20_000 }).toBeGreaterThan(20)

  const sent = pieces.length
  await page.reload()
  await expect.poll(() => pieces.length, { timeout: 20_000 }).toBeGreaterThan(sent)
  const anew = pieces[sent] ?? 0
  expect(anew).toBeGreaterThan(0)

  await expect.poll(() => share(page, 'plans.pdf'), { timeout: 20_000 }).toBeGreaterThan(55)
  await page.context().setOffline(true)
  line.cut()
  await expect(page.getByText(w('waiting'))).toBeVisible({ timeout: 20_000 })
  const before = pieces.length
  line.mend()
  await sendSlowly(page, undefined)
  await page.context().setOffline(false)
  await expect(page.getByText(w('found.file', { megabytes: '3.8' }))).toBeVisible({ timeout: 20_000 })
  expect(pieces[before]).toBeGreaterThan(anew)
  const [work] = await worksOf()
  expect(work).toMatchObject({ state: 'ready', hash: createHash('sha256').update(bytes).digest('hex') })
})

test('an upload that is given up leaves nothing, here and on the server', async () => {
  const { page } = window
  const bytes = plans(4)
  await sendSlowly(page, bytes.length / 12)
  await choose(page, 'given-up.pdf', bytes)
  await expect.poll(() => share(page, 'given-up.pdf'), { timeout: 20_000 }).toBeGreaterThan(10)
  expect((await worksOf()).map(({ name }) => name)).toContain('given-up.pdf')
  await page.getByRole('button', { name: w('remove', { name: 'given-up.pdf' }) }).click()
  await until('the server to forget it', async () => (await worksOf()).every(({ name }) => name !== 'given-up.pdf'))
  await page.reload()
  await expect(page.getByRole('button', { name: w('attach') })).toBeVisible()
  await expect(page.getByText('given-up.pdf')).toHaveCount(0)

  await sendSlowly(page, undefined)
  await choose(page, 'not-this.pdf', plans(1))
  await expect(page.getByText(w('found.file', { megabytes: '1' }))).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: w('remove', { name: 'not-this.pdf' }) }).click()
  await until('the server to forget it', async () => (await worksOf()).every(({ name }) => name !== 'not-this.pdf'))
})

test('what is too large is said before a byte of it leaves', async () => {
  const { page } = window
  const pieces = piecesOf(page)
  const path = join(dataDir, 'too-large.glb')
  const file = await open(path, 'w')
  await file.truncate(101 * 1_048_576)
  await file.close()
  await expect(page.getByRole('button', { name: w('attach') })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText('This file is too large: 100 MB is the most.')).toBeVisible()
  expect(pieces).toEqual([])
  await page.getByRole('button', { name: w('remove', { name: 'too-large.glb' }) }).click()
  await rm(path)
})

test('what a browser keeps of an upload goes when its owner signs out, wherever they are', async () => {
  const { page } = window
  const bytes = plans(4)
  await sendSlowly(page, bytes.length / 12)
  await choose(page, 'secret.pdf', bytes)
  await expect.poll(() => share(page, 'secret.pdf'), { timeout: 20_000 }).toBeGreaterThan(10)
  expect(await keptFiles(page)).toHaveLength(1)
  const other = await window.tab()
  await other.goto('/settings')
  await signOut(mouse(other), 'Maya')
  await expect(other).toHaveURL('/login')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => keptFiles(other)).toEqual([])
})

/** A creator's own browser on the same line, on this page. */
async function creatorAt(browser: Browser, address: string) {
  const own = await openWindow(browser, line.url, { reducedMotion: 'reduce' })
  await enterByPress(mouse(own.page), 'Kenji Arai')
  await own.page.goto(address)
  return own
}

/** Adds a picture of 1200 × 1200, loads the page anew in the middle and cuts the line after that; it arrives. */
async function sendThroughTrouble(page: Page, name: string, label: string): Promise<void> {
  const pieces = piecesOf(page)
  const buffer = noisyPng(1_200)
  // While the page's 3D view comes up again in software, seconds pass in which nobody looks.
  await sendSlowly(page, buffer.length / 30)
  await page.getByLabel(label).and(page.locator('input')).setInputFiles({ name, mimeType: 'image/png', buffer })
  await expect.poll(() => share(page, name), { timeout: 40_000 }).toBeGreaterThan(20)
  const sent = pieces.length
  await page.reload()
  await expect.poll(() => pieces.length, { timeout: 20_000 }).toBeGreaterThan(sent)
  const anew = pieces[sent] ?? 0
  expect(anew).toBeGreaterThan(0)
  await expect.poll(() => share(page, name), { timeout: 40_000 }).toBeGreaterThan(55)
  await page.context().setOffline(true)
  line.cut()
  await expect(page.getByText(w('waiting'))).toBeVisible({ timeout: 20_000 })
  const before = pieces.length
  line.mend()
  await sendSlowly(page, undefined)
  await page.context().setOffline(false)
  await expect(page.getByText(w('picture.stored', { size: '1,200 × 1,200' }))).toBeVisible({ timeout: 20_000 })
  expect(pieces[before]).toBeGreaterThan(anew)
}

test('a picture of a version goes on after a reload and a cut, and can be given up', async ({ world, browser }) => {
  const kenji = await enter(world.server.url, 'Kenji')
  const { items } = await kenji.call(listProjects, { query: { q: 'Reading chair' } })
  const project = await kenji.call(readProject, { params: { id: items[0]?.id ?? '' } })
  const submitted = project.commissions[0]?.milestones.find(({ state }) => state === 'submitted')
  const id = submitted?.id ?? ''
  await kenji.call(withdrawSubmission, { params: { id }, body: { expected: submitted?.version ?? 0 } })
  const own = await creatorAt(browser, `/projects/${project.id}?milestone=${id}`)
  await sendThroughTrouble(own.page, 'front.png', w('picture.add'))
  const left = async () => (await kenji.call(listWorks, { query: { purpose: 'picture' } })).items
  expect(await left()).toEqual([])

  await sendSlowly(own.page, 400_000)
  const back = { name: 'back.png', mimeType: 'image/png', buffer: noisyPng(1_200) }
  await own.page.getByLabel(w('picture.add')).and(own.page.locator('input')).setInputFiles(back)
  await expect.poll(() => share(own.page, 'back.png'), { timeout: 20_000 }).toBeGreaterThan(10)
  expect(await left()).toMatchObject([{ name: 'back.png', state: 'uploading' }])
  await own.page.getByRole('button', { name: w('remove', { name: 'back.png' }) }).click()
  await sendSlowly(own.page, undefined)
  await until('the server to forget it', async () => (await left()).length === 0)
  await own.close(lost)
})

test('a picture for the portfolio goes on after a reload and a cut, and is shown', async ({ world, browser }) => {
  const kenji = await enter(world.server.url, 'Kenji')
  const own = await creatorAt(browser, '/profile')
  const { page } = own
  await page.getByRole('button', { name: talent('edit.piece.add') }).click()
  await sendThroughTrouble(page, 'table.png', w('picture.add.one'))
  await page.getByLabel(talent('edit.piece.title')).last().fill('Long table')
  await page.getByRole('button', { name: talent('edit.piece.add') }).click()
  await expect(page.getByRole('button', { name: talent('edit.piece.remove', { title: 'Long table' }) })).toBeVisible()
  const { portfolio } = await kenji.call(readProfile, {})
  expect(portfolio.find(({ title }) => title === 'Long table')).toMatchObject({ width: 1_200, height: 1_200 })
  await own.close(lost)
})
