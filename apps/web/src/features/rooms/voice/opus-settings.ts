/** Mono, and next to nothing sent in silence (RFC 7587, section 6.1). */
const speechSettings = { stereo: '0', usedtx: '1' } as const

/** Returns the SDP with Opus configured for speech; everything else stays as it is. */
export function withSpeechSettings(sdp: string): string {
  const opus = [...sdp.matchAll(/^a=rtpmap:(\d+) opus\//gim)].map(([, type]) => type ?? '')
  return opus.reduce(applySettings, sdp)
}

function applySettings(sdp: string, type: string): string {
  const existing = new RegExp(`^a=fmtp:${type} (.*)$`, 'm').exec(sdp)
  const settings = new Map((existing?.[1] ?? '').split(';').flatMap(parseSetting))
  for (const [name, value] of Object.entries(speechSettings)) settings.set(name, value)
  const line = `a=fmtp:${type} ${Array.from(settings, ([name, value]) => `${name}=${value}`).join(';')}`
  if (existing) return sdp.replace(existing[0], line)
  return sdp.replace(new RegExp(`^a=rtpmap:${type} .*$`, 'm'), (map) => `${map}\r\n${line}`)
}

function parseSetting(text: string): [string, string][] {
  const [name = '', value = ''] = text.trim().split('=')
  return name === '' ? [] : [[name, value]]
}
