import { readProject } from '@veranda/contract/commissions/routes.ts'
import { pay } from '../commission-journey/funding.ts'
import { expectSnackbar } from '../commission-journey/notifications.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { keyboardInput } from '../support/browser/keyboard-input.ts'
import { axeViolations } from '../support/browser/page-audit.ts'
import { openApiClient } from '../support/api-client.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'
import { matrixOnly } from '../support/scope.ts'

const t = translationsFor('commissions/change-orders')
const tCommissions = translationsFor('commissions')
const tPayments = translationsFor('payments')

const euros = (cents: number) => `€${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`

test(
  'a creator proposes more work for more money; the client sees the difference, signs it and pays the top-up and the new price',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const { projectId } = await readingChairProject(await openApiClient(url, 'Kenji'))
    const { commissions } = await (await openApiClient(url, 'Maya')).call(readProject, { params: { id: projectId } })
    const milestones = commissions.flatMap((one) => one.milestones)
    const shopSet = milestones.find(({ title }) => title === 'Shop set')
    const last = milestones.find(({ number }) => number === 4)
    const inReview = milestones.find(({ number }) => number === 2)
    if (!shopSet || last?.state !== 'awaiting_funding' || inReview?.state !== 'submitted')
      throw new Error('the chair has no two milestones to fund and one in review')
    // 100.00 more for the milestone in review, with 5 % of it.
    const topUp = euros(10_500)
    // 900.00 and 123.45 with 5 % of each, and the milestone that stays as it is.
    const later = euros(94_500 + 12_962 + last.clientPays.amount)
    const contract = `/projects/${projectId}?view=contract`

    // The creator changes the milestone that is not funded, adds one, and reads what it comes to before sending.
    const kenjisWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const kenji = keyboardInput(kenjisWindow.page)
    await signInAsDemoUser(mouseInput(kenjisWindow.page), 'Kenji Arai')
    await kenjisWindow.page.goto(contract)
    await kenji.press(kenjisWindow.page.getByRole('link', { name: t('open'), exact: true }))
    const group = (number: number) =>
      kenjisWindow.page.getByRole('group', { name: tCommissions('offer.milestone', { number }), exact: true })
    await expect(group(2).getByText(t('kind.review', { days: 7 }))).toBeVisible()
    await kenji.write(group(2).getByLabel(tCommissions('offer.amount')), String((inReview.agreed.price + 10_000) / 100))
    await kenji.write(group(3).getByLabel(tCommissions('offer.amount')), '900')
    await kenji.press(kenjisWindow.page.getByRole('button', { name: tCommissions('offer.milestone.add') }))
    await kenji.write(group(5).getByLabel(tCommissions('offer.title')), 'Display stand')
    await kenji.write(group(5).getByLabel(tCommissions('offer.amount')), '123.45')
    const difference = kenjisWindow.page.getByRole('group', { name: t('difference') })
    await expect(difference.getByText('Display stand')).toBeVisible()
    await expect(difference.getByText('€900.00')).toBeVisible()
    await expect(kenjisWindow.page.getByText(later)).toBeVisible()
    await expect(kenjisWindow.page.getByText(topUp)).toBeVisible()
    const send = kenjisWindow.page.getByRole('button', { name: t('send'), exact: true })
    await kenji.press(send)
    await expect(kenjisWindow.page.getByText('Say why you propose this change.')).toBeVisible()
    expect(await axeViolations(kenjisWindow.page)).toEqual([])
    await kenji.write(kenjisWindow.page.getByRole('textbox', { name: t('reason') }), 'The shop wants a stand')
    await kenji.press(send)
    await expect(kenjisWindow.page.getByRole('button', { name: t('withdraw.open'), exact: true })).toBeVisible()

    // The client reads the same sums, and signs.
    const mayasWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const { page } = mayasWindow
    const maya = mouseInput(page)
    await signInAsDemoUser(maya, 'Maya Torres')
    await page.goto(contract)
    await expect(page.getByRole('blockquote').getByText('The shop wants a stand')).toBeVisible()
    await expect(page.getByText(later)).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await maya.press(page.getByRole('button', { name: t('accept.open'), exact: true }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(later)).toBeVisible()
    await expect(dialog.getByText(topUp)).toBeVisible()
    await maya.press(dialog.getByRole('button', { name: t('accept.send'), exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(t('state.accepted'))).toBeVisible()
    await expect(page.getByText('Display stand').first()).toBeVisible()
    expect(await axeViolations(page)).toEqual([])

    // Until the top-up is paid, the milestone in review keeps its price; both see what waits.
    await page.goto(`/projects/${projectId}?milestone=${inReview.id}`)
    const waits = (sum: string) => t('top-up.waits', { sum, title: inReview.title })
    await expect(page.getByText(waits(topUp))).toBeVisible()
    await kenjisWindow.page.goto(contract)
    await expect(kenjisWindow.page.getByText(waits(euros(10_000)))).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await maya.press(page.getByRole('button', { name: tCommissions('fund.pay', { sum: topUp }) }))
    await maya.choose(dialog.getByRole('radio', { name: tPayments('card.name', { brand: 'Visa', last4: '4242' }) }))
    await maya.press(dialog.getByRole('button', { name: tCommissions('fund.pay', { sum: topUp }) }))
    await expectSnackbar(page, tCommissions('fund.protected', { sum: euros(10_000) }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(waits(topUp))).toHaveCount(0)
    await expect(page.getByText(euros(inReview.agreed.price + 10_000)).first()).toBeVisible()

    // The new price is what is charged, and it opens down to its entries.
    await page.goto(`/projects/${projectId}?milestone=${shopSet.id}`)
    await pay(maya, 90_000)
    await page.goto(`/projects/${projectId}?view=money`)
    await maya.press(page.getByRole('button', { name: tPayments('entries.show') }))
    await expect(page.getByText(tPayments('kind.capture')).first()).toBeVisible()
    await expect(page.getByText('€900.00').first()).toBeVisible()
    await kenjisWindow.close()
    await mayasWindow.close()
  },
)
