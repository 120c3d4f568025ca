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
type Given = { id: string } | { errorName: string }
const audioNode = { connect: () => undefined, disconnect: () => undefined }
let requests: { audio: { deviceId?: { exact: string } } }[]
let results: Promise<Given>[]

beforeEach(() => {
  requests = []
  results = []
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running'
      createAnalyser = () => ({ ...audioNode })
      createMediaStreamSource = () => ({ ...audioNode })
      resume = async () => undefined
      close = async () => undefined
    },
  )
  const getUserMedia = async (request: (typeof requests)[number]) => {
    requests.push(request)
    const result = await results.shift()
    if (!result || 'errorName' in result) throw new DOMException('', result?.errorName ?? 'NotFoundError')
    const track = new Track(result.id)
    return { getAudioTracks: () => [track], getTracks: () => [track] }
  }
  const enumerateDevices = async () => [{ kind: 'audioinput', deviceId: 'desk', label: 'Desk' }]
  const eventTarget = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices, ...eventTarget } })
})
afterEach(() => vi.unstubAllGlobals())

const queueResult = (result: Given) => results.push(Promise.resolve(result))

/** Starts a microphone and collects the tracks handed to the sender. */
function startMicrophone() {
  const microphone = new Microphone()
  const sent: (string | undefined)[] = []
  microphone.onTrack((track) => sent.push(track?.id))
  return { microphone, sent }
}

test('if another microphone is busy, the current one stays on and the problem is reported', async () => {
  const { microphone, sent } = startMicrophone()
  queueResult({ id: 'desk' })
  await microphone.request()
  const before = microphone.track
  queueResult({ errorName: 'NotReadableError' })
  await microphone.request('headphones')
  expect(requests[1]?.audio.deviceId).toEqual({ exact: 'headphones' })
  expect(microphone.state.get()).toMatchObject({ status: 'on', problem: 'busy', deviceId: 'desk' })
  expect(microphone.track).toBe(before)
  expect(before?.readyState).toBe('live')
  expect(sent).toEqual(['desk'])
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NotReadableError', 'busy'],
  ['NotFoundError', 'none'],
] as const)('without a microphone before, %s is reported as %s and nothing is sent', async (errorName, status) => {
  const { microphone, sent } = startMicrophone()
  queueResult({ errorName })
  await microphone.request()
  expect(microphone.state.get().status).toBe(status)
  expect(microphone.track).toBeUndefined()
  expect(sent).toEqual([])
})

test('another microphone replaces the current one, which is stopped; the muted state is kept', async () => {
  const { microphone, sent } = startMicrophone()
  queueResult({ id: 'desk' })
  await microphone.request()
  const before = microphone.track
  microphone.mute(true)
  queueResult({ id: 'headphones' })
  await microphone.request('headphones')
  expect(before?.readyState).toBe('ended')
  expect(microphone.track?.enabled).toBe(false)
  expect(microphone.state.get()).toMatchObject({ status: 'on', deviceId: 'headphones' })
  expect(microphone.state.get()).not.toHaveProperty('problem')
  expect(sent).toEqual(['desk', 'headphones'])
})

test('a microphone that is unplugged is no longer sent, and this is reported', async () => {
  const { microphone, sent } = startMicrophone()
  queueResult({ id: 'desk' })
  await microphone.request()
  microphone.track?.dispatchEvent(new Event('ended'))
  expect(microphone.state.get().status).toBe('none')
  expect(microphone.track).toBeUndefined()
  expect(sent).toEqual(['desk', undefined])
})

test('a stream that arrives after a later request, or after leaving, is stopped', async () => {
  const { microphone, sent } = startMicrophone()
  const slowRequest = Promise.withResolvers<Given>()
  results.push(slowRequest.promise)
  const first = microphone.request('slow')
  queueResult({ id: 'desk' })
  await microphone.request('desk')
  slowRequest.resolve({ id: 'slow' })
  await first
  expect(microphone.track?.id).toBe('desk')
  const last = Promise.withResolvers<Given>()
  results.push(last.promise)
  const pending = microphone.request('other')
  microphone.dispose()
  last.resolve({ id: 'other' })
  await pending
  expect(sent).toEqual(['desk'])
})
