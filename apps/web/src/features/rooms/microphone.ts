import { createStore } from '../../lib/store.ts'

export type MicrophoneState = {
  /** `none`: there is no microphone; `refused`: the person or the browser said no. */
  readonly status: 'off' | 'asking' | 'on' | 'none' | 'refused'
  readonly deviceId: string | undefined
  readonly devices: readonly { id: string; label: string }[]
}

/** Speech lies above this peak; below it is the room's own noise. */
const speaks = 0.04
const holdsOn = 350

/** One's own microphone: asked for once, changed at will, with a meter that shows that it hears. */
export class Microphone {
  readonly state = createStore<MicrophoneState>({ status: 'off', deviceId: undefined, devices: [] })
  readonly context = new AudioContext()
  readonly #listeners = new Set<(track: MediaStreamTrack | undefined) => void>()
  readonly #analyser = this.context.createAnalyser()
  readonly #samples = new Float32Array(512)
  #stream: MediaStream | undefined
  #source: MediaStreamAudioSourceNode | undefined
  #spokeAt = -Infinity
  #muted = false

  constructor() {
    this.#analyser.fftSize = 512
    navigator.mediaDevices?.addEventListener('devicechange', this.#look)
  }

  get track(): MediaStreamTrack | undefined {
    return this.#stream?.getAudioTracks()[0]
  }

  /** Hears of each change of what is sent. */
  onTrack(listener: (track: MediaStreamTrack | undefined) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks for the microphone, or for another one. To be called within a press. */
  async ask(deviceId?: string): Promise<void> {
    void this.context.resume()
    this.#put({ status: 'asking' })
    try {
      const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 }
      const media = navigator.mediaDevices
      if (!media) throw new DOMException('', 'NotFoundError')
      const wish = deviceId === undefined ? audio : { ...audio, deviceId: { exact: deviceId } }
      this.#take(await media.getUserMedia({ audio: wish }))
      this.#put({ status: 'on', deviceId: this.track?.getSettings().deviceId })
      await this.#look()
    } catch (error) {
      const refused = error instanceof DOMException && error.name === 'NotAllowedError'
      this.#put({ status: refused ? 'refused' : 'none' })
    }
  }

  mute(muted: boolean): void {
    this.#muted = muted
    if (this.track) this.track.enabled = !muted
  }

  /** How loud it is now, 0 to 1. */
  level(): number {
    if (!this.#source || this.#muted) return 0
    this.#analyser.getFloatTimeDomainData(this.#samples)
    let peak = 0
    for (const sample of this.#samples) peak = Math.max(peak, Math.abs(sample))
    if (peak > speaks) this.#spokeAt = performance.now()
    return Math.min(1, peak)
  }

  /** Whether somebody speaks, and for a moment after. */
  speaking(): boolean {
    return this.level() > speaks || performance.now() - this.#spokeAt < holdsOn
  }

  end(): void {
    navigator.mediaDevices?.removeEventListener('devicechange', this.#look)
    for (const track of this.#stream?.getTracks() ?? []) track.stop()
    this.#listeners.clear()
    if (this.context.state !== 'closed') void this.context.close()
  }

  #take(stream: MediaStream): void {
    for (const track of this.#stream?.getTracks() ?? []) track.stop()
    this.#source?.disconnect()
    this.#stream = stream
    this.#source = this.context.createMediaStreamSource(stream)
    this.#source.connect(this.#analyser)
    this.mute(this.#muted)
    this.track?.addEventListener('ended', () => this.#put({ status: 'none' }))
    for (const listener of this.#listeners) listener(this.track)
  }

  readonly #look = async () => {
    const all = (await navigator.mediaDevices?.enumerateDevices()) ?? []
    const devices = all
      .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }))
    this.#put({ devices })
  }

  #put(part: Partial<MicrophoneState>): void {
    this.state.set({ ...this.state.get(), ...part })
  }
}
