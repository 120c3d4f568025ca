import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { type PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { maxMeshParticipants } from './voice-mesh.ts'

type RemoteVoice = {
  element: HTMLAudioElement
  panner: PannerNode
  gain: GainNode
  analyser: AnalyserNode
  source: AudioNode
}

/** Plays the other participants' voices from their positions, with a volume for each. */
export class VoicePlayback {
  readonly #context: AudioContext
  readonly #voices = new Map<number, RemoteVoice>()
  readonly #volumes = new Map<string, number>()
  readonly #samples = new Float32Array(256)

  constructor(context: AudioContext) {
    this.#context = context
  }

  add(participantSlot: number, stream: MediaStream): void {
    this.remove(participantSlot)
    // Chromium feeds a remote stream into Web Audio only while an element plays it.
    const element = new Audio()
    element.muted = true
    element.srcObject = stream
    void element.play().catch(() => undefined)
    const source = this.#context.createMediaStreamSource(stream)
    const gain = this.#context.createGain()
    const analyser = this.#context.createAnalyser()
    analyser.fftSize = 256
    const reducedQuality = this.#voices.size >= maxMeshParticipants
    const panner = new PannerNode(this.#context, {
      panningModel: reducedQuality ? 'equalpower' : 'HRTF',
      distanceModel: 'inverse',
      refDistance: 1.5,
      rolloffFactor: 0.8,
    })
    source.connect(gain).connect(analyser)
    analyser.connect(panner).connect(this.#context.destination)
    this.#voices.set(participantSlot, { element, panner, gain, analyser, source })
  }

  remove(participantSlot: number): void {
    const voice = this.#voices.get(participantSlot)
    if (!voice) return
    voice.element.srcObject = null
    for (const node of [voice.source, voice.gain, voice.analyser, voice.panner]) node.disconnect()
    this.#voices.delete(participantSlot)
  }

  /** Sets the volume for a user on all their devices: 0 is silent, 1 unchanged. */
  setVolume(userId: string, volume: number): void {
    this.#volumes.set(userId, volume)
  }

  volume(userId: string): number {
    return this.#volumes.get(userId) ?? 1
  }

  /** Moves the voices to the participants' positions and mutes those who are muted or silenced, whatever they send. */
  updatePositions(
    participants: ReadonlyMap<number, RoomParticipant>,
    listener: PosePoint,
    placeOf: (participantSlot: number) => PosePoint | undefined,
  ): void {
    this.#updateListener(listener)
    for (const [participantSlot, { panner, gain }] of this.#voices) {
      const participant = participants.get(participantSlot)
      const isSilent = !participant || participant.muted || participant.silenced
      gain.gain.value = isSilent ? 0 : this.volume(participant.userId)
      const position = placeOf(participantSlot)
      if (!position) continue
      panner.positionX.value = position.px
      panner.positionY.value = position.py
      panner.positionZ.value = position.pz
    }
  }

  /** Returns the current level of a voice, 0 to 1. */
  level(participantSlot: number): number {
    const analyser = this.#voices.get(participantSlot)?.analyser
    if (!analyser) return 0
    analyser.getFloatTimeDomainData(this.#samples)
    let peak = 0
    for (const sample of this.#samples) peak = Math.max(peak, Math.abs(sample))
    return Math.min(1, peak)
  }

  dispose(): void {
    for (const participantSlot of this.#voices.keys()) this.remove(participantSlot)
  }

  #updateListener({ px, py, pz, qx, qy, qz, qw }: PosePoint): void {
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
