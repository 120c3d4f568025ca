import { openRoomPanel } from './rooms/enter-room.ts'
import { listReceipts } from '@veranda/contract/payments/routes.ts'
import type { Browser, Page } from '@playwright/test'
import { type ApiClient, openApiClient } from './support/api-client.ts'
import { watchErrors } from './support/browser/error-watch.ts'
import { expect, test } from './support/fixtures.ts'
import { waitUntil } from './support/wait-until.ts'
import { filledTexts, recordTexts } from './script-in-texts/filled-texts.ts'
import { matrixOnly } from './support/scope.ts'
import { translationsFor } from './support/translations.ts'
import { foundWord, type WrittenTexts, writeTexts } from './script-in-texts/write-texts.ts'

const tMessages = translationsFor('conversations')
const tRooms = translationsFor('rooms')

/** Runs in the page: returns what of the texts became markup there, and which of them turn the direction of others. */
function findFaults(texts: readonly string[]): string[] {
  const faults: string[] = []
  if ('executed' in globalThis) faults.push('script ran')
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) faults.push(`attribute ${name}`)
      if (/^\s*javascript:/i.test(value) && /^(href|src|action|formaction)$/i.test(name))
        faults.push(`${name}=${value}`)
      if (name === 'srcdoc') faults.push('a frame')
    }
  }
  if (document.querySelector('img[src="x"], img[src$="/x"], template, iframe')) faults.push('an element of a text')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    if (!text.includes('\u202e')) continue
    // What stands before it keeps its direction.
    const rest = text.slice(text.lastIndexOf('[', text.indexOf('\u202e'))).replace(/…$/, '')
    if (!texts.some((one) => one.startsWith(rest))) faults.push(`turned within ${text.slice(0, 80)}`)
    let element = node.parentElement
    while (element && !/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)) element = element.parentElement
    const whole = element?.textContent ?? ''
    // A text that is taken apart, to mark what was searched for, turns nothing but itself.
    if (texts.some((one) => one.startsWith(whole.replace(/…$/, '')))) continue
    const others = whole.replace(text, '')
    if (/\p{L}/u.test(others)) faults.push(`${text.slice(0, 30)} turns ${others.slice(0, 60)}`)
  }
  return faults
}

/** Opens a window of a stranger, and records what goes wrong in it. */
async function openWindow(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const pageErrors = await watchErrors(page)
  return { page, faults: () => [...pageErrors(), ...dialogs], close: () => context.close() }
}

async function signIn(browser: Browser, url: string, firstName: string) {
  const window = await openWindow(browser, url)
  const { page } = window
  await page.goto('/login')
  await page
    .getByRole('button', { name: new RegExp(`${firstName} `) })
    .first()
    .click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  return window
}

/** A screen, the fields whose texts it shows, and what is pressed to see them. */
type Visit = {
  readonly path: string
  readonly fields: readonly string[]
  /** The field whose text is on the button that is pressed, or in its name. */
  readonly press?: string
  /** The text that is entered into the search box, to see what is found. */
  readonly search?: string
  /** Enters the room, to see its annotations. */
  readonly enter?: true
}

/** The texts of a creator's page. */
const pageFields = ['creator-name', 'headline', 'about', 'skill', 'package-title', 'package-description']

/** The public pages, as a stranger sees them. */
const strangersVisits: readonly Visit[] = [
  { path: '/explore', fields: ['creator-name'] },
  {
    path: '/explore/kenji-arai',
    press: 'portfolio-title',
    fields: [
      ...pageFields,
      'service-title',
      'portfolio-title',
      'portfolio-description',
      'review-by-client',
      'review-answer',
    ],
  },
]

/** Returns the screens of one side. `other` is the field of the other side's name. */
function visitsOf(side: 'client' | 'creator', receiptId: string, written: WrittenTexts, creatorId: string): Visit[] {
  const other = side === 'client' ? 'creator-name' : 'client-name'
  const project = `/projects/${written.projectId}`
  const chair = `/projects/${written.chairProjectId}`
  const { commissionId } = written
  const memberScreens: Visit[] =
    side === 'client'
      ? [
          { path: `/booking/confirm/${written.cancelledId}`, fields: ['service-title', 'cancel-reason'] },
          { path: `/rooms/${written.chairProjectId}`, enter: true, fields: ['note'] },
          { path: written.declinedPath, fields: ['decline-reason'] },
          // Asked whether the creator may show what they made.
          { path: project, fields: ['portfolio-title'] },
          { path: '/search', fields: ['creator-name', 'headline', 'skill'] },
          { path: '/explore/kenji-arai', fields: [...pageFields, 'service-title'] },
          {
            path: `/talent/${creatorId}`,
            press: 'portfolio-title',
            fields: [...pageFields, 'service-title', 'service-description', 'portfolio-description', 'review-answer'],
          },
        ]
      : [
          { path: written.withdrawnPath, fields: ['withdraw-reason'] },
          { path: written.endedPath, fields: ['project-cancel-reason'] },
          { path: '/profile', fields: ['about', 'skill', 'package-title', 'portfolio-title'] },
          { path: '/appointments?view=availability', fields: ['service-title', 'absence-note'] },
          { path: `/booking/confirm/${written.bookedId}`, fields: ['service-title', 'booking-note', 'move-note'] },
          { path: `/booking/confirm/${written.declinedId}`, fields: ['booking-decline-reason'] },
          { path: `/booking/confirm/${written.adminCancelledId}`, fields: ['admin-cancel-reason'] },
          { path: `/rooms/${written.chairProjectId}`, fields: ['client-name', 'creator-name'] },
        ]
  return [
    { path: '/', fields: [] },
    { path: '/settings', fields: [side === 'client' ? 'client-name' : 'creator-name'] },
    { path: '/settings/security', fields: side === 'creator' ? ['passkey-name'] : [] },
    { path: '/dashboard', fields: [other] },
    { path: '/projects', fields: [other, 'project-title', 'requested-title'] },
    { path: project, fields: ['brief', 'project-skill', 'review-by-client', 'review-by-creator', 'review-answer'] },
    { path: `${project}?view=contract`, fields: ['scope', 'milestone-title', 'milestone-description', 'offer-reason'] },
    { path: `${project}?view=contract&commission=${commissionId}&version=2`, fields: ['counter-reason'] },
    { path: `${project}?view=milestones`, fields: ['milestone-title', 'version-notes', 'file-name'] },
    { path: `${project}?view=money`, fields: ['project-title', 'milestone-title'] },
    { path: `${project}?view=activity`, fields: ['project-title', other] },
    { path: `/projects/${written.requestedProjectId}?view=contract`, fields: ['requested-title', 'request'] },
    {
      path: `${chair}?view=milestones`,
      press: 'pin',
      fields: ['pin', 'pin-part', 'placed-part', 'pin-reply', 'pin-state', 'change-item'],
    },
    { path: `/messages?conversation=${written.directId}`, fields: [other, 'message', 'edited-message', 'asset-name'] },
    { path: '/messages', search: foundWord, fields: [other, 'found-message'] },
    { path: '/appointments', fields: [other, 'service-title'] },
    { path: '/notifications', fields: [other, 'project-title'] },
    {
      path: '/payment',
      fields: ['project-title', 'milestone-title', ...(side === 'creator' ? ['payout-holder'] : [])],
    },
    { path: `/payment/receipts/${receiptId}`, fields: ['client-name', 'creator-name', 'milestone-title'] },
    { path: '/settings/mail', fields: ['service-title'] },
    ...memberScreens,
  ]
}

/** Returns the fields whose texts the page does not show as they were written. */
async function listMissing(page: Page, texts: WrittenTexts['texts'], fields: readonly string[]): Promise<string[]> {
  const shown = await page.evaluate(() =>
    [document.body, ...document.querySelectorAll('input, textarea')]
      .map((one) => ('value' in one ? String(one.value) : one.textContent))
      .join('\n'),
  )
  return fields.filter((field) => !shown.includes(texts[field] ?? `no text of ${field}`))
}

/** Opens every screen of one user; returns the fields that were seen, and everything that is wrong. */
async function openScreens(
  firstName: string,
  session: Awaited<ReturnType<typeof openWindow>>,
  texts: WrittenTexts['texts'],
  visits: readonly Visit[],
) {
  const { page } = session
  const faults: string[] = []
  for (const { path, fields, press, enter, search } of visits) {
    await page.goto(path)
    if (enter) {
      await page.getByRole('button', { name: tRooms('lobby.enter'), exact: true }).click()
      await openRoomPanel(page, 'version')
    }
    if (search !== undefined) await page.getByLabel(tMessages('search'), { exact: true }).fill(search)
    if (press !== undefined)
      await page
        .getByRole('button')
        .filter({ hasText: texts[press] ?? '' })
        .or(page.getByRole('button', { name: texts[press] ?? '' }))
        .first()
        .click()
    const about = `${firstName} ${path.replace(/[0-9a-f-]{36}/g, '…')}`
    await expect.poll(() => listMissing(page, texts, fields), { message: about, timeout: 10_000 }).toEqual([])
    faults.push(...(await page.evaluate(findFaults, Object.values(texts))).map((fault) => `${about} ${fault}`))
  }
  faults.push(...session.faults())
  await session.close()
  return { faults, seen: visits.flatMap(({ fields }) => fields) }
}

test(
  'script in any text is shown as it was written, on every screen of both sides and of a stranger',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    await world.rows("update users set is_admin = true where name like 'Hana %'")
    const filled = new Set<string>()
    const [maya, kenji, admin] = await Promise.all(
      ['Maya', 'Kenji', 'Hana'].map(async (name) => recordTexts(await openApiClient(url, name), filled)),
    )
    if (!maya || !kenji || !admin) throw new Error('a user of the demo world is missing')
    const [written, mayasSession, kenjisSession] = await Promise.all([
      writeTexts({ maya, kenji, admin }, url),
      signIn(browser, url, 'Maya'),
      signIn(browser, url, 'Kenji'),
    ])
    expect([...filled].sort()).toEqual(filledTexts)
    const newestReceipt = (client: ApiClient) =>
      waitUntil('a receipt of the released milestone', async () => {
        const { items } = await client.call(listReceipts, { query: {} })
        return items.find(({ milestone }) => milestone === written.texts['milestone-title'])?.id
      })
    const outcomes = await Promise.all([
      openScreens(
        'Maya',
        mayasSession,
        written.texts,
        visitsOf('client', await newestReceipt(maya), written, kenji.id),
      ),
      openScreens(
        'Kenji',
        kenjisSession,
        written.texts,
        visitsOf('creator', await newestReceipt(kenji), written, kenji.id),
      ),
      openScreens('a stranger', await openWindow(browser, url), written.texts, strangersVisits),
    ])
    expect(outcomes.flatMap(({ faults }) => faults)).toEqual([])
    const seen = new Set(outcomes.flatMap((outcome) => outcome.seen))
    expect(Object.keys(written.texts).filter((field) => !seen.has(field))).toEqual([])
    expect(world.server.output()).not.toContain('content policy violated')
  },
)
