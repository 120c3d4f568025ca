import { cleanup, render, screen, within } from '@testing-library/react'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { idOf, kenji, maya } from '../../../lib/testing/samples.ts'
import { type Microphone } from '../voice/microphone.ts'
import { Lobby } from './lobby.tsx'

vi.mock('../voice/microphone-check.tsx', () => ({ MicrophoneCheck: () => null }))
vi.mock('./detect-device.ts', () => ({ detectDevice: () => 'desktop' }))
beforeAll(() => loadTranslations('rooms', 'common'))
afterEach(cleanup)

function openLobby(kenjiInside: boolean, homeUrl: string | null = null) {
  const host = { role: 'host' as const, actions: [] }
  const users: Room['users'] = [
    { ...host, party: 'creator', user: kenji, inside: kenjiInside },
    { ...host, party: 'client', user: { id: maya.id, name: maya.name, avatar: null }, inside: false },
  ]
  const room: Room = {
    id: idOf('a'),
    title: 'Reading chair',
    subject: { kind: 'project', projectId: idOf('a') },
    state: 'open',
    viewerRole: 'host',
    actions: [],
    users,
    removedUsers: [],
    voiceReach: 'network',
    homeUrl,
  }
  render(
    <MemoryRouter>
      {/* Without the check nothing uses the microphone. */}
      <Lobby room={room} microphone={{} as Microphone} still={null} onEnter={() => undefined} />
    </MemoryRouter>,
  )
}

test('who is inside and who can join are two lists, each under its own heading', () => {
  openLobby(true)
  expect(within(screen.getByRole('list', { name: 'Here now' })).getByText('Kenji Mori')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Who can join' })).toBeTruthy()
  const others = within(screen.getByRole('list', { name: 'Who can join' }))
  expect(others.getByText('Maya Torres')).toBeTruthy()
  expect(others.queryByText('Kenji Mori')).toBeNull()
})

test('an empty room says so, and lists nobody as inside', () => {
  openLobby(false)
  expect(screen.getByText('Nobody is here yet. You’ll be the first.')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Here now' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Who can join' })).toBeTruthy()
})

test('the lobby leads back to where the server says, and without an address to the dashboard', () => {
  const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  openLobby(false)
  expect(hrefs()).toContain('/dashboard')
  cleanup()
  openLobby(false, `/projects/${idOf('a')}`)
  expect(hrefs()).toContain(`/projects/${idOf('a')}`)
  expect(hrefs()).not.toContain('/dashboard')
})
