import { expect, test } from 'vitest'
import { createOgg, createWebm } from './testing/voice-recordings.ts'
import { checkVoiceNote, wholeSeconds, voiceLimits } from './voice-note.ts'

const outcome = (bytes: Uint8Array) => {
  const checked = checkVoiceNote(bytes)
  return checked.ok ? [checked.value.mediaType, checked.value.milliseconds] : checked.refusal.code
}

test.each([
  ['a WebM of Opus, as Chromium records it', createWebm(12_000), ['audio/webm', 12_000]],
  ['an Ogg of Opus, as Firefox does', createOgg(12_000), ['audio/ogg', 12_000]],
  ['the whole minute', createWebm(60_000), ['audio/webm', 60_000]],
  ['a recorder that stops a little late', createOgg(60_900), ['audio/ogg', 60_900]],
  ['more than a minute', createWebm(61_500), 'voice.too-long'],
  ['more than a minute of Ogg', createOgg(90_000), 'voice.too-long'],
  ['nothing recorded', createWebm(12_000, { blocks: false }), 'voice.empty'],
  ['nothing recorded in Ogg', createOgg(0), 'voice.empty'],
  ['another codec', createWebm(1_000, { codecs: ['A_VORBIS'] }), 'voice.not-opus'],
  ['an image beside the sound', createWebm(1_000, { codecs: ['A_OPUS', 'V_VP9'] }), 'voice.not-opus'],
  ['a Matroska of another kind', createWebm(1_000, { docType: 'matroska' }), 'voice.not-opus'],
  ['an Ogg of something else', createOgg(1_000, 'OpusHeaT'), 'voice.not-opus'],
  ['a page of text', Uint8Array.from('<html><script>', (letter) => letter.charCodeAt(0)), 'voice.not-opus'],
  ['nothing at all', new Uint8Array(), 'voice.not-opus'],
  ['a page hidden behind a recording', Uint8Array.from([...createOgg(1_000), 60, 104, 49, 62]), 'voice.not-opus'],
  ['a recording cut in the middle', createWebm(2_000).subarray(0, 700), 'voice.not-opus'],
  ['more than a mebibyte', createWebm(30_000, { padding: 800 }), 'voice.too-large'],
])('%s', (_, bytes, expected) => {
  expect(outcome(bytes)).toEqual(expected)
})

test('random bytes terminate and never exceed the limit', () => {
  let seed = 1
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) % 256
  const lengths = Array.from({ length: 2_000 }, (_, round) => {
    const bytes = Uint8Array.from({ length: 300 }, chance)
    bytes.set((round % 2 === 0 ? createWebm(100) : createOgg(100)).subarray(0, round % 60))
    const checked = checkVoiceNote(bytes)
    return checked.ok ? checked.value.milliseconds : 0
  })
  expect(lengths.every((length) => length >= 0 && length <= 61_000)).toBe(true)
})

test('a duration is rounded to whole seconds, from one to the limit', () => {
  expect([1, 400, 1_499, 12_200, 60_400].map(wholeSeconds)).toEqual([1, 1, 1, 12, 60])
  expect(voiceLimits.durationMs).toBe(60_000)
})
