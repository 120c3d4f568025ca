import { expect, test } from 'vitest'
import { oggOf, webmOf } from './test-voice.ts'
import { checkVoiceNote, secondsOf, voiceLimits } from './voice-note.ts'

const outcome = (bytes: Uint8Array) => {
  const checked = checkVoiceNote(bytes)
  return checked.ok ? [checked.value.mime, checked.value.milliseconds] : checked.refusal.code
}

test.each([
  ['a WebM of Opus, as Chromium records it', webmOf(12_000), ['audio/webm', 12_000]],
  ['an Ogg of Opus, as Firefox does', oggOf(12_000), ['audio/ogg', 12_000]],
  ['the whole minute', webmOf(60_000), ['audio/webm', 60_000]],
  ['a recorder that stops a little late', oggOf(60_900), ['audio/ogg', 60_900]],
  ['more than a minute', webmOf(61_500), 'voice.too-long'],
  ['more than a minute of Ogg', oggOf(90_000), 'voice.too-long'],
  ['nothing recorded', webmOf(12_000, { blocks: false }), 'voice.empty'],
  ['nothing recorded in Ogg', oggOf(0), 'voice.empty'],
  ['another codec', webmOf(1_000, { codecs: ['A_VORBIS'] }), 'voice.not-opus'],
  ['a picture beside the sound', webmOf(1_000, { codecs: ['A_OPUS', 'V_VP9'] }), 'voice.not-opus'],
  ['a Matroska of another kind', webmOf(1_000, { docType: 'matroska' }), 'voice.not-opus'],
  ['an Ogg of something else', oggOf(1_000, 'OpusHeaT'), 'voice.not-opus'],
  ['a page of text', Uint8Array.from('<html><script>', (letter) => letter.charCodeAt(0)), 'voice.not-opus'],
  ['nothing at all', new Uint8Array(), 'voice.not-opus'],
  ['a page hidden behind a recording', Uint8Array.from([...oggOf(1_000), 60, 104, 49, 62]), 'voice.not-opus'],
  ['a recording cut in the middle', webmOf(2_000).subarray(0, 700), 'voice.not-opus'],
  ['more than a mebibyte', webmOf(30_000, { padding: 800 }), 'voice.too-large'],
])('%s', (_, bytes, expected) => {
  expect(outcome(bytes)).toEqual(expected)
})

test('bytes made of chance come to an end, and to no more than the limit', () => {
  let seed = 1
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) % 256
  const lengths = Array.from({ length: 2_000 }, (_, round) => {
    const bytes = Uint8Array.from({ length: 300 }, chance)
    bytes.set((round % 2 === 0 ? webmOf(100) : oggOf(100)).subarray(0, round % 60))
    const checked = checkVoiceNote(bytes)
    return checked.ok ? checked.value.milliseconds : 0
  })
  expect(lengths.every((length) => length >= 0 && length <= 61_000)).toBe(true)
})

test('a length is said in whole seconds, from one to the limit', () => {
  expect([1, 400, 1_499, 12_200, 60_400].map(secondsOf)).toEqual([1, 1, 1, 12, 60])
  expect(voiceLimits.length).toBe(60_000)
})
