import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { formatFor } from '../../../lib/i18n/format.ts'
import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import { type RecordChange } from '../records/record-changes.ts'
import { type PanelContext, type TypingRequest } from '../panels/panel-context.ts'

/** Returns a version of one milestone with one asset. */
export function sampleVersion(number: number, overrides: Partial<RoomVersion> = {}): RoomVersion {
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
      chargeback: null,
    },
    hash: 'a'.repeat(64),
    assets: [{ id: `asset-${number}`, name: 'Chair', triangles: 1_000, height: 0.8 }],
    flatAssets: [],
    pins: [],
    actions: ['pin'],
    ...overrides,
  }
}

export function sampleParticipant(
  participantSlot: number,
  displayName: string,
  overrides: Partial<RoomParticipant> = {},
): RoomParticipant {
  const defaults = { userId: `user-${participantSlot}`, avatar: null, device: 'desktop', role: 'host' } as const
  return { participantSlot, displayName, ...defaults, muted: false, silenced: false, voice: true, ...overrides }
}

type RecordedWrite = { key: string; change: RecordChange<'scene' | 'placement' | 'tools' | 'reference' | 'note'> }

/**
 * Returns the panel context of a room with two versions, the newer one in the scene, and records writes, navigation and
 * announcements.
 */
export function samplePanelContext(overrides: Partial<PanelContext> = {}) {
  const writes: RecordedWrite[] = []
  const visited: string[] = []
  const announcements: string[] = []
  const typingRequests: TypingRequest[] = []
  const [second, first] = [sampleVersion(2), sampleVersion(1)]
  const shown = {
    deliverableId: 'version-2',
    assetId: 'asset-2',
    previous: null,
    compare: 'none',
    flipped: false,
  } as const
  const connection: Extract<PanelContext['connection'], { status: 'joined' | 'reconnecting' }> = {
    status: 'joined',
    participantSlot: 0,
    participants: new Map([
      [0, sampleParticipant(0, 'Maya Torres')],
      [1, sampleParticipant(1, 'Kenji Arai')],
      [2, sampleParticipant(2, 'Hana Sato', { role: 'guest', muted: true })],
    ]),
    grabs: new Map(),
    endpoint: { path: '/rooms/room', node: 'node', iceServers: [], iceTtlSeconds: null },
  }
  const context: PanelContext = {
    base: { direction: 'ltr', language: 'en' },
    t: (key, params) => (params === undefined ? key : `${key} ${Object.values(params).join(' ')}`),
    format: formatFor('en', 'UTC'),
    lengths: {
      metres: (metres) => `${metres.toFixed(2)} m`,
      millimetres: String,
      millimetreFigure: String,
      tolerance: String,
    },
    tolerance: 0.0001,
    room: {
      id: 'project',
      title: 'Reading chair',
      subject: { kind: 'project', projectId: 'project' },
      state: 'open',
      viewerRole: 'host',
      actions: [],
      users: [],
      removedUsers: [],
      voiceReach: 'everywhere',
      homeUrl: null,
    },
    canvas: undefined,
    connection,
    shared: {
      shown,
      version: second,
      newerVersion: undefined,
      variants: [],
      tools: defaultTools,
      placement: undefined,
      scaleFactor: 1,
      previousNumber: undefined,
      failed: false,
      tolerance: 0.0001,
    },
    values: new Map(),
    versions: [second, first],
    chargebackText: () => undefined,
    can: () => true,
    write: async (key, change) => {
      // Read only by the test, by its actual type.
      writes.push({ key, change: change as RecordedWrite['change'] })
      return true
    },
    navigate: {
      to: (path) => void visited.push(path),
      back: () => void visited.push('back'),
      toMenu: (path) => void visited.push(`menu/${path}`),
      close: () => void visited.push('close'),
    },
    openKeyboard: (request) => void typingRequests.push(request),
    announce: (text) => void announcements.push(text),
    ...overrides,
  }
  return { context, writes, visited, announcements, typingRequests }
}
