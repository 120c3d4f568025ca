import { type SocialProvider, socialProviderNames } from '@veranda/core/accounts/social/social-provider.ts'
import { Events, type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { matrixOnly } from '../support/scope.ts'
import { startServer } from '../support/server/server-process.ts'
import { translationsFor } from '../support/translations.ts'

const tSignIn = translationsFor('accounts/sign-in')
const tSocial = translationsFor('accounts/social')

/** Starts an independent OAuth server that replies in the shape of a provider. */
async function startProvider(provider: SocialProvider): Promise<{ server: OAuth2Server; url: string }> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  server.service.addRoute('GET', '/user', (_request, response) => {
    response.setHeader('content-type', 'application/json')
    const tiktok = { data: { user: { open_id: 'open-1', display_name: 'Ida Independent' } }, error: { code: 'ok' } }
    const instagram = { data: [{ user_id: '17841400000000001', username: 'Ida Independent' }] }
    response.end(JSON.stringify(provider === 'tiktok' ? tiktok : instagram))
  })
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    Object.assign(payload, { name: 'Ida Independent', email: 'ida@veranda.test', email_verified: true })
  })
  server.service.on(Events.BeforeResponse, (reply: MutableResponse) => {
    if (provider === 'tiktok') reply.body = { access_token: 'a', token_type: 'Bearer', open_id: 'open-1' }
    if (provider === 'instagram') reply.body = { data: [{ access_token: 'a', user_id: 1, permissions: 'p' }] }
  })
  await server.start(0, '127.0.0.1')
  const url = `http://127.0.0.1:${server.address().port}`
  server.issuer.url = url
  return { server, url }
}

for (const provider of ['google', 'tiktok', 'instagram'] as const) {
  test(`${provider} is spoken to as an independent OAuth server expects it`, matrixOnly, async ({ world, browser }) => {
    const { server, url } = await startProvider(provider)
    const name = provider.toUpperCase()
    const addresses =
      provider === 'google'
        ? { GOOGLE_ISSUER: url, GOOGLE_JWKS_URL: `${url}/jwks` }
        : { [`${name}_USER_URL`]: `${url}/user` }
    const veranda = await startServer(world.databaseUrl, 0, {
      [`${name}_CLIENT_ID`]: 'veranda',
      [`${name}_CLIENT_SECRET`]: 'a secret',
      [`${name}_AUTHORIZATION_URL`]: `${url}/authorize`,
      [`${name}_TOKEN_URL`]: `${url}/token`,
      ...addresses,
    })
    const window = await openBrowserWindow(browser, veranda.url)
    const { page } = window
    await page.goto('/search?q=chair#results')
    const providers = page.getByRole('group', { name: tSignIn('social.with') })
    // It agrees by itself and sends the browser back.
    await providers.getByRole('link', { name: socialProviderNames[provider] }).click()
    await page.getByRole('checkbox').check()
    await expect(page.getByRole('textbox', { name: tSignIn('name') })).toHaveValue('Ida Independent')
    await page.getByRole('button', { name: tSocial('register.submit') }).click()
    await expect(page).toHaveURL('/search?q=chair#results')
    await window.close()
    await veranda.stop()
    await server.stop()
  })
}
