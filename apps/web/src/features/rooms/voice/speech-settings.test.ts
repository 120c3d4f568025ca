import { expect, test } from 'vitest'
import { withSpeechSettings } from './voice-mesh.ts'

/** Returns the relevant lines of a browser's offer. */
const offer = (...opus: string[]) =>
  ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111 63', ...opus, 'a=rtpmap:63 red/48000/2', 'a=fmtp:63 111/111', ''].join(
    '\r\n',
  )

test('Opus is requested in mono with discontinuous transmission, and the rest stays', () => {
  const map = 'a=rtpmap:111 opus/48000/2'
  expect(withSpeechSettings(offer(map, 'a=fmtp:111 minptime=10;useinbandfec=1'))).toBe(
    offer(map, 'a=fmtp:111 minptime=10;useinbandfec=1;stereo=0;usedtx=1'),
  )
  expect(withSpeechSettings(offer(map, 'a=fmtp:111 stereo=1; usedtx=0'))).toBe(
    offer(map, 'a=fmtp:111 stereo=0;usedtx=1'),
  )
  expect(withSpeechSettings(offer(map))).toBe(offer(map, 'a=fmtp:111 stereo=0;usedtx=1'))
})

test('applying the settings twice changes nothing, and SDP without Opus is left alone', () => {
  const once = withSpeechSettings(offer('a=rtpmap:111 opus/48000/2', 'a=fmtp:111 minptime=10'))
  expect(withSpeechSettings(once)).toBe(once)
  expect(withSpeechSettings(offer('a=rtpmap:111 PCMU/8000'))).toBe(offer('a=rtpmap:111 PCMU/8000'))
})
