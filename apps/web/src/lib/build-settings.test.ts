import { defaultPreferences } from '@veranda/core/notifications/preferences/preferences.ts'
import { truncateText } from '@veranda/core/text.ts'
import { formatBadgeCount } from '@veranda/ui/badge.tsx'
import { edgeSwipeAreaPx, flingVelocityPxPerSecond } from '@veranda/ui/swipe.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { mockTokenLifetimeSeconds } from '../mock/sample-user.ts'
import * as settings from './build-settings.ts'

const root = join(import.meta.dirname, '../../../..')
const readRoot = (path: string) => readFileSync(join(root, path), 'utf8')

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Loads the settings of a build with this variable. */
async function settingsOf(name: string, value: string | undefined) {
  vi.resetModules()
  vi.unstubAllEnvs()
  if (value !== undefined) vi.stubEnv(name, value)
  return import('./build-settings.ts')
}

test('the way to a provider starts at the address of the API, whose trailing slash does not count', async () => {
  for (const [address, expected] of [
    [undefined, '/api/auth/tiktok'],
    ['https://api.veranda.test/api', 'https://api.veranda.test/api/auth/tiktok'],
    ['https://api.veranda.test/api/', 'https://api.veranda.test/api/auth/tiktok'],
  ] as const) {
    await settingsOf('VITE_API_URL', address)
    const { routeUrl } = await import('./api/route-url.ts')
    const { startSocialSignIn } = await import('@veranda/contract/accounts/social/routes.ts')
    expect(routeUrl(startSocialSignIn, { params: { provider: 'tiktok' } })).toBe(expected)
  }
})

test.each([
  ['VITE_TOKEN_REFRESH', 'tokenRefresh', false],
  ['VITE_DEBUG', 'debugLogging', false],
  ['VITE_MOCK_API', 'mockApi', false],
  ['VITE_ANALYTICS', 'analytics', true],
  ['VITE_ERROR_REPORTING', 'errorReporting', true],
  ['VITE_LAZY_LOADING', 'lazyLoading', true],
  ['VITE_IMAGE_OPTIMISATION', 'imageOptimisation', true],
] as const)('%s switches, and without it the default of the specification holds', async (variable, name, byDefault) => {
  expect((await settingsOf(variable, undefined))[name]).toBe(byDefault)
  expect((await settingsOf(variable, String(!byDefault)))[name]).toBe(!byDefault)
  expect((await settingsOf(variable, String(byDefault)))[name]).toBe(byDefault)
})

test('the app works offline unless the build says otherwise, but not on the development server', async () => {
  expect((await settingsOf('VITE_OFFLINE', 'true')).offlineMode).toBe(false)
  for (const [variable, value, isOn] of [
    ['VITE_OFFLINE', undefined, true],
    ['VITE_OFFLINE', 'false', false],
    ['VITE_MOCK_API', 'true', false],
  ] as const) {
    vi.resetModules()
    vi.unstubAllEnvs()
    vi.stubEnv('PROD', true)
    if (value !== undefined) vi.stubEnv(variable, value)
    expect((await import('./build-settings.ts')).offlineMode).toBe(isOn)
  }
})

test('the static preview counts nothing and reports nothing', async () => {
  const { analytics, errorReporting } = await settingsOf('VITE_MOCK_API', 'true')
  expect([analytics, errorReporting]).toEqual([false, false])
})

test.each([
  ['true', 1],
  ['false', 0],
] as const)('with debug logging at %s a call is written to the console %d times', async (value, times) => {
  await settingsOf('VITE_DEBUG', value)
  const { call } = await import('./api/call.ts')
  const { readConfig } = await import('@veranda/contract/config/routes.ts')
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'content-type': 'application/json' } }))
  const logged = vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  await call(readConfig)
  expect(logged).toHaveBeenCalledTimes(times)
})

test.each([
  ['true', 0],
  ['false', 1],
] as const)('with lazy loading at %s a screen is fetched %d times before it is opened', async (value, times) => {
  await settingsOf('VITE_LAZY_LOADING', value)
  const { lazyScreen } = await import('../app/lazy-screen.ts')
  const fetchScreen = vi.fn(async () => () => null)
  const open = lazyScreen(fetchScreen)
  expect(fetchScreen).toHaveBeenCalledTimes(times)
  await open()
  expect(fetchScreen).toHaveBeenCalledTimes(times + 1)
})

test('the constants have the values of the specification', () => {
  const { channels: _, ...preferences } = defaultPreferences('UTC')
  expect({
    tokenRefreshBufferSeconds: settings.tokenRefreshBufferSeconds,
    cacheMaxAgeMs: settings.cacheMaxAgeMs,
    demoTokenSeconds: mockTokenLifetimeSeconds,
    retries: [settings.maxReadRetries, settings.retryDelayMs],
    version: settings.appVersion,
    toastMs: settings.toastTimeoutMs,
    preview: truncateText('x'.repeat(60)),
    thresholds: preferences.priorityThresholds,
    quietHours: [preferences.quietHours.start, preferences.quietHours.end, preferences.quietHours.enabled],
    badge: [formatBadgeCount(99), formatBadgeCount(100)],
    snackbars: settings.maxSnackbars,
    swipe: [edgeSwipeAreaPx, flingVelocityPxPerSecond],
    socket: [settings.connectTimeoutMs, settings.reconnectDelayMs],
    loadTimeoutMs: settings.loadTimeoutMs,
  }).toEqual({
    tokenRefreshBufferSeconds: 300,
    cacheMaxAgeMs: 3_600_000,
    demoTokenSeconds: 604_800,
    retries: [3, 1_000],
    version: '1.0.0',
    toastMs: 5_000,
    preview: `${'x'.repeat(50)}…`,
    thresholds: { email: 'high', push: 'medium', inApp: 'low' },
    quietHours: ['22:00', '08:00', false],
    badge: ['99', '99+'],
    snackbars: 3,
    swipe: [20, 450],
    socket: [20_000, 1_000],
    loadTimeoutMs: 120_000,
  })
})

test('the version is that of the package and of the server', () => {
  expect(readRoot('package.json')).toContain(`"version": "${settings.appVersion}"`)
  expect(readRoot('apps/server/src/env.ts')).toContain(`version: '${settings.appVersion}'`)
})

test('the side navigation is 240 pixels wide, 72 when collapsed, and the drawer takes 80 % of the page', () => {
  const shell = readRoot('apps/web/src/app/shell/shell.module.css')
  expect(shell).toContain('grid-template-columns: 240px')
  expect(shell).toContain('grid-template-columns: 72px')
  expect(readRoot('packages/ui/src/drawer.module.css')).toContain('inline-size: 80%')
})
