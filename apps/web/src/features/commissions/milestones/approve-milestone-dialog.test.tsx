import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { jsonReply, problemReply } from '../../../lib/testing.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { ApproveMilestoneDialog } from './approve-milestone-dialog.tsx'

type Way = 'password' | 'demo'

/** The server as the dialog sees it: step-up state and method, and the requests it received. */
const server = {
  until: null as string | null,
  methods: ['password'] as Way[],
  right: 'a long walk by the sea',
  sent: [''],
  /** The milestone's pins, or a failed read. */
  pins: [] as { id: string; state: 'open' | 'resolved' }[] | 'away',
}

const inFiveMinutes = () => new Date(Date.now() + 300_000).toISOString()

async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const path = new URL(input instanceof Request ? input.url : input, 'http://veranda.test').pathname
  const method = init.method ?? 'GET'
  // Command bodies are JSON strings.
  const body = init.body === undefined ? {} : (JSON.parse(init.body as string) as { method?: Way; password?: string })
  server.sent.push(`${method} ${path}`)
  if (path.endsWith('/accounts/step-up')) {
    if (method === 'POST') {
      if (body.method === 'password' && body.password !== server.right)
        return problemReply(422, 'step-up.wrong-password', { field: 'password', detail: 'Not your password.' })
      server.until = inFiveMinutes()
    }
    return jsonReply({ until: server.until, methods: server.methods })
  }
  if (path.endsWith('/approve')) {
    return server.until === null && milestone.price.amount > 50_000
      ? problemReply(403, 'step-up.required', { detail: 'Confirm first.' })
      : jsonReply({ ...milestone, state: 'released' })
  }
  if (path.endsWith('/pins')) {
    return server.pins === 'away' ? problemReply(500, 'request.failed') : jsonReply({ items: server.pins })
  }
  return problemReply(404, 'request.not-found')
}

const person = { id: 'p', name: 'Kenji Arai', avatar: null }
const version = {
  id: 'd',
  number: 2,
  hash: 'a'.repeat(64),
  notes: '',
  state: 'submitted',
  by: person,
  createdAt: '2026-11-23T10:00:00.000Z',
  files: [],
  works: [],
  actions: ['approve'],
  // Fields that the dialog does not read are left out.
} as unknown as Deliverable
let milestone: Milestone

function open(amount: number, works: readonly object[] = []) {
  const price = { amount, currency: 'EUR' }
  // Fields that the dialog does not read are left out.
  milestone = {
    id: 'm',
    version: 7,
    title: 'Chair',
    state: 'submitted',
    price,
    creatorReceives: price,
    deliverables: [version],
  } as unknown as Milestone
  const shown = { ...version, assets: works } as Deliverable
  const dialog = (isOpen: boolean) => (
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '', notices: '' }}>
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
const release = () => screen.findByRole('button', { name: 'Approve and release' }, { timeout: 5_000 })
const isShut = async () => {
  const button = await release()
  return button.getAttribute('aria-disabled') === 'true' || button.hasAttribute('disabled')
}
const approvals = () => server.sent.filter((line) => line.endsWith('/approve')).length

beforeAll(() => loadTranslations('commissions', 'commissions/pins', 'accounts/step-up', 'common', 'errors'))
beforeEach(() => {
  Object.assign(server, { until: null, methods: ['password'], sent: [], pins: [] })
  vi.stubGlobal('fetch', vi.fn(answer))
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

test('500.00 is approved without a step-up', async () => {
  const user = userEvent.setup()
  open(50_000)
  await user.click(await release())
  await vi.waitFor(() => expect(approvals()).toBe(1))
  expect(screen.queryByRole('region', { name: 'Confirm that it is you' })).toBeNull()
  expect(server.sent).not.toContain('GET /api/accounts/step-up')
})

test('above 500.00 the password is required first, works by keyboard alone, and its result is announced and focused', async () => {
  const user = userEvent.setup()
  open(50_001)
  const field = await screen.findByLabelText('Your password')
  expect((await release()).getAttribute('aria-disabled') ?? (await release()).hasAttribute('disabled')).toBeTruthy()
  field.focus()
  await user.keyboard('wrong{Enter}')
  expect((await screen.findAllByText('Not your password.')).length).toBeGreaterThan(0)
  await user.clear(field)
  await user.keyboard(`${server.right}{Enter}`)
  const confirmation = await screen.findByText(/^Confirmed until/)
  expect(confirmation.getAttribute('role')).toBe('status')
  await vi.waitFor(() => expect(document.activeElement).toBe(confirmation))
  expect(screen.queryByLabelText('Your password')).toBeNull()
  expect(approvals()).toBe(0)
  await user.click(await release())
  await vi.waitFor(() => expect(approvals()).toBe(1))
})

test('a demo user steps up with one press', async () => {
  const user = userEvent.setup()
  server.methods = ['demo']
  open(100_000)
  await user.click(await screen.findByRole('button', { name: /^Confirm as/ }))
  await screen.findByText(/^Confirmed until/)
  expect(screen.queryByLabelText('Your password')).toBeNull()
})

test('a step-up that the server no longer accepts is requested again, and the release waits for it', async () => {
  const user = userEvent.setup()
  server.until = inFiveMinutes()
  open(100_000)
  await screen.findByText(/^Confirmed until/)
  server.until = null
  await user.click(await release())
  const field = await screen.findByLabelText('Your password')
  expect(screen.getByText('Confirm first.')).toBeTruthy()
  await user.type(field, `${server.right}{Enter}`)
  await screen.findByText(/^Confirmed until/)
  expect(screen.queryByText('Confirm first.')).toBeNull()
  await user.click(await release())
  await vi.waitFor(() => expect(approvals()).toBe(2))
})

test('approval is blocked while pins cannot be read, and they are read again', async () => {
  const user = userEvent.setup()
  server.pins = 'away'
  open(10_000, [{ id: 'w' }])
  expect(await isShut()).toBe(true)
  const retryButton = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('The pins could not be loaded.')).toBeTruthy()
  expect(await isShut()).toBe(true)
  server.pins = []
  await user.click(retryButton)
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
  expect(screen.queryByText('The pins could not be loaded.')).toBeNull()
})

test('the acknowledgement covers the pins that were listed: other pins or reopening the dialog require it again', async () => {
  const user = userEvent.setup()
  server.pins = [
    { id: 'one', state: 'open' },
    { id: 'two', state: 'resolved' },
  ]
  const { turn } = open(10_000, [{ id: 'w' }])
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  await user.click(box)
  await vi.waitFor(async () => expect(await isShut()).toBe(false))
  server.pins = [
    { id: 'one', state: 'resolved' },
    { id: 'two', state: 'open' },
  ]
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
