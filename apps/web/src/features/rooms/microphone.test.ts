import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Microphone } from './microphone.ts'

class Track extends EventTarget {
  enabled = true
  readyState = 'live'
  readonly id: string
  constructor(id: string) {
    super()
    this.id = id
  }
  getSettings = () => ({ deviceId: this.id })
  stop() {
    this.readyState = 'ended'
  }
}
type Given = { id: string } | { trouble: string }
const node = { connect: () => undefined, disconnect: () => undefined }
let asked: { audio: { deviceId?: { exact: string } } }[]
let answers: Promise<Given>[]

beforeEach(() => {
  asked = []
  answers = []
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running'
      createAnalyser = () => ({ ...node })
      createMediaStreamSource = () => ({ ...node })
      resume = async () => undefined
      close = async () => undefined
    },
  )
  const getUserMedia = async (wish: (typeof asked)[number]) => {
    asked.push(wish)
    const given = await answers.shift()
    if (!given || 'trouble' in given) throw new DOMException('', given?.trouble ?? 'NotFoundError')
    const track = new Track(given.id)
    return { getAudioTracks: () => [track], getTracks: () => [track] }
  }
  const enumerateDevices = async () => [{ kind: 'audioinput', deviceId: 'desk', label: 'Desk' }]
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices, ...listen } })
})
afterEach(() => vi.unstubAllGlobals())

const give = (given: Given) => answers.push(Promise.resolve(given))

/** A microphone, and what a sender was handed in turn. */
function heard() {
  const microphone = new Microphone()
  const sent: (string | undefined)[] = []
  microphone.onTrack((track) => sent.push(track?.id))
  return { microphone, sent }
}

test('where another microphone is busy, one stays heard by the one before, and both are said', async () => {
  const { microphone, sent } = heard()
  give({ id: 'desk' })
  await microphone.ask()
  const before = microphone.track
  give({ trouble: 'NotReadableError' })
  await microphone.ask('headphones')
  expect(asked[1]?.audio.deviceId).toEqual({ exact: 'headphones' })
  expect(microphone.state.get()).toMatchObject({ status: 'on', trouble: 'busy', deviceId: 'desk' })
  expect(microphone.track).toBe(before)
  expect(before?.readyState).toBe('live')
  expect(sent).toEqual(['desk'])
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NotReadableError', 'busy'],
  ['NotFoundError', 'none'],
] as const)('with none before, %s is said as %s, and nothing is sent', async (trouble, status) => {
  const { microphone, sent } = heard()
  give({ trouble })
  await microphone.ask()
  expect(microphone.state.get().status).toBe(status)
  expect(microphone.track).toBeUndefined()
  expect(sent).toEqual([])
})

test('another one takes the place of the one before, which is let go and stays muted if one is', async () => {
  const { microphone, sent } = heard()
  give({ id: 'desk' })
  await microphone.ask()
  const before = microphone.track
  microphone.mute(true)
  give({ id: 'headphones' })
  await microphone.ask('headphones')
  expect(before?.readyState).toBe('ended')
  expect(microphone.track?.enabled).toBe(false)
  expect(microphone.state.get()).toMatchObject({ status: 'on', trouble: undefined, deviceId: 'headphones' })
  expect(sent).toEqual(['desk', 'headphones'])
})

test('a microphone that is pulled out is no longer sent, and that is said', async () => {
  const { microphone, sent } = heard()
  give({ id: 'desk' })
  await microphone.ask()
  microphone.track?.dispatchEvent(new Event('ended'))
  expect(microphone.state.get().status).toBe('none')
  expect(microphone.track).toBeUndefined()
  expect(sent).toEqual(['desk', undefined])
})

test('what was asked for before something else, or before leaving, is let go when it comes', async () => {
  const { microphone, sent } = heard()
  const late = Promise.withResolvers<Given>()
  answers.push(late.promise)
  const first = microphone.ask('slow')
  give({ id: 'desk' })
  await microphone.ask('desk')
  late.resolve({ id: 'slow' })
  await first
  expect(microphone.track?.id).toBe('desk')
  const last = Promise.withResolvers<Given>()
  answers.push(last.promise)
  const asking = microphone.ask('other')
  microphone.end()
  last.resolve({ id: 'other' })
  await asking
  expect(sent).toEqual(['desk'])
})
