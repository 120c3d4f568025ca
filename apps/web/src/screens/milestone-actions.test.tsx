import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { readProject, submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sampleAsset } from '../components/assets/testing/sample-asset.ts'
import { queryCache } from '../lib/api/query.ts'
import { catalogues } from '../lib/i18n/i18n.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'
import {
  eur,
  sampleCommission,
  sampleMilestone,
  sampleProject,
  sampleVersion,
} from '../features/commissions/testing/sample-project.ts'

const path = `/projects/${idOf('a')}?view=milestones`
let loadedWithScreen: ReadonlySet<string>
beforeAll(async () => {
  await loadScreen(path)
  await vi.waitUntil(() => catalogues.has('en/commissions/settlements'))
  loadedWithScreen = new Set(catalogues.keys())
})

/** Shows a milestone to a viewer who has the role in texts; only its actions may decide the buttons. */
async function openMilestone(viewerRole: Commission['viewerRole'], shown: Partial<Milestone>) {
  const server = contractServer()
  const commission = sampleCommission({ viewerRole, milestones: [sampleMilestone(shown)] })
  server.reply(readProject, sampleProject({ viewerRole, commissions: [commission] }))
  server.reply(listPaymentMethods, { items: [], sandbox: true, movesClock: true })
  renderScreen(server, path)
  await screen.findByRole('heading', { level: 2, name: 'Lighting' })
  return server
}

const attempt = { id: idOf('e'), failure: null, expiresAt: now }
const charging = { place: 'charging' as const, amount: eur(105_000), movesAt: now }
const button = (name: RegExp) => screen.queryByRole('button', { name })

test('the first paint of a milestone waits for no text that did not come with the code of the page', async () => {
  await openMilestone('creator', { state: 'in_progress', actions: ['add-deliverable', 'request-extension', 'refund'] })
  const later = [...catalogues.keys()].filter((name) => !loadedWithScreen.has(name) && !name.startsWith('en/shell'))
  expect(later).toEqual([])
})

test('funding follows the actions: with them the dialog opens whatever the role says', async () => {
  await openMilestone('creator', { state: 'awaiting_funding', money: null, actions: ['fund'] })
  await userEvent.click(screen.getByRole('button', { name: 'Fund €1,050.00' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('without a card the payment says that it is missing, and leads to the cards', async () => {
  const server = await openMilestone('client', { state: 'awaiting_funding', money: null, actions: ['fund'] })
  const card = { token: 'card', brand: 'Visa', last4: '4242', behaviour: null }
  server.reply(listPaymentMethods, { items: [card], sandbox: true, movesClock: true })
  await userEvent.click(screen.getByRole('button', { name: 'Fund €1,050.00' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choice = await dialog.findByRole('radio', { name: /4242/ })
  expect(dialog.getByRole('button', { name: /^Pay/ })).toHaveProperty('disabled', true)
  await userEvent.click(dialog.getByRole('button', { name: 'a card' }))
  expect(document.activeElement).toBe(choice)
  await userEvent.click(choice)
  expect(dialog.queryByText(/^Still missing/)).toBeNull()
  expect(dialog.getByRole('button', { name: /^Pay/ })).toHaveProperty('disabled', false)
})

test('the payment closes by itself once the money is protected, and says so', async () => {
  const unfunded = { state: 'awaiting_funding' as const, money: null, actions: ['fund' as const] }
  const server = await openMilestone('client', unfunded)
  await userEvent.click(screen.getByRole('button', { name: 'Fund €1,050.00' }))
  expect(await screen.findByRole('heading', { name: 'Fund this milestone', level: 2 })).toBeTruthy()
  const charge = { ...attempt, state: 'captured' as const, actions: [] }
  const funded = sampleCommission({ milestones: [sampleMilestone({ state: 'funded', charge })] })
  server.reply(readProject, sampleProject({ commissions: [funded] }))
  await queryCache.invalidateQueries()
  expect(await screen.findByText('€1,000.00 is protected')).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
})

test('a client without the action is not offered to fund', async () => {
  await openMilestone('client', { state: 'awaiting_funding', money: null, actions: [] })
  expect(button(/^Fund/)).toBeNull()
})

test('a running payment is opened by every user whose actions list it, whatever the role says', async () => {
  const charge = { ...attempt, state: 'needs_confirmation' as const, actions: ['confirm' as const] }
  await openMilestone('creator', { state: 'funding', money: charging, charge, actions: ['follow-payment'] })
  await userEvent.click(screen.getByRole('button', { name: 'Enter the code' }))
  expect(await screen.findByLabelText('Code')).toBeTruthy()
})

test('the code of the bank is asked for only while the charge can be confirmed', async () => {
  const charge = { ...attempt, state: 'needs_confirmation' as const, actions: [] }
  await openMilestone('client', { state: 'funding', money: charging, charge, actions: ['follow-payment'] })
  await userEvent.click(screen.getByRole('button', { name: 'See payment' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(screen.queryByLabelText('Code')).toBeNull()
})

test('without the action there is no payment to follow, even while one runs', async () => {
  const charge = { ...attempt, state: 'needs_confirmation' as const, actions: ['confirm' as const] }
  await openMilestone('client', { state: 'funding', money: charging, charge })
  expect(button(/payment|code/i)).toBeNull()
})

test('what the client wants changed is read before the form of the next version, and once', async () => {
  const version = sampleVersion({ state: 'changes_requested' })
  const items = [{ id: idOf('8', 1), text: 'Make the backrest higher', pinId: null, message: null }]
  const earlier = [{ id: idOf('8', 2), text: 'Use ash', pinId: null, message: null }]
  const round = (number: number, list: typeof items) => ({
    round: number,
    deliverableId: version.id,
    dueAt: now,
    at: now,
    items: list,
  })
  const changed: Partial<Milestone> = {
    state: 'changes_requested',
    round: 2,
    deliverables: [version],
    changes: [round(1, earlier), round(2, items)],
  }
  await openMilestone('creator', { ...changed, actions: ['add-deliverable'] })
  const wanted = screen.getByText('Make the backrest higher')
  const notes = screen.getByLabelText('Notes')
  expect(wanted.compareDocumentPosition(notes) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Changes, round 2 of 2' }).contains(wanted)).toBe(true)
  expect(notes.compareDocumentPosition(screen.getByText('Use ash')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('what the creator came for is the form of the version; what else can be done follows it', async () => {
  await openMilestone('creator', {
    state: 'in_progress',
    deliverables: [],
    actions: ['add-deliverable', 'add-round', 'request-extension', 'refund'],
  })
  const card = within(document.getElementById('milestone-actions') ?? document.body)
  const names = card.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.slice(-4)).toEqual(['Save as draft', 'Add a review round', 'Ask for more time', 'Refund the client'])
})

test('a client reads the rounds of changes in their own list', async () => {
  const version = sampleVersion({ state: 'changes_requested' })
  const items = [{ id: idOf('8', 1), text: 'Make the backrest higher', pinId: null, message: null }]
  const changes = [{ round: 1, deliverableId: version.id, dueAt: now, at: now, items }]
  await openMilestone('client', { state: 'changes_requested', round: 1, deliverables: [version], changes })
  expect(screen.getByText('Make the backrest higher')).toBeTruthy()
  expect(screen.getByText('Requested on version 1')).toBeTruthy()
})

test('“See pin” opens the pin on the same page, without loading it again', async () => {
  const version = sampleVersion({ state: 'changes_requested' })
  const items = [{ id: idOf('8', 1), text: 'Make the backrest higher', pinId: idOf('f', 1), message: null }]
  const changes = [{ round: 1, deliverableId: version.id, dueAt: now, at: now, items }]
  const server = contractServer()
  const milestone = sampleMilestone({ state: 'changes_requested', round: 1, deliverables: [version], changes })
  server.reply(readProject, sampleProject({ commissions: [sampleCommission({ milestones: [milestone] })] }))
  server.reply(listPaymentMethods, { items: [], sandbox: true, movesClock: true })
  server.reply(listPins, { items: [] })
  const { router } = renderScreen(server, path)
  await userEvent.click(await screen.findByRole('link', { name: 'See pin' }))
  const query = new URLSearchParams(router.state.location.search)
  expect([query.get('view'), query.get('pin')]).toEqual(['milestones', idOf('f', 1)])
  expect(router.state.location.pathname).toBe(`/projects/${idOf('a')}`)
})

test('approving and requesting changes follow the actions of the version', async () => {
  const version = sampleVersion({ actions: ['approve', 'request-changes'] })
  const server = await openMilestone('creator', { state: 'submitted', deliverables: [version] })
  server.reply(readStepUp, { until: null, methods: ['password'] })
  await userEvent.click(screen.getByRole('button', { name: 'Approve and release' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Request changes/ }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('after the last round a client reads that no more changes can be requested, and what they can do', async () => {
  const version = sampleVersion({ actions: ['approve'] })
  await openMilestone('client', { state: 'submitted', round: 2, rounds: 2, deliverables: [version] })
  const said = within(screen.getByText('All 2 review rounds are used').parentElement ?? document.body)
  expect(said.getByRole('link', { name: 'write to support' }).getAttribute('href')).toBe('/support')
  expect(button(/^Approve/)).toBeTruthy()
  expect(button(/changes/i)).toBeNull()
})

test('a client without these actions is offered neither', async () => {
  await openMilestone('client', { state: 'submitted', deliverables: [sampleVersion()] })
  expect(button(/approve|changes/i)).toBeNull()
})

test.each(['client', 'creator'] as const)('the receipt is linked by its address, for a %s', async (role) => {
  await openMilestone(role, { state: 'released', receiptUrl: '/payment/receipts/r' })
  expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe('/payment/receipts/r')
})

/** Selector of the flame of a lit lantern, which is decorative and has no role. */
const litLantern = 'svg [class*="flame"]'

describe('the end of a commission', () => {
  /** Shows the released milestone of a commission that is complete. */
  async function openEnding(viewerRole: Commission['viewerRole'], actions: Commission['actions']) {
    const server = contractServer()
    const approved = sampleVersion({ state: 'approved', assets: [sampleAsset({ sourceUrl: '/api/assets/a/source' })] })
    const money = { place: 'pending' as const, amount: eur(90_000), movesAt: '2026-12-25T10:00:00.000Z' }
    const released = sampleMilestone({ state: 'released', deliverables: [approved], money })
    const commission = sampleCommission({ viewerRole, state: 'completed', milestones: [released], actions })
    server.reply(readProject, sampleProject({ viewerRole, commissions: [commission] }))
    server.reply(listPins, { items: [] })
    const theirs = { theirs: null, theirsWritten: false }
    const write = { commissionId: idOf('b'), closesAt: now, mine: null, ...theirs }
    server.reply(readReviews, { ...write, state: 'open', actions: ['write'] })
    renderScreen(server, path)
    await screen.findByRole('heading', { level: 2, name: 'Lighting' })
  }

  test('lights the lantern, says where the money goes, and has the files, the review and the next step at one place', async () => {
    await openEnding('client', ['request-again'])
    const text =
      'You paid €1,050.00. €900.00 goes to Kenji Mori, €100.00 is the creator fee and €50.00 is the client fee.'
    expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === text)).toBeTruthy()
    expect(document.querySelector(litLantern)).not.toBeNull()
    const download = screen.getByRole('button', { name: 'Download chair.glb' })
    const review = await screen.findByRole('button', { name: 'Send review' })
    const next = screen.getByRole('link', { name: 'Commission the next step' })
    expect(next.getAttribute('href')).toBe(`/projects/new?creator=${kenji.id}`)
    // All of it comes before what was delivered, also on a narrow screen.
    const delivered = screen.getByText('Lamps for the lobby.')
    for (const part of [download, review, next]) {
      expect(part.compareDocumentPosition(delivered) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    }
  })

  test('tells the creator from when the money can be paid out, and offers no commission', async () => {
    await openEnding('creator', [])
    expect(document.querySelector(litLantern)).not.toBeNull()
    const text = /^€900\.00 is yours\. You can pay it out from .*25/
    expect(screen.getByText((_, element) => element?.tagName === 'P' && text.test(element.textContent))).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Commission the next step' })).toBeNull()
  })

  test('offers a client no commission with a creator who cannot be asked', async () => {
    await openEnding('client', [])
    expect(await screen.findByRole('button', { name: 'Send review' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Commission the next step' })).toBeNull()
  })
})

test('before the release there is no receipt to open, and the lantern is not lit', async () => {
  await openMilestone('client', { state: 'approved' })
  expect(document.querySelector(litLantern)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull()
})

test('beside the button that submits a draft, the creator sees what its originals carry', async () => {
  const metadata = {
    hasLocation: true,
    coordinates: null,
    author: 'Kenji Arai',
    copyright: null,
    camera: null,
    software: null,
  }
  const size = { hash: 'b'.repeat(64), url: '/p', mediaType: 'image/jpeg', bytes: 100, width: 40, height: 30 }
  const file = { ...size, id: idOf('5'), name: 'pier.jpg', sourceUrl: null, embeddedMetadata: metadata }
  const draft = sampleVersion({ state: 'draft', actions: ['submit'], files: [file] })
  const server = await openMilestone('creator', { state: 'in_progress', deliverables: [draft] })
  const carried = screen.getByRole('region', { name: 'What your files say about you' })
  expect(carried.textContent).toContain('pier.jpgLocationNamed in the fileAuthorKenji Arai')
  // Once it is submitted, the creator is shown the card that says so, wherever the page was scrolled.
  server.reply(submitMilestone, sampleMilestone({ state: 'submitted' }))
  await userEvent.click(screen.getByRole('button', { name: /^Submit/ }))
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('milestone-actions'))
})

test.each(['client', 'creator'] as const)(
  'the version after requested changes has a due date, which the %s reads',
  async (viewerRole) => {
    const version = sampleVersion({ state: 'changes_requested' })
    const [at, dueAt] = ['2026-12-15T10:00:00.000Z', '2026-12-20T10:00:00.000Z']
    const changes = [{ round: 1, deliverableId: version.id, dueAt, at, items: [] }]
    await openMilestone(viewerRole, { state: 'changes_requested', round: 1, deliverables: [version], changes, dueAt })
    const sentence = /The next version is due by .*Dec 20/
    expect(
      screen.getByText((_, element) => element?.tagName === 'P' && sentence.test(element.textContent)),
    ).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Progress of Lighting' }).textContent).toMatch(/until .*Dec 20/)
  },
)

test('the client reads when the next version is due before requesting changes', async () => {
  const version = sampleVersion({ actions: ['request-changes'] })
  const server = await openMilestone('client', { state: 'submitted', deliverables: [version] })
  server.reply(listPins, { items: [] })
  await userEvent.click(screen.getByRole('button', { name: /^Request changes/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Request changes' })
  expect(dialog.textContent).toContain('the next version is due within 7 days.')
})

test.each([
  ['client', 'funded', 'protected', '€1,000.00Price · Protected funds'],
  ['creator', 'funded', 'protected', '€1,000.00Price · Protected funds'],
  ['creator', 'released', 'pending', '€1,000.00You receive · Released, not yet available'],
  ['client', 'released', 'pending', '€1,000.00Price · Released'],
] as const)('the amount of a milestone says to the %s what it is: %s, %s', async (viewerRole, state, place, text) => {
  const amount = eur(100_000)
  const money = place === 'pending' ? { place, amount, movesAt: now } : { place, amount, movesAt: null }
  await openMilestone(viewerRole, { state, money })
  expect(screen.getByText((_, element) => element?.tagName === 'DIV' && element.textContent === text)).toBeTruthy()
})

test('among several milestones each amount is called the price', async () => {
  const server = contractServer()
  const milestones = [sampleMilestone(), sampleMilestone({ id: idOf('c', 2), number: 2, title: 'Doors' })]
  server.reply(readProject, sampleProject({ commissions: [sampleCommission({ milestones })] }))
  server.reply(listPaymentMethods, { items: [], sandbox: true, movesClock: true })
  renderScreen(server, path)
  const nav = await screen.findByRole('navigation', { name: 'Milestones' })
  const texts = within(nav)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
  expect(texts).toEqual([expect.stringMatching(/Funded Price €1,000\.00$/), expect.stringMatching(/Doors/)])
  // Their list has the name; the heading beside the rail leaves its place to the rail on wide screens.
  expect(screen.getByRole('heading', { level: 2, name: 'Lighting' })).toBeTruthy()
})
