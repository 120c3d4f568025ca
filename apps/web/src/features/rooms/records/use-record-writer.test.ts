import { cleanup, renderHook } from '@testing-library/react'
import { type PlacementRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { snackbars } from '../../../components/toasts.ts'
import { networkProblem, Problem } from '../../../lib/api/problem.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { useRecordWriter } from './use-record-writer.ts'

beforeAll(() => loadTranslations('rooms'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const placement: PlacementRecord = { position: [1, 0, 2], yaw: 0, size: { kind: 'true' } }
const refusal = { code: 'room.hosts-only', status: 403, detail: 'Only hosts can move it.' }
const released = 'send {"name":"release","key":"placement"}'

test.each([
  ['a stored placement stays, and the asset is released', undefined, ['write placement', released]],
  [
    'a refused placement goes back to the shared one, and the asset is released all the same',
    new Problem(refusal),
    ['write placement', 'say Only hosts can move it.', released, 'restore'],
  ],
  [
    'a placement that did not reach the server goes back to the shared one, and the asset is released all the same',
    networkProblem(),
    ['write placement', 'say Couldn’t save the change. Check your connection and try again.', released, 'restore'],
  ],
])('%s', async (_, problem, expected) => {
  const calls: string[] = []
  const write = Promise.withResolvers<Problem | undefined>()
  vi.spyOn(snackbars, 'add').mockImplementation(({ title }) => {
    calls.push(`say ${title}`)
    return ''
  })
  // Only what a placement is written, released and restored with.
  const participation = {
    records: {
      set: (key: string) => {
        calls.push(`write ${key}`)
        return write.promise
      },
    },
    connection: { send: (message: object) => calls.push(`send ${JSON.stringify(message)}`) },
  } as unknown as RoomParticipation
  const canvas = { restorePlacement: () => void calls.push('restore') } as unknown as RoomCanvas
  const { result } = renderHook(() => useRecordWriter(participation, canvas, { current: null }))
  const saved = result.current.savePlacement(placement)
  // While it is on its way, no one else can grab the asset.
  expect(calls).toEqual(['write placement'])
  write.resolve(problem)
  await saved
  expect(calls).toEqual(expected)
})
