import { voiceLimits } from '@veranda/core/commissions/pins/voice-note.ts'
import { createStore } from '../lib/store.ts'

/** What was recorded: as it is sent, and as it is played here before that. */
export type Recorded = { readonly data: string; readonly url: string; readonly milliseconds: number }

export type RecorderState =
  | { readonly status: 'idle' | 'asking' | 'recording' }
  | { readonly status: 'done'; readonly recorded: Recorded }
  | { readonly status: 'failed'; readonly why: 'refused' | 'none' | 'unsupported' | 'lost' }

/** Speech stays well understood, and a minute of it is a quarter of a megabyte. */
const bitsPerSecond = 32_000
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'] as const

/** One voice note at a time: asked for, recorded up to the limit, kept until it is sent or discarded. */
export class VoiceRecorder {
  readonly state = createStore<RecorderState>({ status: 'idle' })
  #stream: MediaStream | undefined
  #recorder: MediaRecorder | undefined
  #limit: ReturnType<typeof setTimeout> | undefined
  /** Counts what was begun: what comes of something that was given up since is let go. */
  #run = 0

  /** To be called within a press: the browser may ask the person. */
  async start(): Promise<void> {
    this.discard()
    const run = (this.#run += 1)
    const type = types.find((one) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(one))
    const media = navigator.mediaDevices
    if (!type || !media) return this.state.set({ status: 'failed', why: 'unsupported' })
    this.state.set({ status: 'asking' })
    try {
      const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 }
      const stream = await media.getUserMedia({ audio })
      if (run !== this.#run) return stop(stream)
      this.#stream = stream
      this.#record(stream, type, run)
    } catch (error) {
      const refused = error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name)
      if (run === this.#run) this.state.set({ status: 'failed', why: refused ? 'refused' : 'none' })
    }
  }

  stop(): void {
    if (this.#recorder?.state === 'recording') this.#recorder.stop()
  }

  /** Gives up what is being recorded, and what was. */
  discard(): void {
    this.#run += 1
    const state = this.state.get()
    if (state.status === 'done') URL.revokeObjectURL(state.recorded.url)
    this.#end()
    this.state.set({ status: 'idle' })
  }

  #record(stream: MediaStream, mimeType: string, run: number): void {
    const pieces: Blob[] = []
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond })
    this.#recorder = recorder
    let began = performance.now()
    recorder.addEventListener('start', () => (began = performance.now()))
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    recorder.addEventListener('stop', () => {
      void this.#keep(new Blob(pieces, { type: mimeType }), performance.now() - began, run)
    })
    recorder.addEventListener('error', () => this.#lose(run))
    recorder.start()
    this.#limit = setTimeout(() => this.stop(), voiceLimits.length)
    this.state.set({ status: 'recording' })
  }

  async #keep(blob: Blob, length: number, run: number): Promise<void> {
    if (run !== this.#run) return
    this.#end()
    if (blob.size === 0 || blob.size > voiceLimits.bytes) return this.#lose(run)
    const data = await lettersOf(blob)
    if (run !== this.#run) return
    const milliseconds = Math.min(length, voiceLimits.length)
    this.state.set({ status: 'done', recorded: { data, url: URL.createObjectURL(blob), milliseconds } })
  }

  #lose(run: number): void {
    if (run !== this.#run) return
    this.#run += 1
    this.#end()
    this.state.set({ status: 'failed', why: 'lost' })
  }

  /** The browser's red light goes out. */
  #end(): void {
    clearTimeout(this.#limit)
    if (this.#recorder?.state === 'recording') this.#recorder.stop()
    this.#recorder = undefined
    if (this.#stream) stop(this.#stream)
    this.#stream = undefined
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function lettersOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      // Read as a data URL it is a text.
      resolve(typeof reader.result === 'string' ? (reader.result.split(',', 2)[1] ?? '') : '')
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the recording could not be read')))
    reader.readAsDataURL(blob)
  })
}
