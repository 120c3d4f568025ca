import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { listConversations, listMessages } from '@veranda/contract/conversations/routes.ts'
import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sampleAsset } from '../../../components/assets/testing/sample-asset.ts'
import { ApproveMilestoneDialog } from '../../../features/commissions/milestones/approve-milestone-dialog.tsx'
import { RequestChangesDialog } from '../../../features/commissions/milestones/request-changes-dialog.tsx'
import { useChangeRound } from '../../../features/commissions/milestones/use-change-round.ts'
import { useMilestoneApproval } from '../../../features/commissions/milestones/use-milestone-approval.ts'
import { usePinReview } from '../../../features/commissions/pins/use-pin-review.ts'
import { usePins } from '../../../features/commissions/pins/use-pins.ts'
import {
  sampleMilestone,
  sampleVersion as sampleDeliverable,
} from '../../../features/commissions/testing/sample-project.ts'
import { ConversationPane } from '../../../features/conversations/conversation-pane.tsx'
import { useChat } from '../../../features/conversations/use-chat.ts'
import { samplePanelContext, sampleVersion } from '../../../features/rooms/testing/sample-room.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf, now } from '../../../lib/testing/samples.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { SceneChat } from '../scene-chat.tsx'
import { useApprovalPanel } from './use-approval-panel.ts'
import { useChangesPanel } from './use-changes-panel.ts'
import { usePinPanels } from './use-pin-panels.ts'

vi.mock(import('../../../features/commissions/milestones/use-milestone-approval.ts'), { spy: true })
vi.mock(import('../../../features/commissions/milestones/use-change-round.ts'), { spy: true })
vi.mock(import('../../../features/commissions/pins/use-pins.ts'), { spy: true })
vi.mock(import('../../../features/conversations/use-chat.ts'), { spy: true })

const shown = sampleVersion(2, {
  deliverableId: idOf('d'),
  milestone: { ...sampleVersion(2).milestone, id: idOf('c') },
  actions: ['approve', 'request-changes', 'pin', 'pin-change-request'],
})
const version = sampleDeliverable({ id: shown.deliverableId, number: 2, hash: shown.hash, actions: shown.actions })
const milestone = sampleMilestone({ state: 'submitted', deliverables: [version] })
const projectId = idOf('a')
const conversation: Conversation = {
  id: idOf('6'),
  kind: 'project',
  project: { id: projectId, title: 'Lobby of the museum' },
  members: [],
  last: null,
  head: 0,
  read: 0,
  unread: 0,
  updatedAt: now,
}
const { context } = samplePanelContext({ versions: [shown] })
const scene = { ...context, shared: { ...context.shared, version: shown } }

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryCache}>
    <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
      <MemoryRouter>
        <Suspense>{children}</Suspense>
      </MemoryRouter>
    </LabelsProvider>
  </QueryClientProvider>
)
const noop = () => undefined

// jsdom has no layout, so no media query matches.
beforeEach(
  () =>
    void vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false })),
)
beforeAll(() =>
  loadTranslations(
    'rooms',
    'commissions',
    'commissions/pins',
    'conversations',
    'assets',
    'accounts/step-up',
    'common',
    'errors',
    'error-codes',
  ),
)
let server: ReturnType<typeof contractServer>
beforeEach(() => {
  server = contractServer()
  // jsdom has no media queries; none matches.
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }))
  server.reply(listPins, { items: [] })
  server.reply(readStepUp, { until: null, methods: [] })
  server.reply(listConversations, { items: [conversation], next: null })
  server.reply(listMessages, { items: [], head: 0, older: false, newer: false, readBy: [] })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  queryCache.clear()
})

/** Returns whether a rendering calls the hook. */
async function calls(hook: (...args: never[]) => unknown, show: () => void): Promise<boolean> {
  vi.mocked(hook).mockClear()
  show()
  await vi.waitUntil(() => vi.mocked(hook).mock.calls.length > 0).catch(() => undefined)
  cleanup()
  return vi.mocked(hook).mock.calls.length > 0
}

test('an approval is one hook, drawn as a dialog and as a panel', async () => {
  const dialog = <ApproveMilestoneDialog milestone={milestone} version={version} creator="Kenji" open onClose={noop} />
  expect(await calls(useMilestoneApproval, () => render(dialog, { wrapper }))).toBe(true)
  expect(
    await calls(useMilestoneApproval, () => renderHook(() => useApprovalPanel(scene, () => undefined), { wrapper })),
  ).toBe(true)
})

test('a round of changes is one hook, drawn as a dialog and as a panel', async () => {
  const dialog = <RequestChangesDialog milestone={milestone} version={version} open onClose={noop} />
  expect(await calls(useChangeRound, () => render(dialog, { wrapper }))).toBe(true)
  expect(await calls(useChangeRound, () => renderHook(() => useChangesPanel(scene), { wrapper }))).toBe(true)
})

test('a round of changes shows what each pin requests, a later message or a voice note too, on page and panel', async () => {
  const messageOf = (id: string, text: string, milliseconds?: number): Pin['messages'][number] => {
    const voice = milliseconds === undefined ? null : { url: '/note', milliseconds }
    return { id, author: { id: idOf('1'), name: 'Maya Torres', avatar: null }, text, voice, createdAt: now }
  }
  const pinOf = (number: number, requestMessageId: string, messages: Pin['messages']): Pin => ({
    id: idOf(String(number)),
    projectId,
    milestoneId: milestone.id,
    number,
    version: 1,
    state: 'open',
    closed: null,
    kind: 'change',
    requestMessageId,
    round: null,
    author: { id: idOf('1'), name: 'Maya Torres', avatar: null },
    places: [],
    messages,
    actions: [],
    createdAt: now,
    updatedAt: now,
  })
  const [first, second, third] = [idOf('7'), idOf('8'), idOf('9')]
  server.reply(listPins, {
    items: [
      pinOf(1, second, [messageOf(first, 'Looks good'), messageOf(second, 'Lower the seat')]),
      pinOf(2, third, [messageOf(third, '', 12_000)]),
    ],
  })
  const texts = ['Lower the seat', 'Voice note, 12 seconds']
  const withModel = { ...version, assets: [sampleAsset()] }
  render(<RequestChangesDialog milestone={milestone} version={withModel} open onClose={noop} />, { wrapper })
  for (const [index, text] of texts.entries()) await screen.findByRole('checkbox', { name: `${index + 1}. ${text}` })
  cleanup()
  const { result } = renderHook(() => useChangesPanel(scene), { wrapper })
  act(() => result.current.open())
  const details = () => result.current.panel()?.model.rows.flatMap(({ detail }) => detail ?? [])
  await waitFor(() => expect(details()).toEqual(texts))
})

test('pins are one hook, drawn beside the viewer and as panels', async () => {
  expect(await calls(usePins, () => renderHook(() => usePinReview(milestone, version), { wrapper }))).toBe(true)
  const options = { inHeadset: true, pickedPoint: undefined, openedPinId: undefined }
  const handlers = { clearPickedPoint: noop, openPin: noop, startPinTool: noop }
  expect(
    await calls(usePins, () =>
      renderHook(() => usePinPanels({ context: scene, ...options, ...handlers }), { wrapper }),
    ),
  ).toBe(true)
})

test('a chat is one hook, drawn as a list and handed to a panel', async () => {
  expect(await calls(useChat, () => render(<ConversationPane conversation={conversation} />, { wrapper }))).toBe(true)
  expect(await calls(useChat, () => render(<SceneChat projectId={projectId} onChat={noop} />, { wrapper }))).toBe(true)
})
