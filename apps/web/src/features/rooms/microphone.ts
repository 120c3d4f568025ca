import { createStore } from '../../lib/store.ts'

/** `none`: there is no microphone; `refused`: the person or the browser said no; `busy`: something else holds it. */
export type MicrophoneTrouble = 'none' | 'refused' | 'busy'

export type MicrophoneState = {
  /** On: what it hears is sent, unless one is muted. Else what keeps it off, if one asked. */
  readonly status: 'off' | 'asking' | 'on' | MicrophoneTrouble
  /** Another one could not be had, and the one that was on stays on. */
  readonly trouble: MicrophoneTrouble | undefined
  readonly deviceId: string | undefined
  readonly devices: readonly { id: string; label: string }[]
}

/** Speech lies above this peak; below it is the room's own noise. */
const speaks = 0.04
const holdsOn = 350

/** One's own microphone: asked for once, changed at will, with a meter that shows that it hears. */
export class Microphone {
  readonly state = createStore<MicrophoneState>({
    status: 'off',
    trouble: undefined,
    deviceId: undefined,
    devices: [],
  })
  readonly context = new AudioContext()
  readonly #listeners = new Set<(track: MediaStreamTrack | undefined) => void>()
  readonly #analyser = this.context.createAnalyser()
  readonly #samples = new Float32Array(512)
  #stream: MediaStream | undefined
  #source: MediaStreamAudioSourceNode | undefined
  #spokeAt = -Infinity
  #muted = false
  #asked = 0

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

  /**
   * Asks for the microphone, or for another one. To be called within a press. Where another one is not to be had, the one
   * that is on stays on, and `trouble` says why; of two asked for at once, the later one counts.
   */
  async ask(deviceId?: string): Promise<void> {
    void this.context.resume()
    this.#asked += 1
    const asked = this.#asked
    this.#put({ status: this.track ? 'on' : 'asking', trouble: undefined })
    try {
      const stream = await open(deviceId)
      if (asked !== this.#asked) return stop(stream)
      this.#take(stream)
      this.#put({ status: 'on', deviceId: this.track?.getSettings().deviceId })
      await this.#look()
    } catch (error) {
      if (asked !== this.#asked) return
      const trouble = troubleOf(error)
      this.#put(this.track ? { status: 'on', trouble } : { status: trouble })
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
    // What is still being asked for comes to nobody.
    this.#asked += 1
    stop(this.#stream)
    this.#listeners.clear()
    if (this.context.state !== 'closed') void this.context.close()
  }

  #take(stream: MediaStream | undefined): void {
    stop(this.#stream)
    this.#source?.disconnect()
    this.#stream = stream
    this.#source = stream && this.context.createMediaStreamSource(stream)
    this.#source?.connect(this.#analyser)
    this.mute(this.#muted)
    // Pulled out, or taken away in the browser's settings. Our own stop says nothing.
    this.track?.addEventListener('ended', () => {
      if (this.#stream !== stream) return
      this.#take(undefined)
      this.#put({ status: 'none', deviceId: undefined })
    })
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

function open(deviceId: string | undefined): Promise<MediaStream> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 }
  // Absent on pages that are not secure.
  const media: MediaDevices | undefined = navigator.mediaDevices
  if (!media) throw new DOMException('', 'NotFoundError')
  return media.getUserMedia({ audio: deviceId === undefined ? audio : { ...audio, deviceId: { exact: deviceId } } })
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function troubleOf(error: unknown): MicrophoneTrouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}
