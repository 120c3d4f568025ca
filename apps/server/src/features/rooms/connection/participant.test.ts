import { expect, test } from 'vitest'
import { type WebSocket } from 'ws'
import { type Actor } from '../../../platform/access/actor.ts'
import { Participant } from './participant.ts'

function participantWith(): Participant {
  return new Participant({
    participantSlot: 0,
    joinOrder: 0,
    // Neither is read.
    actor: { id: 'a' } as Actor,
    socket: {} as WebSocket,
    device: 'headset',
    resumeToken: 'r',
    voice: true,
    muted: false,
    access: { name: 'Ada', avatar: null, role: 'host', silenced: false },
  })
}

test('a device that is silent for twelve seconds is cut off, and not before', () => {
  const participant = participantWith()
  participant.lastReceivedAt = 50_000
  expect([61_999, 62_000, 62_001].map((now) => participant.livenessAt(now))).toEqual(['alive', 'alive', 'timed-out'])
})

test('a device that lost its connection keeps its participant slot for eight seconds, however long it was silent', () => {
  const participant = participantWith()
  participant.lastReceivedAt = 10_000
  participant.socket = undefined
  participant.disconnectedAt = 50_000
  expect([50_001, 58_000, 58_001].map((now) => participant.livenessAt(now))).toEqual(['alive', 'alive', 'expired'])
})
