import { cleanup, render, screen } from '@testing-library/react'
import { type PlacementRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { createStore } from '../../../lib/store.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { samplePanelContext } from '../testing/sample-room.ts'
import { PlacementFields } from './placement-fields.tsx'

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

test('a model that is not at its own size says its scale, and one that is does not', () => {
  const { context } = samplePanelContext()
  // Only the connection is read.
  const participation = { connection: { state: createStore(context.connection) } } as unknown as RoomParticipation
  const placement: PlacementRecord = { position: [2.35, 0.72, 0.55], yaw: 0, size: { kind: 'doll-house' } }
  const props = { canvas: undefined, participation, placement }
  const write = () => Promise.resolve(true)
  const { rerender } = render(<PlacementFields {...props} scaleFactor={1} write={write} />)
  expect(screen.queryByText(/Scale/)).toBeNull()
  rerender(<PlacementFields {...props} scaleFactor={0.756} write={write} />)
  expect(screen.getByText('Scale 1 : 1.32')).toBeDefined()
})
