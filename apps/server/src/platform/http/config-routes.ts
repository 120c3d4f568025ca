import { readConfig } from '@veranda/contract/config/routes.ts'
import { publicConfig } from '@veranda/contract/config/schemas.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { ok } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { availableLanguages } from '@veranda/i18n/catalogues.ts'
import { serve } from './route.ts'
import { anyone } from './route-access.ts'

/** The route of the public configuration. */
export const configRoutes = [
  serve(readConfig, { access: anyone, reply: publicConfig }, async ({ deps }) =>
    ok({
      mode: deps.env.mode,
      version: deps.env.version,
      demoEntry: deps.env.demoEntry,
      terms: currentTermsVersion,
      languages: [...availableLanguages],
      now: toIso(deps.clock.now()),
      mailPage: deps.env.sandboxMailbox && deps.gateways.mail.listMailbox !== undefined,
      openMailbox: deps.env.sandboxOpenMailbox && deps.gateways.mail.listMailbox !== undefined,
      payments: deps.env.payments,
      socialProviders: [...deps.gateways.identity.providers],
      pushKey: deps.gateways.push?.publicKey ?? null,
    }),
  ),
]
