import { fundMilestone, readProject } from '@veranda/contract/commissions/routes.ts'
import { axeViolations } from '../support/browser/page-audit.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { keyboardInput } from '../support/browser/keyboard-input.ts'
import { openApiClient } from '../support/api-client.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { stepUpIn } from '../support/step-up.ts'
import { translationsFor } from '../support/translations.ts'
import { waitUntil } from '../support/wait-until.ts'
import { expect, test } from '../support/fixtures.ts'
import { matrixOnly } from '../support/scope.ts'

const t = translationsFor('commissions/refunds')
const tCommissions = translationsFor('commissions')
const tPayments = translationsFor('payments')
const tBookings = translationsFor('bookings')
const tProposals = translationsFor('commissions/proposals')
const tSettlements = translationsFor('commissions/settlements')

const iban = 'DE89 3704 0044 0532 0130 00'

test(
  'a creator gives money back, a part and then all; the card refuses, and the client names a bank account',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const { projectId } = await readingChairProject(await openApiClient(url, 'Kenji'))
    const milestone = async () => {
      const { commissions } = await maya.call(readProject, { params: { id: projectId } })
      const found = commissions.flatMap(({ milestones }) => milestones).find(({ title }) => title === 'Shop set')
      if (!found) throw new Error('the chair has no shop set')
      return found
    }
    const { id, version: expected } = await milestone()
    await maya.call(fundMilestone, { params: { id }, body: { method: 'card_refuses_refunds', expected } })
    await waitUntil('the milestone is funded', async () => (await milestone()).state === 'funded')
    const path = `/projects/${projectId}?milestone=${id}`

    const kenjisWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const kenji = keyboardInput(kenjisWindow.page)
    await signInAsDemoUser(mouseInput(kenjisWindow.page), 'Kenji Arai')
    await kenjisWindow.page.goto(path)
    const dialog = kenjisWindow.page.getByRole('dialog')
    const openRefund = () =>
      kenji.press(kenjisWindow.page.getByRole('button', { name: tCommissions('refund.open'), exact: true }))

    // A part, with what each side gets back before it is sent.
    await openRefund()
    const amount = dialog.getByLabel(t('amount'), { exact: true })
    await expect(amount).toHaveValue('800.00')
    await kenji.write(amount, '900')
    await kenji.press(dialog.getByRole('button', { name: t('send'), exact: true }))
    await expect(dialog.getByText(t('amount.invalid', { max: '€800.00' }))).toBeVisible()
    await kenji.write(amount, '123.45')
    await expect(dialog.getByText('€129.62')).toBeVisible()
    await expect(dialog.getByText('€111.10')).toBeVisible()
    await expect(dialog.getByText('€676.55')).toBeVisible()
    await kenji.write(dialog.getByRole('textbox', { name: t('reason') }), 'One finish less than we agreed')
    expect(await axeViolations(kenjisWindow.page)).toEqual([])
    await kenji.press(dialog.getByRole('button', { name: t('send'), exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(kenjisWindow.page.getByText('€111.10')).toBeVisible()
    await expect(kenjisWindow.page.getByText('One finish less than we agreed')).toBeVisible()

    // All of the rest, above the threshold of a step-up.
    await openRefund()
    await expect(amount).toHaveValue('676.55')
    await expect(dialog.getByText(t('whole'))).toBeVisible()
    await stepUpIn(kenji, dialog, { firstName: 'Kenji' })
    await kenji.press(dialog.getByRole('button', { name: t('send'), exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(kenjisWindow.page.getByText(tCommissions('milestone.refunding')).first()).toBeVisible()

    // The card refuses both; each goes to a bank account.
    const mayasWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const { page } = mayasWindow
    const client = mouseInput(page)
    await signInAsDemoUser(client, 'Maya Torres')
    await page.goto(path)
    await expect(page.getByText(t('state.failed'))).toHaveCount(2)
    await expect(page.getByRole('heading', { name: tCommissions('act.title.client.refund_failed') })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    const redirect = page.getByRole('button', { name: t('redirect'), exact: true })
    await client.press(redirect.first())
    const account = page.getByRole('dialog')
    await client.write(account.getByLabel(tPayments('account.iban')), iban)
    await stepUpIn(client, account, { firstName: 'Maya' })
    await client.press(account.getByRole('button', { name: t('redirect.send') }))
    await expect(account).toHaveCount(0)
    await expect(redirect).toHaveCount(1)
    // The other one from the list of all refunds.
    await page.goto('/payment')
    const refunds = page.getByRole('list', { name: tPayments('refunds.title') })
    await expect(refunds.getByText(tPayments('refunds.state.failed'))).toHaveCount(1)
    expect(await axeViolations(page)).toEqual([])
    await client.press(redirect)
    await client.write(account.getByLabel(tPayments('account.iban')), iban)
    await client.press(account.getByRole('button', { name: t('redirect.send') }))
    await expect(account).toHaveCount(0)
    await page.goto(path)
    await expect(page.getByText(t('to-bank', { last4: '3000' }))).toHaveCount(2)
    await expect(page.getByText(t('state.paid')).nth(1)).toBeVisible()
    await expect(page.getByRole('heading', { name: tCommissions('act.title.client.refunded') })).toBeVisible()

    // Each amount is opened down to its entries, and its receipt.
    await client.press(page.getByRole('link', { name: t('receipt') }).first())
    await expect(page.getByRole('heading', { name: tPayments('receipt.refund.client') })).toBeVisible()
    await expect(page.getByText('-€129.62')).toBeVisible()
    const unbalanced = await world.rows(
      'select transaction_id from ledger_entries group by transaction_id having sum(debit) <> sum(credit)',
    )
    expect(unbalanced).toEqual([])
    const owed = await world.rows<{ sum: number }>(
      `select coalesce(sum(credit - debit), 0)::int as sum from ledger_entries
    where account like 'refund_payable:%' or account = $1`,
      [`escrow:${id}`],
    )
    expect(owed).toEqual([{ sum: 0 }])
    await kenjisWindow.close()
    await mayasWindow.close()
  },
)

test(
  'a client and a creator end a running commission together, and each amount opens down to its entries',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const { projectId, milestone } = await readingChairProject(await openApiClient(url, 'Kenji'))
    const { id } = await milestone()
    const path = `/projects/${projectId}?milestone=${id}`
    const mayasWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const { page } = mayasWindow
    const maya = mouseInput(page)
    await signInAsDemoUser(maya, 'Maya Torres')
    await page.goto(path)

    // What does not go to the creator goes back, with the fees of both; both see it before anything is sent.
    await maya.press(page.getByRole('button', { name: tSettlements('open'), exact: true }))
    const dialog = page.getByRole('dialog')
    await maya.press(dialog.getByRole('checkbox', { name: tSettlements('ends') }))
    const toKenji = tSettlements('release', { name: 'Kenji Arai' })
    await maya.write(dialog.getByLabel(toKenji, { exact: true }), '250')
    await expect(dialog.getByText('€225.00').first()).toBeVisible()
    await expect(dialog.getByText('€787.50').first()).toBeVisible()
    await maya.press(dialog.getByRole('button', { name: tSettlements('send'), exact: true }))
    await expect(dialog.getByText(tSettlements('reason.missing'))).toBeVisible()
    await maya.write(dialog.getByRole('textbox', { name: tSettlements('reason') }), 'The shop closes')
    expect(await axeViolations(page)).toEqual([])
    await maya.press(dialog.getByRole('button', { name: tSettlements('send'), exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: tSettlements('withdraw.open'), exact: true })).toBeVisible()

    // The other side answers with another proposal, by keyboard; giving up more than 500.00 needs a step-up.
    const kenjisWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const kenji = keyboardInput(kenjisWindow.page)
    await signInAsDemoUser(mouseInput(kenjisWindow.page), 'Kenji Arai')
    await kenjisWindow.page.goto(path)
    await expect(kenjisWindow.page.getByRole('blockquote').getByText('The shop closes')).toBeVisible()
    expect(await axeViolations(kenjisWindow.page)).toEqual([])
    await kenji.press(kenjisWindow.page.getByRole('button', { name: tSettlements('counter.open'), exact: true }))
    const answer = kenjisWindow.page.getByRole('dialog')
    const amount = answer.getByLabel(toKenji, { exact: true })
    await expect(amount).toHaveValue('250.00')
    await kenji.write(amount, '300')
    await kenji.write(answer.getByRole('textbox', { name: tSettlements('reason') }), 'It was more than a quarter')
    await stepUpIn(kenji, answer, { firstName: 'Kenji' })
    await kenji.press(answer.getByRole('button', { name: tSettlements('send'), exact: true }))
    await expect(answer).toHaveCount(0)

    // The client sees what changed, and signs.
    await expect(page.getByRole('blockquote').getByText('It was more than a quarter')).toBeVisible()
    await expect(page.getByText(tSettlements('former', { sum: '€225.00' })).first()).toBeVisible()
    await maya.press(page.getByRole('button', { name: tSettlements('accept.open'), exact: true }))
    await expect(dialog.getByText('€735.00').first()).toBeVisible()
    await maya.press(dialog.getByRole('button', { name: tSettlements('accept.send'), exact: true }))
    await expect(dialog).toHaveCount(0)
    for (const [window, side] of [
      [page, 'client'],
      [kenjisWindow.page, 'creator'],
    ] as const) {
      await expect(window.getByRole('heading', { name: tCommissions(`act.title.${side}.split`) })).toBeVisible()
    }
    await expect(kenjisWindow.page.getByText('€270.00').first()).toBeVisible()
    expect(await axeViolations(page)).toEqual([])

    // Each amount is opened down to its entries, and its receipt.
    await maya.press(page.getByRole('link', { name: '€315.00' }).first())
    await expect(page.getByText(tPayments('kind.release')).first()).toBeVisible()
    await expect(page.getByText(tPayments('kind.refund_requested')).first()).toBeVisible()
    await page.goto(path)
    await maya.press(
      page.getByRole('region', { name: tSettlements('releases') }).getByRole('link', { name: tSettlements('receipt') }),
    )
    await expect(page.getByText('€315.00').first()).toBeVisible()
    await waitUntil('the refund is paid', async () => {
      const owed = await world.rows<{ sum: number }>(
        `select coalesce(sum(credit - debit), 0)::int as sum from ledger_entries
      where account like 'refund_payable:%' or account = $1`,
        [`escrow:${id}`],
      )
      return owed[0]?.sum === 0
    })
    const commissions = await world.rows<{ state: string }>(
      'select c.state from commissions c join milestones m on m.commission_id = c.id where m.id = $1',
      [id],
    )
    expect(commissions).toEqual([{ state: 'completed' }])

    // Nothing is open any more: one proposes to complete the project, and it is once the other agrees.
    const overview = `/projects/${projectId}`
    await page.goto(overview)
    await maya.press(page.getByRole('button', { name: tProposals('propose.open'), exact: true }))
    await expect(dialog.getByText(tProposals('means.ends'))).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await maya.press(dialog.getByRole('button', { name: tProposals('propose.send'), exact: true }))
    await expect(page.getByRole('button', { name: tProposals('withdraw.open'), exact: true })).toBeVisible()
    await kenjisWindow.page.goto(overview)
    await kenji.press(kenjisWindow.page.getByRole('button', { name: tProposals('accept.open'), exact: true }))
    expect(await axeViolations(kenjisWindow.page)).toEqual([])
    await kenji.press(answer.getByRole('button', { name: tProposals('accept.send'), exact: true }))
    for (const { page: window } of [mayasWindow, kenjisWindow]) {
      await expect(window.getByText(tCommissions('state.completed'), { exact: true }).first()).toBeVisible()
    }

    // A session that the client books from the project is listed there.
    await page.goto(overview)
    const sessions = page.getByRole('region', { name: tBookings('project.title'), exact: true })
    await maya.press(sessions.getByRole('link', { name: tBookings('project.book', { name: 'Kenji Arai' }) }))
    await maya.press(page.getByRole('button', { name: tBookings('hourly-service.show.label', { title: '' }) }).first())
    await expect(page.getByText(tBookings('hourly-service.in-project'))).toBeVisible()
    await maya.press(page.getByRole('button', { name: /^\d{1,2}:\d{2}/ }).first())
    await page.waitForURL(/\/booking\/confirm\/[0-9a-f-]{36}$/)
    const booked = new URL(page.url()).pathname
    await page.goto(overview)
    await expect(sessions.locator(`a[href="${booked}"]`)).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await kenjisWindow.close()
    await mayasWindow.close()
  },
)
