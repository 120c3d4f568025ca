import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'

/** Transports voices between participants; the mesh below is one implementation, a media server could be another. */
export type VoiceTransport = {
  /** Sets the ICE servers for new connections and for ICE restarts. */
  setServers: (servers: RTCIceServer[]) => void
  /** Sets the participants to exchange voices with. */
  setMembers: (localParticipantSlot: number, participants: ReadonlyMap<number, RoomParticipant>) => void
  receiveSignal: (from: number, data: string) => void
  setTrack: (track: MediaStreamTrack | undefined) => void
  dispose: () => void
}

export type VoiceTransportEvents = {
  sendSignal: (to: number, data: string) => void
  onStream: (participantSlot: number, stream: MediaStream) => void
  onPeerRemoved: (participantSlot: number) => void
}

/** Up to this many participants a mesh works well; beyond it costs much CPU and bandwidth, so the UI warns. */
export const maxMeshParticipants = 6

type Peer = {
  connection: RTCPeerConnection
  isPolite: boolean
  isOffering: boolean
  /** Set on the answering side when the offer arrives: its transceiver is reused for the answer. */
  sender: RTCRtpSender | undefined
  ignoresOffer: boolean
}

/**
 * A full mesh of peer connections, negotiated over the room connection. The peer with the higher participant slot
 * is polite and yields on collisions.
 */
export class VoiceMesh implements VoiceTransport {
  readonly #events: VoiceTransportEvents
  #iceServers: RTCIceServer[] = []
  readonly #peers = new Map<number, Peer>()
  #track: MediaStreamTrack | undefined

  constructor(events: VoiceTransportEvents) {
    this.#events = events
  }

  setServers(servers: RTCIceServer[]): void {
    this.#iceServers = servers
    for (const { connection } of this.#peers.values()) connection.setConfiguration({ iceServers: servers })
  }

  setMembers(localParticipantSlot: number, participants: ReadonlyMap<number, RoomParticipant>): void {
    const wanted = new Set(
      Array.from(participants.values(), ({ participantSlot }) => participantSlot).filter((participantSlot) =>
        isWantedPeer(participantSlot, localParticipantSlot, participants),
      ),
    )
    for (const participantSlot of this.#peers.keys())
      if (!wanted.has(participantSlot)) this.#removePeer(participantSlot)
    for (const participantSlot of wanted)
      if (!this.#peers.has(participantSlot)) this.#addPeer(participantSlot, localParticipantSlot > participantSlot)
  }

  receiveSignal(from: number, data: string): void {
    const peer = this.#peers.get(from)
    if (peer)
      void this.#handleSignal(from, peer, data).catch((error: unknown) => console.warn('voice signal failed', error))
  }

  setTrack(track: MediaStreamTrack | undefined): void {
    this.#track = track
    for (const { sender } of this.#peers.values()) void sender?.replaceTrack(track ?? null)
  }

  dispose(): void {
    for (const participantSlot of this.#peers.keys()) this.#removePeer(participantSlot)
  }

  #addPeer(participantSlot: number, isPolite: boolean): void {
    const connection = new RTCPeerConnection({ iceServers: this.#iceServers })
    const peer: Peer = { connection, isPolite, isOffering: false, sender: undefined, ignoresOffer: false }
    this.#peers.set(participantSlot, peer)
    connection.addEventListener('negotiationneeded', () => void this.#sendOffer(participantSlot, peer))
    // The higher participant slot waits for the other's offer, to avoid collisions.
    if (!isPolite) this.#attachTrack(peer, connection.addTransceiver('audio', { direction: 'sendrecv' }))
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) this.#events.sendSignal(participantSlot, JSON.stringify({ candidate }))
    })
    connection.addEventListener('track', ({ track, streams: [stream] }) => {
      this.#events.onStream(participantSlot, stream ?? new MediaStream([track]))
    })
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed') connection.restartIce()
    })
  }

  async #sendOffer(participantSlot: number, peer: Peer): Promise<void> {
    try {
      peer.isOffering = true
      await peer.connection.setLocalDescription()
      this.#sendDescription(participantSlot, peer)
    } catch (error) {
      console.warn('voice offer failed', error)
    } finally {
      peer.isOffering = false
    }
  }

  #sendDescription(participantSlot: number, { connection }: Peer): void {
    const { localDescription: description } = connection
    if (description)
      this.#events.sendSignal(
        participantSlot,
        JSON.stringify({ description: { type: description.type, sdp: withSpeechSettings(description.sdp) } }),
      )
  }

  async #handleSignal(participantSlot: number, peer: Peer, data: string): Promise<void> {
    const { connection } = peer
    // From another browser's mesh; the server forwards it unread.
    const message = JSON.parse(data) as { description?: RTCSessionDescriptionInit; candidate?: RTCIceCandidateInit }
    if (message.description) {
      const collides =
        message.description.type === 'offer' && (peer.isOffering || connection.signalingState !== 'stable')
      peer.ignoresOffer = !peer.isPolite && collides
      if (peer.ignoresOffer) return
      await connection.setRemoteDescription(message.description)
      if (message.description.type !== 'offer') return
      const [transceiver] = connection.getTransceivers()
      if (transceiver) this.#attachTrack(peer, transceiver)
      await connection.setLocalDescription()
      this.#sendDescription(participantSlot, peer)
    } else if (message.candidate) {
      await connection.addIceCandidate(message.candidate).catch((error: unknown) => {
        if (!peer.ignoresOffer) throw error
      })
    }
  }

  #attachTrack(peer: Peer, transceiver: RTCRtpTransceiver): void {
    transceiver.direction = 'sendrecv'
    peer.sender = transceiver.sender
    if (this.#track) void transceiver.sender.replaceTrack(this.#track)
  }

  #removePeer(participantSlot: number): void {
    this.#peers.get(participantSlot)?.connection.close()
    this.#peers.delete(participantSlot)
    this.#events.onPeerRemoved(participantSlot)
  }
}

/**
 * Returns true for other participants with voice, but not for the user's own other devices, which would cause feedback.
 */
function isWantedPeer(
  participantSlot: number,
  localParticipantSlot: number,
  participants: ReadonlyMap<number, RoomParticipant>,
): boolean {
  const [own, other] = [participants.get(localParticipantSlot), participants.get(participantSlot)]
  return (
    participantSlot !== localParticipantSlot &&
    own?.voice === true &&
    other?.voice === true &&
    own.userId !== other.userId
  )
}

/** Mono, and next to nothing sent in silence (RFC 7587, section 6.1). */
const speechSettings = { stereo: '0', usedtx: '1' } as const

/** Returns the SDP with Opus configured for speech; everything else stays as it is. */
export function withSpeechSettings(sdp: string): string {
  const opus = [...sdp.matchAll(/^a=rtpmap:(\d+) opus\//gim)].map(([, type]) => type ?? '')
  return opus.reduce(applySettings, sdp)
}

function applySettings(sdp: string, type: string): string {
  const existing = new RegExp(`^a=fmtp:${type} (.*)$`, 'm').exec(sdp)
  const settings = new Map((existing?.[1] ?? '').split(';').flatMap(parseSetting))
  for (const [name, value] of Object.entries(speechSettings)) settings.set(name, value)
  const line = `a=fmtp:${type} ${Array.from(settings, ([name, value]) => `${name}=${value}`).join(';')}`
  if (existing) return sdp.replace(existing[0], line)
  return sdp.replace(new RegExp(`^a=rtpmap:${type} .*$`, 'm'), (map) => `${map}\r\n${line}`)
}

function parseSetting(text: string): [string, string][] {
  const [name = '', value = ''] = text.trim().split('=')
  return name === '' ? [] : [[name, value]]
}
