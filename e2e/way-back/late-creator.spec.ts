import { fundMilestone, readProject } from '@veranda/contract/commissions/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { keyboardInput } from '../support/browser/keyboard-input.ts'
import { axeViolations } from '../support/browser/page-audit.ts'
import { openApiClient } from '../support/api-client.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { stepUpIn } from '../support/step-up.ts'
import { translationsFor } from '../support/translations.ts'
import { waitUntil } from '../support/wait-until.ts'
import { matrixOnly } from '../support/scope.ts'

const t = translationsFor('commissions/due-dates')
const tCommissions = translationsFor('commissions')
const tRefunds = translationsFor('commissions/refunds')
const tPayments = translationsFor('payments')

test(
  'a creator is late: more time is declined, the client gives notice, and 48 hours later takes the money back',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const { projectId } = await readingChairProject(await openApiClient(url, 'Kenji'))
    const milestone = async () => {
      const { commissions } = await (await openApiClient(url, 'Maya')).call(readProject, { params: { id: projectId } })
      const found = commissions.flatMap(({ milestones }) => milestones).find(({ title }) => title === 'Shop set')
      if (!found) throw new Error('the chair has no shop set')
      return found
    }
    const moveTo = async (at: number) =>
      (await openApiClient(url, 'Maya')).call(moveClock, { body: { to: new Date(at).toISOString() } })
    const { id, version: expected, dueAt } = await milestone()
    await maya.call(fundMilestone, { params: { id }, body: { method: 'card_succeeds', expected } })
    await waitUntil('the milestone is funded', async () => (await milestone()).state === 'funded')
    const path = `/projects/${projectId}?milestone=${id}`
    const rightAt = Date.parse(dueAt) + 7 * day

    // Overdue on both sides; the creator asks for more time, and the client declines.
    await moveTo(rightAt - day)
    await waitUntil('the milestone is overdue', async () => (await milestone()).due.isOverdue)
    const kenjisWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const kenji = keyboardInput(kenjisWindow.page)
    await signInAsDemoUser(mouseInput(kenjisWindow.page), 'Kenji Arai')
    await kenjisWindow.page.goto(path)
    await kenji.press(kenjisWindow.page.getByRole('button', { name: t('creator.open'), exact: true }))
    const request = kenjisWindow.page.getByRole('dialog')
    await kenji.press(request.getByRole('button', { name: t('creator.send', { name: 'Maya Torres' }) }))
    await expect(request.getByText('Say why you need more time.')).toBeVisible()
    await kenji.write(request.getByRole('textbox', { name: t('reason') }), 'The finish needs another coat')
    expect(await axeViolations(kenjisWindow.page)).toEqual([])
    await kenji.press(request.getByRole('button', { name: t('creator.send', { name: 'Maya Torres' }) }))
    await expect(request).toHaveCount(0)

    const mayasWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const { page } = mayasWindow
    const client = mouseInput(page)
    await signInAsDemoUser(client, 'Maya Torres')
    await page.goto(path)
    await expect(page.getByText('The finish needs another coat')).toBeVisible()
    await client.press(page.getByRole('button', { name: t('decline'), exact: true }))
    await expect(page.getByText('The finish needs another coat')).toHaveCount(0)

    // 7 days after the due date the client gives notice, with what each side would get.
    await expect(page.getByRole('button', { name: t('notice.open') })).toHaveCount(0)
    await moveTo(rightAt + minute)
    const give = page.getByRole('button', { name: t('notice.open'), exact: true })
    await expect(give).toBeVisible()
    await client.press(give)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('€840.00')).toBeVisible()
    await expect(dialog.getByText('€720.00')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await client.press(dialog.getByRole('button', { name: t('notice.send'), exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(kenjisWindow.page.getByText(t('notice.creator.title', { name: 'Maya Torres' }))).toBeVisible()

    // 48 hours later the client takes the money back, above the threshold of a step-up.
    await moveTo(rightAt + 48 * hour + 10 * minute)
    const claim = page.getByRole('button', { name: t('claim.open'), exact: true })
    await client.press(claim)
    await stepUpIn(client, dialog, { firstName: 'Maya' })
    await client.press(dialog.getByRole('button', { name: t('claim.send'), exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { name: tCommissions('act.title.client.refunded') })).toBeVisible()
    await expect(page.getByText(tRefunds('cause.claim'))).toBeVisible()
    expect(await axeViolations(page)).toEqual([])

    // The amount is opened down to its receipt and its entries.
    await client.press(page.getByRole('link', { name: tRefunds('receipt') }))
    await expect(page.getByRole('heading', { name: tPayments('receipt.refund.client') })).toBeVisible()
    await expect(page.getByText('-€840.00')).toBeVisible()
    const left = await world.rows<{ account: string; sum: number }>(
      `select account, sum(credit - debit)::int as sum from ledger_entries
    where account like 'refund_payable:%' or account in ($1, $2) group by account having sum(credit - debit) <> 0`,
      [`escrow:${id}`, `fee_deferred:${id}`],
    )
    expect(left).toEqual([])
    const unbalanced = await world.rows(
      'select transaction_id from ledger_entries group by transaction_id having sum(debit) <> sum(credit)',
    )
    expect(unbalanced).toEqual([])
    await kenjisWindow.close()
    await mayasWindow.close()
  },
)
