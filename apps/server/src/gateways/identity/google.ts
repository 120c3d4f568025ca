import { normalizeEmail } from '@veranda/core/accounts/email-address.ts'
import { second } from '@veranda/core/time/instant.ts'
import * as z from 'zod/mini'
import { boundedFetch } from './bounded-fetch.ts'
import { type FreshSignIn, type IdentityProvider, NotRecentError, type OpenIdSettings } from './identity-gateway.ts'
import { isPlainHttp, loadOAuth } from './load-oauth.ts'

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  auth_time: z.optional(z.number()),
})

/** The most by which Google's clock may differ from ours. */
const clockToleranceMs = 10 * second

/**
 * Google, which follows OpenID Connect: PKCE, a nonce, and an ID token that says everything, so its user info is not
 * asked for. It may name itself in `iss` without `https://`; what it issues today has it, so only that is accepted.
 * A fresh sign-in is proved by `auth_time` alone. Google sends it when it is asked for as a claim, to apps that are verified
 * and have "Session age claims" switched on. It documents no `max_age`, which is the standard's way to ask for a new sign-in,
 * and refuses `prompt=login`; so a user may be let through with an old `auth_time`, which is then refused here.
 * Sources: developers.google.com/identity/openid-connect/openid-connect and /identity/siwg/security-bundle
 */
export function makeGoogle(settings: OpenIdSettings): IdentityProvider {
  const { clientId, clientSecret, issuer, authorizationUrl, tokenUrl, jwksUrl, hasSessionAge } = settings
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
    provesSignIn: hasSessionAge,
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri, freshSignIn }) {
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
        ...(freshSignIn && {
          login_hint: freshSignIn.subject,
          max_age: '0',
          claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
        }),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async identify(callback, { state, nonce, codeVerifier, redirectUri, freshSignIn }, signal) {
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
      const { sub, name, email, email_verified, auth_time } = claims.parse(oauth.getValidatedIdTokenClaims(tokens))
      if (freshSignIn) checkFreshness(auth_time, freshSignIn)
      return { subject: sub, name: name ?? '', email: email_verified === true ? parseEmail(email) : null }
    },
  }
}

/**
 * Throws unless the user signed in since the attempt began. Both times are of real clocks, like those of the token: only
 * what has elapsed is taken from ours, which may be moved outside production.
 */
function checkFreshness(authTimeSeconds: number | undefined, { elapsedMs }: FreshSignIn): void {
  if (authTimeSeconds === undefined) throw new NotRecentError('no auth_time')
  const ageMs = Date.now() - authTimeSeconds * second
  // A token says seconds, the last of which may have begun before the attempt.
  if (ageMs > elapsedMs + second + clockToleranceMs) throw new NotRecentError('an old auth_time')
  if (ageMs < -clockToleranceMs) throw new NotRecentError('an auth_time to come')
}

/** Returns an address in its normal form; null for what is none. */
function parseEmail(email = ''): string | null {
  const parsed = z.email().safeParse(normalizeEmail(email))
  return parsed.success ? parsed.data : null
}
