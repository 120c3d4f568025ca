import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { archiveProject, readProject, unarchiveProject } from '@veranda/contract/commissions/routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { sampleProject } from '../features/commissions/testing/sample-project.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { idOf } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const path = `/projects/${idOf('a')}`
function projectServer() {
  const server = contractServer()
  server.reply(listWorkConsents, { items: [] })
  server.refuse(readReviews, 404, 'review.not-found')
  return server
}

beforeAll(() => loadScreen(path))

test('a project that has ended is archived from its menu, and taken back by the undo', async () => {
  const server = projectServer()
  const ended = (isArchived: boolean) =>
    sampleProject({ state: 'completed', isArchived, actions: [isArchived ? 'unarchive' : 'archive'] })
  server.reply(readProject, ended(false))
  for (const [route, isArchived] of [
    [archiveProject, true],
    [unarchiveProject, false],
  ] as const) {
    server.reply(route, () => {
      server.reply(readProject, ended(isArchived))
      return ended(isArchived)
    })
  }
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'More project actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive project' }))
  expect(await screen.findByText('Project archived. Only your own lists change.')).toBeTruthy()
  expect(server.calls(archiveProject)[0]).toMatchObject({ params: { id: idOf('a') } })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Project is back in your lists')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'More project actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Archive project' })).toBeTruthy()
})

test('a project that cannot be archived says why, and stays', async () => {
  const server = projectServer()
  server.reply(readProject, sampleProject({ id: idOf('a', 2), state: 'completed', actions: ['archive'] }))
  server.refuse(archiveProject, 409, 'project.not-ended', { detail: 'Only an ended project can be archived.' })
  renderScreen(server, `/projects/${idOf('a', 2)}`)
  await userEvent.click(await screen.findByRole('button', { name: 'More project actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive project' }))
  expect(await screen.findByText('Only an ended project can be archived.')).toBeTruthy()
})
