import { hash, randomBytes } from 'node:crypto'
import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { type SandboxUser } from './sandbox-users.ts'

/** The folder of its addresses. */
export const sandboxIdentityPath = '/sandbox/identity'
const codeLifetimeMs = 60_000
const tokenLifetimeSeconds = 600
/** Codes and tokens that are kept at once, the oldest of which go first. */
const maxGrants = 1_000
const algorithm = 'RS256'
const keyId = 'sandbox'

/** The parameters of an authorization request that passed its checks. */
export type AuthorizationRequest = {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | undefined
  readonly codeChallenge: string | undefined
  /** True when the token has to say when the user signed in. */
  readonly wantsAuthTime: boolean
}

type Grant = AuthorizationRequest & {
  readonly provider: SocialProvider
  readonly user: SandboxUser
  readonly signedInAt: number
}
type Kept<T> = T & { readonly expiresAt: number }
type Reply = { readonly status: number; readonly body: object }

const refused = (error: string): Reply => ({ status: 400, body: { error } })
const random = () => randomBytes(24).toString('base64url')

/**
 * The stand-in for all three providers: checks what they check and replies in the shape of each, so that the same
 * adapters talk to it. Codes and tokens are in the memory of this process, which is the only one of a sandbox.
 */
export class SandboxProvider {
  readonly clientId = 'veranda-sandbox'
  readonly clientSecret = random()
  readonly #codes = new Map<string, Kept<Grant>>()
  readonly #tokens = new Map<string, Kept<{ provider: SocialProvider; user: SandboxUser }>>()
  #keys: Promise<{ privateKey: CryptoKey; jwk: JWK }> | undefined

  /**
   * Checks an authorization request. Returns undefined when it names another client or redirect address, to which
   * nothing may be sent, and an error of OAuth for other faults.
   */
  checkRequest(
    provider: SocialProvider,
    query: URLSearchParams,
    ownRedirectUri: string,
  ): AuthorizationRequest | { readonly error: string; readonly state: string } | undefined {
    const client = query.get(provider === 'tiktok' ? 'client_key' : 'client_id')
    if (client !== this.clientId || query.get('redirect_uri') !== ownRedirectUri) return undefined
    const state = query.get('state') ?? ''
    const nonce = query.get('nonce') ?? undefined
    const codeChallenge = query.get('code_challenge') ?? undefined
    if (query.get('response_type') !== 'code') return { error: 'unsupported_response_type', state }
    if (state === '') return { error: 'invalid_request', state }
    if (provider === 'google') {
      const isS256 = query.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(codeChallenge ?? '')
      if (!isS256 || nonce === undefined) return { error: 'invalid_request', state }
      if (!query.get('scope')?.split(' ').includes('openid')) return { error: 'invalid_scope', state }
    }
    const wantsAuthTime = query.has('max_age') || (query.get('claims') ?? '').includes('"auth_time"')
    return { redirectUri: ownRedirectUri, state, nonce, codeChallenge, wantsAuthTime }
  }

  /** Returns a code for a user, which works once. The press that chose it is its sign-in. */
  grantCode(provider: SocialProvider, request: AuthorizationRequest, user: SandboxUser): string {
    const code = random()
    const signedInAt = Date.now()
    keep(this.#codes, code, { ...request, provider, user, signedInAt, expiresAt: signedInAt + codeLifetimeMs })
    return code
  }

  /** Exchanges a code for a token. `issuer` is the address of this provider. */
  async exchange(provider: SocialProvider, form: URLSearchParams, issuer: string): Promise<Reply> {
    const client = form.get(provider === 'tiktok' ? 'client_key' : 'client_id')
    if (client !== this.clientId || form.get('client_secret') !== this.clientSecret) return refused('invalid_client')
    if (form.get('grant_type') !== 'authorization_code') return refused('unsupported_grant_type')
    const code = form.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)
    if (grant?.provider !== provider || grant.expiresAt < Date.now()) return refused('invalid_grant')
    if (form.get('redirect_uri') !== grant.redirectUri) return refused('invalid_grant')
    const challenge = hash('sha256', form.get('code_verifier') ?? '', 'base64url')
    if (grant.codeChallenge !== undefined && challenge !== grant.codeChallenge) return refused('invalid_grant')
    const { user } = grant
    const access_token = random()
    keep(this.#tokens, access_token, { provider, user, expiresAt: Date.now() + tokenLifetimeSeconds * 1_000 })
    const expires_in = tokenLifetimeSeconds
    if (provider === 'instagram') {
      const permissions = 'instagram_business_basic'
      return { status: 200, body: { data: [{ access_token, user_id: user.subject, permissions }] } }
    }
    const standard = { access_token, expires_in, token_type: 'Bearer' }
    if (provider === 'tiktok') {
      return { status: 200, body: { ...standard, open_id: user.subject, scope: 'user.info.basic' } }
    }
    const id_token = await this.#signIdToken(grant, issuer)
    return { status: 200, body: { ...standard, scope: 'openid email profile', id_token } }
  }

  /** Returns the user of a token, in the shape of TikTok or Instagram. */
  readUser(provider: SocialProvider, accessToken: string): Reply {
    const token = this.#tokens.get(accessToken)
    if (token?.provider !== provider || token.expiresAt < Date.now()) {
      return { status: 401, body: { error: { code: 'access_token_invalid' } } }
    }
    const { subject, name } = token.user
    if (provider === 'instagram') return { status: 200, body: { data: [{ user_id: subject, username: name }] } }
    return { status: 200, body: { data: { user: { open_id: subject, display_name: name } }, error: { code: 'ok' } } }
  }

  /** Returns the public key of the ID tokens, which lasts as long as this process. */
  async readKeys(): Promise<{ keys: JWK[] }> {
    return { keys: [(await this.#makeKeys()).jwk] }
  }

  async #signIdToken({ user, nonce, wantsAuthTime, signedInAt }: Grant, issuer: string): Promise<string> {
    const { privateKey } = await this.#makeKeys()
    const { subject, name, email, emailVerified } = user
    const authTime = wantsAuthTime ? { auth_time: Math.floor(signedInAt / 1_000) } : {}
    return new SignJWT({ name, email, email_verified: emailVerified, nonce, ...authTime })
      .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(subject)
      .setAudience(this.clientId)
      .setIssuedAt()
      .setExpirationTime(`${tokenLifetimeSeconds}s`)
      .sign(privateKey)
  }

  /** Made with the first use, because every start would pay for it. */
  #makeKeys() {
    this.#keys ??= generateKeyPair(algorithm, { extractable: true }).then(async ({ privateKey, publicKey }) => ({
      privateKey,
      jwk: { ...(await exportJWK(publicKey)), alg: algorithm, kid: keyId, use: 'sig' },
    }))
    return this.#keys
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  const [oldest] = map.keys()
  if (map.size >= maxGrants && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
