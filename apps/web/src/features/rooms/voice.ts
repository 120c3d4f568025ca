import { type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { type Point } from '@veranda/core/rooms/pose.ts'
import { forSpeech } from './opus.ts'

/** How voices get from one to the other; the mesh below is one way, a media server another. */
export type VoiceTransport = {
  /** By which servers the next ones find each other, and who has to find each other anew. */
  setServers: (servers: RTCIceServer[]) => void
  /** Whom one hears and is heard by. */
  setMembers: (me: number, members: ReadonlyMap<number, RoomMember>) => void
  signal: (from: number, data: string) => void
  send: (track: MediaStreamTrack | undefined) => void
  end: () => void
}

export type VoiceTold = {
  signal: (to: number, data: string) => void
  heard: (slot: number, stream: MediaStream) => void
  gone: (slot: number) => void
}

/** So many send to each other directly and well; beyond, a mesh asks much of a device and its network, which is said. */
export const mostInMesh = 6

type Peer = {
  connection: RTCPeerConnection
  polite: boolean
  making: boolean
  /** Of who waits for the offer only once it has come: its line of sound is the one to answer on. */
  sender: RTCRtpSender | undefined
  ignores: boolean
}

/** Each sends to each, agreed upon over the room's line. Who has the higher slot gives way when both begin at once. */
export class VoiceMesh implements VoiceTransport {
  readonly #told: VoiceTold
  #iceServers: RTCIceServer[] = []
  readonly #peers = new Map<number, Peer>()
  #track: MediaStreamTrack | undefined

  constructor(told: VoiceTold) {
    this.#told = told
  }

  setServers(servers: RTCIceServer[]): void {
    this.#iceServers = servers
    for (const { connection } of this.#peers.values()) connection.setConfiguration({ iceServers: servers })
  }

  setMembers(me: number, members: ReadonlyMap<number, RoomMember>): void {
    const wanted = new Set(
      Array.from(members.values(), ({ slot }) => slot).filter((slot) => isWanted(slot, me, members)),
    )
    for (const slot of this.#peers.keys()) if (!wanted.has(slot)) this.#drop(slot)
    for (const slot of wanted) if (!this.#peers.has(slot)) this.#meet(slot, me > slot)
  }

  signal(from: number, data: string): void {
    const peer = this.#peers.get(from)
    if (peer)
      void this.#take(from, peer, data).catch((error: unknown) => console.warn('a voice could not be agreed', error))
  }

  send(track: MediaStreamTrack | undefined): void {
    this.#track = track
    for (const { sender } of this.#peers.values()) void sender?.replaceTrack(track ?? null)
  }

  end(): void {
    for (const slot of this.#peers.keys()) this.#drop(slot)
  }

  #meet(slot: number, polite: boolean): void {
    const connection = new RTCPeerConnection({ iceServers: this.#iceServers })
    const peer: Peer = { connection, polite, making: false, sender: undefined, ignores: false }
    this.#peers.set(slot, peer)
    connection.addEventListener('negotiationneeded', () => void this.#offer(slot, peer))
    // The higher slot waits for the other's offer, so that the two do not begin at once.
    if (!polite) this.#speakOn(peer, connection.addTransceiver('audio', { direction: 'sendrecv' }))
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) this.#told.signal(slot, JSON.stringify({ candidate }))
    })
    connection.addEventListener('track', ({ track, streams: [stream] }) => {
      this.#told.heard(slot, stream ?? new MediaStream([track]))
    })
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed') connection.restartIce()
    })
  }

  async #offer(slot: number, peer: Peer): Promise<void> {
    try {
      peer.making = true
      await peer.connection.setLocalDescription()
      this.#describe(slot, peer)
    } catch (error) {
      console.warn('a voice could not be offered', error)
    } finally {
      peer.making = false
    }
  }

  #describe(slot: number, { connection }: Peer): void {
    const { localDescription: made } = connection
    if (made) this.#told.signal(slot, JSON.stringify({ description: { type: made.type, sdp: forSpeech(made.sdp) } }))
  }

  async #take(slot: number, peer: Peer, data: string): Promise<void> {
    const { connection } = peer
    // From another browser's mesh, by way of the server, which passes it on unread.
    const said = JSON.parse(data) as { description?: RTCSessionDescriptionInit; candidate?: RTCIceCandidateInit }
    if (said.description) {
      const clash = said.description.type === 'offer' && (peer.making || connection.signalingState !== 'stable')
      peer.ignores = !peer.polite && clash
      if (peer.ignores) return
      await connection.setRemoteDescription(said.description)
      if (said.description.type !== 'offer') return
      const [line] = connection.getTransceivers()
      if (line) this.#speakOn(peer, line)
      await connection.setLocalDescription()
      this.#describe(slot, peer)
    } else if (said.candidate) {
      await connection.addIceCandidate(said.candidate).catch((error: unknown) => {
        if (!peer.ignores) throw error
      })
    }
  }

  #speakOn(peer: Peer, line: RTCRtpTransceiver): void {
    line.direction = 'sendrecv'
    peer.sender = line.sender
    if (this.#track) void line.sender.replaceTrack(this.#track)
  }

  #drop(slot: number): void {
    this.#peers.get(slot)?.connection.close()
    this.#peers.delete(slot)
    this.#told.gone(slot)
  }
}

/** Who hears or speaks, but not one's own other device, which would howl. */
function isWanted(slot: number, me: number, members: ReadonlyMap<number, RoomMember>): boolean {
  const [mine, theirs] = [members.get(me), members.get(slot)]
  return slot !== me && mine?.voice === true && theirs?.voice === true && mine.personId !== theirs.personId
}

type Heard = {
  element: HTMLAudioElement
  panner: PannerNode
  gain: GainNode
  analyser: AnalyserNode
  source: AudioNode
}

/** The voices of the others from where they stand, each as loud as one wants, silent when it is to be. */
export class Voices {
  readonly #context: AudioContext
  readonly #heard = new Map<number, Heard>()
  readonly #volumes = new Map<string, number>()
  readonly #samples = new Float32Array(256)

  constructor(context: AudioContext) {
    this.#context = context
  }

  add(slot: number, stream: MediaStream): void {
    this.remove(slot)
    // Chromium gives a stream to the mixer only while an element plays it, too.
    const element = new Audio()
    element.muted = true
    element.srcObject = stream
    void element.play().catch(() => undefined)
    const source = this.#context.createMediaStreamSource(stream)
    const gain = this.#context.createGain()
    const analyser = this.#context.createAnalyser()
    analyser.fftSize = 256
    const many = this.#heard.size >= mostInMesh
    const panner = new PannerNode(this.#context, {
      panningModel: many ? 'equalpower' : 'HRTF',
      distanceModel: 'inverse',
      refDistance: 1.5,
      rolloffFactor: 0.8,
    })
    source.connect(gain).connect(analyser)
    analyser.connect(panner).connect(this.#context.destination)
    this.#heard.set(slot, { element, panner, gain, analyser, source })
  }

  remove(slot: number): void {
    const heard = this.#heard.get(slot)
    if (!heard) return
    heard.element.srcObject = null
    for (const node of [heard.source, heard.gain, heard.analyser, heard.panner]) node.disconnect()
    this.#heard.delete(slot)
  }

  /** 0 is silence, 1 as it comes; kept by person, for all of their devices. */
  setVolume(personId: string, volume: number): void {
    this.#volumes.set(personId, volume)
  }

  volume(personId: string): number {
    return this.#volumes.get(personId) ?? 1
  }

  /** Puts everybody where they are now; whoever is muted or silenced is not heard, whatever they send. */
  place(members: ReadonlyMap<number, RoomMember>, listener: Point, placeOf: (slot: number) => Point | undefined): void {
    this.#listen(listener)
    for (const [slot, { panner, gain }] of this.#heard) {
      const member = members.get(slot)
      const silent = !member || member.muted || member.silenced
      gain.gain.value = silent ? 0 : this.volume(member.personId)
      const at = placeOf(slot)
      if (!at) continue
      panner.positionX.value = at.px
      panner.positionY.value = at.py
      panner.positionZ.value = at.pz
    }
  }

  /** How loud somebody is here and now, 0 to 1. */
  level(slot: number): number {
    const analyser = this.#heard.get(slot)?.analyser
    if (!analyser) return 0
    analyser.getFloatTimeDomainData(this.#samples)
    let peak = 0
    for (const sample of this.#samples) peak = Math.max(peak, Math.abs(sample))
    return Math.min(1, peak)
  }

  end(): void {
    for (const slot of this.#heard.keys()) this.remove(slot)
  }

  #listen({ px, py, pz, qx, qy, qz, qw }: Point): void {
    const { listener } = this.#context
    listener.positionX.value = px
    listener.positionY.value = py
    listener.positionZ.value = pz
    listener.forwardX.value = -2 * (qx * qz + qw * qy)
    listener.forwardY.value = -2 * (qy * qz - qw * qx)
    listener.forwardZ.value = -(1 - 2 * (qx * qx + qy * qy))
    listener.upX.value = 2 * (qx * qy - qw * qz)
    listener.upY.value = 1 - 2 * (qx * qx + qz * qz)
    listener.upZ.value = 2 * (qy * qz + qw * qx)
  }
}
