import { fundMilestone, readProject } from '@veranda/contract/commissions/routes.ts'
import { axeViolations } from './support/browser/page-audit.ts'
import { openBrowserWindow } from './support/browser/browser-window.ts'
import { mouseInput } from './support/browser/input-device.ts'
import { keyboardInput } from './support/browser/keyboard-input.ts'
import { openApiClient } from './support/api-client.ts'
import { readingChairProject } from './support/reading-chair.ts'
import { signInAsDemoUser } from './support/sign-in.ts'
import { stepUpIn } from './support/step-up.ts'
import { translationsFor } from './support/translations.ts'
import { waitUntil } from './support/wait-until.ts'
import { expect, test } from './support/fixtures.ts'

const t = translationsFor('commissions/refunds')
const tCommissions = translationsFor('commissions')
const tPayments = translationsFor('payments')

const iban = 'DE89 3704 0044 0532 0130 00'

test('a creator gives money back, a part and then all; the card refuses, and the client names a bank account', async ({
  world,
  browser,
}) => {
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
})
