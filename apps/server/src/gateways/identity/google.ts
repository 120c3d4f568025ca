import { normalizeEmail } from '@veranda/core/accounts/email-address.ts'
import * as z from 'zod/mini'
import { boundedFetch } from './bounded-fetch.ts'
import { type IdentityProvider, type OpenIdSettings } from './identity-gateway.ts'
import { isPlainHttp, loadOAuth } from './load-oauth.ts'

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
})

/**
 * Google, which follows OpenID Connect: PKCE, a nonce, and an ID token that says everything, so its user info is not
 * asked for. It may name itself in `iss` without `https://`; what it issues today has it, so only that is accepted.
 * Source: developers.google.com/identity/openid-connect/openid-connect
 */
export function makeGoogle(settings: OpenIdSettings): IdentityProvider {
  const { clientId, clientSecret, issuer, authorizationUrl, tokenUrl, jwksUrl } = settings
  // One value, because the library keeps the keys of a server by it.
  const server = {
    issuer,
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
    jwks_uri: jwksUrl,
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const client = { client_id: clientId, id_token_signed_response_alg: 'RS256' }
  return {
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri }) {
      const oauth = await loadOAuth()
      const url = new URL(authorizationUrl)
      const parameters = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Otherwise someone with one account of Google cannot choose another.
        prompt: 'select_account',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async identify(callback, { state, nonce, codeVerifier, redirectUri }, signal) {
      const oauth = await loadOAuth()
      const options = {
        [oauth.customFetch]: boundedFetch(signal),
        [oauth.allowInsecureRequests]: isPlainHttp(tokenUrl),
      }
      const parameters = oauth.validateAuthResponse(server, client, callback, state)
      const authentication = oauth.ClientSecretPost(clientSecret)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        codeVerifier,
        options,
      )
      const expected = { expectedNonce: nonce, requireIdToken: true }
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected)
      await oauth.validateApplicationLevelSignature(server, response, options)
      const { sub, name, email, email_verified } = claims.parse(oauth.getValidatedIdTokenClaims(tokens))
      return { subject: sub, name: name ?? '', email: email_verified === true ? parseEmail(email) : null }
    },
  }
}

/** Returns an address in its normal form; null for what is none. */
function parseEmail(email = ''): string | null {
  const parsed = z.email().safeParse(normalizeEmail(email))
  return parsed.success ? parsed.data : null
}
