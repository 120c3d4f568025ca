import * as z from 'zod/mini'
import { boundedFetch, readJson } from './bounded-fetch.ts'
import { type IdentityProvider, type UserAddressSettings } from './identity-gateway.ts'
import { isPlainHttp, loadOAuth } from './load-oauth.ts'

const token = z.object({ access_token: z.string().check(z.minLength(1)) })
/** Documented as a list of one; the field alone was seen too. */
const tokenReply = z.union([z.object({ data: z.tuple([token]) }), token])
// A number would have lost its last digits: ids are larger than the safe integers.
const user = z.object({ user_id: z.string().check(z.regex(/^\d{1,40}$/)), username: z.optional(z.string()) })
const userReply = z.union([z.object({ data: z.tuple([user]) }), user])

/**
 * Instagram (“Business Login”), which differs from OAuth 2 in these ways:
 * - only professional accounts (creators and businesses) can sign in since the Basic Display API has ended;
 * - scopes are separated by commas; there is neither PKCE, nor an ID token, nor a nonce;
 * - the token's reply has no `token_type`, and may be a list of one in `data`;
 * - the user is read with the access token in the query, and the reply may be a list of one in `data` as well. Its
 *   `user_id` is the account; the one in the token's reply is a number that JSON readers round, so it is not used;
 * - `#_` is appended to the redirect address, which no server sees;
 * - there is no e-mail address at all.
 * Sources: developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login, /business-login and
 * /get-started
 */
export function makeInstagram(settings: UserAddressSettings): IdentityProvider {
  const { clientId, clientSecret, authorizationUrl, tokenUrl, userUrl } = settings
  const server = { issuer: new URL(authorizationUrl).origin, token_endpoint: tokenUrl }
  const client = { client_id: clientId }
  return {
    provesSignIn: false,
    async authorizationUrl({ state, redirectUri }) {
      const url = new URL(authorizationUrl)
      const parameters = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'instagram_business_basic',
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
        oauth.ClientSecretPost(clientSecret),
        parameters,
        redirectUri,
        oauth.nopkce,
        { [oauth.customFetch]: fetchBounded, [oauth.allowInsecureRequests]: isPlainHttp(tokenUrl) },
      )
      const { access_token } = onlyOne(tokenReply.parse(await readJson(response)))
      const url = new URL(userUrl)
      url.searchParams.set('fields', 'user_id,username')
      url.searchParams.set('access_token', access_token)
      const { user_id, username } = onlyOne(userReply.parse(await readJson(await fetchBounded(url.href))))
      return { subject: user_id, name: username ?? '', email: null }
    },
  }
}

function onlyOne<T extends object>(reply: T | { data: [T] }): T {
  return 'data' in reply ? reply.data[0] : reply
}
