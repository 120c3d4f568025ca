import { act, cleanup, render, screen } from '@testing-library/react'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { availableLanguages } from '@veranda/i18n/catalogues.ts'
import { loadCatalogue } from '@veranda/i18n/load-catalogue.ts'
import texts from '@veranda/i18n/shell/connection/en.json'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryCache, queryKeyOf } from '../../lib/api/query.ts'
import { QueryObserver } from '@tanstack/react-query'
import { changeLanguage } from '../../lib/i18n/change-language.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { connectionState } from '../../lib/realtime/connection-state.ts'
import { waitingWrites } from '../../lib/send-queue.ts'
import { ConnectionBanner } from './connection-banner.tsx'

const worker = vi.hoisted(() => new EventTarget())
Object.assign(worker, { controller: null, startMessages: () => undefined })
Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })

let online = true
vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)

const banner = () => screen.getByRole('status').textContent

function setOnline(next: boolean) {
  online = next
  act(() => void dispatchEvent(new Event(next ? 'online' : 'offline')))
}

/** Delivers what the worker says about a read: kept from this time, or new again. */
function noteRead(path: string, readAt: string | null) {
  const data = { kind: 'read', url: `${location.origin}/api${path}`, readAt }
  act(() => void worker.dispatchEvent(new MessageEvent('message', { data })))
}

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T14:30:00Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  const { startKeptReads } = await import('../../lib/service-worker/kept-read-times.ts')
  startKeptReads()
  await loadTranslations('shell/connection')
  connectionState.set('on')
  render(<ConnectionBanner />)
})

afterEach(() => {
  cleanup()
  online = true
  waitingWrites.set(0)
  noteRead('/dashboard', null)
  queryCache.clear()
  vi.useRealTimers()
})

test('the banner says each state of the connection, and at the end that nothing is missing', () => {
  expect(banner()).toBe('')
  setOnline(false)
  expect(banner()).toBe(texts.offline)
  act(() => waitingWrites.set(2))
  expect(banner()).toBe(`${texts.offline} 2 changes are waiting to be sent.`)
  act(() => connectionState.set('lost'))
  setOnline(true)
  act(() => void vi.advanceTimersByTime(3_100))
  expect(banner()).toContain(texts.reconnecting)
  act(() => connectionState.set('catching-up'))
  expect(banner()).toContain(texts['catching-up'])
  act(() => connectionState.set('on'))
  // Not before what waited has been sent.
  expect(banner()).toContain(texts['catching-up'])
  act(() => waitingWrites.set(0))
  expect(banner()).toBe(texts.synced)
  act(() => void vi.advanceTimersByTime(3_100))
  expect(banner()).toBe('')
})

test('each sentence ends with a full stop, and in Chinese and Japanese the next one follows without a blank', async () => {
  const states = ['offline', 'reconnecting', 'catching-up', 'synced', 'sandbox', 'as-of', 'as-of.old'] as const
  for (const language of availableLanguages) {
    const catalogue = await loadCatalogue('shell/connection', language)
    expect(states.filter((state) => !/[.。]$/.test(catalogue[state] ?? ''))).toEqual([])
  }
  setOnline(false)
  act(() => waitingWrites.set(2))
  try {
    for (const language of ['zh', 'ja'] as const) {
      await act(() => changeLanguage(language))
      expect(banner()).toMatch(/。\S.*2.*。$/)
    }
  } finally {
    await act(() => changeLanguage('en'))
  }
})

test('a short interruption is not shown', () => {
  act(() => connectionState.set('lost'))
  act(() => void vi.advanceTimersByTime(2_000))
  expect(banner()).toBe('')
  act(() => connectionState.set('on'))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(banner()).toBe('')
})

test('what is on screen from an earlier time says from when, and after an hour that it is old', () => {
  setOnline(false)
  noteRead('/dashboard', '2026-11-27T14:05:00Z')
  // It is not on screen.
  expect(banner()).toBe(texts.offline)
  const observer = new QueryObserver(queryCache, {
    queryKey: queryKeyOf(readDashboard, {}),
    queryFn: () => null,
    initialData: null,
    staleTime: Infinity,
  })
  let unsubscribe = () => undefined as void
  act(() => void (unsubscribe = observer.subscribe(() => undefined)))
  expect(banner()).toMatch(/Shown as of .*05/)
  noteRead('/dashboard', '2026-11-27T13:20:00Z')
  expect(banner()).toMatch(/This is old: shown as of .*20/)
  noteRead('/dashboard', null)
  expect(banner()).toBe(texts.offline)
  unsubscribe()
})
