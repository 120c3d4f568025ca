import { type Locator, type Page } from '@playwright/test'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { listProjects, readProject } from '@veranda/contract/commissions/routes.ts'
import { createFundedCommission } from '../book-and-deliver/setup.ts'
import { registerAndReturnTo, newEmail } from '../commission-journey/find-creator.ts'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { matrixOnly } from '../support/scope.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'

const tSignIn = translationsFor('accounts/sign-in')
const tPalette = translationsFor('shell/command-palette')
const tTalent = translationsFor('talent')
const tCommon = translationsFor('common')
const tCommissions = translationsFor('commissions')
const tConversations = translationsFor('conversations')
const tNotifications = translationsFor('notifications')
const tPins = translationsFor('commissions/pins')
const tViewer = translationsFor('viewer')

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${String(locator)} is not on the page`)
  return box
}

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

async function expectApart(page: Page, first: Locator, second: Locator): Promise<void> {
  await expect(first).toBeVisible()
  expect
    .soft(overlaps(await boxOf(first), await boxOf(second)), `${page.url()}: ${String(first)}, ${String(second)}`)
    .toBe(false)
}

/** Returns the names of the controls of the page, and under toasts at the top of its headings, that lie under one. */
function namesCoveredByToasts(page: Page, place: 'top' | 'bottom'): Promise<string[]> {
  return page.evaluate((place) => {
    const toasts = [...document.querySelectorAll(`[data-toasts="${place}"] > *`)].map((toast) =>
      toast.getBoundingClientRect(),
    )
    const names = place === 'top' ? 'a, button, input, h1, h2' : 'a, button, input, textarea'
    return [...document.querySelectorAll(`main :is(${names})`)].flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const covered = toasts.some(
        (toast) => toast.left < right && left < toast.right && toast.top < bottom && top < toast.bottom,
      )
      return covered ? [element.ariaLabel ?? element.textContent] : []
    })
  }, place)
}

/** Expects a snackbar that is shown to come to rest where it covers no control, and takes back what it tells of. */
async function expectClearSnackbar(page: Page, title: string): Promise<void> {
  const snackbars = page.getByRole('region', { name: tCommon('snackbars') })
  await expect(snackbars.getByText(title)).toBeVisible()
  await expect.poll(() => namesCoveredByToasts(page, 'bottom'), `${page.url()}: “${title}” covers`).toEqual([])
  await snackbars.getByRole('button', { name: tCommon('undo') }).click()
  await expect(snackbars.getByText(title)).toHaveCount(0)
}

test(
  'what belongs together stays together, and nothing covers what it belongs to',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(180_000)
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const kenji = await openApiClient(url, 'Kenji')
    for (const width of [390, 768, 1440]) {
      const window = await openBrowserWindow(browser, url, {
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      const { page } = window
      const input = mouseInput(page)
      await page.goto('/login')
      const register = page.getByRole('link', { name: tSignIn('login.register') })
      await expect(register).toBeVisible()
      const below = await boxOf(page.getByRole('link', { name: tSignIn('login.pair') }))
      expect
        .soft(below.y, 'the two links of the sign-in are on lines of their own')
        .toBeGreaterThan((await boxOf(register)).y)

      await registerAndReturnTo(input, '/profile', {
        name: 'Nora Weiss',
        email: newEmail('nora'),
        password: 'walnut desk for two',
      })
      const none = page.getByText(tTalent('edit.services.none'))
      const add = page.getByRole('button', { name: tTalent('edit.service.add') })
      const rule = await boxOf(add.locator('xpath=..'))
      const noneBox = await boxOf(none)
      const padding = await none.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingBlockEnd))
      expect.soft(padding, 'the text has room above the rule').toBeGreaterThanOrEqual(12)
      expect(noneBox.y + noneBox.height).toBeLessThanOrEqual(rule.y + 1)
      await window.close()

      const mayas = await openBrowserWindow(browser, url, { viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      await signInAsDemoUser(mouseInput(mayas.page), 'Maya Torres')
      const bell = mayas.page.getByRole('link', { name: /^Notifications, \d+ unread$/ })
      await expectApart(mayas.page, bell.locator('svg'), bell.locator('span').last())

      const { projectId } = await createFundedCommission(maya, kenji, Date.now())
      const toasts = mayas.page.getByRole('region', { name: tCommon('toasts') })
      const offerToast = toasts
        .getByRole('dialog')
        .filter({ hasText: tNotifications('offer.made.title', { sender: kenji.name }) })
      await expect(offerToast.first()).toBeVisible()
      // Hidden from screen readers until the toasts have the focus.
      await expect(toasts.getByLabel(tCommon('dismiss')).first()).toBeVisible()
      const bar = await boxOf(mayas.page.getByRole('banner').first())
      const top = await boxOf(toasts.getByRole('dialog').first())
      expect.soft(top.y, 'toasts are below the bar').toBeGreaterThanOrEqual(bar.y + bar.height)
      expect.soft(top.y - bar.y - bar.height, 'and right below it').toBeLessThan(24)
      expect
        .soft(await namesCoveredByToasts(mayas.page, 'top'), `a toast at ${width} covers no heading and no control`)
        .toEqual([])

      await mayas.page.goto(`/projects/${projectId}?view=chat`)
      const title = mayas.page.getByRole('heading', { name: tConversations('thread.empty.title') })
      await expect(title).toBeVisible()
      const icon = await boxOf(title.locator('xpath=preceding-sibling::*[1]'))
      const titleBox = await boxOf(title)
      expect.soft(titleBox.y - icon.y - icon.height, 'the lines of an empty state are together').toBeLessThan(40)

      const { items } = await maya.call(listProjects, { query: { q: 'Reading chair' } })
      await mayas.page.goto(`/projects/${items[0]?.id}?view=milestones`)
      const model = mayas.page.locator('canvas')
      await expect(model).toBeVisible()
      const modelBox = await boxOf(model)
      const tools = mayas.page.getByRole('toolbar', { name: tViewer('tools') })
      const approve = await boxOf(mayas.page.getByRole('button', { name: tCommissions('approve.act') }))
      if (width === 1440) {
        expect.soft(modelBox.y, 'the model begins high').toBeLessThanOrEqual(300)
        expect.soft(modelBox.height, 'the model is large').toBeGreaterThanOrEqual(640)
        const toolsBox = await boxOf(tools)
        expect.soft(toolsBox.y + toolsBox.height, 'its tools are above the fold').toBeLessThanOrEqual(900)
        expect.soft(approve.y + approve.height, 'so is the decision').toBeLessThanOrEqual(900)
      } else expect.soft(approve.y, 'what is approved comes first').toBeGreaterThan((await boxOf(model)).y)

      const { commissions } = await maya.call(readProject, { params: { id: items[0]?.id ?? '' } })
      const milestoneIds = commissions.flatMap(({ milestones }) => milestones.map(({ id }) => id))
      const pins = await Promise.all(milestoneIds.map((id) => maya.call(listPins, { params: { id } })))
      const pin = pins.flatMap((list) => list.items).find(({ actions }) => actions.includes('remove'))
      await mayas.page.goto(`/projects/${items[0]?.id}?view=milestones&pin=${pin?.id}`)
      await mayas.page.getByRole('button', { name: tPins('remove') }).click()
      await expectClearSnackbar(mayas.page, tPins('remove.done', { number: pin?.number ?? 0 }))

      await mayas.page.goto('/notifications')
      await mayas.page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await mayas.page.getByRole('menuitem', { name: tNotifications('screen.row.delete') }).click()
      await expectClearSnackbar(mayas.page, tNotifications('screen.done.deleted'))

      if (width === 1440) {
        await mayas.page.goto('/messages')
        await expect(mayas.page.getByRole('link', { name: 'Reading chair' })).toBeVisible()
        const heights = await mayas.page.evaluate(() => [document.documentElement.scrollHeight, innerHeight])
        expect.soft(heights[0], 'messages scroll in their own lists only').toBe(heights[1])
      }

      await mayas.page.keyboard.press('ControlOrMeta+K')
      const field = mayas.page.getByRole('combobox', { name: tPalette('label') })
      await field.fill('chair')
      await expect(mayas.page.getByRole('option').first()).toBeVisible()
      await mayas.page.keyboard.press('Escape')
      await expect(field, 'one Escape closes the palette').toHaveCount(0)
      await mayas.close()
    }
  },
)
