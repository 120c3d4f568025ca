import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VoiceMesh } from './voice-mesh.ts'

const sdp = 'm=audio 9 RTP 111\r\na=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10\r\n'

/** A browser connection without a network. */
class FakeConnection extends EventTarget {
  static made: FakeConnection[] = []
  configuration: RTCConfiguration
  localDescription: { type: string; sdp: string } | null = null
  readonly signalingState = 'stable'

  constructor(configuration: RTCConfiguration) {
    super()
    this.configuration = configuration
    FakeConnection.made.push(this)
  }

  setConfiguration(configuration: RTCConfiguration): void {
    this.configuration = configuration
  }

  addTransceiver() {
    return { direction: '', sender: { replaceTrack: async () => undefined } }
  }

  async setLocalDescription(): Promise<void> {
    this.localDescription = { type: 'offer', sdp }
  }

  close(): void {}
}

beforeEach(() => {
  FakeConnection.made = []
  vi.stubGlobal('RTCPeerConnection', FakeConnection)
})
afterEach(() => void vi.unstubAllGlobals())

const participantAt = (participantSlot: number): [number, RoomParticipant] => {
  const plain = {
    displayName: '',
    avatar: null,
    role: 'host',
    device: 'desktop',
    muted: false,
    silenced: false,
  } as const
  return [participantSlot, { participantSlot, userId: `user-${participantSlot}`, voice: true, ...plain }]
}

test('new peers use the latest servers, and existing ones are reconfigured with them', () => {
  const mesh = new VoiceMesh({ sendSignal: vi.fn(), onStream: vi.fn(), onPeerRemoved: vi.fn() })
  const relay = (credential: string) => [{ urls: ['turn:relay'], username: 'me', credential }]
  mesh.setServers(relay('first'))
  mesh.setMembers(0, new Map([participantAt(0), participantAt(1)]))
  mesh.setServers(relay('second'))
  mesh.setMembers(0, new Map([participantAt(0), participantAt(1), participantAt(2)]))
  expect(FakeConnection.made.map(({ configuration }) => configuration.iceServers)).toEqual([
    relay('second'),
    relay('second'),
  ])
})

test('offers ask for Opus settings for speech', async () => {
  const signal = vi.fn<(to: number, data: string) => void>()
  const mesh = new VoiceMesh({ sendSignal: signal, onStream: vi.fn(), onPeerRemoved: vi.fn() })
  mesh.setMembers(0, new Map([participantAt(0), participantAt(1)]))
  FakeConnection.made[0]?.dispatchEvent(new Event('negotiationneeded'))
  await vi.waitUntil(() => signal.mock.calls.length > 0)
  expect(signal.mock.lastCall?.[1]).toContain('a=fmtp:111 minptime=10;stereo=0;usedtx=1')
})
