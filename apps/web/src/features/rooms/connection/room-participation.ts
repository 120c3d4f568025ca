import { type DeviceKind, type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { createPosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { createStore } from '../../../lib/store.ts'
import { IceServers } from '../voice/ice-servers.ts'
import { Microphone } from '../voice/microphone.ts'
import { RoomConnection } from './room-connection.ts'
import { RecordStore } from '../records/record-store.ts'
import { VoiceMesh, type VoiceTransport } from '../voice/voice-mesh.ts'
import { VoicePlayback } from '../voice/voice-playback.ts'

/** Interval at which voices are positioned and speaking levels are read, in milliseconds. */
const voiceUpdateMs = 66
/** A participant above this peak level counts as speaking. */
const speakingLevel = 0.03

export type RoomParticipationOptions = {
  readonly device: DeviceKind
  readonly muted: boolean
  readonly microphone: Microphone
}

/**
 * One device's participation in a room: the connection, the shared records and the voices. Disposed once, leaving
 * nothing open.
 */
export class RoomParticipation {
  readonly connection: RoomConnection
  readonly records: RecordStore
  readonly microphone: Microphone
  readonly voicePlayback: VoicePlayback
  readonly muted: ReturnType<typeof createStore<boolean>>
  /** Slots of the participants who are speaking. */
  readonly speaking = createStore<ReadonlySet<number>>(new Set())
  readonly #iceServers: IceServers
  #transport: VoiceTransport | undefined
  #canvas: RoomCanvas | undefined
  readonly #timer: ReturnType<typeof setInterval>
  readonly #unsubscribers: (() => void)[]
  readonly #listenerPose = createPosePoint()
  readonly #speakerPose = createPosePoint()

  constructor(roomId: string, { device, muted, microphone }: RoomParticipationOptions) {
    this.microphone = microphone
    this.muted = createStore(muted)
    microphone.mute(muted)
    void microphone.context.resume()
    this.voicePlayback = new VoicePlayback(microphone.context)
    this.connection = new RoomConnection(roomId, { device, muted, voice: true })
    this.records = new RecordStore(roomId)
    this.#iceServers = new IceServers(roomId, (servers) => this.#transport?.setServers(servers))
    this.#unsubscribers = [
      this.connection.onMessage((message) => {
        if (message.name === 'signal') this.#transport?.receiveSignal(message.from, message.data)
      }),
      this.connection.state.subscribe(() => this.#syncVoices()),
      microphone.onTrack((track) => this.#transport?.setTrack(track)),
    ]
    this.#timer = setInterval(() => this.#updateVoices(), voiceUpdateMs)
  }

  attachCanvas(canvas: RoomCanvas | undefined): void {
    this.#canvas = canvas
  }

  mute(muted: boolean): void {
    this.muted.set(muted)
    this.microphone.mute(muted)
    this.connection.mute(muted)
  }

  dispose(): void {
    clearInterval(this.#timer)
    for (const unsubscribe of this.#unsubscribers) unsubscribe()
    this.#iceServers.dispose()
    this.#transport?.dispose()
    this.voicePlayback.dispose()
    this.records.dispose()
    this.connection.leave()
    this.microphone.dispose()
  }

  /** Updates the voice mesh. It lives as long as the participant slot: a connection that resumes it keeps all voices. */
  #syncVoices(): void {
    const connection = this.connection.state.get()
    if (connection.status !== 'joined') return
    const { participantSlot, participants, endpoint } = connection
    if (!this.#transport) {
      this.#transport = new VoiceMesh({
        sendSignal: (to, data) => this.connection.send({ name: 'signal', to, data }),
        onStream: (from, stream) => this.voicePlayback.add(from, stream),
        onPeerRemoved: (from) => this.voicePlayback.remove(from),
      })
      this.#transport.setTrack(this.microphone.track)
    }
    this.#iceServers.update(endpoint)
    this.#transport.setMembers(participantSlot, participants)
  }

  #updateVoices(): void {
    const { participantSlot, participants } = this.connection.state.get()
    const canvas = this.#canvas
    const listenerPose = canvas ? canvas.readLocalHead(this.#listenerPose) : this.#listenerPose
    this.voicePlayback.updatePositions(participants, listenerPose, (from) =>
      canvas?.readParticipantHead(from, this.#speakerPose) ? this.#speakerPose : undefined,
    )
    const speaking = new Set<number>()
    for (const participant of participants.values()) {
      const level =
        participant.participantSlot === participantSlot
          ? this.#ownLevel()
          : isAudible(participant)
            ? this.voicePlayback.level(participant.participantSlot)
            : 0
      canvas?.setVoiceLevel(participant.participantSlot, level)
      if (level > speakingLevel) speaking.add(participant.participantSlot)
    }
    const previous = this.speaking.get()
    if (
      previous.size !== speaking.size ||
      [...speaking].some((speakingParticipantSlot) => !previous.has(speakingParticipantSlot))
    )
      this.speaking.set(speaking)
  }

  #ownLevel(): number {
    return this.microphone.isSpeaking() ? Math.max(speakingLevel * 1.5, this.microphone.level()) : 0
  }
}

function isAudible({ muted, silenced }: RoomParticipant): boolean {
  return !muted && !silenced
}
