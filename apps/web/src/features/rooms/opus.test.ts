import { expect, test } from 'vitest'
import { forSpeech } from './opus.ts'

/** Of a browser's offer, as far as it matters. */
const offer = (...opus: string[]) =>
  ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111 63', ...opus, 'a=rtpmap:63 red/48000/2', 'a=fmtp:63 111/111', ''].join(
    '\r\n',
  )

test('Opus is asked for in one channel, and with next to nothing sent in silence; the rest stays', () => {
  const map = 'a=rtpmap:111 opus/48000/2'
  expect(forSpeech(offer(map, 'a=fmtp:111 minptime=10;useinbandfec=1'))).toBe(
    offer(map, 'a=fmtp:111 minptime=10;useinbandfec=1;stereo=0;usedtx=1'),
  )
  expect(forSpeech(offer(map, 'a=fmtp:111 stereo=1; usedtx=0'))).toBe(offer(map, 'a=fmtp:111 stereo=0;usedtx=1'))
  expect(forSpeech(offer(map))).toBe(offer(map, 'a=fmtp:111 stereo=0;usedtx=1'))
})

test('asked for once more it is the same, and what has no Opus is left alone', () => {
  const once = forSpeech(offer('a=rtpmap:111 opus/48000/2', 'a=fmtp:111 minptime=10'))
  expect(forSpeech(once)).toBe(once)
  expect(forSpeech(offer('a=rtpmap:111 PCMU/8000'))).toBe(offer('a=rtpmap:111 PCMU/8000'))
})
