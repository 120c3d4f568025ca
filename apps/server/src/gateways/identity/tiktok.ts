import * as z from 'zod/mini'
import { boundedFetch, readJson } from './bounded-fetch.ts'
import { type IdentityProvider, type UserAddressSettings } from './identity-gateway.ts'
import { isPlainHttp, loadOAuth } from './load-oauth.ts'

const subject = z.string().check(z.minLength(1), z.maxLength(255))
const tokenReply = z.object({ access_token: z.string(), open_id: subject })
const userReply = z.object({
  data: z.object({ user: z.object({ open_id: subject, display_name: z.optional(z.string()) }) }),
  error: z.object({ code: z.literal('ok') }),
})

/**
 * TikTok, which differs from OAuth 2 in these ways:
 * - the client is `client_key`, in the address and in the body, and never `client_id`;
 * - scopes are separated by commas, and a user may grant only some of them;
 * - Login Kit for Web takes no PKCE: `code_verifier` belongs to mobile and desktop apps;
 * - there is no ID token and no nonce. The token's reply has `open_id`, the user's id for this app alone;
 * - user info is wrapped in `data`, next to an `error` whose code is `ok`, and lists only the fields that are asked for;
 * - there is no e-mail address at all.
 * Sources: developers.tiktok.com/doc/login-kit-web, /doc/oauth-user-access-token-management and /doc/tiktok-api-v2-get-user-info
 */
export function makeTiktok(settings: UserAddressSettings): IdentityProvider {
  const { clientId, clientSecret, authorizationUrl, tokenUrl, userUrl } = settings
  const server = { issuer: new URL(authorizationUrl).origin, token_endpoint: tokenUrl }
  const client = { client_id: clientId }
  return {
    provesSignIn: false,
    async authorizationUrl({ state, redirectUri }) {
      const url = new URL(authorizationUrl)
      const parameters = {
        client_key: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'user.info.basic',
        state,
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async identify(callback, { state, redirectUri }, signal) {
      const oauth = await loadOAuth()
      const fetchBounded = boundedFetch(signal)
      const parameters = oauth.validateAuthResponse(server, client, callback, state)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        (_server, _client, body) => {
          body.set('client_key', clientId)
          body.set('client_secret', clientSecret)
        },
        parameters,
        redirectUri,
        oauth.nopkce,
        { [oauth.customFetch]: fetchBounded, [oauth.allowInsecureRequests]: isPlainHttp(tokenUrl) },
      )
      const token = tokenReply.parse(await oauth.processAuthorizationCodeResponse(server, client, response))
      const url = new URL(userUrl)
      url.searchParams.set('fields', 'open_id,display_name')
      const headers = { authorization: `Bearer ${token.access_token}` }
      const { user } = userReply.parse(await readJson(await fetchBounded(url.href, { headers }))).data
      if (user.open_id !== token.open_id) throw new Error('the token is for another user')
      return { subject: user.open_id, name: user.display_name ?? '', email: null }
    },
  }
}
