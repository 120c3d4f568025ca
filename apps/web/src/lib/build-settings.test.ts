import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('the way to a provider starts at the address of the API, whose trailing slash does not count', async () => {
  for (const [address, expected] of [
    [undefined, '/api/auth/tiktok'],
    ['https://api.veranda.test/api', 'https://api.veranda.test/api/auth/tiktok'],
    ['https://api.veranda.test/api/', 'https://api.veranda.test/api/auth/tiktok'],
  ] as const) {
    vi.resetModules()
    if (address !== undefined) vi.stubEnv('VITE_API_URL', address)
    const { routeUrl } = await import('./api/route-url.ts')
    const { startSocialSignIn } = await import('@veranda/contract/accounts/social/routes.ts')
    expect(routeUrl(startSocialSignIn, { params: { provider: 'tiktok' } })).toBe(expected)
  }
})

test('the timer that refreshes tokens is off unless the build turns it on', async () => {
  for (const [value, isOn] of [
    [undefined, false],
    ['false', false],
    ['true', true],
  ] as const) {
    vi.resetModules()
    if (value !== undefined) vi.stubEnv('VITE_TOKEN_REFRESH', value)
    expect((await import('./build-settings.ts')).buildSettings.tokenRefresh).toBe(isOn)
  }
})
