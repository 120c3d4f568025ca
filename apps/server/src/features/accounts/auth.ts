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
import { sessionCookie, tokenAudience, tokenIssuer } from '../../access/access.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { isSecure, ownAddress } from '../../http/own-address.ts'
import { hashPassword, verifyPassword } from './password.ts'

const days = 24 * 60 * 60

/** How long a session lives without use, in seconds. */
export const sessionIdle = 7 * days
/** How long an access token is good for, in seconds. */
export const tokenLife = 15 * 60

export const jwtOptions = {
  disableSettingJwtHeader: true,
  jwks: {
    keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
    rotationInterval: 30 * days,
    gracePeriod: 2 * days,
  },
  jwt: { issuer: tokenIssuer, audience: tokenAudience, expirationTime: `${tokenLife}s` },
  schema: {
    jwks: {
      modelName: 'signing_keys',
      fields: { publicKey: 'public_key', privateKey: 'private_key', createdAt: 'created_at', expiresAt: 'expires_at' },
    },
  },
} satisfies JwtOptions

/**
 * Better Auth over the caller's transaction, so that its rows, our event and our audit row commit together. Its handler
 * is not mounted: our routes call `api.*`. Sessions and tokens live on the machine's clock, not on the movable one.
 */
export function authOver(tx: Tx, deps: Pick<Deps, 'env' | 'ids'>) {
  const { env, ids } = deps
  if (!env.secret) throw new Error('the secret was not settled before the first request')
  const secure = isSecure(env)
  return betterAuth({
    secret: env.secret,
    baseURL: ownAddress(env),
    database: { db: tx.withPlugin(new DatesInstead()), type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    user: {
      modelName: 'people',
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
      expiresIn: sessionIdle,
      updateAge: days,
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'person_id',
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
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    advanced: {
      database: { generateId: () => ids.next() },
      disableOriginCheck: true,
      useSecureCookies: false,
      cookies: {
        session_token: { name: sessionCookie, attributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' } },
      },
      ipAddress: { ipAddressHeaders: ['x-veranda-ip'] },
    },
    plugins: [jwt(jwtOptions)],
  })
}

export type Auth = ReturnType<typeof authOver>

/** Our pool reads timestamptz as epoch milliseconds; Better Auth expects dates. */
class DatesInstead implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...result, rows: result.rows.map(withDates) }
  }
}

function withDates(row: UnknownRow): UnknownRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      key.endsWith('_at') && typeof value === 'number' ? new Date(value) : value,
    ]),
  )
}
