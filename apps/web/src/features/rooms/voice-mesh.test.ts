import { type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VoiceMesh } from './voice.ts'

const sdp = 'm=audio 9 RTP 111\r\na=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10\r\n'

/** What the mesh asks of a browser's connection, without a network. */
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

const member = (slot: number): [number, RoomMember] => {
  const plain = { label: '', avatar: null, role: 'host', device: 'desktop', muted: false, silenced: false } as const
  return [slot, { slot, personId: `person-${slot}`, voice: true, ...plain }]
}

test('who comes later is met by the newest servers, and who is there finds the way anew by them', () => {
  const mesh = new VoiceMesh({ signal: vi.fn(), heard: vi.fn(), gone: vi.fn() })
  const relay = (credential: string) => [{ urls: ['turn:relay'], username: 'me', credential }]
  mesh.setServers(relay('first'))
  mesh.setMembers(0, new Map([member(0), member(1)]))
  mesh.setServers(relay('second'))
  mesh.setMembers(0, new Map([member(0), member(1), member(2)]))
  expect(FakeConnection.made.map(({ configuration }) => configuration.iceServers)).toEqual([
    relay('second'),
    relay('second'),
  ])
})

test('what is offered asks for Opus as speech', async () => {
  const signal = vi.fn<(to: number, data: string) => void>()
  const mesh = new VoiceMesh({ signal, heard: vi.fn(), gone: vi.fn() })
  mesh.setMembers(0, new Map([member(0), member(1)]))
  FakeConnection.made[0]?.dispatchEvent(new Event('negotiationneeded'))
  await vi.waitUntil(() => signal.mock.calls.length > 0)
  expect(signal.mock.lastCall?.[1]).toContain('a=fmtp:111 minptime=10;stereo=0;usedtx=1')
})
