/** What one asks of who sends: one channel, and next to nothing while nobody speaks (RFC 7587, section 6.1). */
const wanted = { stereo: '0', usedtx: '1' } as const

/** A description of a session with Opus asked for as speech; everything else stays as it is. */
export function forSpeech(sdp: string): string {
  const opus = [...sdp.matchAll(/^a=rtpmap:(\d+) opus\//gim)].map(([, type]) => type ?? '')
  return opus.reduce(askOf, sdp)
}

function askOf(sdp: string, type: string): string {
  const known = new RegExp(`^a=fmtp:${type} (.*)$`, 'm').exec(sdp)
  const settings = new Map((known?.[1] ?? '').split(';').flatMap(pairOf))
  for (const [name, value] of Object.entries(wanted)) settings.set(name, value)
  const line = `a=fmtp:${type} ${Array.from(settings, ([name, value]) => `${name}=${value}`).join(';')}`
  if (known) return sdp.replace(known[0], line)
  return sdp.replace(new RegExp(`^a=rtpmap:${type} .*$`, 'm'), (map) => `${map}\r\n${line}`)
}

function pairOf(text: string): [string, string][] {
  const [name = '', value = ''] = text.trim().split('=')
  return name === '' ? [] : [[name, value]]
}
