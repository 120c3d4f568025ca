import { route } from '../../route.ts'
import type { Done } from '../../shared-schemas.ts'
import type { Session } from '../sessions/schemas.ts'
import type {
  IdentityList,
  LinkStart,
  PendingIdentity,
  ProviderParams,
  RegisterByIdentityBody,
  SocialCallbackQuery,
  StartSocialSignInQuery,
} from './schemas.ts'

/** A navigation: redirects to the provider. */
export const startSocialSignIn = route<{ params: ProviderParams; query: StartSocialSignInQuery; reply: unknown }>(
  'GET',
  '/auth/:provider',
)
/** The redirect address of a provider. A navigation: redirects to a page of this app, whatever the outcome. */
export const finishSocialSignIn = route<{ params: ProviderParams; query: SocialCallbackQuery; reply: unknown }>(
  'GET',
  '/auth/:provider/callback',
)
export const listIdentities = route<{ reply: IdentityList }>('GET', '/accounts/social')
export const readPendingIdentity = route<{ reply: PendingIdentity }>('GET', '/accounts/social/pending')
export const registerByIdentity = route<{ body: RegisterByIdentityBody; reply: Session }>(
  'POST',
  '/accounts/social/register',
)
/** Begins to link a provider to the signed-in user, after a step-up. */
export const linkIdentity = route<{ params: ProviderParams; reply: LinkStart }>(
  'POST',
  '/accounts/social/:provider/link',
)
export const unlinkIdentity = route<{ params: ProviderParams; reply: Done }>('DELETE', '/accounts/social/:provider')
