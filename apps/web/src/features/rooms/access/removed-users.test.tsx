import { changeRoomRole } from '@veranda/contract/rooms/routes.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryCache } from '../../../lib/api/query.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { RemovedUsers } from './removed-users.tsx'
import { samplePanelContext } from '../testing/sample-room.ts'

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

test('a host lets a removed user back in as a guest', async () => {
  const id = '0199c1a0-0000-7000-8000-0000000000b1'
  const room = { ...samplePanelContext().context.room, id, subject: { kind: 'project' as const, projectId: id } }
  const server = contractServer()
  server.reply(changeRoomRole, room)
  const hana = { id: '0199c1a0-0000-7000-8000-000000000003', name: 'Hana', avatar: null }
  render(
    <QueryClientProvider client={queryCache}>
      <RemovedUsers room={{ ...room, removedUsers: [hana] }} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Let Hana in again' }))
  await vi.waitFor(() =>
    expect(server.calls(changeRoomRole)).toEqual([{ params: { id, userId: hana.id }, body: { role: 'guest' } }]),
  )
})
