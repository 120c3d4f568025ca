import { route } from '../route.ts'
import type { Done, IdParams } from '../shared-schemas.ts'
import type {
  Account,
  AgreeToTermsBody,
  ChangeAvatarBody,
  ChangeAccountBody,
  DeviceList,
  LoginBody,
  LogoutBody,
  ChangePasswordBody,
  Session,
  SecurityEventList,
  SecurityEventsQuery,
  SignInReply,
  AccessToken,
} from './schemas.ts'

export const login = route<{ body: LoginBody; reply: SignInReply }>('POST', '/accounts/login')
export const logout = route<{ body: LogoutBody; reply: Done }>('POST', '/accounts/logout')
/** Returns the user of the session cookie with a fresh token; 401 without a valid session. */
export const readSession = route<{ reply: Session }>('GET', '/accounts/session')
export const renewToken = route<{ reply: AccessToken }>('POST', '/accounts/token')
export const readAccount = route<{ reply: Account }>('GET', '/accounts/me')
export const changeAccount = route<{ body: ChangeAccountBody; reply: Account }>('PATCH', '/accounts/me')
/** Agrees to the version of the terms in force. */
export const agreeToTerms = route<{ body: AgreeToTermsBody; reply: Account }>('POST', '/accounts/me/terms')
/** Shows the user with a square part of an image that they uploaded. */
export const changeAvatar = route<{ body: ChangeAvatarBody; reply: Account }>('PUT', '/accounts/me/avatar')
export const removeAvatar = route<{ reply: Account }>('DELETE', '/accounts/me/avatar')
/** Changes the password, or adds one for a user who has none. */
export const changePassword = route<{ body: ChangePasswordBody; reply: Done }>('POST', '/accounts/password')
export const listDevices = route<{ reply: DeviceList }>('GET', '/accounts/devices')
export const endDevice = route<{ params: IdParams; reply: Done }>('DELETE', '/accounts/devices/:id')
/** Signs out every device but the caller's own. */
export const endOtherDevices = route<{ reply: Done }>('DELETE', '/accounts/devices')
/** Lists what happened to the account in the last twelve months, newest first. */
export const listSecurityEvents = route<{ query: SecurityEventsQuery; reply: SecurityEventList }>(
  'GET',
  '/accounts/security-events',
)
