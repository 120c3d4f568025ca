import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useVoiceNotePlayer } from './use-voice-note.ts'

afterEach(() => vi.restoreAllMocks())

/** Records what is played and paused, as a browser reports it. */
function mockPlayback() {
  const calls: string[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(function paused(this: HTMLMediaElement) {
    return this.dataset['playing'] === undefined
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    calls.push(`play ${this.getAttribute('src')} from ${this.currentTime}`)
    this.dataset['playing'] = ''
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    if (this.paused) return
    calls.push(`pause ${this.getAttribute('src')}`)
    this.currentTime += 4
    delete this.dataset['playing']
    this.dispatchEvent(new Event('pause'))
  })
  return calls
}

test('a note that was paused goes on from there, and only one plays at a time, as on the page', async () => {
  const calls = mockPlayback()
  const { result, unmount } = renderHook(() => useVoiceNotePlayer())
  const press = (url: string) => act(async () => result.current.play(url))
  await press('/a')
  expect(result.current.playing).toBe('/a')
  await press('/a')
  expect(result.current.playing).toBeUndefined()
  await press('/a')
  await press('/b')
  expect(result.current.playing).toBe('/b')
  await press('/a')
  expect(calls).toEqual([
    'play /a from 0',
    'pause /a',
    'play /a from 4',
    'pause /a',
    'play /b from 0',
    'pause /b',
    'play /a from 8',
  ])
  unmount()
  expect(calls.at(-1)).toBe('pause /a')
})

test('a note that cannot be played says so until it is pressed again; a pause before it began is no error', async () => {
  mockPlayback()
  const { result } = renderHook(() => useVoiceNotePlayer())
  const press = (url: string) => act(async () => result.current.play(url))
  vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValueOnce(new DOMException('', 'NotSupportedError'))
  await press('/a')
  expect(result.current).toMatchObject({ playing: undefined, unplayable: '/a' })
  await press('/a')
  expect(result.current).toMatchObject({ playing: '/a', unplayable: undefined })
  vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValueOnce(new DOMException('', 'AbortError'))
  await press('/b')
  expect(result.current.unplayable).toBeUndefined()
})
