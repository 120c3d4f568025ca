import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { formatFor } from '../../lib/format.ts'
import { type Change, plainTools } from './changes.ts'
import { type SceneNow, type Wish } from './scene-now.ts'

/** A version of one milestone with the named works, as the room tells it. */
export function sampleVersion(number: number, more: Partial<RoomVersion> = {}): RoomVersion {
  return {
    deliverableId: `version-${number}`,
    draft: false,
    projectId: 'project',
    commissionId: 'commission',
    number,
    milestone: {
      id: 'milestone',
      title: 'Chair',
      state: 'submitted',
      version: 3,
      price: { amount: 48_000, currency: 'EUR' },
    },
    hash: 'a'.repeat(64),
    works: [{ id: `work-${number}`, name: 'Chair', triangles: 1_000, height: 0.8 }],
    pins: [],
    may: { approve: false, requestChanges: false, pin: true },
    ...more,
  }
}

export function sampleMember(slot: number, label: string, more: Partial<RoomMember> = {}): RoomMember {
  const plain = { personId: `person-${slot}`, avatar: null, device: 'desktop', role: 'host' } as const
  return { slot, label, ...plain, muted: false, silenced: false, voice: true, ...more }
}

type Written = { key: string; change: Change<'stage' | 'placement' | 'tools' | 'reference' | 'note'> }

/** A room with two versions, the newer one on its stage; what is written and where one goes is kept for the test. */
export function sampleScene(more: Partial<SceneNow> = {}) {
  const written: Written[] = []
  const went: string[] = []
  const said: string[] = []
  const wishes: Wish[] = []
  const [second, first] = [sampleVersion(2), sampleVersion(1)]
  const shown = { deliverableId: 'version-2', workId: 'work-2', former: null, compare: 'none', flipped: false } as const
  const line: SceneNow['line'] = {
    status: 'in',
    slot: 0,
    members: new Map([
      [0, sampleMember(0, 'Maya Torres')],
      [1, sampleMember(1, 'Kenji Arai')],
      [2, sampleMember(2, 'Hana Sato', { role: 'guest', muted: true })],
    ]),
    holds: new Map(),
    endpoint: undefined,
    why: undefined,
  }
  const scene: SceneNow = {
    base: { direction: 'ltr', language: 'en' },
    t: (key, params) => (params === undefined ? key : `${key} ${Object.values(params).join(' ')}`),
    format: formatFor('en', 'UTC'),
    lengths: { metres: (metres) => `${metres.toFixed(2)} m`, millimetres: String, tolerance: String },
    tolerance: 0.0001,
    room: {
      id: 'project',
      title: 'Reading chair',
      project: { id: 'project', title: 'Reading chair' },
      booking: null,
      state: 'open',
      opensAt: null,
      role: 'host',
      may: [],
      people: [],
      removed: [],
      voiceReach: 'everywhere',
    },
    stage: undefined,
    line,
    shared: {
      shown,
      version: second,
      newer: undefined,
      tools: plainTools,
      placement: undefined,
      failed: false,
      tolerance: 0.0001,
    },
    values: new Map(),
    versions: [second, first],
    mayHost: true,
    write: async (key, change) => {
      // Only read again by the test, as what it was.
      written.push({ key, change: change as Written['change'] })
      return true
    },
    go: {
      to: (stop) => void went.push(stop),
      back: () => void went.push('back'),
      close: () => void went.push('close'),
    },
    type: (wish) => void wishes.push(wish),
    say: (text) => void said.push(text),
    ...more,
  }
  return { scene, written, went, said, wishes }
}
