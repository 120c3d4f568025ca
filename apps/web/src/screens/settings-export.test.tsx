import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { readDataExport, removeDataExport, requestDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { type DataExport } from '@veranda/contract/accounts/export/schemas.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { readStepUp, reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { day } from '@veranda/core/time/instant.ts'
import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectRealtime, disconnectRealtime } from '../lib/realtime/realtime.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { maya, sampleAccount } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const socket = vi.hoisted(() => ({
  receive: (() => undefined) as (name: string, payload: unknown) => void,
}))
vi.mock('socket.io-client', () => ({
  io: () => ({
    on: () => undefined,
    onAny: (listener: typeof socket.receive) => (socket.receive = listener),
    removeAllListeners: () => undefined,
    disconnect: () => undefined,
  }),
}))

const path = '/settings'
beforeAll(async () => {
  await loadScreen(path)
  // Loaded here, so that no test waits for it.
  await Promise.all([import('../features/accounts/export/export-card.tsx'), import('@veranda/ui/dialog-panel.tsx')])
})

const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const collecting = (progress: number): DataExport => ({ state: 'collecting', requestedAt: inDays(0), progress })
const ready: DataExport = { state: 'ready', finishedAt: inDays(0), expiresAt: inDays(7), bytes: 3_984_588 }

/** Opens the settings of a user whose copy is in a state, which the test may change. */
function openSettings(initial: DataExport) {
  const server = contractServer()
  const copy = { now: initial }
  server.reply(readDeletion, { at: null, obstacles: [], actions: ['schedule'] })
  server.reply(readDataExport, () => copy.now)
  let until: string | null = null
  const stepUp = (): StepUp => ({ until, methods: ['password'] })
  server.reply(readStepUp, stepUp)
  server.reply(reauthenticate, () => {
    until = new Date(Date.now() + 300_000).toISOString()
    return stepUp()
  })
  server.reply(removeDataExport, () => {
    copy.now = { state: 'none' }
    return { done: true as const }
  })
  renderScreen(server, path, { user: maya })
  server.reply(readAccount, sampleAccount())
  return { server, copy }
}

/** Changes the copy, as the server's job does, and notifies this tab. */
async function changeCopy(copy: { now: DataExport }, next: DataExport) {
  copy.now = next
  await connectRealtime(new Set())
  socket.receive(accountChanged.name, { id: maya.id, version: 1 })
}

const card = () => screen.findByRole('region', { name: 'A copy of your data' })
const press = async (name: string) => userEvent.click(await within(await card()).findByRole('button', { name }))

test('a copy is asked for after the password; its progress moves on with the events of the account, and then it can be downloaded', async () => {
  onTestFinished(disconnectRealtime)
  const { server, copy } = openSettings({ state: 'none' })
  server.reply(requestDataExport, () => (copy.now = collecting(0)))
  await press('Request a copy')
  const dialog = await screen.findByRole('dialog', { name: 'Request a copy of your data' })
  const send = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Request a copy' })
  const password = await within(dialog).findByLabelText('Your password')
  expect(send().disabled).toBe(true)
  await userEvent.type(password, 'purple otter canoe{Enter}')
  await vi.waitFor(() => expect(send().disabled).toBe(false))
  await userEvent.click(send())
  const bar = await within(await card()).findByRole('progressbar', { name: 'Putting your copy together' })
  expect(bar.ariaValueNow).toBe('0')
  expect(screen.queryByRole('dialog')).toBeNull()
  await changeCopy(copy, collecting(40))
  await within(await card()).findByText(/^40% done\. You can leave this page/)
  await changeCopy(copy, ready)
  await within(await card()).findByText('Your copy is ready')
  expect((await card()).textContent).toContain('3.8 MB, made on')
  // Nothing is left to wait for.
  const readCount = server.calls(readDataExport).length
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.pathname)
  })
  await press('Download')
  const confirm = await screen.findByRole('dialog', { name: 'Download your data' })
  const get = () => within(confirm).getByRole<HTMLButtonElement>('button', { name: 'Download' })
  await vi.waitFor(() => expect(get().disabled).toBe(false))
  await userEvent.click(get())
  expect(clicked).toEqual(['/api/accounts/export/file'])
  expect(server.calls(readDataExport)).toHaveLength(readCount)
  vi.restoreAllMocks()
})

test('a copy is deleted after a question', async () => {
  const { server, copy } = openSettings(ready)
  await press('Delete copy')
  const dialog = await screen.findByRole('dialog', { name: 'Delete this copy?' })
  expect(server.calls(removeDataExport)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete copy' }))
  await within(await card()).findByRole('button', { name: 'Request a copy' })
  expect(copy.now).toEqual({ state: 'none' })
})

test('a copy that could not be made says so and can be asked for again', async () => {
  const { server } = openSettings({ state: 'failed', requestedAt: inDays(0) })
  await within(await card()).findByText('We couldn’t put your copy together')
  server.refuse(requestDataExport, 409, 'export.collecting', { detail: 'It is being made already.' })
  await press('Try again')
  const dialog = await screen.findByRole('dialog', { name: 'Request a copy of your data' })
  await userEvent.type(await within(dialog).findByLabelText('Your password'), 'purple otter canoe{Enter}')
  await within(dialog).findByText(/Confirmed until/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Request a copy' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('It is being made already.')
})
