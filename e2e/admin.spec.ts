import { fundMilestone, readProject, refundMilestone } from '@veranda/contract/commissions/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import type { Page } from '@playwright/test'
import { openApiClient } from './support/api-client.ts'
import { openBrowserWindow } from './support/browser/browser-window.ts'
import { mouseInput } from './support/browser/input-device.ts'
import { keyboardInput } from './support/browser/keyboard-input.ts'
import { axeViolations } from './support/browser/page-audit.ts'
import { expect, test, type World } from './support/fixtures.ts'
import { turnOnCodes } from './support/make-admin.ts'
import { readingChairProject } from './support/reading-chair.ts'
import { matrixOnly } from './support/scope.ts'
import { signInAsDemoUser } from './support/sign-in.ts'
import { stepUpIn } from './support/step-up.ts'
import { translationsFor } from './support/translations.ts'
import { waitUntil } from './support/wait-until.ts'

const t = translationsFor('admin')
const tSupport = translationsFor('support')
const tShell = translationsFor('shell')
const tSignIn = translationsFor('accounts/sign-in')
const tSocial = translationsFor('accounts/social')

/** Lets a card refuse a refund of 100.00 of the reading chair's last milestone. */
async function failRefund(world: World) {
  const { url } = world.server
  const maya = await openApiClient(url, 'Maya')
  const kenji = await openApiClient(url, 'Kenji')
  const { projectId } = await readingChairProject(kenji)
  const milestone = async () => {
    const { commissions } = await maya.call(readProject, { params: { id: projectId } })
    const found = commissions.flatMap(({ milestones }) => milestones).find(({ title }) => title === 'Shop set')
    if (!found) throw new Error('the chair has no shop set')
    return found
  }
  const { id, version: expected } = await milestone()
  await maya.call(fundMilestone, { params: { id }, body: { method: 'card_refuses_refunds', expected } })
  const { version } = await waitUntil('the milestone is funded', async () => {
    const now = await milestone()
    return now.state === 'funded' && now
  })
  const body = { amount: 10_000, reason: 'One finish less than we agreed', expected: version }
  await kenji.call(refundMilestone, { params: { id }, body })
  await waitUntil('the card has refused', async () => {
    const rows = await world.rows<{ state: string }>('select state from refunds')
    return rows.some(({ state }) => state === 'failed')
  })
}

/** Types g and a letter, which lead to a section, and opens its first case by j and Enter. */
async function openFirstCase(page: Page, letter: string, heading: string) {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
}

test(
  'an admin answers a ticket and sends a failed refund again by keyboard alone, and the sender reads the answer in the app',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const message = 'My refund did not arrive. Where is it?'
    const filing = maya.call(fileTicket, { body: { email: 'maya@veranda.example', message } })
    const [{ number }] = await Promise.all([filing, failRefund(world)])
    await world.rows(
      `update users set is_admin = true, role = 'admin', admin_roles = '{owner}' where name like 'Hana %'`,
    )

    const adminsWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const { page } = adminsWindow
    const admin = keyboardInput(page)

    await test.step('without a second factor nothing opens', async () => {
      await signInAsDemoUser(mouseInput(page), 'Hana Weiss')
      await admin.press(page.getByRole('button', { name: tShell('user', { name: 'Hana' }) }))
      await admin.press(page.getByRole('menuitem', { name: tShell('screen.admin') }))
      await expect(page.getByRole('heading', { name: t('factor.title') })).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await turnOnCodes(url, 'Hana')
      await page.reload()
    })

    await test.step('the ticket is taken, answered and solved', async () => {
      await expect(page.getByRole('heading', { level: 1, name: t('overview') })).toBeVisible()
      await expect(page.getByRole('link', { name: t('section.refunds') }).first()).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: t('keys') })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await openFirstCase(page, 't', t('section.tickets'))
      await expect(page.getByRole('heading', { name: t('ticket.title', { number }) })).toBeVisible()
      await admin.press(page.getByRole('button', { name: t('owner.take'), exact: true }))
      await expect(page.getByText(t('owner.you'))).toBeVisible()
      await admin.write(page.getByLabel(t('note.text'), { exact: true }), 'Look at the refund of the shop set')
      await admin.press(page.getByRole('button', { name: t('note.add'), exact: true }))
      await expect(page.getByRole('article').getByText('Look at the refund of the shop set')).toBeVisible()
      await admin.write(page.getByLabel(t('ticket.text'), { exact: true }), 'Your card refused it. We sent it again.')
      await admin.press(page.getByRole('button', { name: t('ticket.answer.send'), exact: true }))
      await expect(page.getByText(t('state.tickets.waiting'))).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('the refund is sent again', async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('heading', { level: 1, name: t('section.tickets') })).toBeVisible()
      await openFirstCase(page, 'r', t('section.refunds'))
      await admin.press(page.getByRole('button', { name: t('refund.retry'), exact: true }))
      const dialog = page.getByRole('dialog')
      await admin.write(dialog.getByLabel(t('act.reason'), { exact: true }), 'The client asked for it')
      await stepUpIn(admin, dialog, { firstName: 'Hana' })
      expect(await axeViolations(page)).toEqual([])
      await admin.press(dialog.getByRole('button', { name: t('refund.retry'), exact: true }))
      await expect(dialog).toHaveCount(0)
      const sent = await world.rows<{ attempt: number }>('select attempt from refunds where attempt > 1')
      expect(sent).toEqual([{ attempt: 2 }])
      await page.keyboard.press('g')
      await page.keyboard.press('a')
      await expect(page.getByRole('cell', { name: 'refund.retried-by-admin' })).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('the client is looked up, and an amount of theirs is opened down to its entries', async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('l')
      await admin.write(page.getByLabel(t('look-up.q'), { exact: true }), 'maya@veranda.example')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Maya Torres' })).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await admin.press(page.getByRole('link', { name: /reading chair/i }).first())
      await admin.press(page.getByRole('link', { name: 'Shop set' }))
      await expect(page.getByRole('heading', { name: t('refund.entries') })).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await admin.press(page.getByRole('link', { name: 'escrow', exact: true }))
      await expect(page.getByRole('table', { name: t('look-up.entries') })).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('the sender reads the answer, without the note, and writes again', async () => {
      const sendersWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
      const sender = mouseInput(sendersWindow.page)
      await signInAsDemoUser(sender, 'Maya Torres')
      await sendersWindow.page.goto('/support')
      await sender.press(sendersWindow.page.getByRole('link', { name: message }))
      await expect(sendersWindow.page.getByText('Your card refused it. We sent it again.')).toBeVisible()
      await expect(sendersWindow.page.getByText('Look at the refund of the shop set')).toHaveCount(0)
      expect(await axeViolations(sendersWindow.page)).toEqual([])
      await sender.write(sendersWindow.page.getByLabel(tSupport('reply'), { exact: true }), 'Thank you!')
      await sender.press(sendersWindow.page.getByRole('button', { name: tSupport('submit'), exact: true }))
      await expect(sendersWindow.page.getByRole('article').getByText('Thank you!')).toBeVisible()
      await expect(sendersWindow.page.getByText(tSupport('state.open'))).toBeVisible()

      await test.step('suspended, the sender is out at once, reads why, and is let in again once it is lifted', async () => {
        const [{ id } = { id: '' }] = await world.rows<{ id: string }>(
          `select id from users where name = 'Maya Torres'`,
        )
        await page.goto(`/admin/users/${id}`)
        await admin.press(page.getByRole('button', { name: t('suspend'), exact: true }))
        const dialog = page.getByRole('dialog', { name: t('suspend.title', { name: 'Maya Torres' }) })
        await admin.write(dialog.getByLabel(t('act.reason'), { exact: true }), 'Stolen pictures')
        expect(await axeViolations(page)).toEqual([])
        await admin.press(dialog.getByRole('button', { name: t('suspend'), exact: true }))
        await expect(page.getByText(t('user.suspended'), { exact: true })).toBeVisible()
        await expect(dialog).toHaveCount(0)
        expect(await axeViolations(page)).toEqual([])
        await expect(sendersWindow.page.getByText(tSocial('suspended'))).toBeVisible()
        await expect(sendersWindow.page.getByText('Stolen pictures')).toBeVisible()
        expect(await axeViolations(sendersWindow.page)).toEqual([])
        await sender.press(
          sendersWindow.page.getByRole('button', { name: tSignIn('demo.enter', { name: 'Maya Torres' }) }),
        )
        await expect(sendersWindow.page.getByRole('region', { name: tSignIn('demo.title') })).toContainText('Stolen')
        await admin.press(page.getByRole('button', { name: t('lift'), exact: true }))
        const lifting = page.getByRole('dialog', { name: t('lift.title', { name: 'Maya Torres' }) })
        await admin.write(lifting.getByLabel(t('act.reason'), { exact: true }), 'They are theirs')
        await admin.press(lifting.getByRole('button', { name: t('lift'), exact: true }))
        await expect(page.getByText(t('user.suspended'), { exact: true })).toHaveCount(0)
        await sender.press(
          sendersWindow.page.getByRole('button', { name: tSignIn('demo.enter', { name: 'Maya Torres' }) }),
        )
        // Back where they were.
        await expect(sendersWindow.page.getByRole('article').getByText('Thank you!')).toBeVisible()
      })
      await sendersWindow.close()
    })
    await adminsWindow.close()
  },
)
