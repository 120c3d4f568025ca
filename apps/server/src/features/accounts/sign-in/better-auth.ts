import { sessionIdleLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { second } from '@veranda/core/time/instant.ts'
import { betterAuth } from 'better-auth'
import { jwt, type JwtOptions } from 'better-auth/plugins'
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'
import { sessionCookieName, tokenAudience, tokenIssuer } from '../../../platform/access/authentication.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { isServedOverHttps, publicAddress } from '../../../platform/http/server-address.ts'

const daySeconds = 24 * 60 * 60

/** Lifetime of an unused session, in seconds. */
export const sessionIdleSeconds = sessionIdleLimitMs / second
/** Lifetime of an access token, in seconds. */
export const tokenLifetimeSeconds = 15 * 60

export const jwtOptions = {
  disableSettingJwtHeader: true,
  jwks: {
    keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
    rotationInterval: 30 * daySeconds,
    gracePeriod: 2 * daySeconds,
  },
  jwt: { issuer: tokenIssuer, audience: tokenAudience, expirationTime: `${tokenLifetimeSeconds}s` },
  schema: {
    jwks: {
      modelName: 'signing_keys',
      fields: { publicKey: 'public_key', privateKey: 'private_key', createdAt: 'created_at', expiresAt: 'expires_at' },
    },
  },
} satisfies JwtOptions

/**
 * Configures Better Auth on the caller's transaction, so that its rows, our event and our audit row commit together.
 * Its handler is not mounted: our routes call `api.*`. Sessions and tokens use the machine's clock, not the sandbox
 * clock.
 */
export function betterAuthFor(tx: Tx, deps: Pick<Deps, 'env' | 'ids'>) {
  const { env, ids } = deps
  if (!env.secret) throw new Error('session secret is missing: it must be loaded before the first request')
  const secure = isServedOverHttps(env)
  return betterAuth({
    secret: env.secret,
    baseURL: publicAddress(env),
    database: { db: tx.withPlugin(new TimestampsToDatesPlugin()), type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    user: {
      modelName: 'users',
      fields: {
        emailVerified: 'email_verified',
        image: 'avatar_file',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        firstName: { type: 'string', fieldName: 'first_name', required: true },
        role: { type: 'string', required: true },
        timeZone: { type: 'string', fieldName: 'time_zone', required: true },
        language: { type: 'string', required: true },
        termsVersion: { type: 'number', fieldName: 'terms_version', required: true },
        termsAt: { type: 'date', fieldName: 'terms_at', required: true },
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionIdleSeconds,
      updateAge: daySeconds,
      fields: {
        userId: 'user_id',
        token: 'token_hash',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        authProvider: { type: 'string', fieldName: 'auth_provider', required: false, defaultValue: 'email' },
      },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 1,
      maxPasswordLength: 200,
    },
    advanced: {
      database: { generateId: () => ids.next() },
      disableOriginCheck: true,
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionCookieName(env),
          attributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
        },
      },
      ipAddress: { ipAddressHeaders: ['x-veranda-ip'] },
    },
    plugins: [jwt(jwtOptions)],
  })
}

export type Auth = ReturnType<typeof betterAuthFor>

/** Converts timestamps: our pool reads timestamptz as epoch milliseconds, Better Auth expects Date objects. */
class TimestampsToDatesPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...result, rows: result.rows.map(withDateColumns) }
  }
}

function withDateColumns(row: UnknownRow): UnknownRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      key.endsWith('_at') && typeof value === 'number' ? new Date(value) : value,
    ]),
  )
}
