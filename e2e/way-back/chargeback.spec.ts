import {
  acceptSettlement,
  fundMilestone,
  proposeSettlement,
  readProject,
} from '@veranda/contract/commissions/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { axeViolations } from '../support/browser/page-audit.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { openApiClient } from '../support/api-client.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { stepUpIn } from '../support/step-up.ts'
import { anyText, patternOf, translationsFor } from '../support/translations.ts'
import { waitUntil } from '../support/wait-until.ts'
import { expect, test } from '../support/fixtures.ts'
import { matrixOnly } from '../support/scope.ts'

const tPayments = translationsFor('payments')
const tChargebacks = translationsFor('payments/chargebacks')
const tAdmin = translationsFor('admin')

test(
  'a chargeback that is lost after the release is seen by the creator, who owes for it, by the client and by an admin',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const kenji = await openApiClient(url, 'Kenji')
    const { projectId } = await readingChairProject(kenji)
    const find = async () => {
      const { commissions } = await maya.call(readProject, { params: { id: projectId } })
      const commission = commissions.find(({ milestones }) => milestones.some(({ title }) => title === 'Shop set'))
      const milestone = commission?.milestones.find(({ title }) => title === 'Shop set')
      if (!commission || !milestone) throw new Error('the chair has no shop set')
      return { commission, milestone }
    }
    const { milestone } = await find()
    const { id } = milestone
    const funding = { params: { id }, body: { method: 'card_chargeback_lost', expected: milestone.version } }
    await maya.call(fundMilestone, funding)
    await waitUntil('the milestone is funded', async () => (await find()).milestone.state === 'funded')
    // Half of it goes to the creator, and half back.
    const { commission, milestone: funded } = await find()
    const line = { milestoneId: id, version: funded.version, kind: 'shares' as const, release: 40_000, refund: 40_000 }
    const terms = { lines: [line], endsCommission: false, reason: 'Half of the set' }
    const { settlements } = await maya.call(proposeSettlement, { params: { id: commission.id }, body: terms })
    const open = settlements.find(({ state }) => state === 'open')
    if (!open) throw new Error('no settlement is open')
    await kenji.call(acceptSettlement, { params: { id: open.id }, body: { expected: open.version } })
    const moveBy = (days: number) => maya.call(moveClock, { body: { advanceMs: days * day } })
    await moveBy(6)

    await waitUntil('the share is available', async () => {
      const sent = await world.rows(`select 1 from ledger_transactions where milestone_id = $1 and kind = 'transfer'`, [
        id,
      ])
      return sent.length > 0
    })

    const kenjisWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const { page } = kenjisWindow
    const creator = mouseInput(page)
    await signInAsDemoUser(creator, 'Kenji Arai')
    await page.goto('/payment')
    // All that is available is paid out before the bank takes the payment back.
    await creator.press(page.getByRole('button', { name: tPayments('payout.open'), exact: true }))
    const dialog = page.getByRole('dialog')
    await stepUpIn(creator, dialog, { firstName: 'Kenji' })
    await creator.press(dialog.getByRole('button', { name: patternOf(tPayments('payout.send', { sum: anyText })) }))
    await expect(dialog).toHaveCount(0)
    await moveBy(5)
    await waitUntil('the bank has taken the payment back', async () => (await find()).milestone.chargeback !== null)
    await page.goto(`/projects/${projectId}?milestone=${id}`)
    await expect(page.getByText(tChargebacks('open.title'))).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await moveBy(15)
    await waitUntil('the bank has decided', async () => (await find()).milestone.chargeback?.state === 'lost')
    await page.reload()
    await expect(page.getByText(tChargebacks('lost.title'))).toBeVisible()
    await page.goto('/payment')
    await expect(page.getByText(tPayments('balance.creator.owed.sentence', { sum: '€360.00' }))).toBeVisible()
    expect(await axeViolations(page)).toEqual([])

    const mayasWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    await signInAsDemoUser(mouseInput(mayasWindow.page), 'Maya Torres')
    await mayasWindow.page.goto(`/projects/${projectId}?milestone=${id}`)
    await expect(
      mayasWindow.page.getByText(tChargebacks('lost.text.client', { amount: '€420.00' })).first(),
    ).toBeVisible()
    expect(await axeViolations(mayasWindow.page)).toEqual([])

    await makeAdmin(world, 'Hana')
    const hanasWindow = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const admin = mouseInput(hanasWindow.page)
    await signInAsDemoUser(admin, 'Hana Weiss')
    const [chargeback] = await world.rows<{ charge_id: string }>('select charge_id from chargebacks')
    await hanasWindow.page.goto(`/admin/chargebacks/${chargeback?.charge_id}`)
    await expect(hanasWindow.page.getByText(tAdmin('state.chargebacks.lost')).first()).toBeVisible()
    await expect(hanasWindow.page.getByText('chargeback_lost').first()).toBeVisible()
    expect(await axeViolations(hanasWindow.page)).toEqual([])
    for (const window of [kenjisWindow, mayasWindow, hanasWindow]) await window.close()
  },
)
