import { hash, randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { listProjects, readProject, withdrawSubmission } from '@veranda/contract/commissions/routes.ts'
import { readProfile } from '@veranda/contract/talent/routes.ts'
import { noisyPng } from '../support/test-images.ts'
import { signInAsDemoUser, signOut } from '../support/sign-in.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { type NetworkProxy, openNetworkProxy, throttleUploads } from '../support/server/network-proxy.ts'
import { dataDir } from '../support/paths.ts'
import { type ApiClient, openApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { openBrowserWindow, type BrowserWindow } from '../support/browser/browser-window.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { matrixOnly } from '../support/scope.ts'

const tAssets = translationsFor('assets')
const tSignOut = translationsFor('accounts/sign-out')
const tTalent = translationsFor('talent')
const connectionErrors = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_INTERNET|ERR_NETWORK|WebSocket/

let maya: ApiClient
let rows: World['rows']
let proxy: NetworkProxy
let window: BrowserWindow
let chatPath: string

test.beforeEach(async ({ world, browser }) => {
  const { url } = world.server
  rows = world.rows
  maya = await openApiClient(url, 'Maya')
  const { items } = await maya.call(listProjects, { query: { q: 'Reading chair' } })
  chatPath = `/projects/${items[0]?.id}?view=chat`
  proxy = await openNetworkProxy(url)
  window = await openBrowserWindow(browser, proxy.url, { reducedMotion: 'reduce' })
  await signInAsDemoUser(mouseInput(window.page), 'Maya Torres')
  await window.page.goto(chatPath)
})
test.afterEach(async () => {
  await window.close(connectionErrors)
  await proxy.close()
})

const pdfOf = (megabytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(megabytes * 1_000_000)])
const chooseFile = async (page: Page, name: string, buffer: Buffer) => {
  await expect(page.getByRole('button', { name: tAssets('attach') })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
}
const progressPercent = async (page: Page, name: string) =>
  Number(await page.getByRole('progressbar', { name: tAssets('sending', { name }) }).getAttribute('aria-valuenow'))
/** Records the start offset of each uploaded chunk, in the order sent. */
const recordOffsets = (page: Page) => {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}
/** Reads the uploads and assets that the server has of a user, newest first. */
const listStoredAssets = (owner: ApiClient) =>
  rows<{ name: string; state: string; purpose: string; sha256: string | null }>(
    'select name, state, purpose, sha256 from assets where owner_id = $1 order by id desc',
    [owner.id],
  )
const uploadDatabases = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    return all.flatMap(({ name }) => (name?.startsWith('veranda-uploads-') ? name : []))
  })

test('an upload resumes after a page reload and after a network outage', async () => {
  const { page } = window
  const bytes = pdfOf(4)
  const offsets = recordOffsets(page)
  await throttleUploads(page, bytes.length / 12)
  await chooseFile(page, 'plans.pdf', bytes)
  await expect.poll(() => progressPercent(page, 'plans.pdf'), { timeout: 20_000 }).toBeGreaterThan(20)

  const sent = offsets.length
  await page.reload()
  await expect.poll(() => offsets.length, { timeout: 20_000 }).toBeGreaterThan(sent)
  const resumedAt = offsets[sent] ?? 0
  expect(resumedAt).toBeGreaterThan(0)

  await expect.poll(() => progressPercent(page, 'plans.pdf'), { timeout: 20_000 }).toBeGreaterThan(55)
  await page.context().setOffline(true)
  proxy.cut()
  await expect(page.getByText(tAssets('waiting'))).toBeVisible({ timeout: 20_000 })
  const before = offsets.length
  proxy.restore()
  await throttleUploads(page, undefined)
  await page.context().setOffline(false)
  await expect(page.getByText(tAssets('details.file', { size: '3.8 MB' }))).toBeVisible({ timeout: 20_000 })
  expect(offsets[before]).toBeGreaterThan(resumedAt)
  const [asset] = await listStoredAssets(maya)
  expect(asset).toMatchObject({ state: 'ready', sha256: hash('sha256', bytes) })
})

test('a cancelled upload leaves nothing behind, in the browser and on the server', matrixOnly, async () => {
  const { page } = window
  const bytes = pdfOf(4)
  await throttleUploads(page, bytes.length / 12)
  await chooseFile(page, 'given-up.pdf', bytes)
  await expect.poll(() => progressPercent(page, 'given-up.pdf'), { timeout: 20_000 }).toBeGreaterThan(10)
  expect((await listStoredAssets(maya)).map(({ name }) => name)).toContain('given-up.pdf')
  await page.getByRole('button', { name: tAssets('remove', { name: 'given-up.pdf' }) }).click()
  await waitUntil('the server to forget it', async () =>
    (await listStoredAssets(maya)).every(({ name }) => name !== 'given-up.pdf'),
  )
  await page.reload()
  await expect(page.getByRole('button', { name: tAssets('attach') })).toBeVisible()
  await expect(page.getByText('given-up.pdf')).toHaveCount(0)

  await throttleUploads(page, undefined)
  await chooseFile(page, 'not-this.pdf', pdfOf(1))
  await expect(page.getByText(tAssets('details.file', { size: '1 MB' }))).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: tAssets('remove', { name: 'not-this.pdf' }) }).click()
  await waitUntil('the server to forget it', async () =>
    (await listStoredAssets(maya)).every(({ name }) => name !== 'not-this.pdf'),
  )
})

test('a file that is too large is refused before any byte is sent', async () => {
  const { page } = window
  const offsets = recordOffsets(page)
  const path = join(dataDir, 'too-large.glb')
  const file = await open(path, 'w')
  await file.truncate(101 * 1_048_576)
  await file.close()
  await expect(page.getByRole('button', { name: tAssets('attach') })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText('This file is too large. The limit is 100 MB.')).toBeVisible()
  expect(offsets).toEqual([])
  await page.getByRole('button', { name: tAssets('remove', { name: 'too-large.glb' }) }).click()
  await rm(path)
})

test('signing out in any tab deletes the upload data kept by the browser', matrixOnly, async () => {
  const { page } = window
  const bytes = pdfOf(4)
  await throttleUploads(page, bytes.length / 12)
  await chooseFile(page, 'secret.pdf', bytes)
  await expect.poll(() => progressPercent(page, 'secret.pdf'), { timeout: 20_000 }).toBeGreaterThan(10)
  expect(await uploadDatabases(page)).toHaveLength(1)
  const other = await window.openTab()
  await other.goto('/settings')
  await signOut(mouseInput(other), 'Maya')
  const question = other.getByRole('dialog', { name: tSignOut('title') })
  await expect(question).toContainText(tSignOut('uploads', { count: 1 }))
  await question.getByRole('button', { name: tSignOut('do') }).click()
  await expect(other).toHaveURL('/login')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => uploadDatabases(other)).toEqual([])
})

/** Opens this page as the creator, through the same proxy. */
async function openAsCreator(browser: Browser, address: string) {
  const creatorWindow = await openBrowserWindow(browser, proxy.url, { reducedMotion: 'reduce' })
  await signInAsDemoUser(mouseInput(creatorWindow.page), 'Kenji Arai')
  await creatorWindow.page.goto(address)
  return creatorWindow
}

/**
 * Uploads an image of 1200 × 1200 within about the seconds, reloads the page halfway, then cuts the connection, and
 * expects the upload to complete.
 */
async function uploadThroughFaults(page: Page, name: string, label: string, seconds: number): Promise<void> {
  const offsets = recordOffsets(page)
  const buffer = noisyPng(1_200)
  await throttleUploads(page, buffer.length / seconds)
  await page.getByLabel(label).and(page.locator('input')).setInputFiles({ name, mimeType: 'image/png', buffer })
  await expect.poll(() => progressPercent(page, name), { timeout: 40_000 }).toBeGreaterThan(20)
  const sent = offsets.length
  await page.reload()
  await expect.poll(() => offsets.length, { timeout: 20_000 }).toBeGreaterThan(sent)
  const resumedAt = offsets[sent] ?? 0
  expect(resumedAt).toBeGreaterThan(0)
  await expect.poll(() => progressPercent(page, name), { timeout: 40_000 }).toBeGreaterThan(55)
  await page.context().setOffline(true)
  proxy.cut()
  await expect(page.getByText(tAssets('waiting'))).toBeVisible({ timeout: 20_000 })
  const before = offsets.length
  proxy.restore()
  await throttleUploads(page, undefined)
  await page.context().setOffline(false)
  await expect(page.getByText(tAssets('image.stored', { size: '1,200 × 1,200' }))).toBeVisible({ timeout: 20_000 })
  expect(offsets[before]).toBeGreaterThan(resumedAt)
}

test(
  "a version's image resumes after a reload and an outage, and can be cancelled",
  matrixOnly,
  async ({ world, browser }) => {
    const kenji = await openApiClient(world.server.url, 'Kenji')
    const { items } = await kenji.call(listProjects, { query: { q: 'Reading chair' } })
    const project = await kenji.call(readProject, { params: { id: items[0]?.id ?? '' } })
    const submitted = project.commissions[0]?.milestones.find(({ state }) => state === 'submitted')
    const id = submitted?.id ?? ''
    await kenji.call(withdrawSubmission, { params: { id }, body: { expected: submitted?.version ?? 0 } })
    const creatorWindow = await openAsCreator(browser, `/projects/${project.id}?milestone=${id}`)
    // Longer than elsewhere, because reloading the 3D view takes seconds without a graphics card.
    await uploadThroughFaults(creatorWindow.page, 'front.png', tAssets('image.add'), 20)
    const remainingUploads = async () => (await listStoredAssets(kenji)).filter(({ purpose }) => purpose === 'image')
    expect(await remainingUploads()).toEqual([])

    await throttleUploads(creatorWindow.page, 400_000)
    const back = { name: 'back.png', mimeType: 'image/png', buffer: noisyPng(1_200) }
    await creatorWindow.page
      .getByLabel(tAssets('image.add'))
      .and(creatorWindow.page.locator('input'))
      .setInputFiles(back)
    await expect.poll(() => progressPercent(creatorWindow.page, 'back.png'), { timeout: 20_000 }).toBeGreaterThan(10)
    expect(await remainingUploads()).toMatchObject([{ name: 'back.png', state: 'uploading' }])
    await creatorWindow.page.getByRole('button', { name: tAssets('remove', { name: 'back.png' }) }).click()
    await throttleUploads(creatorWindow.page, undefined)
    await waitUntil('the server to forget it', async () => (await remainingUploads()).length === 0)
    await creatorWindow.close(connectionErrors)
  },
)

test('a portfolio image resumes after a reload and an outage, and is shown', matrixOnly, async ({ world, browser }) => {
  const kenji = await openApiClient(world.server.url, 'Kenji')
  const creatorWindow = await openAsCreator(browser, '/profile')
  const { page } = creatorWindow
  await page.getByRole('button', { name: tTalent('edit.portfolio-item.add') }).click()
  await uploadThroughFaults(page, 'table.png', tAssets('image.add'), 12)
  await page.getByLabel(tTalent('edit.portfolio-item.title')).last().fill('Long table')
  await page.getByRole('button', { name: tTalent('edit.portfolio-item.submit') }).click()
  await expect(page.getByRole('button', { name: tTalent('edit.item.menu', { title: 'Long table' }) })).toBeVisible()
  const { portfolio } = await kenji.call(readProfile, {})
  expect(portfolio.find(({ title }) => title === 'Long table')).toMatchObject({ width: 1_200, height: 1_200 })
  await creatorWindow.close(connectionErrors)
})
