import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { VoiceField } from './voice-field.tsx'
import { VoiceNotePlayer } from './voice-note-player.tsx'
import { type Recording } from '../../../components/voice-recorder.ts'

/** Fake of the browser's MediaRecorder. */
class FakeMediaRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type === 'audio/webm;codecs=opus'
  static made: FakeMediaRecorder[] = []
  state = 'inactive'
  constructor() {
    super()
    FakeMediaRecorder.made.push(this)
  }
  start(): void {
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }
  stop(): void {
    this.state = 'inactive'
    const data = new Blob(['sound'], { type: 'audio/webm' })
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
    this.dispatchEvent(new Event('stop'))
  }
}

const track = { stop: vi.fn() }
const ask = vi.fn<() => Promise<object>>()
let recordings: (Recording | undefined)[] = []

beforeAll(() => loadTranslations('commissions/pins', 'common'))
beforeEach(() => {
  recordings = []
  FakeMediaRecorder.made = []
  ask.mockReset().mockResolvedValue({ getTracks: () => [track] })
  track.stop.mockReset()
  vi.stubGlobal('MediaRecorder', FakeMediaRecorder)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia: ask } }))
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  URL.createObjectURL = () => 'blob:note'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show() {
  render(
    <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
      <Suspense>
        <VoiceField onChange={(recorded) => recordings.push(recorded)} />
      </Suspense>
    </LabelsProvider>,
  )
}
const record = () => screen.findByRole('button', { name: 'Record a voice note' })

test('a note is recorded by keyboard alone, announced to screen readers and sent as base64', async () => {
  const user = userEvent.setup()
  show()
  ;(await record()).focus()
  await user.keyboard('{Enter}')
  const stop = await screen.findByRole('button', { name: 'Stop' })
  expect(screen.getByText('Recording').closest('[role=status]')).not.toBeNull()
  expect(document.activeElement).toBe(stop)
  await user.keyboard('{Enter}')
  const play = await screen.findByRole('button', { name: 'Play' })
  expect(screen.getByText(/^Voice note of 1 second recorded$/).closest('[role=status]')).not.toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(play))
  expect(recordings.at(-1)?.base64).toBe(btoa('sound'))
  expect(track.stop).toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await record()
  expect(recordings.at(-1)).toBeUndefined()
})

test.each([
  ['NotAllowedError', /^Microphone access is blocked/],
  ['NotFoundError', /^No microphone found/],
])('%s is reported with what to do', async (name, text) => {
  const user = userEvent.setup()
  ask.mockRejectedValue(new DOMException('', name))
  show()
  await user.click(await record())
  expect((await screen.findByText(text)).closest('[role=status], [role=alert]')).not.toBeNull()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a browser that cannot record reports it', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('MediaRecorder', undefined)
  show()
  await user.click(await record())
  await screen.findByText(/^This browser can’t record/)
  expect(ask).not.toHaveBeenCalled()
})

test('recording stops automatically after one minute', async () => {
  show()
  const button = await record()
  vi.useFakeTimers()
  await act(async () => {
    button.click()
    await vi.advanceTimersByTimeAsync(59_900)
  })
  expect(FakeMediaRecorder.made[0]?.state).toBe('recording')
  await act(async () => vi.advanceTimersByTimeAsync(200))
  expect(FakeMediaRecorder.made[0]?.state).toBe('inactive')
})

test('unmounting during recording releases the microphone and discards the recording', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await record())
  await screen.findByRole('button', { name: 'Stop' })
  cleanup()
  expect(track.stop).toHaveBeenCalled()
  expect(recordings.every((one) => one === undefined)).toBe(true)
})

test('a note is labelled with its length, is fetched on press and never plays automatically', async () => {
  const user = userEvent.setup()
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const { container } = render(
    <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
      <VoiceNotePlayer url="/api/pin-messages/m/voice" milliseconds={12_300} />
    </LabelsProvider>,
  )
  expect(screen.getByRole('group', { name: 'Voice note, 12 seconds' }).textContent).toContain('0:12')
  const audio = container.querySelector('audio')
  expect([audio?.preload, audio?.autoplay]).toEqual(['none', false])
  expect(play).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Play' }))
  expect(play).toHaveBeenCalledTimes(1)
})
