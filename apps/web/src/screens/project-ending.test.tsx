import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import {
  acceptProjectProposal,
  completeProject,
  makeProjectProposal,
  readProject,
} from '@veranda/contract/commissions/routes.ts'
import { type Project, type ProjectProposal } from '@veranda/contract/commissions/projects/schemas.ts'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'
import {
  sampleCommission,
  sampleMilestone,
  sampleProject,
  sampleTask,
} from '../features/commissions/testing/sample-project.ts'

const path = `/projects/${idOf('a')}`
const client = { id: maya.id, name: maya.name, avatar: null }

/** Starts a server whose client has not been asked to show a work publicly, and where no review was written. */
function projectServer() {
  const server = contractServer()
  server.reply(listWorkConsents, { items: [] })
  server.refuse(readReviews, 404, 'review.not-found')
  return server
}

beforeAll(() => loadScreen(path))

/** Returns an active project whose only milestone was released, with a review to write. */
function releasedProject(more: Partial<Project> = {}) {
  const history = [{ state: 'released' as const, at: '2026-11-20T10:00:00.000Z' }]
  const released = sampleMilestone({ state: 'released', history })
  const review = { ...sampleTask, action: 'write-review' as const, counterpart: kenji }
  const commissions = [sampleCommission({ state: 'completed', milestones: [released] })]
  const ending = { completesAt: '2026-12-20T10:00:00.000Z', others: [kenji], proposal: null }
  return sampleProject({ commissions, pendingActions: [review], ending, actions: ['propose-completion'], ...more })
}

/** Returns the open proposal of the client to complete the project, as one of both sides sees it. */
const proposalFor = (viewer: 'author' | 'asked'): ProjectProposal => ({
  id: idOf('e', 9),
  version: 1,
  state: 'open',
  author: client,
  asked: [{ user: kenji, hasConsented: false }],
  declinedBy: null,
  answer: '',
  createdAt: '2026-11-21T10:00:00.000Z',
  actions: viewer === 'author' ? ['withdraw-proposal'] : ['accept-proposal', 'decline-proposal'],
})
const completesAt = '2026-12-20T10:00:00.000Z'
const asKenji = { user: { ...maya, id: kenji.id, name: kenji.name, role: 'creator' as const } }

test.each([
  ['the overview', 'button'],
  ['its menu', 'menuitem'],
] as const)(
  'the completion of a project whose work is released is proposed from %s, once it is said what it means',
  async (_, role) => {
    const server = projectServer()
    server.reply(readProject, releasedProject())
    server.reply(makeProjectProposal, () => {
      const proposed = releasedProject({
        ending: { completesAt, others: [kenji], proposal: proposalFor('author') },
        actions: [],
      })
      server.reply(readProject, proposed)
      return proposed
    })
    renderScreen(server, path)
    const ending = await screen.findByText('All work is released')
    expect(ending.parentElement?.textContent).toMatch(
      /together with Kenji Mori.*automatically on .*20.*Your review is still missing/,
    )
    // The review follows the ending, and is not the first act.
    expect(
      ending.compareDocumentPosition(screen.getByRole('heading', { name: 'Waiting on you' })) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
    if (role === 'menuitem') await userEvent.click(screen.getByRole('button', { name: 'More project actions' }))
    await userEvent.click(await screen.findByRole(role, { name: 'Propose to complete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Propose to complete this project?' }))
    expect(dialog.getByText(/^We’ll ask Kenji Mori\./)).toBeTruthy()
    expect(dialog.getByText(/^No one can be asked for an offer/)).toBeTruthy()
    expect(dialog.getByText(/Reviews can still be written/)).toBeTruthy()
    expect(server.calls(makeProjectProposal)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Send proposal' }))
    expect(await screen.findByText('Proposal sent')).toBeTruthy()
    expect(server.calls(makeProjectProposal)[0]).toMatchObject({ params: { id: idOf('a') }, body: { expected: 2 } })
    expect(
      await screen.findByText(/^You proposed to complete the project now\. Still to agree: Kenji Mori/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Withdraw proposal' })).toBeTruthy()
  },
)

test('a member who is asked to complete a project agrees after reading what it means', async () => {
  const server = projectServer()
  const ending = { completesAt, others: [kenji], proposal: proposalFor('asked') }
  server.reply(readProject, releasedProject({ viewerRole: 'creator', actions: [], pendingActions: [], ending }))
  server.reply(acceptProjectProposal, () => {
    server.reply(readProject, sampleProject({ state: 'completed', version: 3 }))
    return sampleProject({ state: 'completed', version: 3 })
  })
  renderScreen(server, path, asKenji)
  expect(await screen.findByText(/^Maya Torres proposes to complete the project now/)).toBeTruthy()
  // The tab counts it, also for who is on another tab.
  expect(screen.getByRole('link', { name: /^Overview/ }).textContent).toBe('Overview1')
  // Not both “Active” and “Completed”, of the project and of its commission.
  expect(screen.getByText('Ready to complete')).toBeTruthy()
  expect(screen.queryByText('Active')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Agree to complete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete this project together?' }))
  expect(dialog.getByText(/as soon as you agree\. This can’t be undone/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Agree' }))
  expect(await screen.findByText('Project completed')).toBeTruthy()
  expect(server.calls(acceptProjectProposal)[0]).toMatchObject({ params: { id: idOf('e', 9) }, body: { expected: 1 } })
  await vi.waitFor(() => expect(screen.queryByText('All work is released')).toBeNull())
})

test('the author of a declined proposal reads who declined it and why, and may propose again', async () => {
  const server = projectServer()
  const declined = { ...proposalFor('author'), state: 'declined' as const, declinedBy: kenji, actions: [] }
  server.reply(
    readProject,
    releasedProject({
      ending: { completesAt, others: [kenji], proposal: { ...declined, answer: 'One hall is missing' } },
    }),
  )
  renderScreen(server, path)
  expect(await screen.findByText(/^Kenji Mori declined to complete it now\./)).toBeTruthy()
  expect(screen.getByText('One hall is missing')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Propose to complete' })).toBeTruthy()
})

test('a client without a creator to ask completes the project alone', async () => {
  const server = projectServer()
  server.reply(readProject, releasedProject({ actions: ['complete'] }))
  server.reply(completeProject, () => {
    server.reply(readProject, sampleProject({ state: 'completed', version: 3 }))
    return sampleProject({ state: 'completed', version: 3 })
  })
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Complete project' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete this project?' }))
  expect(dialog.getByText(/^This can’t be undone/)).toBeTruthy()
  expect(server.calls(completeProject)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Complete project' }))
  expect(await screen.findByText('Completed')).toBeTruthy()
  expect(server.calls(completeProject)[0]).toMatchObject({ params: { id: idOf('a') }, body: { expected: 2 } })
})

test('a creator whose own work is released sees no ending while another creator is at work', async () => {
  const server = projectServer()
  const project = releasedProject({ viewerRole: 'creator', ending: null, actions: [], pendingActions: [] })
  server.reply(readProject, project)
  renderScreen(server, path, asKenji)
  await screen.findByText('Nothing to do')
  expect(screen.queryByText('All work is released')).toBeNull()
  expect(screen.queryByText('Ready to complete')).toBeNull()
  expect(screen.getByText('Active')).toBeTruthy()
})

test('an ending that nothing brings about by itself names no date', async () => {
  const server = projectServer()
  server.reply(readProject, releasedProject({ ending: { completesAt: null, others: [kenji], proposal: null } }))
  renderScreen(server, path)
  const ending = await screen.findByText('All work is released')
  expect(ending.parentElement?.textContent).not.toContain('automatically')
})
