import { expect, test } from 'vitest'
import { type WebSocket } from 'ws'
import { type Actor } from '../../access/actor.ts'
import { Member } from './member.ts'

function member(): Member {
  return new Member({
    slot: 0,
    turn: 0,
    // Nothing of either is looked at.
    actor: { id: 'a' } as Actor,
    line: {} as WebSocket,
    device: 'headset',
    resume: 'r',
    voice: true,
    muted: false,
    standing: { name: 'Ada', avatar: null, role: 'host', silenced: false },
  })
}

test('a device that says nothing for twelve seconds is cut off, and not before', () => {
  const one = member()
  one.heardAt = 50_000
  expect([61_999, 62_000, 62_001].map((now) => one.fateAt(now))).toEqual(['stays', 'stays', 'silent'])
})

test('a device whose line broke keeps its slot for eight seconds, however long it was silent', () => {
  const one = member()
  one.heardAt = 10_000
  one.line = undefined
  one.lostAt = 50_000
  expect([50_001, 58_000, 58_001].map((now) => one.fateAt(now))).toEqual(['stays', 'stays', 'gone'])
})
