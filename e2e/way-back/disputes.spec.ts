import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { offerTerms, readDispute } from '@veranda/contract/commissions/disputes/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import type { Page } from '@playwright/test'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { keyboardInput } from '../support/browser/keyboard-input.ts'
import { axeViolations } from '../support/browser/page-audit.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { turnOnCodes } from '../support/make-admin.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { stepUpIn } from '../support/step-up.ts'
import { translationsFor } from '../support/translations.ts'
import { waitUntil } from '../support/wait-until.ts'
import { matrixOnly } from '../support/scope.ts'

const t = translationsFor('commissions/disputes')
const tAdmin = translationsFor('admin')
const tPayments = translationsFor('payments')

/** Lets a demo user decide disputes, with sign-in codes as a second factor. */
async function makeAdminWithCodes(world: World, firstName: string): Promise<void> {
  await world.rows(`update users set is_admin = true, role = 'admin', admin_roles = '{support}' where name like $1`, [
    `${firstName} %`,
  ])
  await turnOnCodes(world.server.url, firstName)
}

/** Opens the dispute in the queue of the admins, by keyboard alone. */
async function openDisputeCase(page: Page): Promise<void> {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: tAdmin('overview') })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page.getByRole('heading', { level: 1, name: tAdmin('section.disputes') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The armrest is not as drawn.')).toBeVisible()
}

test(
  'a client disputes a part with a pin, the creator answers, no terms are agreed, and two admins divide the money by keyboard',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const kenji = await openApiClient(url, 'Kenji')
    const { projectId, milestone } = await readingChairProject(kenji)
    const { id, agreed, title } = await milestone()
    const { items: pins } = await maya.call(listPins, { params: { id } })
    expect(pins.length).toBeGreaterThan(0)
    const pin = pins[0]

    const mayasWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const client = keyboardInput(mayasWindow.page)
    await signInAsDemoUser(mouseInput(mayasWindow.page), 'Maya Torres')
    await mayasWindow.page.goto(`/projects/${projectId}?milestone=${id}`)

    await test.step('the client opens it with a pin as evidence', async () => {
      const { page } = mayasWindow
      await client.press(page.getByRole('button', { name: t('open'), exact: true }))
      const dialog = page.getByRole('dialog', { name: t('open.title', { title }) })
      await client.write(dialog.getByLabel(t('open.amount'), { exact: true }), '400')
      await client.press(dialog.getByRole('button', { name: t('open.send'), exact: true }))
      await expect(dialog.getByText(t('form.text.missing'))).toBeVisible()
      await client.write(dialog.getByLabel(t('form.text'), { exact: true }), 'The armrest is not as drawn.')
      const named = dialog.getByRole('group', { name: t('evidence.pins') })
      await named.getByRole('checkbox').first().press(' ')
      await expect(named.getByRole('checkbox').first()).toBeChecked()
      expect(await axeViolations(page)).toEqual([])
      await client.press(dialog.getByRole('button', { name: t('open.send'), exact: true }))
      await expect(page.getByRole('heading', { name: t('title', { title }) })).toBeVisible()
      await expect(page.getByText(t('pin', { number: pin?.number ?? 0 })).first()).toBeVisible()
      await expect(page.getByText('€400.00').first()).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
    })
    const [{ id: disputeId } = { id: '' }] = await world.rows<{ id: string }>('select id from disputes')

    const kenjisWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const creator = mouseInput(kenjisWindow.page)
    await signInAsDemoUser(creator, 'Kenji Arai')
    await test.step('the creator reads on the milestone that it stands still, and answers', async () => {
      const { page } = kenjisWindow
      await page.goto(`/projects/${projectId}?milestone=${id}`)
      await expect(page.getByText(t('running', { sum: '€400.00' }))).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await creator.press(page.getByRole('link', { name: t('running.open'), exact: true }))
      await creator.write(page.getByLabel(t('form.text'), { exact: true }), 'It is as drawn on the sheet.')
      await creator.press(page.getByRole('button', { name: t('answer.send'), exact: true }))
      await expect(page.getByText(t('evidence.answer', { name: 'Kenji Arai' }))).toBeVisible()
    })

    await test.step('offered terms are declined, and nothing moves', async () => {
      const { version: expected } = await maya.call(readDispute, { params: { id: disputeId } })
      await maya.call(offerTerms, {
        params: { id: disputeId },
        body: { release: 10_000, refund: 30_000, reason: 'A quarter for the work', expected },
      })
      const { page } = kenjisWindow
      await expect(page.getByText('A quarter for the work')).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await creator.press(page.getByRole('button', { name: t('terms.decline'), exact: true }))
      await expect(page.getByText(t('terms.state.declined'), { exact: true })).toBeVisible()
    })

    await test.step('after the mediation an admin decides, by keyboard', async () => {
      await world.rows(`update disputes set mediation_ends_at = now() - interval '1 minute'`)
      await world.rows(
        `update timers set at = now() - interval '1 minute' where key = 'commissions.dispute:${disputeId}'`,
      )
      await waitUntil('an admin has to decide', async () => {
        const { state } = await maya.call(readDispute, { params: { id: disputeId } })
        return state === 'deciding'
      })
      await makeAdminWithCodes(world, 'Hana')
      const adminsWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
      const { page } = adminsWindow
      const admin = keyboardInput(page)
      await signInAsDemoUser(mouseInput(page), 'Hana Weiss')
      await openDisputeCase(page)
      expect(await axeViolations(page)).toEqual([])
      await admin.write(page.getByLabel(t('shares.release', { name: 'Kenji Arai' }), { exact: true }), '250')
      await admin.write(page.getByLabel(t('shares.refund', { name: 'Maya Torres' }), { exact: true }), '150')
      await admin.press(page.getByRole('button', { name: tAdmin('dispute.decide'), exact: true }))
      const dialog = page.getByRole('dialog')
      await admin.write(
        dialog.getByLabel(tAdmin('act.reason'), { exact: true }),
        'The sheet shows both, so both bear a part.',
      )
      await stepUpIn(admin, dialog, { firstName: 'Hana' })
      expect(await axeViolations(page)).toEqual([])
      await admin.press(dialog.getByRole('button', { name: tAdmin('dispute.decide'), exact: true }))
      await expect(page.getByRole('heading', { name: t('decision') })).toBeVisible()
      await expect(page.getByText(tAdmin('dispute.takes-effect'), { exact: true })).toBeVisible()
      await adminsWindow.close()
    })

    await test.step('nothing has moved, and the creator asks for a review', async () => {
      expect(await milestone()).toMatchObject({ state: 'disputed', disputes: [{ state: 'reviewable' }] })
      const { page } = kenjisWindow
      await expect(page.getByText('The sheet shows both, so both bear a part.')).toBeVisible()
      await creator.press(page.getByRole('button', { name: t('review.ask'), exact: true }))
      await expect(page.getByText(t('review.reason.missing'))).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await creator.write(page.getByLabel(t('review.reason'), { exact: true }), 'The sheet came later.')
      await creator.press(page.getByRole('button', { name: t('review.ask'), exact: true }))
      await expect(page.getByText('The sheet came later.')).toBeVisible()
      await expect(page.getByRole('button', { name: t('review.ask'), exact: true })).toHaveCount(0)
    })

    await test.step('a second admin confirms the decision, by keyboard', async () => {
      await makeAdminWithCodes(world, 'Idris')
      const adminsWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
      const { page } = adminsWindow
      const admin = keyboardInput(page)
      await signInAsDemoUser(mouseInput(page), 'Idris Bello')
      await openDisputeCase(page)
      await expect(page.getByText('The sheet came later.')).toBeVisible()
      await expect(page.getByLabel(t('shares.release', { name: 'Kenji Arai' }), { exact: true })).toHaveValue('250.00')
      expect(await axeViolations(page)).toEqual([])
      await admin.press(page.getByRole('button', { name: tAdmin('dispute.review'), exact: true }))
      const dialog = page.getByRole('dialog')
      await admin.write(dialog.getByLabel(tAdmin('act.reason'), { exact: true }), 'It was in the brief all along.')
      await stepUpIn(admin, dialog, { firstName: 'Idris' })
      await admin.press(dialog.getByRole('button', { name: tAdmin('dispute.review'), exact: true }))
      await expect(page.getByText(tAdmin('dispute.reviewed-by'), { exact: true })).toBeVisible()
      await adminsWindow.close()
    })

    await test.step('both are notified with the reason, the review goes on with the rest, and each sum is found in its entries', async () => {
      for (const [{ page }, api] of [
        [mayasWindow, maya],
        [kenjisWindow, kenji],
      ] as const) {
        await expect(page.getByText('It was in the brief all along.')).toBeVisible()
        await waitUntil('the decision is in the notifications', async () => {
          const { items } = await api.call(listNotifications, { query: {} })
          return items.some(({ title: said }) => said.includes(title) && said.includes('review of the decision'))
        })
      }
      expect(await milestone()).toMatchObject({ state: 'submitted', price: { amount: agreed.price - 40_000 } })
      const { page } = mayasWindow
      await page.goto(`/payment?milestone=${id}`)
      await expect(page.getByText(tPayments('kind.dispute_resolve')).first()).toBeVisible()
      await expect(page.getByText('€157.50').first()).toBeVisible()
      await kenjisWindow.page.goto(`/payment?milestone=${id}`)
      await expect(kenjisWindow.page.getByText('€225.00').first()).toBeVisible()
    })
    await mayasWindow.close()
    await kenjisWindow.close()
  },
)
