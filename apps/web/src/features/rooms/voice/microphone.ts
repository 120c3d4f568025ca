import { createStore } from '../../../lib/store.ts'

/**
 * `none`: there is no microphone; `refused`: the user or the browser denied access; `busy`: another program uses it.
 */
export type MicrophoneProblem = 'none' | 'refused' | 'busy'

export type MicrophoneStatus =
  /** A problem if the request for it failed. */
  | { readonly status: 'off' | 'asking' | MicrophoneProblem }
  /** Its sound is sent unless muted. With a problem, another one could not be opened, and this one stays on. */
  | { readonly status: 'on'; readonly deviceId: string | undefined; readonly problem?: MicrophoneProblem }

type MicrophoneDevices = { readonly devices: readonly { id: string; label: string }[] }
export type MicrophoneState = MicrophoneDevices & MicrophoneStatus

/** Speech is above this peak level, room noise below. */
const speakingPeakThreshold = 0.04
const speakingHoldMs = 350

/** The user's microphone: opened once, switchable, with a level meter. */
export class Microphone {
  readonly state = createStore<MicrophoneState>({
    status: 'off',
    devices: [],
  })
  readonly context = new AudioContext()
  readonly #listeners = new Set<(track: MediaStreamTrack | undefined) => void>()
  readonly #analyser = this.context.createAnalyser()
  readonly #samples = new Float32Array(512)
  #stream: MediaStream | undefined
  #source: MediaStreamAudioSourceNode | undefined
  #lastSpokeAt = -Infinity
  #muted = false
  #requestCount = 0

  constructor() {
    this.#analyser.fftSize = 512
    navigator.mediaDevices?.addEventListener('devicechange', this.#refreshDevices)
  }

  get track(): MediaStreamTrack | undefined {
    return this.#stream?.getAudioTracks()[0]
  }

  /** Adds a listener for changes of the sent track; returns its removal. */
  onTrack(listener: (track: MediaStreamTrack | undefined) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Opens the microphone, or switches to another one. Call it within a press. If another one cannot be opened, the
   * current one stays on and `problem` has the reason; the latest request wins.
   */
  async request(deviceId?: string): Promise<void> {
    void this.context.resume()
    this.#requestCount += 1
    const requestId = this.#requestCount
    this.#setStatus(this.track ? this.#on() : { status: 'asking' })
    try {
      const stream = await openStream(deviceId)
      if (requestId !== this.#requestCount) return stopStream(stream)
      this.#replaceStream(stream)
      this.#setStatus(this.#on())
      await this.#refreshDevices()
    } catch (error) {
      if (requestId !== this.#requestCount) return
      const problem = microphoneProblemOf(error)
      this.#setStatus(this.track ? { ...this.#on(), problem } : { status: problem })
    }
  }

  mute(muted: boolean): void {
    this.#muted = muted
    if (this.track) this.track.enabled = !muted
  }

  /** Returns the current level, 0 to 1. */
  level(): number {
    if (!this.#source || this.#muted) return 0
    this.#analyser.getFloatTimeDomainData(this.#samples)
    let peak = 0
    for (const sample of this.#samples) peak = Math.max(peak, Math.abs(sample))
    if (peak > speakingPeakThreshold) this.#lastSpokeAt = performance.now()
    return Math.min(1, peak)
  }

  /** Returns true while the user speaks and shortly after. */
  isSpeaking(): boolean {
    return this.level() > speakingPeakThreshold || performance.now() - this.#lastSpokeAt < speakingHoldMs
  }

  dispose(): void {
    navigator.mediaDevices?.removeEventListener('devicechange', this.#refreshDevices)
    // Invalidates requests that are still pending.
    this.#requestCount += 1
    stopStream(this.#stream)
    this.#listeners.clear()
    if (this.context.state !== 'closed') void this.context.close()
  }

  #replaceStream(stream: MediaStream | undefined): void {
    stopStream(this.#stream)
    this.#source?.disconnect()
    this.#stream = stream
    this.#source = stream && this.context.createMediaStreamSource(stream)
    this.#source?.connect(this.#analyser)
    this.mute(this.#muted)
    // Unplugged, or revoked in the browser's settings. Our own stop does not fire this event.
    this.track?.addEventListener('ended', () => {
      if (this.#stream !== stream) return
      this.#replaceStream(undefined)
      this.#setStatus({ status: 'none' })
    })
    for (const listener of this.#listeners) listener(this.track)
  }

  readonly #refreshDevices = async () => {
    const all = (await navigator.mediaDevices?.enumerateDevices()) ?? []
    const devices = all
      .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }))
    this.state.set({ ...this.state.get(), devices })
  }

  #on(): MicrophoneStatus & { readonly status: 'on' } {
    return { status: 'on', deviceId: this.track?.getSettings().deviceId }
  }

  #setStatus(status: MicrophoneStatus): void {
    this.state.set({ devices: this.state.get().devices, ...status })
  }
}

function openStream(deviceId: string | undefined): Promise<MediaStream> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 }
  // Undefined on insecure pages.
  const media: MediaDevices | undefined = navigator.mediaDevices
  if (!media) throw new DOMException('', 'NotFoundError')
  return media.getUserMedia({ audio: deviceId === undefined ? audio : { ...audio, deviceId: { exact: deviceId } } })
}

function stopStream(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function microphoneProblemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}
