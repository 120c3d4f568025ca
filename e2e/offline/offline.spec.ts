import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { expect, test } from '../support/fixtures.ts'
import { openNetworkProxy } from '../support/server/network-proxy.ts'
import { isMatrixRun, matrixOnly } from '../support/scope.ts'
import { expectSignedOut, signInAsDemoUser, signOut } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'
import { waitUntil } from '../support/wait-until.ts'
import { goOffline, goOnline, waitForKeptReads, waitForWorker } from './worker.ts'

const t = translationsFor('shell/connection')
const tConversations = translationsFor('conversations')
const tNotifications = translationsFor('notifications')

/** The browser's words for a request without a network, of which there are many here. */
const offlineErrors = /net::ERR_|WebSocket|Failed to fetch/
/** The bar for a throttled phone is a second; a machine that does something else as well gets more. */
const maxFirstPaintMs = isMatrixRun ? 1_000 : 3_000
/** The fastest of these is judged: a wait of the app is in each of them, and what else the machine does is not. */
const maxOpenings = 5

test('offline the app opens to the last state, keeps what is written, and sends it once when there is a network', async ({
  world,
  browser,
}) => {
  const proxy = await openNetworkProxy(world.server.url)
  const window = await openBrowserWindow(browser, proxy.url, { serviceWorkers: 'allow' })
  const { page } = window
  const maya = await openApiClient(world.server.url, 'Maya')
  const { items } = await maya.call(listConversations, { query: {} })
  const direct = items.find(({ kind }) => kind === 'direct')
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  await waitForKeptReads(page)
  // A phone whose network has just died.
  proxy.cut()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const readFirstPaint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const firstPaintsMs: number[] = []
  while (firstPaintsMs.length < maxOpenings && !firstPaintsMs.some((paintMs) => paintMs < maxFirstPaintMs)) {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The browser notes it a moment later.
    firstPaintsMs.push(await waitUntil('the first paint', readFirstPaint))
  }
  expect(Math.min(...firstPaintsMs), `of ${firstPaintsMs.join(', ')}`).toBeLessThan(maxFirstPaintMs)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
  await expect(page.getByText('Shown as of')).toContainText(t('reconnecting'))

  // Reading: screens that were never opened are there too.
  await goOffline(page, proxy)
  await page.goto('/projects')
  await expect(page.getByText('Shown as of')).toContainText(t('offline'))
  await page.getByRole('main').getByRole('link', { name: 'Reading chair' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reading chair' })).toBeVisible()
  // What cannot wait says so at its button.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Approve: / }).click()
  await expect(page.getByRole('dialog').getByText(t('needed'))).toBeVisible()

  // Writing: a message, a notification and a preference.
  await page.goto(`/messages?conversation=${direct?.id}`)
  const field = page.getByRole('textbox', { name: tConversations('composer', { title: 'Kenji Arai' }) })
  await field.fill('Written on the train')
  await field.press('Enter')
  await expect(page.getByText(tConversations('state.queued'))).toBeVisible()
  await page.goto('/notifications')
  const markRead = page.getByRole('button', { name: tNotifications('screen.row.read') })
  await expect(markRead.first()).toBeVisible()
  const unread = await markRead.count()
  await markRead.first().click()
  await expect(page.getByText(tNotifications('screen.waiting'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(tNotifications('screen.waiting'))).toBeVisible()
  // The message too, whose screen is not open.
  await expect(page.getByText(t('waiting', { count: 2 }))).toBeVisible()
  await expect(markRead).toHaveCount(unread - 1)
  await page.goto('/notification-preferences')
  const email = page.getByRole('switch', { name: 'Email', exact: true })
  const wasOn = await email.isChecked()
  await email.click()
  await expect(page.getByText(tNotifications('screen.waiting'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(tNotifications('screen.waiting'))).toBeVisible()
  await expect(email).toBeChecked({ checked: !wasOn })
  await expect(page.getByText(t('waiting', { count: 3 }))).toBeVisible()
  if (isMatrixRun) await page.waitForTimeout(60_000)

  await goOnline(page, proxy)
  await expect(page.getByText(t('synced'))).toBeVisible()
  await expect(page.getByText('Shown as of')).toHaveCount(0)
  const stored = await world.rows('select id from messages where text = $1', ['Written on the train'])
  expect(stored).toHaveLength(1)
  await expect(email).toBeChecked({ checked: !wasOn })

  // Nothing that was read is left after a sign-out.
  await signOut(mouseInput(page), 'Maya')
  await expectSignedOut(page)
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => !name.startsWith('veranda-shell-'))))
    .toEqual([])
  await goOffline(page, proxy)
  await page.goto('/projects')
  await expect(page.getByText('Reading chair')).toHaveCount(0)
  await window.close(offlineErrors)
  await proxy.close()
})

test(
  'files that another app shares wait until a conversation is chosen, and an upload goes on after a network that was lost',
  matrixOnly,
  async ({ world, browser }) => {
    const proxy = await openNetworkProxy(world.server.url)
    const window = await openBrowserWindow(browser, proxy.url, { serviceWorkers: 'allow' })
    const { page } = window
    await signInAsDemoUser(mouseInput(page), 'Maya Torres')
    await waitForWorker(page)
    // The system opens the installed app with this form.
    await page.evaluate(
      (bytes) => {
        const form = Object.assign(document.createElement('form'), {
          action: '/share',
          method: 'POST',
          enctype: 'multipart/form-data',
        })
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], 'shared plan.pdf', { type: 'application/pdf' }))
        input.files = transfer.files
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      [...Buffer.from('%PDF-1.7 plan')],
    )
    await expect(page).toHaveURL('/messages?shared')
    await expect(page.getByText(tConversations('shared.choose', { count: 1 }))).toBeVisible()
    await page
      .getByRole('navigation', { name: tConversations('list') })
      .getByRole('link', { name: 'Kenji Arai' })
      .click()
    const attach = page.getByRole('button', { name: tConversations('shared.attach') })
    await expect(attach).toBeVisible()
    await goOffline(page, proxy)
    await attach.click()
    await expect(page.getByText('shared plan.pdf').first()).toBeVisible()
    await expect(page.getByText(tConversations('shared', { count: 1 }))).toHaveCount(0)
    await goOnline(page, proxy)
    const send = page.getByRole('button', { name: tConversations('send') })
    await expect(send).toBeEnabled()
    await send.click()
    await expect
      .poll(async () => (await world.rows("select id from assets where name = 'shared plan.pdf'")).length)
      .toBe(1)
    await window.close(offlineErrors)
    await proxy.close()
  },
)

test(
  'installing is offered at the second visit of someone with something here, and not again after a refusal',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url, { serviceWorkers: 'allow' })
    const { page } = window
    await signInAsDemoUser(mouseInput(page), 'Maya Torres')
    const allowInstall = () =>
      page.evaluate(
        () => void dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => undefined })),
      )
    const named = page.locator('link[rel=manifest]')
    const offer = page.getByText(t('install'))
    await expect(named).toHaveCount(1)
    const manifest = await (await page.request.get((await named.getAttribute('href')) ?? '')).json()
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (address) => {
        const image = Object.assign(new Image(), { src: address })
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      }, src)
      expect(size).toBe(sizes)
    }
    const shortcuts: { url: string }[] = manifest.shortcuts
    expect(shortcuts.map(({ url }) => url)).toEqual(['/messages', '/appointments', '/projects/new'])
    // In each other language with the names of its screens.
    const inJapanese = await (await page.request.get('/manifest.ja.json')).json()
    expect([inJapanese.id, inJapanese.shortcuts[0].name]).toEqual([
      manifest.id,
      translationsFor('shell', 'ja')('screen.messages'),
    ])
    await allowInstall()
    await expect(offer).toHaveCount(0)
    const visitAgain = async () => {
      const tab = await window.openTab()
      await tab.goto('/dashboard')
      await expect(tab.locator('link[rel=manifest]')).toHaveCount(1)
      await tab.evaluate(
        () => void dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => undefined })),
      )
      return tab
    }
    const second = await visitAgain()
    await expect(second.getByText(t('install'))).toBeVisible()
    await second.getByRole('button', { name: t('install.never') }).click()
    await expect(second.getByText(t('install'))).toHaveCount(0)
    await signOut(mouseInput(second), 'Maya')
    await expectSignedOut(second)
    await signInAsDemoUser(mouseInput(second), 'Maya Torres')
    const third = await visitAgain()
    await expect(third.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(third.getByText(t('install'))).toHaveCount(0)
    await window.close()
  },
)
