import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readStepUp, reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { type Asset } from '@veranda/contract/assets/schemas.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer, Refused } from '../../../lib/testing/contract-server.ts'
import { markAssetSeen } from '../../../components/assets/seen-assets.ts'
import { sampleAsset } from '../../../components/assets/testing/sample-asset.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { sampleMilestone, samplePin, sampleVersion } from '../testing/sample-project.ts'
import { ApproveMilestoneDialog } from './approve-milestone-dialog.tsx'

let server: ContractServer
let stepUp: StepUp
let pins: Pin[]
let milestone: Milestone
const rightPassword = 'a long walk by the sea'

const inFiveMinutes = () => new Date(Date.now() + 300_000).toISOString()

/** Steps up with the right password or as a demo user. */
function serveStepUp(): void {
  server.reply(readStepUp, () => stepUp)
  server.reply(reauthenticate, ({ body }) => {
    if (body.method === 'password' && body.password !== rightPassword) {
      throw new Refused(422, 'step-up.wrong-password', { field: 'password', detail: 'Not your password.' })
    }
    return (stepUp = { ...stepUp, until: inFiveMinutes() })
  })
}

/** Returns an asset that the user has looked at on the page. */
function seenAsset(): Asset {
  const asset = sampleAsset()
  markAssetSeen(asset.id)
  return asset
}

function open(amount: number, assets: readonly Asset[] = []) {
  const price = { amount, currency: 'EUR' }
  const version = sampleVersion({ number: 2, actions: ['approve'] })
  milestone = sampleMilestone({ state: 'submitted', price, creatorReceives: price, deliverables: [version] })
  const shown = { ...version, assets: [...assets] }
  const dialog = (isOpen: boolean) => (
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <Suspense>
          <ApproveMilestoneDialog
            milestone={milestone}
            version={shown}
            creator="Kenji"
            open={isOpen}
            onClose={() => undefined}
          />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(dialog(true))
  return { turn: (isOpen: boolean) => rerender(dialog(isOpen)) }
}

// The first dialog of a run has to load its code.
const goOn = () => screen.findByRole('button', { name: 'Continue' }, { timeout: 5_000 })
const release = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Release €/ })
/** Presses both buttons, the second one as soon as it counts. */
async function confirmTwice(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await goOn())
  await vi.waitFor(() => expect(release().disabled).toBe(false), { timeout: 5_000 })
  await user.click(release())
}
const isShut = async () => {
  const button = await goOn()
  return button.getAttribute('aria-disabled') === 'true' || button.hasAttribute('disabled')
}
const approvals = () => server.calls(approveMilestone).length

beforeAll(() => loadTranslations('commissions', 'commissions/pins', 'accounts/step-up', 'common', 'errors'))
beforeEach(() => {
  stepUp = { until: null, methods: ['password'] }
  pins = []
  server = contractServer()
  serveStepUp()
  server.reply(listPins, () => ({ items: pins }))
  server.reply(approveMilestone, () => {
    if (stepUp.until === null && milestone.price.amount > 50_000) {
      throw new Refused(403, 'step-up.required', { detail: 'Confirm first.' })
    }
    return sampleMilestone({ state: 'released' })
  })
})
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('500.00 is approved without a step-up', async () => {
  const user = userEvent.setup()
  open(50_000)
  await confirmTwice(user)
  await vi.waitFor(() => expect(approvals()).toBe(1))
  expect(screen.queryByRole('region', { name: 'Confirm it’s you' })).toBeNull()
  expect(server.calls(readStepUp)).toEqual([])
})

test('above 500.00 the password is required first, works by keyboard alone, and its result is announced and focused', async () => {
  const user = userEvent.setup()
  open(50_001)
  const field = await screen.findByLabelText('Your password')
  expect(screen.getByText(/^Releases over €500\.00 need/)).toBeTruthy()
  expect(await isShut()).toBe(true)
  field.focus()
  await user.keyboard('wrong{Enter}')
  expect((await screen.findAllByText('Not your password.')).length).toBeGreaterThan(0)
  await user.clear(field)
  await user.keyboard(`${rightPassword}{Enter}`)
  const confirmation = await screen.findByText(/^Confirmed until/)
  expect(confirmation.getAttribute('role')).toBe('status')
  await vi.waitFor(() => expect(document.activeElement).toBe(confirmation))
  expect(screen.queryByLabelText('Your password')).toBeNull()
  expect(approvals()).toBe(0)
  await confirmTwice(user)
  await vi.waitFor(() => expect(approvals()).toBe(1))
})

test('a demo user steps up with one press', async () => {
  const user = userEvent.setup()
  stepUp = { until: null, methods: ['demo'] }
  open(100_000)
  await user.click(await screen.findByRole('button', { name: /^Confirm as/ }))
  await screen.findByText(/^Confirmed until/)
  expect(screen.queryByLabelText('Your password')).toBeNull()
})

test('a step-up that the server no longer accepts is requested again, and the release waits for it', async () => {
  const user = userEvent.setup()
  stepUp = { ...stepUp, until: inFiveMinutes() }
  open(100_000)
  await screen.findByText(/^Confirmed until/)
  stepUp = { ...stepUp, until: null }
  await confirmTwice(user)
  const field = await screen.findByLabelText('Your password')
  expect(screen.getByText('Confirm first.')).toBeTruthy()
  await user.type(field, `${rightPassword}{Enter}`)
  await screen.findByText(/^Confirmed until/)
  expect(screen.queryByText('Confirm first.')).toBeNull()
  await confirmTwice(user)
  await vi.waitFor(() => expect(approvals()).toBe(2))
})

test('approval is blocked while pins cannot be read, and they are read again', async () => {
  const user = userEvent.setup()
  server.refuse(listPins, 500, 'request.failed')
  open(10_000, [seenAsset()])
  expect(await isShut()).toBe(true)
  const retryButton = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('Couldn’t load pins')).toBeTruthy()
  expect(await isShut()).toBe(true)
  server.reply(listPins, { items: [] })
  await user.click(retryButton)
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
  expect(screen.queryByText('Couldn’t load pins')).toBeNull()
})

test('the acknowledgement covers the pins that were listed: other pins or reopening the dialog require it again', async () => {
  const user = userEvent.setup()
  pins = [samplePin(1), samplePin(2, { state: 'fixed' })]
  const { turn } = open(10_000, [seenAsset()])
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  await user.click(box)
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
  pins = [samplePin(1, { state: 'fixed' }), samplePin(2)]
  await queryCache.invalidateQueries()
  await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false))
  expect(await isShut()).toBe(true)
  await user.click(screen.getByRole('checkbox'))
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
  turn(false)
  turn(true)
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false)
  expect(await isShut()).toBe(true)
})

test('an acknowledged pin that is closed meanwhile needs no other acknowledgement', async () => {
  const user = userEvent.setup()
  pins = [samplePin(1), samplePin(2)]
  open(10_000, [seenAsset()])
  await user.click(await screen.findByRole('checkbox'))
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
  pins = [samplePin(1, { state: 'fixed' }), samplePin(2)]
  await queryCache.invalidateQueries()
  expect(await screen.findByRole('checkbox', { name: /1 pin/, checked: true })).toBeTruthy()
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
  pins = pins.map(({ number }) => samplePin(number, { state: 'fixed' }))
  await queryCache.invalidateQueries()
  await vi.waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
})

test('every asset and image of the version is named, and one that was never on the page must be ticked first', async () => {
  const user = userEvent.setup()
  const lamp = sampleAsset({ id: idOf('7', 5), name: 'lamp.glb' })
  open(10_000, [seenAsset(), lamp])
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^lamp\.glb/ })
  expect(screen.getByText(`${sampleAsset().name}: seen`)).toBeTruthy()
  expect(await isShut()).toBe(true)
  await user.click(box)
  expect(await isShut()).toBe(false)
  await user.click(box)
  expect(await isShut()).toBe(true)
  act(() => markAssetSeen(lamp.id))
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('what is still missing is said beside the disabled button, and pressing it leads there', async () => {
  const user = userEvent.setup()
  pins = [samplePin(1)]
  open(100_000, [sampleAsset({ id: idOf('7', 6), name: 'lamp.glb' })])
  const foot = () => goOn().then((button) => button.parentElement?.querySelector('p')?.textContent)
  await vi.waitFor(async () => expect(await foot()).toBe('Still missing:1 file to checkopen pinsconfirm it’s you'))
  for (const [step, target] of [
    ['1 file to check', screen.getByRole('checkbox', { name: /^lamp\.glb/ })],
    ['open pins', screen.getByRole('checkbox', { name: /1 pin/ })],
    ['confirm it’s you', screen.getByLabelText('Your password')],
    // The second button has its reason beside it too.
    ['Finish the check first', screen.getByRole('checkbox', { name: /^lamp\.glb/ })],
  ] as const) {
    await user.click(screen.getByRole('button', { name: step }))
    expect(document.activeElement).toBe(target)
  }
  await user.click(screen.getByRole('checkbox', { name: /^lamp\.glb/ }))
  await user.click(screen.getByRole('checkbox', { name: /1 pin/ }))
  expect(await foot()).toBe('Still missing:confirm it’s you')
  await user.type(screen.getByLabelText('Your password'), `${rightPassword}{Enter}`)
  await vi.waitFor(async () => expect(await foot()).toBe('Everything is checked.'))
  // Nothing else says that the check is unfinished.
  expect(screen.queryByText('Finish the check first')).toBeNull()
  expect(screen.getByText(/^Press Continue, then release/)).toBeTruthy()
})

test('the full checksum is folded away behind a disclosure, beside the short tag', async () => {
  const user = userEvent.setup()
  open(10_000)
  const summary = await screen.findByText('Show the full checksum')
  const disclosure = summary.closest('details')
  expect(disclosure?.open).toBe(false)
  const hash = screen.getByText('a'.repeat(64))
  expect(disclosure?.contains(hash)).toBe(true)
  expect(screen.getByText('a'.repeat(6))).toBeTruthy()
  await user.click(summary)
  expect(disclosure?.open).toBe(true)
})

test('two numbered steps are named once, in sight, the second one waiting for the first', async () => {
  const user = userEvent.setup()
  open(10_000)
  await goOn()
  const rail = within(screen.getByRole('list', { name: '2 steps' }))
  const current = () => rail.getAllByRole('listitem').map((one) => [one.textContent, one.getAttribute('aria-current')])
  expect(current()).toEqual([
    ['1. Check Now', 'step'],
    ['2. Release After Continue', null],
  ])
  for (const name of ['1. Check', '2. Release']) expect(screen.getAllByText(name)).toHaveLength(1)
  expect(screen.getByRole('group', { name: '2. Release' }).contains(release())).toBe(true)
  await user.click(await goOn())
  expect(current()).toEqual([
    ['1. Check Done', null],
    ['2. Release Now', 'step'],
  ])
})

test('a second confirmation within 1 s releases nothing, wherever it is pressed, and a later one releases once', async () => {
  const user = userEvent.setup()
  open(10_000)
  const first = await goOn()
  await user.click(first)
  // The key that pressed the first button, still down, meets a text.
  expect(document.activeElement?.tagName).toBe('P')
  expect(document.activeElement?.textContent).toMatch(/goes to Kenji as soon as you press this button/)
  await user.click(first)
  await user.dblClick(release())
  expect(approvals()).toBe(0)
  await vi.waitFor(() => expect(release().disabled).toBe(false), { timeout: 5_000 })
  await user.dblClick(release())
  await vi.waitFor(() => expect(approvals()).toBe(1))
})

test('closing the dialog starts the confirmation over', async () => {
  const user = userEvent.setup()
  const { turn } = open(10_000)
  await user.click(await goOn())
  await vi.waitFor(() => expect(release().disabled).toBe(false), { timeout: 5_000 })
  turn(false)
  turn(true)
  expect(await isShut()).toBe(false)
  expect(release().disabled).toBe(true)
})
