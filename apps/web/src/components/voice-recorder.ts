import { voiceLimits } from '@veranda/core/commissions/pins/voice-note.ts'
import { createStore } from '../lib/store.ts'

/** A recording: as base64 for the request, and as a URL for playback. */
export type Recording = { readonly base64: string; readonly url: string; readonly milliseconds: number }

export type RecorderState =
  | { readonly status: 'idle' | 'asking' | 'recording' }
  | { readonly status: 'done'; readonly recording: Recording }
  | { readonly status: 'failed'; readonly reason: 'refused' | 'none' | 'unsupported' | 'lost' }

/** Keeps speech intelligible; one minute is a quarter of a megabyte. */
const bitsPerSecond = 32_000
const mimeTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'] as const

/** Records one voice note at a time, up to the limit, and keeps it until it is sent or discarded. */
export class VoiceRecorder {
  readonly state = createStore<RecorderState>({ status: 'idle' })
  #stream: MediaStream | undefined
  #recorder: MediaRecorder | undefined
  #stopTimer: ReturnType<typeof setTimeout> | undefined
  /** Incremented by every start and discard; results of an older generation are ignored. */
  #generation = 0

  /** Starts recording. Call it from a user gesture, because the browser may ask for permission. */
  async start(): Promise<void> {
    this.discard()
    const generation = (this.#generation += 1)
    const type = mimeTypes.find((one) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(one))
    const media = navigator.mediaDevices
    if (!type || !media) return this.state.set({ status: 'failed', reason: 'unsupported' })
    this.state.set({ status: 'asking' })
    try {
      const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 }
      const stream = await media.getUserMedia({ audio })
      if (generation !== this.#generation) return stopTracks(stream)
      this.#stream = stream
      this.#record(stream, type, generation)
    } catch (error) {
      const refused = error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name)
      if (generation === this.#generation) this.state.set({ status: 'failed', reason: refused ? 'refused' : 'none' })
    }
  }

  stop(): void {
    if (this.#recorder?.state === 'recording') this.#recorder.stop()
  }

  /** Cancels a running recording and discards a finished one. */
  discard(): void {
    this.#generation += 1
    const state = this.state.get()
    if (state.status === 'done') URL.revokeObjectURL(state.recording.url)
    this.#releaseMicrophone()
    this.state.set({ status: 'idle' })
  }

  #record(stream: MediaStream, mimeType: string, generation: number): void {
    const chunks: Blob[] = []
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond })
    this.#recorder = recorder
    let startedAt = performance.now()
    recorder.addEventListener('start', () => (startedAt = performance.now()))
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
    recorder.addEventListener('stop', () => {
      void this.#finish(new Blob(chunks, { type: mimeType }), performance.now() - startedAt, generation)
    })
    recorder.addEventListener('error', () => this.#fail(generation))
    recorder.start()
    this.#stopTimer = setTimeout(() => this.stop(), voiceLimits.durationMs)
    this.state.set({ status: 'recording' })
  }

  async #finish(blob: Blob, length: number, generation: number): Promise<void> {
    if (generation !== this.#generation) return
    this.#releaseMicrophone()
    if (blob.size === 0 || blob.size > voiceLimits.noteBytes) return this.#fail(generation)
    const data = await toBase64(blob)
    if (generation !== this.#generation) return
    const milliseconds = Math.min(length, voiceLimits.durationMs)
    this.state.set({ status: 'done', recording: { base64: data, url: URL.createObjectURL(blob), milliseconds } })
  }

  #fail(generation: number): void {
    if (generation !== this.#generation) return
    this.#generation += 1
    this.#releaseMicrophone()
    this.state.set({ status: 'failed', reason: 'lost' })
  }

  /** Releases the microphone, which turns off the browser's recording indicator. */
  #releaseMicrophone(): void {
    clearTimeout(this.#stopTimer)
    if (this.#recorder?.state === 'recording') this.#recorder.stop()
    this.#recorder = undefined
    if (this.#stream) stopTracks(this.#stream)
    this.#stream = undefined
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      // readAsDataURL always yields a string.
      resolve(typeof reader.result === 'string' ? (reader.result.split(',', 2)[1] ?? '') : '')
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('recording could not be read')))
    reader.readAsDataURL(blob)
  })
}
