import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { type Env } from '../../env.ts'
import { loopbackAddress } from '../../platform/http/server-address.ts'
import { makeGoogle } from './google.ts'
import { type IdentityProvider, type SandboxIdentity } from './identity-gateway.ts'
import { makeInstagram } from './instagram.ts'
import { serveSandboxProvider } from './sandbox-pages.ts'
import { sandboxIdentityPath, SandboxProvider } from './sandbox-provider.ts'
import { makeTiktok } from './tiktok.ts'

/** Makes the stand-in for these providers, which the adapters of the real ones talk to. */
export function makeSandboxIdentity(names: readonly SocialProvider[], env: Env): SandboxIdentity {
  const standIn = new SandboxProvider()
  const makeAdapters = (address: string) => ({
    google: makeGoogle(settingsOf('google', address, standIn)),
    tiktok: makeTiktok(settingsOf('tiktok', address, standIn)),
    instagram: makeInstagram(settingsOf('instagram', address, standIn)),
  })
  // No callback arrives from the sandbox provider before this server listens.
  let adapters = makeAdapters(loopbackAddress(env, env.port))
  const makeProvider = (name: SocialProvider): IdentityProvider => ({
    provesSignIn: name === 'google',
    async authorizationUrl(attempt) {
      const { pathname, search } = new URL(await adapters[name].authorizationUrl(attempt))
      // A browser may reach this server by another address than the one that the server itself uses.
      return new URL(`${pathname}${search}`, attempt.redirectUri).href
    },
    identify: (callback, attempt, signal) => adapters[name].identify(callback, attempt, signal),
  })
  return {
    providers: Object.fromEntries(names.map((name) => [name, makeProvider(name)])),
    start(address) {
      adapters = makeAdapters(address)
    },
    serveOn: (app) => serveSandboxProvider(app, standIn, env),
  }
}

function settingsOf(name: SocialProvider, address: string, { clientId, clientSecret }: SandboxProvider) {
  const issuer = `${address}${sandboxIdentityPath}/${name}`
  return {
    clientId,
    clientSecret,
    authorizationUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
    userUrl: `${issuer}/user`,
    issuer,
    jwksUrl: `${issuer}/keys`,
    hasSessionAge: true,
  }
}
